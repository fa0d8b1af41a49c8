"""What `dataclasses.fields` returns in translated code. This module is itself translated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class FieldDescription(NamedTuple):
    """A field of a dataclass."""

    name: str
    default: Any
    metadata: Mapping[str, Any]
