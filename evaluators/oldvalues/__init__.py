"""Types of value: reading answers, and telling whether they give the reference.

>>> from evaluators.oldvalues import match
>>> match("currency", "€1,234.50", "You paid 1.234,50 EUR in total.").score
1.0
"""

from .base import MatchResult, Mention, Setting, Value
from .inferring import infer
from .judging import check_reference, match
from .kinds import KINDS, TYPES, parse_reference
from .references import as_reference, shortened

__all__ = [
    "KINDS",
    "TYPES",
    "MatchResult",
    "Mention",
    "Setting",
    "Value",
    "as_reference",
    "check_reference",
    "infer",
    "match",
    "parse_reference",
    "shortened",
]
