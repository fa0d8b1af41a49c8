"""The classes of java.util and related packages, keyed by name, with their constructors and
static methods.
"""

from __future__ import annotations

from typing import Any

from hexwright.emulator.beanshell.execution_budget import pay_for_steps
from hexwright.emulator.beanshell.java_arrays import JArray, pay_for_array
from hexwright.emulator.beanshell.java_builder_classes import (
    JBig,
    JBits,
    JBuilder,
    JOpaque,
    JPoint,
    JTimer,
    JTokens,
)
from hexwright.emulator.beanshell.java_equality import java_equals
from hexwright.emulator.beanshell.java_lists import (
    JList,
    JQueue,
    JStack,
    JVector,
    collection_text,
    natural_order_key,
    sorted_naturally,
)
from hexwright.emulator.beanshell.java_maps import (
    JLinkedMap,
    JLinkedSet,
    JMap,
    JProperties,
    JSet,
    JTreeMap,
    JTreeSet,
)
from hexwright.emulator.beanshell.java_values import ScriptError, box_value, default_of


def _sort(target: Any, *more: Any) -> None:
    if more and type(more[0]) is int:
        _within(target, more[0], more[1])
        target.items[more[0] : more[1]] = sorted_naturally(target.items[more[0] : more[1]])
    else:
        target.items[:] = sorted_naturally(target.items)


def _within(target: JArray, start: int, end: int) -> None:
    if not 0 <= start <= end <= len(target.items):
        raise ScriptError(f"Array index out of range: {start} to {end}", "ArrayIndexOutOfBounds")


def _fill(target: JArray, *given: Any) -> None:
    start, end = (given[0], given[1]) if len(given) == 3 else (0, len(target.items))
    _within(target, start, end)
    pay_for_steps(end - start >> 6)
    target.items[start:end] = [given[-1]] * (end - start)


def _as_list(*given: Any) -> JList:
    made = JList()
    made.items = given[0].items if len(given) == 1 and type(given[0]) is JArray else list(given)
    return made


def _copy(target: JArray, size: int) -> JArray:
    if size < 0:
        raise ScriptError(str(size), "NegativeArraySizeException")
    pay_for_array(size)
    kept = target.items[:size]
    return JArray(target.kind, kept + [default_of(target.kind)] * (size - len(kept)))


def _array_text(target: JArray) -> str:
    return "[" + collection_text(target, target.items) + "]"


def _search(target: JArray, wanted: Any) -> int:
    """Return the index of an element in a sorted array, or -(insertion point) - 1 if it is absent."""
    pay_for_steps(len(target.items).bit_length())
    goal, low, high = natural_order_key(wanted), 0, len(target.items) - 1
    while low <= high:
        middle = low + high >> 1
        found = natural_order_key(target.items[middle])
        if found < goal:
            low = middle + 1
        elif goal < found:
            high = middle - 1
        else:
            return middle
    return -low - 1


def _alike(one: JArray, other: JArray) -> bool:
    pay_for_steps(len(one.items))
    return len(one.items) == len(other.items) and all(map(java_equals, one.items, other.items))


def _mismatch(one: JArray, *given: Any) -> int:
    start, end, other, first, last = given if len(given) > 1 else (0, len(one.items), given[0], 0, None)
    last = len(other.items) if last is None else last
    if not (0 <= start <= end <= len(one.items) and 0 <= first <= last <= len(other.items)):
        raise ScriptError(f"range {start} to {end} or {first} to {last}", "ArrayIndexOutOfBounds")
    common = min(end - start, last - first)
    pay_for_steps(common)
    pairs = zip(one.items[start : start + common], other.items[first : first + common], strict=True)
    found = next((n for n, (a, b) in enumerate(pairs) if not java_equals(a, b)), common)
    return -1 if found == end - start == last - first else found


def _first(target: Any, last: bool) -> Any:
    items = sorted_naturally(list(target.each()))
    if not items:
        raise ScriptError("empty", "NoSuchElementException")
    return box_value(items[-1 if last else 0])


def _swap(target: Any, one: int, other: int) -> None:
    items = target.items
    if not (0 <= one < len(items) and 0 <= other < len(items)):
        raise ScriptError(f"Index {one} or {other} out of bounds", "IndexOutOfBounds")
    items[one], items[other] = items[other], items[one]


def _reverse(target: Any) -> None:
    pay_for_steps(len(target.items) >> 6)
    target.items.reverse()


def _read_only(value: Any) -> Any:
    return value


def java_util_classes() -> dict[str, tuple[str, dict[str, Any]]]:
    """Return the classes of java.util and related packages, keyed by simple name.

    The values are the package and the members of each class.
    """
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
    big: dict[str, Any] = {"new": JBig, "valueOf": lambda n: JBig(int(n))}
    big |= {"ZERO": JBig(0), "ONE": JBig(1), "TWO": JBig(2), "TEN": JBig(10)}
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
            "binarySearch": _search,
            "toString": _array_text,
            "copyOf": _copy,
            "equals": _alike,
            "mismatch": _mismatch,
        },
    )
    found["Collections"] = (
        "java.util",
        {
            "sort": _sort,
            "reverse": _reverse,
            "max": lambda a: _first(a, True),
            "min": lambda a: _first(a, False),
            "emptyList": JList,
            "emptyMap": JMap,
            "emptySet": JSet,
            "unmodifiableList": _read_only,
            "unmodifiableSet": _read_only,
            "unmodifiableMap": _read_only,
            "swap": _swap,
        },
    )
    return found
