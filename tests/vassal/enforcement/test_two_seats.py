"""Two players with a seat each play a turn of both games; at each decision the other and a watcher try all.

Whose decision it is stands here as the rules say it, apart from what the module thinks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path

import pytest

from hexwright.emulator import EmulatedGame
from hexwright.engine_driver import OBSERVER, Engine
from hexwright.vassal.module.property_names import BOTH_SIDES
from tests.tiers import sampled
from tests.vassal.compile.games import game
from tests.vassal.enforcement import fire_turn as fire
from tests.vassal.enforcement.table import OF_ONE_SEAT, Table, spoiled
from tests.vassal.enforcement.turn import SEEDS, first_turn
from tests.vassal.engine.conftest import write_module

GAMES = {"battle-for-moscow": ("German", "Soviet"), "moscow-embattled": ("German", "Russian")}
PRESSED = (*(f"keys:ctrl {letter}" for letter in "ADFLGREXBMIJWYK"), "127,0")
OF_ATTACKS = ("keys:ctrl A", "keys:ctrl D")
OWN = tuple(key for key in PRESSED if key not in ("keys:ctrl G", "keys:ctrl M"))
"""What does nothing to one's own units while the other decides; marking them is always free."""
LOOKS = "keys:ctrl G"
"""What only lights up is for everybody."""
UNDO = "* UNDO: "
"""How the engine takes back what it said of a counter as it came from the palette."""
LOOSER = ("assist", "off")
SHARE = {"virtual": 9, "real": 1}
WATCHED = {"virtual": 25, "real": 9}
"""Of what a hand has tried before, one in so many is tried again at the next decision, others each time: the
virtual engine is given seconds; in the real one the other seat does all at each. Who watches is refused by
one question alone."""
WATCHING = "* Refused: You are watching: press Change seat in the toolbar to take part."
Deed = Callable[[], object]


class SeatedTable(Table):
    """A table where each deed is first tried by whose it isn't, with all else that a hand could do."""

    def __init__(self, player: Engine | EmulatedGame, slug: str) -> None:
        super().__init__(player)
        self.slug = slug
        self.seats = GAMES[slug]
        self.tries: Counter[str] = Counter()
        self.kinds: set[tuple[str, str]] = set()
        """The kinds of deeds that each seat has tried."""
        self.name = "real" if isinstance(player, Engine) else "virtual"
        self.drawn = 0
        self.seen: set[tuple[str, ...]] = set()
        self.phases = {str(phase.id): phase for phase in game(slug).rules.sequence}
        self.sides = {str(side.id): side.name for side in game(slug).info.sides}
        fought = game(slug).rules.fire
        self.air = (
            {name for one in fought.air_support for name in one.classes} if fought is not None else set()
        )
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
        """Press a key on a unit, once others have tried to, unless it answers a question on this screen."""
        answers = str(self.get("LastRefusal")).startswith("Wait: ")
        if self.trying and key != LOOKS and not answers:
            self.others(self.decides("key", piece, key), piece, lambda: Table.key(self, piece, key))
        return super().key(piece, key)

    def next(self) -> None:
        """Go on, once others have tried to."""
        if self.trying:
            self.others(self.active, None, lambda: Table.next(self))
        super().next()

    def push(self, button: str) -> None:
        """Press a button of the toolbar."""
        self.player.press(button)

    def others(self, right: str, piece: str | None, deed: Deed) -> None:
        """Try an action from the other seat and as an observer and, at a new kind of decision, every other
        action.
        """
        self.trying = False
        stage = (self.get("Battle") or "").split(" ")[1:2]
        kind = (str(self.get("Phase")), right, *stage, str(piece is None))
        fresh = kind not in self.seen
        self.seen.add(kind)
        before = set(self.kept())
        for seat in (*(seat for seat in self.seats if seat != right), OBSERVER):
            self.player.change_side(seat)
            attempts = self.some(seat, self.everything(seat, piece, right)) if fresh else ()
            for attempt, do in chain([("the deed", deed)], attempts):
                self.told()
                do()
                self.tries[seat] += 1
                self.kinds.add((seat, attempt))
                # Lines with a dash are for whoever acts alone: what he asked, and what shines.
                told = self.told()
                said = [
                    line for line in told if not line.startswith(("- ", UNDO)) and f"{UNDO}{line}" not in told
                ]
                assert [line for line in said if not line.startswith("* Refused")] == [], (
                    f"{seat}: {attempt}: {said}"
                )
                assert said or attempt != "the deed", seat
                if seat == OBSERVER and said and attempt not in ("back one phase", "roll for attrition"):
                    assert said[-1].removesuffix(" It is sent back.") == WATCHING, (attempt, said)
            # A button may ask once and do it the second time: each is tried on what the ones before left.
            changed = set(self.kept()) ^ before
            assert changed == set(), f"{seat}: {kind}: {changed}"
        self.player.change_side(right)
        self.forget()
        self.trying = True

    def some(self, seat: str, everything: Iterable[tuple[str, Deed]]) -> Iterator[tuple[str, Deed]]:
        """Yield what a seat could do and has not tried yet, and a share of the rest."""
        share = (WATCHED if seat == OBSERVER else SHARE)[self.name]
        for attempt in everything:
            self.drawn += 1
            if (seat, attempt[0]) not in self.kinds or self.drawn % share == 0:
                yield attempt

    def everything(self, seat: str, piece: str | None, right: str) -> Iterator[tuple[str, Deed]]:
        """Yield what a seat could do with what is the right player's, with its own, and with the toolbar."""
        standing = {
            name: [p for p in self.on_map() if self.owner(p) == name] for name in (*self.seats, OBSERVER)
        }
        theirs, own = standing[right], standing[seat]
        units = [piece] if piece is not None and self.owner(piece) == right else []
        for unit in dict.fromkeys((*units, *theirs[:1])):
            for key in PRESSED:
                # While the other may answer, the attacks are still the attacker's to declare.
                if key not in OF_ATTACKS or right == self.active:
                    yield f"{key} on the other's", partial(Table.key, self, unit, key)
            for to in (self.where(theirs[-1]) or "", self.somewhere):
                yield "drag the other's", partial(Table.drag, self, unit, to)
            yield "drag two of the other's", partial(Table.drag, self, [unit, theirs[-1]], self.somewhere)
            yield "send the other's to a lit hex", partial(self.lit, unit)
        # Who attacks may go on with it while the other answers: one's own is tried in the other's phase.
        if own and right == self.active and self.phases[str(self.get("Phase"))].kind != "fire":
            for key in OWN:
                yield f"{key} on one's own", partial(Table.key, self, own[0], key)
            yield "drag one's own", partial(Table.drag, self, own[0], self.somewhere)
            mixed = [own[0], theirs[0]]
            yield "drag one's own with the other's", partial(Table.drag, self, mixed, self.somewhere)
        for kind in ("control", "turn"):
            for marker in self.kind(kind)[:1]:
                yield f"drag a {kind} marker", partial(Table.drag, self, marker, self.somewhere)
                for key in ("keys:ctrl F", "127,0"):
                    yield f"{key} on a {kind} marker", partial(Table.key, self, marker, key)
        for slot in ("Control marker", game(self.slug).counters.units[0].name):
            yield (
                f"take {slot} from the palette",
                partial(self.player.place, slot, "Map", self.somewhere),
            )
        yield "back one phase", partial(self.player.hotkey, "hexwright.rules.ask-back")
        if seat == OBSERVER:
            for level in LOOSER:
                yield f"set the rules to {level}", partial(self.rules, level)
        if right == self.active:
            yield "the next phase", lambda: Table.next(self)
            yield "battle", lambda: self.push("Battle")
            yield "roll for attrition", lambda: self.player.hotkey("hexwright.rules.ask-attrition")

    def on_map(self) -> list[str]:
        """Return the units in hexes."""
        seen = self.player.pieces(("Kind",))
        return [p.id for p in seen if p.properties["Kind"] == "unit" and p.zone == "Hexes"]

    def lit(self, unit: str) -> None:
        """Light up where a unit may go, and send it to the first of these hexes."""
        Table.key(self, unit, LOOKS)
        self.player.hotkey("keys:ctrl 1")
        Table.key(self, unit, LOOKS)

    @property
    def somewhere(self) -> str:
        """Return a hex near the middle of the map."""
        return {"battle-for-moscow": "0706", "moscow-embattled": "B3"}[self.slug]

    def kept(self) -> Iterator[str]:
        """Yield the facts of the game, without what a refusal leaves at the table of the player who tried."""
        for name, value in self.state().items():
            if isinstance(value, list):
                yield from map(str, value)
            elif name not in OF_ONE_SEAT:
                yield f"{name} {value}"


@pytest.fixture(scope="module", params=["virtual", pytest.param("real", marks=pytest.mark.engine)])
def engine(request: pytest.FixtureRequest) -> str:
    """Return which engine is played in."""
    return str(request.param)


def played(file: Path, slug: str, engine: str) -> SeatedTable:
    """Play a turn of a game."""
    with Engine(file) if engine == "real" else EmulatedGame.open(file) as player:
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


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_no_hand_but_the_right_player_s_changes_anything(slug: str, engine: str, tmp_path: Path) -> None:
    table = played(write_module(game(slug), slug, tmp_path / "game.vmod"), slug, engine)
    assert set(table.tries) == {*GAMES[slug], OBSERVER}
    assert min(table.tries.values()) > 100
    assert len(table.kinds) > 120
    assert table.problems() == []


PLANTED = {
    "a key": (": keyOfOther(piece, key);", ': key.equals("^M") ? "" : keyOfOther(piece, key);'),
    "who attacks": (
        'String side = among("^A,^D,^V,^P", key) ? battleSide(piece, key)',
        'String side = key.equals("^A") ? "" : among("^D,^V,^P", key) ? battleSide(piece, key)',
    ),
    "buttons": ("return buttonOfOther(key);", 'return "";'),
    "the other's from the palette": (
        'if (!foreign.equals("") && of(piece, "OldMap").equals("")) {',
        'if (foreign.equals(fromPalette(piece)) && !foreign.equals("")) {',
    ),
    "what nobody may do": ('answer.startsWith("never/") || strictly', "strictly"),
}


@pytest.mark.parametrize("fault", sampled(PLANTED, 1, 4))
def test_a_question_that_is_not_asked_is_found(fault: str, tmp_path: Path) -> None:
    slug = "battle-for-moscow"
    file = spoiled(write_module(game(slug), slug, tmp_path / "game.vmod"), *PLANTED[fault])
    with pytest.raises(AssertionError, match=r"Soviet: |German: "):
        played(file, slug, "virtual")
