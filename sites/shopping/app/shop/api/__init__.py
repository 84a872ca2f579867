"""The shop as JSON, to read: the same figures as on the pages, for those who are allowed to see them."""
