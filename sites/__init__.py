"""What each site is: its specification, application settings, seed and profiles."""
