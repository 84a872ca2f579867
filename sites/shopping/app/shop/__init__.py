"""The shop: a Django project on django-oscar."""
