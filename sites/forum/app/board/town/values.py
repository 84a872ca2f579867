"""Askbot's settings without a question to the cache for each of their many uses.

Values come from ``board.settings`` (``ASKBOT_X``) or are Askbot's defaults; they are kept in the memory of
the process until one is changed.
"""

from __future__ import annotations

from typing import Any

from askbot.conf.settings_wrapper import ConfigSettings
from sitekit.patches import replace

from board.town.middleware import origin

_kept: dict[str, Any] = {}
_look_up = ConfigSettings.get_value.__func__  # type: ignore[attr-defined]
_update = ConfigSettings.update
_all: list[str] = []


def get_value(cls: type[ConfigSettings], key: str) -> Any:
    """The value of a setting; the forum's own address follows the request."""
    if key == "APP_URL":
        return origin()
    try:
        return _kept[key]
    except KeyError:
        value = _kept[key] = _look_up(cls, key)
        return value


def update(self: ConfigSettings, key: str, value: Any, language_code: str | None = None) -> None:
    """Change a setting and forget all that is kept."""
    _kept.clear()
    _update(self, key, value, language_code)


def as_dict(self: ConfigSettings) -> dict[str, Any]:
    """All settings by name, a new dictionary each time: Askbot adds to it."""
    if not _all:
        _all.extend(self._ConfigSettings__instance.keys())  # type: ignore[attr-defined]
    return {key: ConfigSettings.get_value(key) for key in _all}


def install() -> None:
    """Put these in place of Askbot's."""
    replace(ConfigSettings, "get_value", classmethod(get_value), of="8a50f77f6841")
    replace(ConfigSettings, "update", update, of="4b60ef2209ec")
    replace(ConfigSettings, "as_dict", as_dict, of="00b25533bf04")
