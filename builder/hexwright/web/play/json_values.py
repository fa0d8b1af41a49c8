"""The values that messages are made of."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]
"""An object of a message: only strings, numbers, lists, objects, booleans and null."""
