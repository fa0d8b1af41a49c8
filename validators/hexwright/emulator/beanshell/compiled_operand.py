"""The compiled form of a primary expression."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hexwright.emulator.beanshell.name_spaces import Eval, Scope

Put = Callable[[Scope, Any], Any]


class Operand:
    """A compiled operand: a closure that reads it and, if it is assignable, a closure that assigns to it."""

    __slots__ = ("get", "put")

    def __init__(self, get: Eval, put: Put | None = None) -> None:
        self.get = get
        self.put = put
