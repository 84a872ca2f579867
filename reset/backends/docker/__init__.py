"""The container engine of this machine; nothing outside of this folder knows its SDK."""

from __future__ import annotations

from reset.backends.docker.parts import Docker, connect

__all__ = ["Docker", "connect"]
