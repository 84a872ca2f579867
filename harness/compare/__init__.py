"""Two or more runs side by side: what changed, whether it can be chance, and gates for CI.

``sides`` reads runs and baseline files, ``statistics`` has the intervals and the test, ``comparison`` puts
them together, ``gates`` reads ``--fail-if``, ``show`` prints.
"""
