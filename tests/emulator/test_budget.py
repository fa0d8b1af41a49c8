"""What a module does in answer to one key has an end, and then the game is as it was."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from hexwright.emulator import EmulatedGame, bounded_game
from hexwright.emulator.beanshell.execution_budget import Budget, pay_for_text
from hexwright.emulator.beanshell.java_builder_classes import JBig
from hexwright.emulator.beanshell.java_maps import _key
from hexwright.engine_driver.engine_errors import EngineError
from tests.emulator import proving_ground

STEPS, MEMORY = 150_000, 16 << 20

_NESTED = "l = new ArrayList(); for (i = 0; i < 60; i++) { m = new ArrayList(); m.add(l); m.add(l); l = m; } "
_MANY = "l = new ArrayList(); for (i = 0; i < 9000; i++) l.add(i); "
_LONG = 's = "a".repeat(4000000); '

#: Each of these would keep the interpreter for hours, or take all memory there is.
ENDLESS = [
    "while (true) { }",
    "for (;;) x = 1;",
    "f(n) { if (n == 0) return 1; return f(n-1) + f(n-1); } f(60)",
    'for (;;) new bsh.Interpreter().eval("for (i = 0; i < 100; i++) { }");',
    "for (;;) { try { while (true) { } } catch (Throwable t) { } }",
    "f() { try { f(); } finally { f(); } } f();",
    _NESTED + "l.toString()",
    _NESTED + "l.hashCode()",
    _NESTED + "k = l; " + _NESTED + "l.equals(k)",
    _LONG + 'for (;;) s.replaceAll("a", "b");',
    _LONG + 's.split("a")',
    _LONG + 's.split("a|b")',
    _LONG + 'for (;;) s.indexOf("b");',
    _LONG + "for (;;) s.hashCode();",
    _LONG + 't = s + "b"; for (;;) s.compareTo(t);',
    _LONG + 'for (;;) s = s.replace("a", "b");',
    _LONG + "for (;;) s.toUpperCase();",
    _LONG + "s.toCharArray()",
    _LONG + "for (x : s) { }",
    _LONG + 's.matches("(a|aa|aaa|b|cc|d){0,1000}x")',
    _LONG + "l = new ArrayList(); for (;;) l.add(s + 1);",
    's = ""; for (;;) s = s + "0123456789";',
    's = new StringBuilder(); for (;;) s.append("0123456789");',
    's = new StringBuilder(); for (;;) s.insert(0, "0123456789");',
    _MANY + "m = new ArrayList(l); l.removeAll(m)",
    _MANY + "for (;;) l.contains(-1);",
    _MANY + "for (;;) l.add(0, 1);",
    _MANY + "for (;;) Collections.sort(l);",
    _MANY + "for (;;) l.iterator();",
    "m = new TreeMap(); for (i = 0; i < 5000; i++) m.put(i, i); for (;;) m.firstKey();",
    "m = new HashMap(); for (i = 0; i < 5000; i++) m.put(i, i); for (;;) m.keySet().iterator();",
    "b = new java.math.BigInteger(\"7\").shiftLeft(6000); for (;;) b.multiply(b);",
    "b = new BitSet(); for (;;) b.set(199999);",
    "l = new ArrayList(); for (;;) l.add(new int[10000]);",
    "a = new int[100000]; for (;;) Arrays.copyOf(a, 100000);",
    'for (;;) String.format("%100000d", 1);',
    'for (;;) String.format("%.100000f", 1.0);',
    _LONG + "l = new ArrayList(); for (i = 0; i < 200; i++) l.add(s); String.join(s, l)",
]  # fmt: skip

#: What the engine refuses, at once and whatever is left to spend.
REFUSED = {
    'String.format("%.2000000000f", 1.0)': "too long",
    "Arrays.copyOf(new int[1], 2000000000)": "too large",
    '"x".repeat(2000000000)': "too long",
    "l = new ArrayList(); m = new ArrayList(); l.add(m); m.add(l); l.toString()": "recursion",
    "x = " + "9" * 6000: "too large or too small",
    "a" + ".a" * 47_000: "not found",
    "x = " + "a[" * 100 + "0" + "] = 1" * 100: "Not an array",
    '"' + "\\123" * 1000: "quotation mark",
    "/*" * 50_000: "an unclosed comment",
    "1+" * 20_000 + "1": "nested too deeply",
}


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> EmulatedGame:
    return EmulatedGame.open(proving_ground.write(tmp_path_factory.mktemp("g") / "g.vmod"))


@pytest.fixture
def game(opened: EmulatedGame) -> Iterator[EmulatedGame]:
    opened.new_game("Red")
    opened.take_problems()
    yield opened
    opened.world.evaluator.budget = Budget()


def _eval(game: EmulatedGame, script: str) -> str:
    value = game.world.holder.find("Script")
    assert value is not None
    value.value = script
    return game.evaluate("{new bsh.Interpreter().eval(Script)}")


@pytest.mark.parametrize("script", ENDLESS)
def test_a_script_that_never_ends_is_stopped_and_says_so(game: EmulatedGame, script: str) -> None:
    game.world.evaluator.budget = Budget(STEPS, MEMORY)
    begun = time.process_time()
    with pytest.raises(EngineError, match=r"stopped after [\d,]+ (steps|MB)|too long"):
        _eval(game, script)
    assert time.process_time() - begun < 2


@pytest.mark.parametrize("script", REFUSED, ids=lambda script: script[:30])
def test_scripts_that_no_engine_can_run_are_refused_at_once(game: EmulatedGame, script: str) -> None:
    begun = time.process_time()
    with pytest.raises(EngineError, match=REFUSED[script]):
        _eval(game, script)
    assert time.process_time() - begun < 2


def test_the_clock_stops_what_was_reckoned_wrong(game: EmulatedGame) -> None:
    game.world.evaluator.budget = Budget(seconds=0.1)
    with pytest.raises(EngineError, match=r"stopped after 0\.1 seconds"):
        _eval(game, "while (true) { }")


def test_a_list_that_holds_itself_is_shown_as_java_shows_it(game: EmulatedGame) -> None:
    assert _eval(game, "l = new ArrayList(); l.add(l); l.add(1); l.toString()") == "[(this Collection), 1]"
    assert _eval(game, "m = new HashMap(); m.put(1, m); m.toString()") == "{1=(this Map)}"


@pytest.mark.parametrize(
    "script",
    [
        "new Object()",
        "new Object[2]",
        "new Point(1,2).getClass()",
        "new Timer(1, null)",
        "new ArrayList().iterator()",
        "VASSAL.build.GameModule.getGameModule()",
        "new HashMap().entrySet()",
    ],
)
def test_no_address_of_an_object_is_shown(game: EmulatedGame, script: str) -> None:
    assert " at 0x" not in _eval(game, f"x = {script}; x.toString()")


def test_one_key_has_one_budget_however_many_interpreters_it_makes(game: EmulatedGame) -> None:
    game.world.evaluator.budget = budget = Budget()
    _eval(game, "i = 0; while (i < 1000) { i++; } i")
    once = budget.spent
    _eval(game, 'for (k = 0; k < 20; k++) new bsh.Interpreter().eval("i = 0; while (i < 1000) { i++; }"); k')
    assert budget.spent > 15 * once


def _inside(game: EmulatedGame) -> dict[Any, Any]:
    """Return the contents of the emulator's own objects that a game changes, by object and attribute."""
    left_out = {
        "_budget", "_codes", "_size", "_expanded", "_names", "_zones_at", "budget", "problems", "unsupported",
        "selected", "module", "node", "component", "design", "trait", "basic", "functions", "client",
        "report",
    }  # fmt: skip
    found: dict[Any, Any] = {}
    waiting: list[Any] = [game.world, *game.toolbar.trackers]
    seen: set[int] = set()
    while waiting:
        one = waiting.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, dict | list | tuple | set | frozenset):
            values = [*one.keys(), *one.values()] if isinstance(one, dict) else [*one]
            found[id(one), "items"] = (one, [_plain(value) for value in values])
            waiting.extend(values)
            continue
        if not type(one).__module__.startswith("hexwright.emulator."):
            continue
        slots = [name for kind in type(one).__mro__ for name in getattr(kind, "__slots__", ())]
        for name in {*getattr(one, "__dict__", {}), *slots} - left_out:
            value = getattr(one, name, None)
            found[id(one), name] = (one, _plain(value))
            waiting.append(value)
    found["dice"] = (None, game.world.random.getstate())
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return tuple(_plain(one) for one in value)
    return value if isinstance(value, str | int | float | bool | None) else id(value)


def _stopped(game: EmulatedGame, steps: int, do: Callable[[], object]) -> bool:
    """Run a function with few steps to spend; return whether it was stopped without an effect."""
    before = _inside(game)
    game.world.evaluator.budget = Budget(steps)
    try:
        do()
    except EngineError as fault:
        assert "stopped after" in str(fault)  # noqa: PT017 - what costs too little isn't stopped
        after = _inside(game)
        changed = [name[1] for name in before if name not in after or after[name][1] != before[name][1]]
        assert changed == []
        return True
    finally:
        game.world.evaluator.budget = Budget()
    return False


@pytest.mark.slow
@pytest.mark.parametrize("steps", [100, 300, 900])
def test_a_key_that_is_stopped_leaves_the_game_as_it_was(game: EmulatedGame, steps: int) -> None:
    stopped = 0
    for piece in game.pieces():
        for key in game.keys_of(piece.id):
            if any(other.id == piece.id for other in game.pieces()):
                stopped += _stopped(game, steps, partial(game.key, piece.id, key))
    assert stopped >= 4


def test_a_stopped_key_names_the_trait_and_the_piece_at_work(game: EmulatedGame) -> None:
    game.world.evaluator.budget = Budget(5_000)
    triggers = next(p.id for p in game.pieces(["BasicName"]) if p.properties["BasicName"] == "Triggers")
    with pytest.raises(EngineError, match="5,000 steps: Trigger Action of the piece 'Triggers'"):
        game.key(triggers, "doubling")


def test_a_drag_and_a_button_that_are_stopped_leave_the_game_as_it_was(game: EmulatedGame) -> None:
    scout = next(p.id for p in game.pieces(["BasicName"]) if p.properties["BasicName"] == "Scout")
    for do in (
        lambda: game.drag(scout, "Map", "0505"),
        lambda: game.press("Loop"),
        lambda: game.press("Die"),
        lambda: game.next_turn(),
    ):
        assert [_stopped(game, steps, do) for steps in (100, 300, 1_000_000)][-1] is False


def test_a_game_keeps_no_more_than_it_may_from_key_to_key(game: EmulatedGame) -> None:
    script = (
        'm = VASSAL.build.GameModule.getGameModule(); l = m.getClientProperty("k"); '
        "if (!(l instanceof List)) l = new ArrayList(); "
        'for (i = 0; i < 20; i++) l.add("0123456789".repeat(100000) + i); m.putClientProperty("k", l); 1'
    )
    value = game.world.holder.find("Script")
    assert value is not None
    value.value = script
    world = game.world
    expression = "{new bsh.Interpreter().eval(Script)}"

    def keep_more() -> None:
        for _ in range(20):
            game._bounded(lambda: world.evaluator.evaluate_format(expression, world.holder))

    with pytest.raises(EngineError, match="96 MB of memory"):
        keep_more()
    assert world.client == {}


def test_a_game_that_keeps_much_to_undo_forgets_its_oldest_steps_and_plays_on(
    game: EmulatedGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounded_game, "MAX_GAME_BYTES", 1 << 20)
    monkeypatch.setattr(bounded_game, "UNWEIGHED", 0)
    world = game.world
    value = world.holder.find("Script")
    assert value is not None
    texts = [f"{n} " + "0123456789" * 1000 for n in range(60)]
    kept = []
    for one in texts:
        game._step(lambda one=one: world.set_value(value, pay_for_text(one)), whole=True)  # type: ignore[misc]
        kept.append(len(world.journal.steps))
    assert max(kept) < len(texts)
    assert kept[-1] > 1
    game.undo()
    assert value.value == texts[-2]


def test_numbers_that_python_gives_one_hash_have_many_as_keys(game: EmulatedGame) -> None:
    assert len({hash(_key(JBig(n * (2**61 - 1)))) for n in range(1000)}) > 990
    script = (
        'p = new java.math.BigInteger("2305843009213693951"); m = new HashMap(); '
        "for (i = 0; i < 50; i++) m.put(p.multiply(java.math.BigInteger.valueOf(i)), i); "
        'm.containsKey(p.negate()) + " " + m.get(p) + " " + m.size()'
    )
    assert _eval(game, script) == "false 1 50"
