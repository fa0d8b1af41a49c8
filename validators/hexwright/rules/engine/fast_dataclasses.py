"""Make and change slotted values with many fields in a part of the time that the standard functions take.

Play makes several states an action; the standard constructor of a frozen value finds each field anew by its
name, and the standard function for changes looks at each field in Python.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

T = TypeVar("T")


def quick(kind: type[T]) -> type[T]:
    """Decorate a frozen, slotted dataclass whose defaults are values: its constructor sets the slots at once.

    It takes what the standard one takes, and raises TypeError for what that refuses.
    """
    known: dict[str, Any] = {}
    head, body = ["self"], []
    for field in fields(kind):  # type: ignore[arg-type]
        assert field.init
        assert field.default_factory is MISSING
        known[f"put_{field.name}"] = kind.__dict__[field.name].__set__
        known[f"usual_{field.name}"] = field.default
        head.append(field.name if field.default is MISSING else f"{field.name}=usual_{field.name}")
        body.append(f"    put_{field.name}(self, {field.name})")
    # Written out as the standard library writes it: only names of fields stand in it.
    exec(f"def __init__({', '.join(head)}):\n" + "\n".join(body), known)
    kind.__init__ = known["__init__"]  # type: ignore[method-assign]
    return kind


if TYPE_CHECKING:
    from dataclasses import replace as replace
else:

    def replace(value, /, **changes):
        """Return a value with some of its fields changed; its kind has slots, and no checks of its own."""
        return changer(type(value), *changes)(value, *changes.values())


@cache
def changer(kind: type[T], *changed: str) -> Callable[..., T]:
    """Return what makes a value of a kind from another and from these of its fields, in this order.

    Raises TypeError for a field that isn't there.
    """
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    if unknown := set(changed).difference(names):
        raise TypeError(f"{kind.__name__} has no {', '.join(sorted(unknown))}")
    known: dict[str, Any] = {f"put_{name}": kind.__dict__[name].__set__ for name in names}
    known |= {"kind": kind, "new": object.__new__}
    body = [f"    put_{name}(made, {f'to_{name}' if name in changed else f'value.{name}'})" for name in names]
    head = f"def change(value, {', '.join(f'to_{name}' for name in changed)}):"
    exec("\n".join((head, "    made = new(kind)", *body, "    return made")), known)
    change: Callable[..., T] = known["change"]
    return change
