"""Answers as values: reading them by their declared format, and telling whether they are the reference.

Reading never sees the reference; equality comes after.
"""

from .reading import Reading, describe, includes, read, same, value_of

__all__ = ["Reading", "describe", "includes", "read", "same", "value_of"]
