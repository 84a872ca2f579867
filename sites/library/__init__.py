"""The library: books for reading, made while the image is built."""
