"""What drives a page: Chromium, tabs, settling, observation, executor."""
