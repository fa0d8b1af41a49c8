"""Java's maps and sets, with Java's own iteration order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from hexwright.emulator.beanshell.beanshell_operators import join_texts
from hexwright.emulator.beanshell.execution_budget import pay_for_entries as account
from hexwright.emulator.beanshell.execution_budget import pay_for_steps
from hexwright.emulator.beanshell.java_equality import ValueEquality, hash_of, java_equals
from hexwright.emulator.beanshell.java_lists import (
    JCollection,
    JList,
    check_item_count,
    collection_text,
    items_of,
    natural_order_key,
    pay_for_item,
)
from hexwright.emulator.beanshell.java_values import (
    PRIMITIVES,
    ScriptError,
    box_value,
    java_text,
    unbox_value,
)

# ruff: noqa: N802  (the methods have Java's names behind j_)


def _keys(values: Sequence[Any]) -> Sequence[Any]:
    """Return the Python keys for several values, or the values themselves if none needs a different key."""
    if any(
        kind in PRIMITIVES or issubclass(kind, (ValueEquality, *_COLLECTIONS))
        for kind in set(map(type, values)) - {int}
    ):
        return [_key(value) for value in values]
    return values


def _key(value: Any) -> Any:
    """Return a Python key that compares as in Java, where 1, 1L, true and '1' are all different."""
    kind = type(value)
    if kind is str or kind is int or value is None:
        return value
    if kind in PRIMITIVES:
        return kind, value
    if isinstance(value, ValueEquality):
        worth = value.worth()
        # Python's hash of a number is the number modulo a prime: a script could choose thousands with one
        # hash. The hash of bytes is salted.
        if type(worth) is int:
            worth = worth.to_bytes(worth.bit_length() // 8 + 1, "little", signed=True)
        return kind, worth
    if isinstance(value, _COLLECTIONS):
        return kind, java_text(value)
    return value


def hashed(held: dict[Any, Any], capacity: int) -> list[tuple[Any, Any]]:
    """Return the entries of a hash table in Java's order: by bucket, and within a bucket the oldest first."""
    mask = capacity - 1
    pay_for_steps(3 * len(held))

    def bucket(entry: tuple[Any, Any]) -> int:
        code = hash_of(entry[0]) if entry[0] is not None else 0
        return (code ^ (code & 0xFFFFFFFF) >> 16) & mask

    return sorted(held.values(), key=bucket)


class JMap:
    """A HashMap. Java's hash tables grow when they are three quarters full, and never shrink."""

    java_names: tuple[str, ...] = ("HashMap", "Map", "AbstractMap")
    __slots__ = ("_capacity", "table")

    def __init__(self, source: Any = None) -> None:
        self.table: dict[Any, tuple[Any, Any]] = {}
        self._capacity = 16
        if isinstance(source, JMap):
            self.j_putAll(source)

    def entries(self) -> list[tuple[Any, Any]]:
        return hashed(self.table, self._capacity)

    def j_put(self, key: Any, value: Any) -> Any:
        place = _key(key)
        old = self.table.get(place)
        if old is None:
            pay_for_item(len(self.table))
            self.table[place] = (key, value)
            while len(self.table) > self._capacity * 3 // 4:
                self._capacity *= 2
            return None
        self.table[place] = (old[0], value)
        return box_value(old[1])

    def put_new(self, keys: Sequence[Any]) -> bool:
        """Add the missing keys, as a set does; return whether any key was missing."""
        before = len(self.table)
        pay_for_steps(len(keys) >> 2)
        put = self.table.setdefault
        for place, key in zip(_keys(keys), keys, strict=True):
            put(place, (key, True))
        added = len(self.table) - before
        account(added)
        check_item_count(len(self.table))
        while len(self.table) > self._capacity * 3 // 4:
            self._capacity *= 2
        return added > 0

    def drop(self, keys: Sequence[Any]) -> bool:
        """Remove keys; return whether any of them was present."""
        pay_for_steps(len(keys) >> 2)
        before = len(self.table)
        for place in _keys(keys):
            self.table.pop(place, None)
        return len(self.table) < before

    def j_get(self, key: Any) -> Any:
        found = self.table.get(_key(key))
        return None if found is None else box_value(found[1])

    def j_getOrDefault(self, key: Any, otherwise: Any) -> Any:
        found = self.table.get(_key(key))
        return box_value(otherwise) if found is None else box_value(found[1])

    def j_putIfAbsent(self, key: Any, value: Any) -> Any:
        return self.j_get(key) if _key(key) in self.table else self.j_put(key, value)

    def j_containsKey(self, key: Any) -> bool:
        return _key(key) in self.table

    def j_containsValue(self, value: Any) -> bool:
        pay_for_steps(len(self.table))
        return any(java_equals(held, value) for _, held in self.table.values())

    def j_remove(self, key: Any) -> Any:
        found = self.table.pop(_key(key), None)
        return None if found is None else box_value(found[1])

    remove_object = j_remove

    def j_size(self) -> int:
        return len(self.table)

    def j_isEmpty(self) -> bool:
        return not self.table

    def j_clear(self) -> None:
        self.table.clear()

    def j_putAll(self, other: Any) -> None:
        for key, value in other.entries():
            self.j_put(key, value)

    def j_keySet(self) -> JCollection:
        return _View(lambda: [key for key, _ in self.entries()], self)

    def j_values(self) -> JCollection:
        return _View(lambda: [value for _, value in self.entries()], self)

    def j_entrySet(self) -> JCollection:
        return _View(lambda: [JEntry(self, key, value) for key, value in self.entries()], self)

    def equals(self, other: Any) -> bool:
        return isinstance(other, JMap) and str(self) == str(other)

    def __str__(self) -> str:
        return "{" + collection_text(None, (self._shown(key, value) for key, value in self.entries())) + "}"

    def _shown(self, key: Any, value: Any) -> str:
        left, right = ("(this Map)" if part is self else java_text(part) for part in (key, value))
        return join_texts(join_texts(left, "="), right)


class JLinkedMap(JMap):
    """A LinkedHashMap."""

    java_names = ("LinkedHashMap", *JMap.java_names)
    __slots__ = ()

    def entries(self) -> list[tuple[Any, Any]]:
        pay_for_steps(len(self.table) >> 2)
        return list(self.table.values())


class JTreeMap(JMap):
    """A TreeMap in natural order."""

    java_names = ("TreeMap", "SortedMap", "NavigableMap", *JMap.java_names)
    __slots__ = ()

    def entries(self) -> list[tuple[Any, Any]]:
        pay_for_steps(len(self.table) * (2 + len(self.table).bit_length()))
        return sorted(self.table.values(), key=lambda entry: natural_order_key(entry[0]))

    def _end(self, at: int) -> Any:
        if not self.table:
            raise ScriptError("empty", "NoSuchElementException")
        return box_value(self.entries()[at][0])

    def j_firstKey(self) -> Any:
        return self._end(0)

    def j_lastKey(self) -> Any:
        return self._end(-1)


class JProperties(JMap):
    """A java.util.Properties."""

    java_names = ("Properties", "Hashtable", *JMap.java_names)
    __slots__ = ()

    def j_setProperty(self, key: Any, value: Any) -> Any:
        return self.j_put(key, value)

    def j_getProperty(self, key: Any, otherwise: Any = None) -> Any:
        return self.j_get(key) if self.j_containsKey(key) else otherwise


class JEntry:
    """An entry of a map."""

    java_names = ("Entry",)
    __slots__ = ("_key", "_map", "_value")

    def __init__(self, owner: JMap, key: Any, value: Any) -> None:
        self._map, self._key, self._value = owner, key, value

    def j_getKey(self) -> Any:
        return box_value(self._key)

    def j_getValue(self) -> Any:
        return box_value(self._value)

    def j_setValue(self, value: Any) -> Any:
        return self._map.j_put(self._key, value)

    def __str__(self) -> str:
        return join_texts(join_texts(java_text(self._key), "="), java_text(self._value))


class _View(JCollection):
    java_names = ("Set", *JCollection.java_names)
    __slots__ = ("_make", "_map")

    def __init__(self, make: Callable[[], list[Any]], owner: JMap) -> None:
        self._make = make
        self._map = owner

    def each(self) -> Iterator[Any]:
        return iter(self._make())

    def remove_object(self, value: Any) -> bool:
        key = value.j_getKey() if type(value) is JEntry else value
        return self._map.table.pop(_key(unbox_value(key)), None) is not None

    j_remove = remove_object


class JSet(JCollection):
    """A HashSet."""

    java_names = ("HashSet", "Set", *JCollection.java_names)
    __slots__ = ("_map",)
    MAP: type[JMap] = JMap

    def __init__(self, source: Any = None) -> None:
        self._map = self.MAP()
        if isinstance(source, JCollection):
            self.j_addAll(source)

    def each(self) -> Iterator[Any]:
        return iter([key for key, _ in self._map.entries()])

    def j_addAll(self, other: Any) -> bool:
        return self._map.put_new(items_of(other))

    def j_removeAll(self, other: Any) -> bool:
        mine = self._map.table
        if isinstance(other, JSet):
            theirs = other._map.table
            return self._map.drop([key for place, (key, _) in mine.items() if place in theirs])
        return self._map.drop([key for key, _ in mine.values() if other.j_contains(key)])

    def j_size(self) -> int:
        return len(self._map.table)

    def j_add(self, value: Any) -> bool:
        if _key(value) in self._map.table:
            return False
        self._map.j_put(value, True)
        return True

    def j_contains(self, value: Any) -> bool:
        return _key(value) in self._map.table

    def remove_object(self, value: Any) -> bool:
        return self._map.table.pop(_key(value), None) is not None

    j_remove = remove_object

    def j_clear(self) -> None:
        self._map.j_clear()

    def equals(self, other: Any) -> bool:
        return isinstance(other, JSet) and other.j_size() == self.j_size() and self.j_containsAll(other)


class JLinkedSet(JSet):
    """A LinkedHashSet."""

    java_names = ("LinkedHashSet", *JSet.java_names)
    __slots__ = ()
    MAP = JLinkedMap


class JTreeSet(JSet):
    """A TreeSet in natural order."""

    java_names = ("TreeSet", "SortedSet", *JSet.java_names)
    __slots__ = ()
    MAP = JTreeMap

    def j_first(self) -> Any:
        return self._map._end(0)  # type: ignore[attr-defined]

    def j_last(self) -> Any:
        return self._map._end(-1)  # type: ignore[attr-defined]


_COLLECTIONS = (JList, JMap, JSet)
"""Types of collections. If they are used as keys, they are compared by their contents."""
