"""Java's collections, with the order in which Java's own run."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from validators.engine.script.arrays import JArray
from validators.engine.script.library import compare_texts
from validators.engine.script.values import (
    MAX_TEXT,
    PRIMITIVES,
    JChar,
    ScriptError,
    boxed,
    hash_of,
    same,
    text,
    to_int,
    unboxed,
)

# ruff: noqa: N802, N815  (the methods have Java's names behind j_)

#: A collection larger than this is refused.
MAX_ITEMS: Final = 200_000


def _key(value: Any) -> Any:
    """Return what Python compares keys by as Java does: 1, 1L, true and '1' are all different."""
    kind = type(value)
    if kind is str or kind is int or value is None:
        return value
    if kind in PRIMITIVES:
        return kind, value
    if isinstance(value, JList | JMap | JSet):
        return kind, str(value)
    return value


def _items(source: Any) -> list[Any]:
    if isinstance(source, JCollection):
        return list(source.each())
    raise ScriptError(
        "not a collection", "IllegalArgumentException" if source is not None else "NullPointerException"
    )


def order(value: Any) -> Any:
    """Return a key that sorts as Java's natural order does; raises ScriptError for what has none."""
    kind = type(value)
    if kind is str:
        return _Text(value)
    if kind is JChar:
        return ord(value.text)
    if kind in PRIMITIVES:
        return value
    raise ScriptError(f"{kind.__name__} can't be compared", "ClassCastException")


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
    """Be an Iterator."""

    java_names = ("Iterator", "ListIterator")
    __slots__ = ("_at", "_items", "_source")

    def __init__(self, items: Iterable[Any], source: Any = None) -> None:
        self._items = list(items)
        self._at = 0
        self._source = source

    def j_hasNext(self) -> bool:
        return self._at < len(self._items)

    def j_next(self) -> Any:
        if self._at >= len(self._items):
            raise ScriptError("no more", "NoSuchElementException")
        self._at += 1
        return boxed(self._items[self._at - 1])

    def j_remove(self) -> None:
        if self._source is not None:
            self._source.remove_object(self._items[self._at - 1])

    j_hasMoreElements = j_hasNext
    j_nextElement = j_next


class JCollection:
    """Be a Collection; `each` yields what it holds in Java's order."""

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
        return any(same(item, value) for item in self.each())

    def j_iterator(self) -> JIterator:
        return JIterator(self.each(), self)

    def j_addAll(self, other: Any) -> bool:
        before = self.j_size()
        for item in _items(other):
            self.j_add(item)
        return self.j_size() != before

    def j_removeAll(self, other: Any) -> bool:
        gone = [item for item in self.each() if other.j_contains(item)]
        for item in gone:
            self.remove_object(item)
        return bool(gone)

    def j_retainAll(self, other: Any) -> bool:
        gone = [item for item in self.each() if not other.j_contains(item)]
        for item in gone:
            self.remove_object(item)
        return bool(gone)

    def j_containsAll(self, other: Any) -> bool:
        return all(self.j_contains(item) for item in _items(other))

    def j_toArray(self, like: Any = None) -> JArray:
        return JArray(like.kind if type(like) is JArray else "Object", list(self.each()))

    def j_hashCode(self) -> int:
        return self.hash_code()

    def hash_code(self) -> int:
        return to_int(sum(hash_of(item) for item in self.each()))

    def __str__(self) -> str:
        return "[" + ", ".join(text(item) for item in self.each()) + "]"


def _grow(size: int) -> None:
    if size > MAX_ITEMS:
        raise ScriptError(f"more than {MAX_ITEMS} items", "OutOfMemoryError")


class JList(JCollection):
    """Be an ArrayList, a LinkedList, a Vector, a Stack or an ArrayDeque."""

    java_names = ("ArrayList", "List", "LinkedList", "Deque", "Queue", "ArrayDeque", *JCollection.java_names)
    __slots__ = ("items",)

    def __init__(self, source: Any = None) -> None:
        self.items: list[Any] = [] if source is None or type(source) is int else _items(source)

    def each(self) -> Iterator[Any]:
        return iter(self.items)

    def _at(self, at: Any) -> int:
        if type(at) is not int or not 0 <= at < len(self.items):
            raise ScriptError(f"Index {at} out of bounds for length {len(self.items)}", "IndexOutOfBounds")
        return at

    def j_size(self) -> int:
        return len(self.items)

    def j_add(self, *given: Any) -> bool:
        _grow(len(self.items))
        if len(given) == 2:
            self.items.insert(given[0], given[1])
        else:
            self.items.append(given[0])
        return True

    def j_get(self, at: int) -> Any:
        return boxed(self.items[self._at(at)])

    def j_set(self, at: int, value: Any) -> Any:
        old = self.items[self._at(at)]
        self.items[at] = value
        return boxed(old)

    def j_remove(self, *given: Any) -> Any:
        if not given:
            return self.j_removeFirst()
        if type(given[0]) is int:
            return boxed(self.items.pop(self._at(given[0])))
        return self.remove_object(given[0])

    def remove_object(self, value: Any) -> bool:
        for at, item in enumerate(self.items):
            if same(item, value):
                del self.items[at]
                return True
        return False

    def j_indexOf(self, value: Any) -> int:
        return next((at for at, item in enumerate(self.items) if same(item, value)), -1)

    def j_clear(self) -> None:
        self.items.clear()

    def j_subList(self, start: int, end: int) -> JList:
        made = JList()
        made.items = self.items[start:end]
        return made

    def j_sort(self, comparator: Any = None) -> None:
        self.items.sort(key=order)

    def _first(self) -> Any:
        if not self.items:
            raise ScriptError("empty", "NoSuchElementException")
        return boxed(self.items[0])

    def j_removeFirst(self) -> Any:
        self._first()
        return boxed(self.items.pop(0))

    def j_removeLast(self) -> Any:
        self._first()
        return boxed(self.items.pop())

    def j_poll(self) -> Any:
        return boxed(self.items.pop(0)) if self.items else None

    def j_pollLast(self) -> Any:
        return boxed(self.items.pop()) if self.items else None

    def j_peek(self) -> Any:
        return boxed(self.items[0]) if self.items else None

    def j_getFirst(self) -> Any:
        return self._first()

    def j_getLast(self) -> Any:
        self._first()
        return boxed(self.items[-1])

    def j_addFirst(self, value: Any) -> None:
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
        return (
            isinstance(other, JList)
            and len(other.items) == len(self.items)
            and all(same(a, b) for a, b in zip(self.items, other.items, strict=True))
        )

    def hash_code(self) -> int:
        code = 1
        for item in self.items:
            code = to_int(31 * code + hash_of(item))
        return code


class JVector(JList):
    """Be a Vector, which an enhanced for runs over."""

    java_names = ("Vector", *JList.java_names)
    __slots__ = ()

    def enumerated(self) -> list[Any]:
        return list(self.items)

    def j_elements(self) -> JIterator:
        return JIterator(self.items)


class JStack(JVector):
    """Be a Stack of java.util, whose top is its end."""

    java_names = ("Stack", *JVector.java_names)
    __slots__ = ()

    def j_push(self, value: Any) -> Any:
        self.items.append(value)
        return boxed(value)

    def j_pop(self) -> Any:
        return self.j_removeLast()

    def j_peek(self) -> Any:
        return self.j_getLast()


class JQueue(JCollection):
    """Be a PriorityQueue of the natural order."""

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
        _grow(len(self._heap))
        self._count += 1
        heapq.heappush(self._heap, (order(value), self._count, value))
        return True

    j_offer = j_add

    def j_poll(self) -> Any:
        return boxed(heapq.heappop(self._heap)[2]) if self._heap else None

    def j_remove(self) -> Any:
        if not self._heap:
            raise ScriptError("empty", "NoSuchElementException")
        return self.j_poll()

    def j_peek(self) -> Any:
        return boxed(self._heap[0][2]) if self._heap else None

    def j_clear(self) -> None:
        self._heap.clear()


def hashed(held: dict[Any, Any], capacity: int) -> list[tuple[Any, Any]]:
    """Return the entries of a hash table in Java's order: by bucket, then by age."""
    mask = capacity - 1

    def bucket(entry: tuple[Any, Any]) -> int:
        code = hash_of(entry[0]) if entry[0] is not None else 0
        return (code ^ (code & 0xFFFFFFFF) >> 16) & mask

    return sorted(held.values(), key=bucket)


class JMap:
    """Be a HashMap; the tables of Java grow at three quarters and never shrink."""

    java_names: tuple[str, ...] = ("HashMap", "Map", "AbstractMap")
    __slots__ = ("_capacity", "held")

    def __init__(self, source: Any = None) -> None:
        self.held: dict[Any, tuple[Any, Any]] = {}
        self._capacity = 16
        if isinstance(source, JMap):
            self.j_putAll(source)

    def entries(self) -> list[tuple[Any, Any]]:
        return hashed(self.held, self._capacity)

    def j_put(self, key: Any, value: Any) -> Any:
        place = _key(key)
        old = self.held.get(place)
        if old is None:
            _grow(len(self.held))
            self.held[place] = (key, value)
            while len(self.held) > self._capacity * 3 // 4:
                self._capacity *= 2
            return None
        self.held[place] = (old[0], value)
        return boxed(old[1])

    def j_get(self, key: Any) -> Any:
        found = self.held.get(_key(key))
        return None if found is None else boxed(found[1])

    def j_getOrDefault(self, key: Any, otherwise: Any) -> Any:
        found = self.held.get(_key(key))
        return boxed(otherwise) if found is None else boxed(found[1])

    def j_putIfAbsent(self, key: Any, value: Any) -> Any:
        return self.j_get(key) if _key(key) in self.held else self.j_put(key, value)

    def j_containsKey(self, key: Any) -> bool:
        return _key(key) in self.held

    def j_containsValue(self, value: Any) -> bool:
        return any(same(held, value) for _, held in self.held.values())

    def j_remove(self, key: Any) -> Any:
        found = self.held.pop(_key(key), None)
        return None if found is None else boxed(found[1])

    remove_object = j_remove

    def j_size(self) -> int:
        return len(self.held)

    def j_isEmpty(self) -> bool:
        return not self.held

    def j_clear(self) -> None:
        self.held.clear()

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
        return "{" + ", ".join(f"{text(k)}={text(v)}" for k, v in self.entries()) + "}"


class JLinkedMap(JMap):
    """Be a LinkedHashMap."""

    java_names = ("LinkedHashMap", *JMap.java_names)
    __slots__ = ()

    def entries(self) -> list[tuple[Any, Any]]:
        return list(self.held.values())


class JTreeMap(JMap):
    """Be a TreeMap of the natural order."""

    java_names = ("TreeMap", "SortedMap", "NavigableMap", *JMap.java_names)
    __slots__ = ()

    def entries(self) -> list[tuple[Any, Any]]:
        return sorted(self.held.values(), key=lambda entry: order(entry[0]))

    def _end(self, at: int) -> Any:
        if not self.held:
            raise ScriptError("empty", "NoSuchElementException")
        return boxed(self.entries()[at][0])

    def j_firstKey(self) -> Any:
        return self._end(0)

    def j_lastKey(self) -> Any:
        return self._end(-1)


class JProperties(JMap):
    """Be Properties."""

    java_names = ("Properties", "Hashtable", *JMap.java_names)
    __slots__ = ()

    def j_setProperty(self, key: Any, value: Any) -> Any:
        return self.j_put(key, value)

    def j_getProperty(self, key: Any, otherwise: Any = None) -> Any:
        return self.j_get(key) if self.j_containsKey(key) else otherwise


class JEntry:
    """Be an entry of a map."""

    java_names = ("Entry",)
    __slots__ = ("_key", "_map", "_value")

    def __init__(self, owner: JMap, key: Any, value: Any) -> None:
        self._map, self._key, self._value = owner, key, value

    def j_getKey(self) -> Any:
        return boxed(self._key)

    def j_getValue(self) -> Any:
        return boxed(self._value)

    def j_setValue(self, value: Any) -> Any:
        return self._map.j_put(self._key, value)

    def __str__(self) -> str:
        return f"{text(self._key)}={text(self._value)}"


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
        return self._map.held.pop(_key(unboxed(key)), None) is not None

    j_remove = remove_object


class JSet(JCollection):
    """Be a HashSet."""

    java_names = ("HashSet", "Set", *JCollection.java_names)
    __slots__ = ("_map",)
    MAP: type[JMap] = JMap

    def __init__(self, source: Any = None) -> None:
        self._map = self.MAP()
        if isinstance(source, JCollection):
            self.j_addAll(source)

    def each(self) -> Iterator[Any]:
        return iter([key for key, _ in self._map.entries()])

    def j_size(self) -> int:
        return len(self._map.held)

    def j_add(self, value: Any) -> bool:
        if _key(value) in self._map.held:
            return False
        self._map.j_put(value, True)
        return True

    def j_contains(self, value: Any) -> bool:
        return _key(value) in self._map.held

    def remove_object(self, value: Any) -> bool:
        return self._map.held.pop(_key(value), None) is not None

    j_remove = remove_object

    def j_clear(self) -> None:
        self._map.j_clear()

    def equals(self, other: Any) -> bool:
        return isinstance(other, JSet) and other.j_size() == self.j_size() and self.j_containsAll(other)


class JLinkedSet(JSet):
    """Be a LinkedHashSet."""

    java_names = ("LinkedHashSet", *JSet.java_names)
    __slots__ = ()
    MAP = JLinkedMap


class JTreeSet(JSet):
    """Be a TreeSet of the natural order."""

    java_names = ("TreeSet", "SortedSet", *JSet.java_names)
    __slots__ = ()
    MAP = JTreeMap

    def j_first(self) -> Any:
        return self._map._end(0)  # type: ignore[attr-defined]

    def j_last(self) -> Any:
        return self._map._end(-1)  # type: ignore[attr-defined]


class JBuilder:
    """Be a StringBuilder or a StringBuffer."""

    java_names = ("StringBuilder", "StringBuffer", "CharSequence")
    __slots__ = ("_parts", "_size")

    def __init__(self, source: Any = "") -> None:
        self._parts: list[str] = [] if type(source) is int else [text(source)]
        self._size = sum(map(len, self._parts))

    def _whole(self) -> str:
        if len(self._parts) > 1:
            self._parts = ["".join(self._parts)]
        return self._parts[0] if self._parts else ""

    def _become(self, value: str) -> JBuilder:
        self._parts, self._size = [value], len(value)
        return self

    def j_append(self, value: Any) -> JBuilder:
        part = text(value)
        self._size += len(part)
        if self._size > MAX_TEXT:
            raise ScriptError("the text is too long", "OutOfMemoryError")
        self._parts.append(part)
        return self

    def j_length(self) -> int:
        return self._size

    def j_toString(self) -> str:
        return self._whole()

    def j_reverse(self) -> JBuilder:
        return self._become(self._whole()[::-1])

    def j_insert(self, at: int, value: Any) -> JBuilder:
        whole = self._whole()
        return self._become(whole[:at] + text(value) + whole[at:])

    def j_setLength(self, size: int) -> None:
        self._become(self._whole()[:size].ljust(min(size, MAX_TEXT), "\0"))

    def j_deleteCharAt(self, at: int) -> JBuilder:
        whole = self._whole()
        return self._become(whole[:at] + whole[at + 1 :])

    def j_delete(self, start: int, end: int) -> JBuilder:
        whole = self._whole()
        return self._become(whole[:start] + whole[end:])

    def j_charAt(self, at: int) -> JChar:
        return JChar(self._whole()[at])

    def j_setCharAt(self, at: int, letter: JChar) -> None:
        whole = self._whole()
        self._become(whole[:at] + letter.text + whole[at + 1 :])

    def j_indexOf(self, part: str) -> int:
        return self._whole().find(part)

    def j_isEmpty(self) -> bool:
        return self._size == 0

    def __str__(self) -> str:
        return self._whole()


class JTokens:
    """Be a StringTokenizer."""

    java_names = ("StringTokenizer", "Enumeration")
    __slots__ = ("_at", "_parts")

    def __init__(self, source: str, by: str = " \t\n\r\f") -> None:
        parts, part = [], ""
        for letter in source:
            if letter in by:
                if part:
                    parts.append(part)
                part = ""
            else:
                part += letter
        self._parts = [*parts, part] if part else parts
        self._at = 0

    def j_hasMoreTokens(self) -> bool:
        return self._at < len(self._parts)

    def j_nextToken(self) -> str:
        if self._at >= len(self._parts):
            raise ScriptError("no more", "NoSuchElementException")
        self._at += 1
        return self._parts[self._at - 1]

    def j_countTokens(self) -> int:
        return len(self._parts) - self._at

    def enumerated(self) -> list[str]:
        rest, self._at = self._parts[self._at :], len(self._parts)
        return rest

    j_hasMoreElements = j_hasMoreTokens
    j_nextElement = j_nextToken


class JBits:
    """Be a BitSet."""

    java_names = ("BitSet",)
    __slots__ = ("bits",)

    def __init__(self, size: int = 0) -> None:
        self.bits = 0

    def j_set(self, at: int, value: bool = True) -> None:
        _grow(at)
        self.bits = self.bits | 1 << at if value else self.bits & ~(1 << at)

    def j_clear(self, at: int | None = None) -> None:
        self.bits = 0 if at is None else self.bits & ~(1 << at)

    def j_get(self, at: int) -> bool:
        return bool(self.bits >> at & 1)

    def j_cardinality(self) -> int:
        return self.bits.bit_count()

    def j_isEmpty(self) -> bool:
        return self.bits == 0

    def j_nextSetBit(self, start: int) -> int:
        rest = self.bits >> start
        return start + (rest & -rest).bit_length() - 1 if rest else -1

    def j_or(self, other: JBits) -> None:
        self.bits |= other.bits

    def j_and(self, other: JBits) -> None:
        self.bits &= other.bits

    def j_andNot(self, other: JBits) -> None:
        self.bits &= ~other.bits


class JPoint:
    """Be a java.awt.Point."""

    java_names = ("Point", "Point2D")
    __slots__ = ("f_x", "f_y")

    def __init__(self, x: int = 0, y: int = 0) -> None:
        self.f_x = x
        self.f_y = y

    def j_getX(self) -> float:
        return float(self.f_x)

    def j_getY(self) -> float:
        return float(self.f_y)

    def j_distance(self, *other: Any) -> float:
        x, y = (other[0].f_x, other[0].f_y) if len(other) == 1 else other
        return float(((self.f_x - x) ** 2 + (self.f_y - y) ** 2) ** 0.5)

    def equals(self, other: Any) -> bool:
        return isinstance(other, JPoint) and (other.f_x, other.f_y) == (self.f_x, self.f_y)

    def __str__(self) -> str:
        return f"java.awt.Point[x={self.f_x},y={self.f_y}]"


class JBig:
    """Be a BigInteger."""

    java_names = ("BigInteger", "Number", "Comparable")
    __slots__ = ("n",)

    def __init__(self, source: Any = 0, base: int = 10) -> None:
        try:
            self.n = source if type(source) is int else int(source, base)
        except ValueError:
            raise ScriptError(f'For input string: "{source}"', "NumberFormatException") from None
        if self.n.bit_length() > MAX_ITEMS:
            raise ScriptError("the number is too large", "OutOfMemoryError")

    def j_and(self, other: JBig) -> JBig:
        return JBig(self.n & other.n)

    def j_or(self, other: JBig) -> JBig:
        return JBig(self.n | other.n)

    def j_xor(self, other: JBig) -> JBig:
        return JBig(self.n ^ other.n)

    def j_andNot(self, other: JBig) -> JBig:
        return JBig(self.n & ~other.n)

    def j_not(self) -> JBig:
        return JBig(~self.n)

    def j_add(self, other: JBig) -> JBig:
        return JBig(self.n + other.n)

    def j_subtract(self, other: JBig) -> JBig:
        return JBig(self.n - other.n)

    def j_multiply(self, other: JBig) -> JBig:
        return JBig(self.n * other.n)

    def j_negate(self) -> JBig:
        return JBig(-self.n)

    def _at(self, bit: int) -> int:
        if bit < 0:
            raise ScriptError("Negative bit address", "ArithmeticException")
        _grow(bit)
        return bit

    def j_setBit(self, bit: int) -> JBig:
        return JBig(self.n | 1 << self._at(bit))

    def j_clearBit(self, bit: int) -> JBig:
        return JBig(self.n & ~(1 << self._at(bit)))

    def j_flipBit(self, bit: int) -> JBig:
        return JBig(self.n ^ 1 << self._at(bit))

    def j_testBit(self, bit: int) -> bool:
        return bool(self.n >> self._at(bit) & 1)

    def j_shiftLeft(self, bits: int) -> JBig:
        _grow(bits)
        return JBig(self.n << bits if bits >= 0 else self.n >> -bits)

    def j_shiftRight(self, bits: int) -> JBig:
        _grow(-bits)
        return JBig(self.n >> bits if bits >= 0 else self.n << -bits)

    def j_signum(self) -> int:
        return (self.n > 0) - (self.n < 0)

    def j_bitCount(self) -> int:
        return (self.n if self.n >= 0 else ~self.n).bit_count()

    def j_bitLength(self) -> int:
        return (self.n if self.n >= 0 else ~self.n).bit_length()

    def j_getLowestSetBit(self) -> int:
        return (self.n & -self.n).bit_length() - 1

    def j_intValue(self) -> int:
        return to_int(self.n)

    def j_compareTo(self, other: JBig) -> int:
        return (self.n > other.n) - (self.n < other.n)

    def j_toString(self, base: int = 10) -> str:
        return format(self.n, {2: "b", 8: "o", 16: "x"}.get(base, "d"))

    def j_max(self, other: JBig) -> JBig:
        return self if self.n >= other.n else other

    def j_min(self, other: JBig) -> JBig:
        return self if self.n <= other.n else other

    def equals(self, other: Any) -> bool:
        return isinstance(other, JBig) and other.n == self.n

    def hash_code(self) -> int:
        return to_int(self.n)

    def __str__(self) -> str:
        return str(self.n)


class JOpaque:
    """Be an object that only shows, such as a colour."""

    java_names = ("Color", "BasicStroke", "Font")
    __slots__ = ("given",)

    def __init__(self, *given: Any) -> None:
        self.given = given


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
    from validators.engine.script.values import default_of

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
