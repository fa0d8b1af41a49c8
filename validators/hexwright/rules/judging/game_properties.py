"""The names and values under which a module's game keeps the options of a scenario."""

from __future__ import annotations

from typing import Final

_ON_OFF: Final = {"on": "true", "off": "false"}


def option_property(option: str) -> str:
    """Return the name of the global property for an option."""
    return f"Option_{option.replace('-', '_')}"


def option_value(choice: str) -> str:
    """Return the value of an option's property for one of the option's choices."""
    return _ON_OFF.get(choice, choice)
