"""Sites that are somebody else's: tasks of another benchmark, played there in a browser of ours."""
