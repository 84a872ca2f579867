"""The first page of a world, and what the harness tells it."""
