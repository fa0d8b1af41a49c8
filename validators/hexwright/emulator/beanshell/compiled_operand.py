"""Hold a compiled primary expression."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hexwright.emulator.beanshell.name_spaces import Eval, Scope

Put = Callable[[Scope, Any], Any]


class Operand:
    """Hold how an expression is read, and how it is set where it can be."""

    __slots__ = ("get", "put")

    def __init__(self, get: Eval, put: Put | None = None) -> None:
        self.get = get
        self.put = put
