"""Write expressions at random in the part of Python that queries are written in."""

from __future__ import annotations

from random import Random

WORDS = ("clear", "rail", "", "7", "no")


class Values:
    """What may be read at a place in a program."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.functions: list[tuple[str, list[str], str]] = []
        """Functions that are written, with what they take and give."""
        self.names: dict[str, str] = {}
        """By name the kind of what may be read here."""
        self.shut: set[str] = set()
        """Lists that may not change here."""
        self.looping = 0

    def at(self, name: str) -> str:
        """Return a place in a row or a list that has any."""
        return f"abs({self.small()}) % len({name})"

    def named(self, kind: str) -> list[str]:
        """Return what has this kind, and fields and items of it."""
        found = [name for name, other in self.names.items() if other == kind]
        for name, other in self.names.items():
            if other == "Pair":
                found += {"int": [f"{name}.size"], "Hexes": [f"{name}.some_hexes"]}.get(kind, [])
            if other == "Share" and kind == "int":
                found += [f"{name}.part", f"{name}.whole"]
            if other == "Scene":
                found += {
                    "int": [f"{name}.reach"],
                    "Hexes": [f"{name}.near"],
                    "bool": [f"{name}.is_open"],
                    "str": [f"{name}.word"],
                    "Sequence[Pair]": [f"{name}.pairs"],
                }.get(kind, [])
        return found

    def small(self) -> str:
        """Return a small number."""
        names = self.named("int")
        return (
            self.random.choice(names)
            if names and self.random.random() < 0.7
            else str(self.random.randint(0, 9))
        )

    def solid(self) -> str:
        """Return a set that no literal is."""
        names = self.named("Hexes")
        return (
            self.random.choice(names)
            if names and self.random.random() < 0.7
            else f"1 << {self.random.randint(0, 50)}"
        )

    def value(self, kind: str, depth: int = 3) -> str:
        """Return an expression of a kind."""
        names = self.named(kind) if not kind.startswith("list") else []
        if names and (depth <= 0 or self.random.random() < 0.35):
            return self.random.choice(names)
        calls = [one for one in self.functions if one[2] == kind]
        if calls and depth > 1 and self.looping < 2 and self.random.random() < 0.15:
            name, kinds, _ = self.random.choice(calls)
            return f"{name}(board, spread, trace{self.handed(kinds, depth - 2)})"
        if kind in ("int", "bool", "Hexes", "str") and depth > 0 and self.random.random() < 0.1:
            one, asked, other = (
                self.value(kind, depth - 1),
                self.condition(depth - 1),
                self.value(kind, depth - 1),
            )
            return f"({one} if {asked} else {other})"
        match kind:
            case "int":
                return self._int(depth)
            case "bool":
                return self._bool(depth)
            case "Hexes":
                return self._hexes(depth)
            case "str":
                return f'"{self.random.choice(WORDS)}"'
            case "Pair":
                return f"Pair({self.value('int', depth - 1)}, {self.value('Hexes', depth - 1)})"
            case "Share":
                return f"Share({self.value('int', depth - 1)}, {self.value('int', depth - 1)})"
            case "Scene":
                near = f", near={self.value('Hexes', depth - 1)}" if self.random.random() < 0.6 else ""
                parts = (
                    self.value("Sequence[Pair]", depth - 1),
                    self.value("bool", depth - 1),
                    self.value("int", depth - 1),
                )
                return f"Scene({', '.join(parts)}{near}, word={self.value('str', depth - 1)})"
            case "Sequence[Pair]":
                found = [self.value("Pair", depth - 2) for _ in range(self.random.randint(1, 3))]
                return f"[{', '.join(found)}]"
            case "Row[int]" | "Row[Hexes]" | "Row[Share]":
                of = kind[4:-1]
                if of != "Share" and self.random.random() < 0.4:
                    return f"[{self.value(of, 0)}] * {self.random.randint(0, 5)}"
                return f"[{', '.join(self.value(of, depth - 2) for _ in range(self.random.randint(0, 3)))}]"
            case _:
                held = (self.value(kind[5:-1], depth - 2) for _ in range(self.random.randint(0, 3)))
                return f"[{', '.join(held)}]"

    def handed(self, kinds: list[str], depth: int) -> str:
        """Return what a function is given, each list once."""
        lists = [name for name, kind in self.names.items() if kind == "list[Hexes]" and name not in self.shut]
        self.random.shuffle(lists)
        given = [
            lists.pop() if kind == "list[Hexes]" and lists else self.value(kind, depth) for kind in kinds
        ]
        return "".join(f", {one}" for one in given)

    def _int(self, depth: int) -> str:
        if depth <= 0:
            return str(self.random.randint(0, 20))
        less = depth - 1
        lists = [name for name, kind in self.names.items() if "[" in kind]
        match self.random.randint(0, 10):
            case 0:
                sign = self.random.choice("+-")
                sum_of = f"{self.value('int', less)} {sign} {self.value('int', less)}"
                return f"({sum_of}) % {self.random.randint(2, 99)}"
            case 1:
                return f"{self.small()} * {self.random.randint(2, 9)} % 499"
            case 2:
                return f"({self.value('int', less)}) // {self.random.randint(2, 9)}"
            case 3:
                which = self.random.choice(("min", "max"))
                return f"{which}({self.value('int', less)}, {self.value('int', less)})"
            case 4:
                return f"({self.solid()} & board.every).bit_count()"
            case 5:
                return f"-{self.small()}"
            case 6 if lists:
                return f"len({self.random.choice(lists)})"
            case 7:
                return f"first({self.solid()} & board.every | 1 << {self.random.randint(0, 60)})"
            case 8:
                return f"abs({self.value('int', less)})"
            case 9:
                return f"({self.small()} - {self.small()}) % 7"
            case _:
                return self.small()

    def _hexes(self, depth: int) -> str:
        if depth <= 0:
            return self.random.choice(("0", "-1", "board.every", f"1 << {self.random.randint(0, 60)}"))
        less = depth - 1
        one = self.value("Hexes", less)
        one = self.solid() if one in ("0", "-1") else one
        one = one if one.isidentifier() else f"({one})"
        match self.random.randint(0, 8):
            case 0 | 1:
                return f"{one} {self.random.choice('&|^')} {self.solid().join('()')}"
            case 2:
                return f"{one} & ~({self.solid()})"
            case 3:
                return f"~{one} | {self.solid()}" if self.random.random() < 0.3 else f"~{one} & board.every"
            case 4:
                return f"({one} << abs({self.small()}) % 6) & board.every"
            case 5:
                return f"{one} >> abs({self.small()}) % 9"
            case 6:
                return f"1 << abs({self.value('int', less)}) % 61"
            case 7:
                return f"board.around({one} & board.every)"
            case _:
                return f"spread({one} & board.every)"

    def _bool(self, depth: int) -> str:
        if depth <= 0:
            return self.random.choice(("True", "False"))
        less = depth - 1
        match self.random.randint(0, 6):
            case 0 | 1:
                sign = self.random.choice(("<", "<=", ">", ">=", "==", "!="))
                return f"{self.small()} {sign} {self.value('int', less)}"
            case 2:
                sign, other = self.random.choice(("==", "!=")), self.random.choice(("0", f"({self.solid()})"))
                return f"({self.solid()}) {sign} {other}"
            case 3:
                return f"not {self.value('bool', less).join('()')}"
            case 4:
                sign = self.random.choice(("and", "or"))
                return f"({self.value('bool', less)} {sign} {self.value('bool', less)})"
            case 5:
                words = self.named("str") or ['"rail"']
                return (
                    f"{self.random.choice(words)} {self.random.choice(('==', '!='))} {self.value('str', 0)}"
                )
            case _:
                return f"bool({self.condition(less)})"

    def condition(self, depth: int = 2) -> str:
        """Return what an `if` may ask."""
        match self.random.randint(0, 4) if depth > 0 else 4:
            case 0:
                return f"{self.solid().join('()')} >> abs({self.small()}) % 40 & 1"
            case 1:
                return f"not ({self.solid()})"
            case 2:
                sign = self.random.choice(("and", "or"))
                return f"({self.value('bool', depth - 1)}) {sign} ({self.solid()}) & ({self.solid()})"
            case _:
                return self.value("bool", depth)
