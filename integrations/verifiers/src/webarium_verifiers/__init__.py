"""Webarium's environment service as a taskset of verifiers: `vf-eval webarium-verifiers`."""

from webarium_verifiers.taskset import WebariumTaskset

__all__ = ["WebariumTaskset"]
