"""What is refused, by key, button, drag or from the palette, leaves no step of undo and none in the log."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from hexwright.emulator import EmulatedGame
from hexwright.engine_driver import Engine, EngineError
from hexwright.vassal.module.property_names import BOTH_SIDES
from tests.vassal.compile.games import game
from tests.vassal.enforcement import fire_turn as fire
from tests.vassal.enforcement.table import OF_ONE_SEAT, SLUG, Table
from tests.vassal.engine.conftest import write_module

KEYS = (*(f"keys:ctrl {letter}" for letter in "DFLREXBIJWYK"), "127,0")
Deed = Callable[[], object]


class Ground:
    """A game of two: units that stand in it, an enemy's hex, and a step that is let."""

    def __init__(
        self, slug: str, phases: int, own: tuple[str, str], enemy: str, legal: tuple[str, str]
    ) -> None:
        self.slug, self.phases = slug, phases
        self.own, self.enemy = own, enemy
        self.legal = legal
        """A unit, and the key or hex that it is given."""


PANZER, CORPS, TARGET = "german-xlvi", "german-xx", "soviet-20"
GROUNDS = (
    Ground(SLUG, 0, (PANZER, CORPS), TARGET, (TARGET, "keys:ctrl A")),
    Ground(SLUG, 1, (PANZER, CORPS), TARGET, (PANZER, "0306")),
    Ground(SLUG, 2, (PANZER, CORPS), TARGET, ("soviet-33", "keys:ctrl R")),
    Ground(fire.SLUG, 0, ("german-4pz", "german-3pz"), "russian-western", ("russian-western", "keys:ctrl A")),
)


@pytest.fixture(scope="module", params=["virtual", pytest.param("real", marks=pytest.mark.engine)])
def tables(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[str], Table]]:
    """Return a function that gives a table of a game, in either engine."""
    opened: dict[str, Engine | EmulatedGame] = {}

    def table(slug: str) -> Table:
        if slug not in opened:
            file = write_module(game(slug), slug, tmp_path_factory.mktemp("module") / "game.vmod")
            opened[slug] = (
                EmulatedGame.open(file) if request.param == "virtual" else Engine(file)
            ).__enter__()
        return Table(opened[slug])

    yield table
    for player in opened.values():
        player.close()


def begun(table: Table, ground: Ground) -> Table:
    """Begin a game, some phases later."""
    table.player.start(game(ground.slug).scenarios[0].title, BOTH_SIDES)
    for _ in range(ground.phases):
        table.next()
    table.forget()
    return table


def refusals(table: Table, ground: Ground) -> Iterator[tuple[str, Deed]]:
    """Yield what isn't let, whatever else is."""
    one, other = (table.unit(unit) for unit in ground.own)
    enemy = table.unit(ground.enemy)
    far = {SLUG: "1010", fire.SLUG: "D5"}[ground.slug]
    for key in KEYS:
        yield f"{key} on one's own", partial(table.key, one, key)
    for to in (str(table.where(enemy)), far, (10, 10)):
        yield f"a drag to {to}", partial(table.drag, one, to)
    yield "a drag of the enemy", partial(table.drag, enemy, far)
    # A stack, or two that are dragged together from where they stand.
    yield "a drag of two", partial(table.drag, [one, other], far)
    tray = next(m for m in (f"{side.name} forces" for side in game(ground.slug).info.sides))
    yield "a drag to a window", partial(table.drag, one, (100, 100), tray)
    for slot in ("Control marker", game(ground.slug).counters.unit(ground.own[0]).name):  # type: ignore[arg-type]
        yield f"{slot} from the palette", partial(table.player.place, slot, "Map", far)
    for kind in ("control", "turn"):
        for key in ("keys:ctrl F", "127,0"):
            yield f"{key} on a {kind} marker", partial(table.key, table.kind(kind)[0], key)
    yield "back one phase", partial(table.player.hotkey, "hexwright.rules.ask-back")
    yield "a die for attrition", partial(table.player.hotkey, "hexwright.rules.ask-attrition")


def play(table: Table, ground: Ground) -> None:
    """Do the one permitted thing, then everything that isn't permitted."""
    unit, given = ground.legal
    at_first = table.state()
    if given.startswith("keys:"):
        table.key(table.unit(unit), given)
    else:
        table.drag(table.unit(unit), given)
    before = table.state()
    assert before != at_first
    refused = 0
    for what, do in refusals(table, ground):
        table.told()
        do()
        said = table.told()
        refused += any(line.startswith("* Refused") for line in said)
        assert not [line for line in said if "UNDO" in line or "Placed" in line], (what, said)
        after = table.state()
        assert {name for name in before if before[name] != after[name]} <= OF_ONE_SEAT, (what, said)
    assert refused >= 20


@pytest.mark.parametrize("ground", GROUNDS, ids=lambda ground: f"{ground.slug}-{ground.phases}")
def test_a_refused_move_leaves_no_step_of_undo_and_none_in_the_log(
    tables: Callable[[str], Table], ground: Ground, tmp_path: Path
) -> None:
    table = begun(tables(ground.slug), ground)
    player = table.player
    play(table, ground)
    for _ in range(ground.phases + 1):
        player.undo()
    with pytest.raises(EngineError):
        player.undo()
    assert table.problems() == []
    if isinstance(player, Engine):
        # The engine undoes nothing of what was logged once the log has ended.
        begun(table, ground)
        player.begin_log(tmp_path / "one.vlog")
        play(table, ground)
        player.end_log()
        assert player.load(tmp_path / "one.vlog", BOTH_SIDES).steps_left == 1
        assert table.problems() == []
