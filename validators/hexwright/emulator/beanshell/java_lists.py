"""Java's lists and queues, and the methods common to all collections."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from typing import Any, Final

from hexwright.emulator.beanshell.beanshell_operators import MAX_TEXT
from hexwright.emulator.beanshell.execution_budget import pay_for_entries, pay_for_letters, pay_for_steps
from hexwright.emulator.beanshell.java_arrays import JArray
from hexwright.emulator.beanshell.java_equality import hash_of, hash_of_all, java_equals
from hexwright.emulator.beanshell.java_lang_classes import compare_texts
from hexwright.emulator.beanshell.java_values import (
    PRIMITIVES,
    JChar,
    ScriptError,
    box_value,
    java_text,
    to_int,
)

# ruff: noqa: N802, N815  (the methods have Java's names behind j_)

#: Larger collections are rejected.
MAX_ITEMS: Final = 200_000


def items_of(source: Any) -> list[Any]:
    """Return the items of a collection and charge for them; raises ScriptError for any other value."""
    if isinstance(source, JCollection):
        items = list(source.each())
        pay_for_entries(len(items))
        return items
    raise ScriptError(
        "not a collection", "IllegalArgumentException" if source is not None else "NullPointerException"
    )


def natural_order_key(value: Any) -> Any:
    """Return a sort key for Java's natural order; raises ScriptError for values without one."""
    kind = type(value)
    if kind is str:
        return _Text(value)
    if kind is JChar:
        return ord(value.text)
    if kind in PRIMITIVES:
        return value
    rank = getattr(value, "rank", None)
    if rank is not None:
        return rank()
    raise ScriptError(f"{kind.__name__} can't be compared", "ClassCastException")


def sorted_naturally(items: list[Any]) -> list[Any]:
    """Return items sorted in Java's natural order; raises ScriptError for values without one."""
    pay_for_steps(len(items) * (2 + len(items).bit_length()))
    return sorted(items, key=natural_order_key)


class _Text:
    __slots__ = ("value",)

    def __init__(self, value: str) -> None:
        self.value = value

    def __lt__(self, other: _Text) -> bool:
        return compare_texts(self.value, other.value) < 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Text) and other.value == self.value

    def __hash__(self) -> int:
        return hash(self.value)


class JIterator:
    """An Iterator."""

    java_names = ("Iterator", "ListIterator")
    __slots__ = ("_at", "_items", "_source")

    def __init__(self, items: Iterable[Any], source: Any = None) -> None:
        self._items = list(items)
        pay_for_entries(len(self._items) >> 2)
        self._at = 0
        self._source = source

    def j_hasNext(self) -> bool:
        return self._at < len(self._items)

    def j_next(self) -> Any:
        if self._at >= len(self._items):
            raise ScriptError("no more", "NoSuchElementException")
        self._at += 1
        return box_value(self._items[self._at - 1])

    def j_remove(self) -> None:
        if self._at == 0:
            raise ScriptError("next was not called", "IllegalStateException")
        if self._source is not None:
            self._source.remove_object(self._items[self._at - 1])

    j_hasMoreElements = j_hasNext
    j_nextElement = j_next


class JCollection:
    """A Collection; `each` yields its items in the order in which Java iterates over them."""

    java_names: tuple[str, ...] = ("Collection", "Iterable")
    __slots__ = ()

    def each(self) -> Iterator[Any]:
        raise NotImplementedError

    def j_add(self, value: Any) -> bool:
        raise NotImplementedError

    def remove_object(self, value: Any) -> bool:
        raise NotImplementedError

    def j_size(self) -> int:
        return sum(1 for _ in self.each())

    def j_isEmpty(self) -> bool:
        return self.j_size() == 0

    def j_contains(self, value: Any) -> bool:
        return _place_of(self.each(), value) >= 0

    def j_iterator(self) -> JIterator:
        return JIterator(self.each(), self)

    def j_addAll(self, other: Any) -> bool:
        before = self.j_size()
        for item in items_of(other):
            self.j_add(item)
        return self.j_size() != before

    def j_removeAll(self, other: Any) -> bool:
        return self._without([item for item in self.each() if other.j_contains(item)])

    def j_retainAll(self, other: Any) -> bool:
        return self._without([item for item in self.each() if not other.j_contains(item)])

    def _without(self, gone: list[Any]) -> bool:
        pay_for_entries(len(gone))
        for item in gone:
            pay_for_steps(1)
            self.remove_object(item)
        return bool(gone)

    def j_containsAll(self, other: Any) -> bool:
        return all(self.j_contains(item) for item in items_of(other))

    def j_toArray(self, like: Any = None) -> JArray:
        pay_for_entries(self.j_size())
        return JArray(like.kind if type(like) is JArray else "Object", list(self.each()))

    def j_hashCode(self) -> int:
        return self.hash_code()

    def hash_code(self) -> int:
        pay_for_steps(self.j_size())
        return to_int(sum(hash_of(item) for item in self.each()))

    def __str__(self) -> str:
        return "[" + collection_text(self, self.each()) + "]"


def collection_text(owner: Any, items: Iterable[Any]) -> str:
    """Return items in the notation in which Java prints a collection.

    If the collection contains itself, that item is marked, as in Java.
    """
    parts: list[str] = []
    size = 0
    for item in items:
        part = "(this Collection)" if item is owner else java_text(item)
        parts.append(part)
        size += len(part) + 2
        pay_for_steps(1 + (len(part) >> 6))
        if size > MAX_TEXT:
            raise ScriptError("the string is too long", "OutOfMemoryError")
    pay_for_letters(size)
    return ", ".join(parts)


def _place_of(items: Iterable[Any], value: Any) -> int:
    """Return the index of the first item that equals a value, or -1."""
    at = -1
    for at, item in enumerate(items):
        if java_equals(item, value):
            pay_for_steps(at + 1)
            return at
    pay_for_steps(at + 1)
    return -1


def pay_for_item(size: int) -> None:
    """Charge for adding an item to a collection.

    Raises ScriptError if the collection becomes too large, and ExhaustedError if the budget is spent.
    """
    check_item_count(size)
    if not size & 7:
        pay_for_entries(8)


def check_item_count(size: int) -> None:
    """Raise ScriptError if a collection would have too many items."""
    if size > MAX_ITEMS:
        raise ScriptError(f"more than {MAX_ITEMS} items", "OutOfMemoryError")


class JList(JCollection):
    """An ArrayList, LinkedList, Vector, Stack or ArrayDeque."""

    java_names = ("ArrayList", "List", "LinkedList", "Deque", "Queue", "ArrayDeque", *JCollection.java_names)
    __slots__ = ("items",)

    def __init__(self, source: Any = None) -> None:
        self.items: list[Any] = [] if source is None or type(source) is int else items_of(source)

    def each(self) -> Iterator[Any]:
        return iter(self.items)

    def _at(self, at: Any) -> int:
        if type(at) is not int or not 0 <= at < len(self.items):
            raise ScriptError(f"Index {at} out of bounds for length {len(self.items)}", "IndexOutOfBounds")
        return at

    def j_size(self) -> int:
        return len(self.items)

    def j_add(self, *given: Any) -> bool:
        pay_for_item(len(self.items))
        if len(given) == 2:
            if not 0 <= given[0] <= len(self.items):
                raise ScriptError(f"Index: {given[0]}, Size: {len(self.items)}", "IndexOutOfBounds")
            pay_for_steps(len(self.items) >> 9)
            self.items.insert(given[0], given[1])
        else:
            self.items.append(given[0])
        return True

    def j_get(self, at: int) -> Any:
        return box_value(self.items[self._at(at)])

    def j_set(self, at: int, value: Any) -> Any:
        old = self.items[self._at(at)]
        self.items[at] = value
        return box_value(old)

    def j_remove(self, *given: Any) -> Any:
        if not given:
            return self.j_removeFirst()
        if type(given[0]) is int:
            pay_for_steps(len(self.items) >> 9)
            return box_value(self.items.pop(self._at(given[0])))
        return self.remove_object(given[0])

    def remove_object(self, value: Any) -> bool:
        at = _place_of(self.items, value)
        if at >= 0:
            pay_for_steps(len(self.items) >> 9)
            del self.items[at]
        return at >= 0

    def j_indexOf(self, value: Any) -> int:
        return _place_of(self.items, value)

    def j_clear(self) -> None:
        self.items.clear()

    def j_subList(self, start: int, end: int) -> JList:
        if not 0 <= start <= end <= len(self.items):
            raise ScriptError(f"fromIndex: {start}, toIndex: {end}", "IndexOutOfBounds")
        pay_for_entries(end - start)
        part = JList()
        part.items = self.items[start:end]
        return part

    def j_sort(self, comparator: Any = None) -> None:
        self.items = sorted_naturally(self.items)

    def _first(self) -> Any:
        if not self.items:
            raise ScriptError("empty", "NoSuchElementException")
        return box_value(self.items[0])

    def j_removeFirst(self) -> Any:
        self._first()
        pay_for_steps(len(self.items) >> 9)
        return box_value(self.items.pop(0))

    def j_removeLast(self) -> Any:
        self._first()
        return box_value(self.items.pop())

    def j_poll(self) -> Any:
        return self.j_removeFirst() if self.items else None

    def j_pollLast(self) -> Any:
        return box_value(self.items.pop()) if self.items else None

    def j_peek(self) -> Any:
        return box_value(self.items[0]) if self.items else None

    def j_getFirst(self) -> Any:
        return self._first()

    def j_getLast(self) -> Any:
        self._first()
        return box_value(self.items[-1])

    def j_addFirst(self, value: Any) -> None:
        pay_for_item(len(self.items))
        pay_for_steps(len(self.items) >> 9)
        self.items.insert(0, value)

    def j_addLast(self, value: Any) -> None:
        self.j_add(value)

    j_offer = j_add
    j_element = j_getFirst
    j_pop = j_removeFirst
    j_push = j_addFirst
    j_pollFirst = j_poll
    j_peekFirst = j_peek

    def equals(self, other: Any) -> bool:
        if not isinstance(other, JList) or len(other.items) != len(self.items):
            return False
        for a, b in zip(self.items, other.items, strict=True):
            pay_for_steps(1)
            if not java_equals(a, b):
                return False
        return True

    def hash_code(self) -> int:
        return hash_of_all(self.items)


class JVector(JList):
    """A Vector, over which an enhanced for loop can iterate."""

    java_names = ("Vector", *JList.java_names)
    __slots__ = ()

    def enumerated(self) -> list[Any]:
        return list(self.items)

    def j_elements(self) -> JIterator:
        return JIterator(self.items)


class JStack(JVector):
    """A java.util.Stack. The last item of the list is the top of the stack."""

    java_names = ("Stack", *JVector.java_names)
    __slots__ = ()

    def j_push(self, value: Any) -> Any:
        pay_for_item(len(self.items))
        self.items.append(value)
        return box_value(value)

    def j_pop(self) -> Any:
        return self.j_removeLast()

    def j_peek(self) -> Any:
        return self.j_getLast()


class JQueue(JCollection):
    """A PriorityQueue in natural order."""

    java_names = ("PriorityQueue", "Queue", *JCollection.java_names)
    __slots__ = ("_count", "_heap")

    def __init__(self, source: Any = None) -> None:
        self._heap: list[tuple[Any, int, Any]] = []
        self._count = 0
        if isinstance(source, JCollection):
            self.j_addAll(source)

    def each(self) -> Iterator[Any]:
        return (item for _, _, item in self._heap)

    def j_size(self) -> int:
        return len(self._heap)

    def j_add(self, value: Any) -> bool:
        pay_for_item(len(self._heap))
        self._count += 1
        heapq.heappush(self._heap, (natural_order_key(value), self._count, value))
        return True

    j_offer = j_add

    def j_poll(self) -> Any:
        return box_value(heapq.heappop(self._heap)[2]) if self._heap else None

    def j_remove(self) -> Any:
        if not self._heap:
            raise ScriptError("empty", "NoSuchElementException")
        return self.j_poll()

    def j_peek(self) -> Any:
        return box_value(self._heap[0][2]) if self._heap else None

    def j_clear(self) -> None:
        self._heap.clear()
