"""The forum: Askbot with a seeded town of hobbyists."""
