"""The compiled form of a primary expression."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hexwright.emulator.beanshell.name_spaces import Eval, Scope

Put = Callable[[Scope, Any], Any]


class Operand:
    """A compiled operand: how to read it, and how to assign to it if it is assignable."""

    __slots__ = ("get", "put")

    def __init__(self, get: Eval, put: Put | None = None) -> None:
        self.get = get
        self.put = put
