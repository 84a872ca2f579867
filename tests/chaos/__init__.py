"""Chaos: runs are disturbed from outside, one fault a trial, and must lose nothing.

A black box around the command line: `webarium eval` is a process like any other, its parts are found through
`/proc` and the engine's labels. `make chaos` plays; the page docs/development.md says what is checked.
"""
