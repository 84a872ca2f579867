"""Password hashing that costs a millisecond: the passwords are public anyway."""

from __future__ import annotations

from django.contrib.auth.hashers import PBKDF2PasswordHasher


class QuickHasher(PBKDF2PasswordHasher):
    """Django's own hasher with few iterations; ``must_update`` never asks for a new hash on login."""

    iterations = 1000

    def must_update(self, encoded: str) -> bool:
        return False
