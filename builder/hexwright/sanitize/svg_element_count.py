"""Count the elements that a drawing draws, with repeated references counted each time."""

from __future__ import annotations

from collections.abc import Sequence

_MOST = 1 << 60


class ElementCount:
    """The elements of a drawing in document order, with their children and the elements that each refers
    to.
    """

    def __init__(self) -> None:
        self._own: list[int] = []
        self._parts: list[list[int]] = []
        self._again: list[list[tuple[str, int]]] = []
        self._ids: dict[str, int] = {}
        self._open: list[int] = []
        self._everywhere: list[tuple[str, int]] = []

    def begin_element(self, id_: str, own: int, again: list[tuple[str, int]]) -> None:
        """Open an element: `own` is its own count, and `again` contains the ids that it draws, each with the
        number of repetitions.
        """
        number = len(self._own)
        self._own.append(own)
        self._parts.append([])
        self._again.append(again)
        if id_:
            self._ids.setdefault(id_, number)
        if self._open:
            self._parts[self._open[-1]].append(number)
        self._open.append(number)

    def end_element(self) -> None:
        """End the innermost open element."""
        self._open.pop()

    def add_stylesheet_uses(self, again: Sequence[tuple[str, int]]) -> None:
        """Add the references in a style sheet, which may apply to every element."""
        self._everywhere.extend(again)

    def total_drawn(self) -> int | None:
        """Return the number of elements drawn in total, or None if an element is drawn within itself."""
        totals: dict[int, int] = {}
        if not self._own:
            return 0
        whole = self._total(0, totals)
        if whole is None:
            return None
        for id_, times in self._everywhere:
            if id_ in self._ids:
                again = self._total(self._ids[id_], totals)
                if again is None:
                    return None
                whole = min(_MOST, whole + again * times * len(self._own))
        return whole

    def _total(self, first: int, totals: dict[int, int]) -> int | None:
        """Compute the total of one element, with an explicit stack instead of recursion."""
        entered: set[int] = set()
        stack = [first]
        while stack:
            number = stack[-1]
            if number in totals:
                stack.pop()
                continue
            below = [*((part, 1) for part in self._parts[number]), *self._targets(number)]
            if number not in entered:
                entered.add(number)
                for part, _ in below:
                    if part not in totals:
                        if part in entered:
                            return None
                        stack.append(part)
                continue
            totals[number] = min(_MOST, self._own[number] + sum(totals[part] * n for part, n in below))
            stack.pop()
        return totals[first]

    def _targets(self, number: int) -> list[tuple[int, int]]:
        return [(self._ids[id_], times) for id_, times in self._again[number] if id_ in self._ids]
