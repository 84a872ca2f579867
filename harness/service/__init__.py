"""Episodes that somebody else drives."""
