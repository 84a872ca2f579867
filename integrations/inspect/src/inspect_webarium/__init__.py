"""Webarium's tasks as an Inspect AI task: ``inspect eval inspect_webarium/webarium --model ...``."""

from inspect_webarium.task import webarium

__all__ = ["webarium"]
