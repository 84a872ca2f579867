"""Who plays: workers."""
