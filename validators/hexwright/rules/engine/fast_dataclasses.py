"""Fast dataclasses: create and copy slotted objects with many fields faster than the standard library does.

Play creates several states for each action. The constructor of a standard frozen dataclass looks up each
field by name, and `dataclasses.replace` loops over all fields in Python.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

T = TypeVar("T")


def fast_init(kind: type[T]) -> type[T]:
    """Give a frozen, slotted dataclass a constructor that sets all slots directly.

    The defaults must be plain values. The constructor accepts the same arguments as the standard constructor,
    and raises TypeError for the same mistakes.
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
    # The constructor is generated as source, as in the standard library; only field names are inserted.
    exec(f"def __init__({', '.join(head)}):\n" + "\n".join(body), known)
    kind.__init__ = known["__init__"]  # type: ignore[method-assign]
    return kind


if TYPE_CHECKING:
    from dataclasses import replace as replace
else:

    def replace(value, /, **changes):
        """Return a copy of a dataclass instance with some fields changed.

        The class must have slots and no `__post_init__`.
        """
        return make_replacer(type(value), *changes)(value, *changes.values())


@cache
def make_replacer(kind: type[T], *changed: str) -> Callable[..., T]:
    """Return a function that copies a dataclass instance with some fields changed.

    The function takes the instance, then the new field values in the order in which `changed` names the
    fields. Raises TypeError for an unknown field.
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
