"""Scripts and expressions, made by a grammar and damaged, in the virtual engine."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from hexwright.emulator import EmulatedGame
from hexwright.engine_driver.engine_errors import EngineError
from tests.emulator import proving_ground
from tests.fuzz.frame import Input
from tests.fuzz.mutating import SPICE, mutated_text

_NAMES: Final = ("a", "b", "l", "m", "s", "f", "i", "Turn", "Word", "Table")
_NUMBERS: Final = (
    "0", "1", "2", "-1", "7", "100", "31", "65536", "2147483647", "-2147483648",
    "1L",
    "0x7fffffff",
    "0.5", "1.5f", "1e308", "1e-320", "1e400", "'x'", "(1.0/0)", "(0.0/0)", "1000000",
)  # fmt: skip
_TEXTS: Final = (
    '""', '"a"', '"aaaaaaaaaaaaaaaaaaaaaaaaab"', '"%s %5d %.3f %2$s %n %%"', '"(a+)+b"', '"[^,]+|\\\\s*"',
    '"(a|aa)*$"', '"a".repeat(100000)', '"a,b,,c"', '"²٣é𝄞"', "Word", "Table", '"\\n"',
    "null", '"(?i)(?<n>x)*"',
)  # fmt: skip
_MAKERS: Final = (
    "new ArrayList()", "new HashMap()", "new TreeMap()", "new LinkedHashSet()", "new StringBuilder()",
    "new int[{n}]", "new Object[{n}]", "new BitSet()", "new java.math.BigInteger({t})", "new PriorityQueue()",
    "new Stack()", "new StringTokenizer({t}, {t})", "new bsh.Interpreter()", "new java.awt.Point({n}, {n})",
    "new int[{n}][{n}]", "new Vector()",
)  # fmt: skip
_METHODS: Final = (
    "add({e})", "add({n}, {e})", "get({n})", "put({e}, {e})", "remove({e})", "size()", "addAll({e})",
    "removeAll({e})", "contains({e})", "toString()", "hashCode()", "equals({e})", "keySet()", "values()",
    "entrySet()", "firstKey()", "iterator()", "next()", "append({e})", "insert({n}, {e})", "reverse()",
    "setLength({n})", "charAt({n})", "substring({n})", "substring({n}, {n})", "indexOf({t})", "split({t})",
    "split({t}, {n})", "replace({t}, {t})", "replaceAll({t}, {t})", "matches({t})", "toUpperCase()", "trim()",
    "repeat({n})", "length()", "set({n})", "set({n}, {e})", "toCharArray()", "eval({t})", "multiply({e})",
    "shiftLeft({n})",
    "setBit({n})", "poll()", "pop()", "push({e})", "clone()", "subList({n}, {n})",
    "toArray()",
    "deleteCharAt({n})", "delete({n}, {n})", "compareTo({e})", "getClass()", "x", "length", "nextToken()",
)  # fmt: skip
_CALLS: Final = (
    "String.format({t}, {e})", "String.format({t}, {e}, {e})", "String.join({t}, {e})", "Math.pow({n}, {n})",
    "Math.floor({n})", "Math.round({n})", "Math.sqrt({n})", "Integer.valueOf({e})", "Arrays.copyOf({e}, {n})",
    "Arrays.fill({e}, {e})", "Arrays.sort({e})", "Collections.sort({e})", "Arrays.asList({e})", "f({e})",
    "Collections.max({e})", "Double.parseDouble({t})", "Character.isDigit({e})", "Long.parseLong({t})",
    "Objects.hash({e}, {e})", "CountMap({t})", "SumMap({t}, {t})",
    "GetProperty({t})",
    "Range({n},{n},{n},{n})",
    "Random({n})", "If({e}, {e}, {e})", "Character.toUpperCase({e})", "Arrays.toString({e})", "(int) ({e})",
    "(char) ({e})", "(long) ({e})", "VASSAL.build.GameModule.getGameModule().getGameState().getAllPieces()",
    "VASSAL.build.module.Map.getMapById({t})", "Integer.parseInt({t}, {n})", "new Integer({t})",
)  # fmt: skip
_OPERATORS: Final = ("+", "-", "*", "/", "%", "<<", ">>>", "&", "|", "^", "==", "<", "&&", "||", "instanceof")


_LETTERS: Final = "ab1(){}[];=+-\"'.,<>!&|? \n"
"""What scripts are made of, for those that follow no grammar."""
_DEPTH: Final = 4


@cache
def _game(folder: Path) -> EmulatedGame:
    """Return the proving ground in play; the tool may write to no folder but that of its mutants."""
    return EmulatedGame.open(proving_ground.write(folder / "ground.vmod"))


class _Grammar:
    """Write scripts by chance, each no larger than its depth allows."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance

    def filled(self, given: str, depth: int) -> str:
        while "{" in given:
            head, _, rest = given.partition("{")
            kind, _, tail = rest.partition("}")
            part = {"n": self.number, "t": self.text}.get(kind)
            given = f"{head}{part() if part else self.value(depth - 1)}\0{tail}"
            head, _, tail = given.partition("\0")
            return head + self.filled(tail, depth)
        return given

    def number(self) -> str:
        return self.chance.choice((*_NUMBERS, "i", "a", "l.size()"))

    def text(self) -> str:
        return self.chance.choice((*_TEXTS, "s"))

    def value(self, depth: int) -> str:
        pick = self.chance.random()
        if depth <= 0 or pick < 0.25:
            return self.chance.choice((self.number(), self.text(), self.chance.choice(_NAMES)))
        if pick < 0.5:
            target = self.chance.choice((*_NAMES, self.text()))
            return f"{target}.{self.filled(self.chance.choice(_METHODS), depth)}"
        if pick < 0.65:
            return self.filled(self.chance.choice(_MAKERS), depth)
        if pick < 0.8:
            return self.filled(self.chance.choice(_CALLS), depth)
        if pick < 0.95:
            return f"({self.value(depth - 1)} {self.chance.choice(_OPERATORS)} {self.value(depth - 1)})"
        return f"({self.condition()} ? {self.value(depth - 1)} : {self.value(depth - 1)})"

    def condition(self) -> str:
        sign = self.chance.choice(("<", ">", "==", "!="))
        return self.chance.choice(
            (f"i++ {sign} {self.number()}", f"{self.value(1)} {sign} {self.value(1)}", "true")
        )

    def statement(self, depth: int) -> str:
        pick = self.chance.random()
        name = self.chance.choice(_NAMES)
        if depth == _DEPTH and pick < 0.7:
            # What fails is caught, so that the next one is run, too.
            return f"try {{ {self.statement(depth - 1)} }} catch (Throwable t) {{ }}"
        if depth <= 0 or pick < 0.45:
            return f"{name} {self.chance.choice(('=', '=', '=', '+='))} {self.value(depth)};"
        if pick < 0.6:
            return f"{self.value(depth)};"
        body = " ".join(self.statement(depth - 1) for _ in range(self.chance.randrange(1, 4)))
        return self.chance.choice((
            f"for (i = 0; i < {self.number()}; i++) {{ {body} }}",
            f"while ({self.condition()}) {{ {body} }}",
            f"for (;;) {{ {body} }}",
            f"for (x : {self.value(1)}.toArray()) {{ {body} }}",
            f"if ({self.condition()}) {{ {body} }} else {{ {body} }}",
            f"try {{ {body} }} catch (Throwable t) {{ {name} = t; }} finally {{ {body} }}",
            f"f(a) {{ {body} return {self.value(1)}; }}",
            f"switch ({self.value(1)}) {{ case 1: {body} default: {body} }}",
            f"int[] q = {{ {self.value(1)}, {self.value(1)} }}; {body}",
        ))  # fmt: skip


def mutant(chance: Random) -> bytes:
    """Return a script, often damaged, or letters by chance; those that begin with a brace are expressions."""
    grammar = _Grammar(chance)
    if chance.random() < 0.15:
        return "".join(chance.choices(_LETTERS, k=chance.randrange(41))).encode()
    if chance.random() < 0.25:
        written = "{" + grammar.value(4) + "}"
    else:
        first = 'l = new ArrayList(); m = new HashMap(); s = "aab"; a = 3; i = 0; '
        written = first + " ".join(grammar.statement(_DEPTH) for _ in range(chance.randrange(1, 8)))
    if chance.random() < 0.2:
        written = mutated_text(chance, written, SPICE, most=5)
    return written.encode("utf-8", "backslashreplace")


def run(path: Path) -> bool:
    """Evaluate it as a piece does; tell whether it gave something."""
    game = _game(path.parent)
    game.new_game("Red")
    written = path.read_bytes().decode("utf-8")
    if not written.startswith("{"):
        value = game.world.holder.find("Script")
        assert value is not None
        value.value = written
        written = "{new bsh.Interpreter().eval(Script)}"
    try:
        told = game.evaluate(written, piece=game.pieces()[0].id)
    except EngineError as fault:
        told = str(fault)
        assert "object at 0x" not in told
        return False
    assert "object at 0x" not in told
    return True


INPUT = Input("scripts", "Scripts and expressions in the virtual engine", ".bsh", mutant, run)
