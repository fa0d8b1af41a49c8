"""The classes of java.util and the like by name, with their makers and static methods."""

from __future__ import annotations

from typing import Any

from validators.engine.script.arrays import JArray
from validators.engine.script.lists import JList, JQueue, JStack, JVector, order
from validators.engine.script.tables import (
    JLinkedMap,
    JLinkedSet,
    JMap,
    JProperties,
    JSet,
    JTreeMap,
    JTreeSet,
)
from validators.engine.script.things import JBig, JBits, JBuilder, JOpaque, JPoint, JTimer, JTokens
from validators.engine.script.values import (
    boxed,
    default_of,
    same,
    text,
)


def _sort(target: Any, *more: Any) -> None:
    if more and type(more[0]) is int:
        target.items[more[0] : more[1]] = sorted(target.items[more[0] : more[1]], key=order)
    else:
        target.items.sort(key=order)


def _fill(target: JArray, *given: Any) -> None:
    start, end = (given[0], given[1]) if len(given) == 3 else (0, len(target.items))
    target.items[start:end] = [given[-1]] * (end - start)


def _as_list(*given: Any) -> JList:
    made = JList()
    made.items = given[0].items if len(given) == 1 and type(given[0]) is JArray else list(given)
    return made


def _copy(target: JArray, size: int) -> JArray:
    return JArray(target.kind, (target.items + [default_of(target.kind)] * size)[:size])


def _read_only(value: Any) -> Any:
    return value


def classes() -> dict[str, tuple[str, dict[str, Any]]]:
    """Return the classes of java.util and the like by simple name, with package and members."""
    makers: dict[str, Any] = {
        "ArrayList": JList, "LinkedList": JList, "ArrayDeque": JList, "Vector": JVector, "Stack": JStack,
        "PriorityQueue": JQueue, "HashMap": JMap, "Hashtable": JMap, "LinkedHashMap": JLinkedMap,
        "TreeMap": JTreeMap, "Properties": JProperties, "HashSet": JSet, "LinkedHashSet": JLinkedSet,
        "TreeSet": JTreeSet, "StringTokenizer": JTokens, "BitSet": JBits,
    }  # fmt: skip
    found: dict[str, tuple[str, dict[str, Any]]] = {
        name: ("java.util", {"new": maker}) for name, maker in makers.items()
    }
    for name in ("List", "Map", "Set", "Collection", "Iterator", "Deque", "Queue", "Iterable"):
        found[name] = ("java.util", {})
    found["StringBuilder"] = found["StringBuffer"] = ("java.lang", {"new": JBuilder})
    found["Point"] = ("java.awt", {"new": JPoint})
    big = {"new": JBig, "ZERO": JBig(0), "ONE": JBig(1), "TWO": JBig(2), "valueOf": lambda n: JBig(int(n))}
    found["BigInteger"] = ("java.math", big)
    for name in ("Color", "BasicStroke", "Font"):
        found[name] = ("java.awt", {"new": JOpaque})
    found["Timer"] = ("javax.swing", {"new": JTimer})
    found["Arrays"] = (
        "java.util",
        {
            "sort": _sort,
            "fill": _fill,
            "asList": _as_list,
            "toString": lambda a: "[" + ", ".join(text(i) for i in a.items) + "]",
            "copyOf": _copy,
            "equals": lambda a, b: len(a.items) == len(b.items) and all(map(same, a.items, b.items)),
        },
    )
    found["Collections"] = (
        "java.util",
        {
            "sort": _sort,
            "reverse": lambda a: a.items.reverse(),
            "max": lambda a: boxed(max(a.each(), key=order)),
            "min": lambda a: boxed(min(a.each(), key=order)),
            "emptyList": JList,
            "emptyMap": JMap,
            "emptySet": JSet,
            "unmodifiableList": _read_only,
            "unmodifiableSet": _read_only,
            "unmodifiableMap": _read_only,
            "swap": lambda a, i, j: a.items.__setitem__(slice(None), _swapped(a.items, i, j)),
        },
    )
    return found


def _swapped(items: list[Any], i: int, j: int) -> list[Any]:
    out = list(items)
    out[i], out[j] = out[j], out[i]
    return out
