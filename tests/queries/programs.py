"""Write programs at random in the part of Python that queries are written in.

All numbers stay within 32 bits, all loops end, and nothing is asked of an empty list: in these things the
languages differ, and the author of a query has to avoid them.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.queries.values import WORDS, Values

PLAIN = ("int", "bool", "Hexes", "str")
HELD = ("int", "Hexes", "Pair")
"""What rows and lists hold."""
HEAD = '''"""A program made at random."""

from __future__ import annotations

LIMIT: Final = 11


class Pair(NamedTuple):
    """Two things that belong together."""

    size: int
    some_hexes: Hexes


class Share(NamedTuple):
    """Numbers alone."""

    part: int
    whole: int


@dataclass(frozen=True, slots=True)
class Scene:
    """What is looked at."""

    pairs: Sequence[Pair]
    is_open: bool
    reach: int
    word: str
    near: Hexes = 0


'''


class Program(Values):
    """A program that is being written."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.lines: list[str] = []
        self.fixed: set[str] = set()
        """Names that may not be set here."""
        self.count = 0
        self.latest = ""
        """The name that was made last."""
        self.depth = 1
        self.gives = "int"
        self.budget = 0

    def write(self) -> str:
        """Return the whole program; its last function is `main`."""
        for _ in range(self.random.randint(1, 4)):
            self._function(
                f"_ask_{len(self.functions)}",
                self.random.choice(
                    [*PLAIN, "Pair", "Share", "Scene", "Row[int]", "Row[Share]", "list[Hexes]"]
                ),
            )
        self._main()
        return HEAD + "\n".join(self.lines) + "\n"

    # Functions ------------------------------------------------------------------------------------

    def _function(self, name: str, gives: str) -> None:
        kinds = [
            self.random.choice(
                [*PLAIN, "Pair", "Share", "Scene", "Sequence[Pair]", "Row[int]", "Row[Share]", "list[Hexes]"]
            )
            for _ in range(self.random.randint(0, 3))
        ]
        taken = {f"given_{n}": kind for n, kind in enumerate(kinds)}
        told = "".join(f", {name}: {kind}" for name, kind in taken.items())
        self.lines.append(f"def {name}(board: Board, spread: Spread, trace: list[Hexes]{told}) -> {gives}:")
        self.lines.append(f'    """Answer {gives}."""')
        self.names, self.fixed, self.shut, self.gives, self.depth, self.looping = (
            dict(taken),
            set(),
            set(),
            gives,
            1,
            0,
        )
        self.budget = self.random.randint(4, 14)
        self._block(self.random.randint(2, 6))
        self._line(f"return {self.value(gives)}")
        self.lines += ["", ""]
        self.functions.append((name, kinds, gives))

    def _main(self) -> None:
        self.lines.append("def main(board: Board, spread: Spread) -> list[Hexes]:")
        self.lines.append('    """Answer all."""')
        self.names, self.fixed, self.shut, self.gives, self.depth, self.looping = (
            {},
            set(),
            set(),
            "list[Hexes]",
            1,
            0,
        )
        self.budget = 10
        self._line("found: list[Hexes] = []")
        self._line("told: list[Hexes] = []")
        self._line("trace: list[Hexes] = []")
        self.names["found"] = "list[Hexes]"
        self._block(4)
        for name, kinds, gives in self.functions:
            asked = f"{name}(board, spread, trace{self.handed(kinds, 2)})"
            match gives:
                case "int":
                    self._line(f"told.append(1 << abs({asked}) % 50)")
                case "Hexes":
                    self._line(f"told.append({asked})")
                case "bool":
                    self._line(f"told.append(1 << 3 if {asked} else 1 << 4)")
                case "str":
                    self._line(f'told.append(1 << 5 if {asked} == "{self.random.choice(WORDS)}" else 0)')
                case "Pair":
                    self._line(f"told.append({asked}.some_hexes)")
                case "Share":
                    self._line(f"told.append(1 << abs({asked}.whole) % 60)")
                case "Row[Share]":
                    self._line(f"for item in {asked}:")
                    self._line("    told.append(1 << abs(item.part) % 60)")
                case "Scene":
                    self._line(f"told.append({asked}.near)")
                case "Row[int]":
                    self._line(f"for item in {asked}:")
                    self._line("    told.append(1 << abs(item) % 60)")
                case _:
                    self._line(f"for item in {asked}:")
                    self._line("    told.append(item)")
        self._line("for item in trace:")
        self._line("    told.append(item)")
        self._line("return told")

    # Statements -----------------------------------------------------------------------------------

    def _line(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    def _nested(self, write: Callable[[], None]) -> None:
        kept, held = dict(self.names), len(self.lines)
        self.depth += 1
        write()
        if all(line.lstrip().startswith("#") for line in self.lines[held:]):
            self._set_new()
        self.depth -= 1
        self.names = kept

    def _block(self, count: int) -> None:
        for _ in range(count):
            if self.budget > 0:
                self.budget -= 1
                self.random.choice(self._possible())()

    def _possible(self) -> list[Callable[[], None]]:
        found = [
            self._tell,
            self._tell,
            self._tell,
            self._set_new,
            self._set_new,
            self._set_old,
            self._set_old,
            self._change,
            self._put,
            self._note,
        ]
        if self.depth < 4:
            found += [
                self._if,
                self._if,
                self._for,
                self._for,
                self._while,
                self._either,
                self._held,
                self._row,
            ]
        if self.looping and self.depth > 2:
            found.append(self._leave)
        if self.depth > 1:
            found.append(self._return)
        return found

    def _fresh(self) -> str:
        self.count += 1
        word = self.random.choice(("low", "some_hexes", "value", "n", "x", "here", "other_one"))
        self.latest = f"{word}_{self.count}"
        return self.latest

    def _note(self) -> None:
        self._line("# " + self.random.choice(("What follows is looked at.", "`some_hexes` is what it was.")))

    def _tell(self) -> None:
        """Note what a variable holds now."""
        told = [*self.named("int"), *self.named("Hexes"), *self.named("bool")]
        if not told:
            self._set_new()
            return
        name = self.random.choice(told)
        self._line("if len(trace) < 60:")
        if name in self.named("int"):
            self._line(f"    trace.append(1 << abs({name}) % 60)")
        elif name in self.named("bool"):
            self._line(f"    trace.append(1 << 3 if {name} else 1 << 4)")
        else:
            self._line(f"    trace.append({name})")

    def _set_new(self) -> None:
        kind = self.random.choice(
            [
                *(*PLAIN, "int", "Hexes", "Pair", "Share", "Share", "Scene"),
                *("list[int]", "list[Hexes]", "list[Share]", "Row[int]", "Row[Hexes]", "Row[Share]"),
            ]
        )
        told = self.value(kind)
        name = self._fresh()
        annotated = kind[0] in "lR" or (kind == "Hexes" and told in ("0", "-1")) or self.random.random() < 0.3
        self._line(f"{name}: {kind} = {told}" if annotated else f"{name} = {told}")
        self.names[name] = kind

    def _set_old(self) -> None:
        names = [name for name, kind in self.names.items() if kind in PLAIN and name not in self.fixed]
        if not names:
            self._set_new()
            return
        name = self.random.choice(names)
        self._line(f"{name} = {self.value(self.names[name])}")

    def _change(self) -> None:
        names = [
            name for name, kind in self.names.items() if kind in ("int", "Hexes") and name not in self.fixed
        ]
        if not names:
            self._set_new()
            return
        name = self.random.choice(names)
        if self.names[name] == "int":
            self._line(f"{name} {self.random.choice('+-')}= {self.small()}")
            self._line(f"{name} = {name} % 509")
        else:
            self._line(f"{name} {self.random.choice('|&^')}= {self.value('Hexes')}")

    def _put(self) -> None:
        rows = [name for name, kind in self.names.items() if kind.startswith("Row")]
        lists = [
            name for name, kind in self.names.items() if kind.startswith("list") and name not in self.shut
        ]
        if rows and self.random.random() < 0.5:
            name = self.random.choice(rows)
            self._line(f"if len({name}) > 0:")
            sign = (
                ""
                if self.random.random() < 0.5
                else self.random.choice("|&^")
                if "Hexes" in self.names[name]
                else ""
            )
            self._line(f"    {name}[{self.at(name)}] {sign}= {self.value(self.names[name][4:-1])}")
        elif lists:
            name = self.random.choice(lists)
            of = self.names[name][5:-1]
            if self.random.random() < 0.7:
                self._line(f"if len({name}) < 40:")
                self._line(f"    {name}.append({self.value(of)})")
            else:
                self._line(f"if len({name}) > 0:")
                if self.random.random() < 0.5:
                    self._line(f"    {self.taken(of)} = {name}.pop()")
                else:
                    self._line(f"    {name}[{self.at(name)}] = {self.value(of)}")
        else:
            self._set_new()

    def taken(self, kind: str) -> str:
        """Return a variable of this kind that may be set, or a new one that nothing reads."""
        names = [name for name, other in self.names.items() if other == kind and name not in self.fixed]
        return self.random.choice(names) if names else self._fresh()

    def _if(self) -> None:
        if self.random.random() < 0.2:
            name = self._fresh()
            self._line(f"if {name} := {self.value('Hexes')}:")
            self.names[name] = "Hexes"
        else:
            self._line(f"if {self.condition()}:")
        self._nested(lambda: self._block(self.random.randint(1, 3)))
        for _ in range(self.random.choice((0, 0, 1))):
            self._line(f"elif {self.condition()}:")
            self._nested(lambda: self._block(self.random.randint(1, 2)))
        if self.random.random() < 0.5:
            self._line("else:")
            self._nested(lambda: self._block(self.random.randint(1, 3)))

    def _either(self) -> None:
        """Set a new variable in both of two blocks, and read it after them."""
        kind, name = self.random.choice(PLAIN), self._fresh()
        self._line(f"if {self.condition()}:")
        self._nested(lambda: self._line(f"{name}: {kind} = {self.value(kind)}"))
        self._line("else:")
        self._nested(lambda: self._line(f"{name} = {self.value(kind)}"))
        self.names[name] = kind

    def _held(self) -> None:
        """Take a pair or a share apart, or set two at once."""
        kind = self.random.choice(("Pair", "Share", ""))
        if kind:
            whole = self._fresh()
            self._line(f"{whole} = {self.value(kind)}")
            told = whole
        else:
            told = f"{self.small()}, {self.solid()}"
        first, second = self._fresh(), self._fresh()
        self._line(f"{first}, {second} = {told}")
        self.names |= {first: "int", second: "int" if kind == "Share" else "Hexes"}

    def _row(self) -> None:
        name, index = self._fresh(), self.random.choice(("_", "number"))
        kept = dict(self.names)
        if index != "_":
            self.names[index] = "int"
        told = self.value("int")
        self.names = kept
        self._line(f"{name}: Row[int] = [{told} for {index} in range({self.random.randint(0, 5)})]")
        self.names[name] = "Row[int]"

    def _loop(self, names: dict[str, str], head: str, *shut: str) -> None:
        kept_fixed, kept_shut = set(self.fixed), set(self.shut)
        self._line(head)
        kept = dict(self.names)
        self.names |= names
        self.fixed |= set(names) | set(shut)
        self.shut |= set(shut)
        self.looping += 1
        self._nested(lambda: self._block(self.random.randint(1, 3)))
        self.looping -= 1
        self.names, self.fixed, self.shut = kept, kept_fixed, kept_shut

    def _for(self) -> None:
        over = [name for name, kind in self.names.items() if "[" in kind]
        kind = self.random.choice(("range", "range", "members", "each", "each", "enumerate"))
        if kind == "range":
            begin = f"{self.random.randint(-2, 3)}, " if self.random.random() < 0.5 else ""
            end = str(self.random.randint(0, 6))
            if self.random.random() < 0.3:
                end = f"LIMIT - {end}"
            self._loop(dict.fromkeys([self._fresh()], "int"), f"for {self.latest} in range({begin}{end}):")
        elif kind == "members":
            self._loop(
                dict.fromkeys([self._fresh()], "int"),
                f"for {self.latest} in members(({self.value('Hexes')}) & board.every & ~(board.every << 9)):",
            )
        elif over:
            name = self.random.choice(over)
            of = self.names[name][self.names[name].index("[") + 1 : -1]
            own: dict[str, str] = {}
            if of in ("Pair", "Share") and self.random.random() < 0.6:
                own = {self._fresh(): "int"}
                own[self._fresh()] = "Hexes" if of == "Pair" else "int"
                target = ", ".join(own)
            else:
                own = {self._fresh(): of}
                target = self.latest
            if kind == "enumerate":
                number = self._fresh()
                own[number] = "int"
                target = f"{number}, ({target})" if "," in target else f"{number}, {target}"
                self._loop(own, f"for {target} in enumerate({name}):", name)
            else:
                self._loop(own, f"for {target} in {name}:", name)
        else:
            self._set_new()

    def _while(self) -> None:
        name = self._fresh()
        self._line(f"{name} = 0")
        self.names[name] = "int"
        self._line(
            f"while {name} < {self.random.randint(1, 5)} and {self.condition(1)}:"
            if self.random.random() < 0.7
            else "while True:"
        )
        self.fixed.add(name)
        self.looping += 1

        def inside() -> None:
            self._line(f"{name} += 1")
            self._line(f"if {name} > {self.random.randint(2, 6)}:")
            self._line("    break")
            self._block(self.random.randint(1, 3))

        self._nested(inside)
        self.looping -= 1

    def _leave(self) -> None:
        self._line(f"if {self.condition()}:")
        self._line(f"    {self.random.choice(('continue', 'break'))}")

    def _return(self) -> None:
        self._line(f"if {self.condition(1)} and {self.small()} > 3:")
        self._line(f"    return {self.value(self.gives, 1)}")
