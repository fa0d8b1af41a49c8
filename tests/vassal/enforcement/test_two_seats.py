"""Two players with a seat each play a turn of both games; at each decision the other and a watcher try all.

Whose decision it is stands here as the rules say it, apart from what the module thinks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

import pytest

from builder.vassal.compile.properties import BOTH_SIDES
from tests.vassal.compile.games import game
from tests.vassal.enforcement import test_fire_turn as fire
from tests.vassal.enforcement.table import Table, spoiled
from tests.vassal.enforcement.test_whole_turn import SEEDS
from tests.vassal.enforcement.turn import first_turn
from tests.vassal.engine.conftest import write_module
from validators.engine import Game
from validators.engine_bridge import OBSERVER, Engine

GAMES = {"battle-for-moscow": ("German", "Soviet"), "moscow-embattled": ("German", "Russian")}
PRESSED = tuple(f"keys:ctrl {letter}" for letter in "ADFLGREXBMIJWYK")
LOOKS = "keys:ctrl G"
"""What only lights up is for everybody."""
WATCHING = "* Refused: You are watching: press Change seat in the toolbar to take part."
Deed = Callable[[], object]
NO_PART = ("LastViolation", "LastRefusal", "Verdict", "Asked")
"""What is set at the table of whoever tried, and is no part of the game."""


class SeatedTable(Table):
    """A table where each deed is first tried by whose it isn't, with all else that a hand could do."""

    def __init__(self, player: Engine | Game, slug: str) -> None:
        super().__init__(player)
        self.slug = slug
        self.seats = GAMES[slug]
        self.tries: Counter[str] = Counter()
        self.seen: set[tuple[str, ...]] = set()
        self.phases = {str(phase.id): phase for phase in game(slug).rules.sequence}
        self.sides = {str(side.id): side.name for side in game(slug).info.sides}
        fought = game(slug).rules.fire
        self.air = {name for one in fought.air for name in one.classes} if fought is not None else set()
        self.trying = True

    # Whose it is --------------------------------------------------------------------------------------
    @property
    def active(self) -> str:
        """Return the seat of the player whose phase it is."""
        return self.sides[self.phases[str(self.get("Phase"))].side]

    def owner(self, piece: str) -> str:
        """Return the seat of a unit's owner."""
        return self.sides[str(self.player.pieces(("Side",), ids=piece)[0].properties["Side"])]

    def decides(self, what: str, piece: str, key: str = "") -> str:
        """Return the seat that decides about a deed."""
        battle = (self.get("Battle") or "").split(" ")
        stage = battle[1] if len(battle) > 3 and battle[0].endswith(str(self.get("Phase"))) else ""
        name = self.player.pieces(("UnitId", "UnitClass"), ids=piece)[0].properties
        if what == "drag":
            return self.active if stage == "retreat" and battle[2] == name["UnitId"] else self.owner(piece)
        if key in ("keys:ctrl A", "keys:ctrl D") and name["UnitClass"] not in self.air:
            return self.active
        return self.owner(piece)

    # Deeds --------------------------------------------------------------------------------------------
    def drag(self, pieces: str | Iterable[str], to: str | tuple[int, int], window: str = "Map") -> list[str]:
        """Drag a unit, once others have tried to."""
        assert isinstance(pieces, str)
        if self.trying:
            self.others(self.decides("drag", pieces), pieces, lambda: Table.drag(self, pieces, to, window))
        return super().drag(pieces, to, window)

    def key(self, piece: str, key: str) -> bool:
        """Press a key on a unit, once others have tried to."""
        if self.trying and key != LOOKS:
            self.others(self.decides("key", piece, key), piece, lambda: Table.key(self, piece, key))
        return super().key(piece, key)

    def next(self) -> None:
        """Go on, once others have tried to."""
        if self.trying:
            self.others(self.active, None, lambda: Table.next(self))
        super().next()

    def others(self, right: str, piece: str | None, deed: Deed) -> None:
        """Have the other seat and one who watches try a deed and, at a new kind of decision, all else."""
        self.trying = False
        stage = (self.get("Battle") or "").split(" ")[1:2]
        kind = (str(self.get("Phase")), right, *stage, str(piece is None))
        fresh = kind not in self.seen
        self.seen.add(kind)
        before = self.kept()
        for seat in (*(seat for seat in self.seats if seat != right), OBSERVER):
            self.player.change_side(seat)
            for attempt, do in (("the deed", deed), *(self.everything(piece, right) if fresh else ())):
                self.told()
                do()
                self.tries[seat] += 1
                said = [line for line in self.told() if line[:2] != "- "]
                assert [line for line in said if not line.startswith("* Refused")] == [], f"{seat}: {attempt}"
                assert said or attempt != "the deed"
                if seat == OBSERVER and said:
                    assert said[-1].removesuffix(" It is sent back.") == WATCHING, (attempt, said)
        assert self.kept() == before, f"{seat}: {kind}"
        self.player.change_side(right)
        self.forget()
        self.trying = True

    def everything(self, piece: str | None, right: str) -> Iterator[tuple[str, Deed]]:
        """Yield what a hand could do with what is the right player's, and with the toolbar."""
        units = [piece] if piece is not None else []
        theirs = [
            p.id
            for p in self.player.pieces(("Kind", "Side"))
            if p.properties["Kind"] == "unit" and p.zone == "Hexes" and self.owner(p.id) == right
        ]
        for unit in dict.fromkeys((*units, *theirs[:1])):
            if self.owner(unit) == right:
                for key in PRESSED:
                    # While the other may answer, the attacks are still the attacker's to declare.
                    if key not in ("keys:ctrl A", "keys:ctrl D") or right == self.active:
                        yield f"{key} on {unit}", partial(Table.key, self, unit, key)
                for to in (self.where(theirs[-1]) or "", self.somewhere):
                    yield f"drag {unit} to {to}", partial(Table.drag, self, unit, to)
        if right == self.active:
            yield "the next phase", lambda: Table.next(self)
            yield "a die for attrition", lambda: self.player.hotkey("hexwright.rules.ask-attrition")

    @property
    def somewhere(self) -> str:
        """Return a hex near the middle of the map."""
        return {"battle-for-moscow": "0706", "moscow-embattled": "B3"}[self.slug]

    def kept(self) -> dict[str, object]:
        """Return the game without what a refusal leaves at the table of whoever tried."""
        return {name: value for name, value in self.state().items() if name not in NO_PART}


@pytest.fixture(scope="module", params=["virtual", pytest.param("real", marks=pytest.mark.engine)])
def engine(request: pytest.FixtureRequest) -> str:
    """Return which engine is played in."""
    return str(request.param)


def played(file: Path, slug: str, engine: str) -> SeatedTable:
    """Play a turn of a game."""
    with Engine(file) if engine == "real" else Game.open(file) as player:
        return _played(SeatedTable(player, slug))


def _played(table: SeatedTable) -> SeatedTable:
    if table.slug == fire.SLUG:
        turn = fire.FireTurn(table)
        turn.begin()
        fire.whole_turn(turn)
    else:
        table.player.start(game(table.slug).scenarios[0].title, BOTH_SIDES)
        table.player.seed(SEEDS["real" if isinstance(table.player, Engine) else "virtual"])
        table.forget()
        first_turn(table)
    return table


@pytest.mark.parametrize("slug", GAMES)
def test_no_hand_but_the_right_player_s_changes_anything(slug: str, engine: str, tmp_path: Path) -> None:
    table = played(write_module(game(slug), slug, tmp_path / "game.vmod"), slug, engine)
    assert set(table.tries) == {*GAMES[slug], OBSERVER}
    assert min(table.tries.values()) > 100
    assert table.problems() == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (": keyOfOther(piece, key);", ': key.equals("^L") ? "" : keyOfOther(piece, key);'),
        ("return buttonOfOther(key);", 'return "";'),
    ],
)
def test_a_key_or_button_that_asks_for_no_seat_is_found(old: str, new: str, tmp_path: Path) -> None:
    slug = "battle-for-moscow"
    file = spoiled(write_module(game(slug), slug, tmp_path / "game.vmod"), old, new)
    with pytest.raises(AssertionError, match=r"Soviet: |German: "):
        played(file, slug, "virtual")
