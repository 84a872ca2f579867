"""The forum: a Django project on Askbot."""
