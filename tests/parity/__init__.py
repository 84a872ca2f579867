"""Whether every way to play gives the verdicts of ``eval``; see ``python -m tests.parity -h``."""
