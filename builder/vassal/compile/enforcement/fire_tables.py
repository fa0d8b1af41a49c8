"""Write the rules of fire combat as texts that the scripts look things up in.

Rows are parted by slashes, fields by blanks; "-" stands for nothing, "*" for all. Sets of hexes are
figures in base 16, a bit for each hex.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from operator import or_

from builder.geometry.board import Board, Hexes
from builder.geometry.lines import way_name
from builder.model.fire import DefenceBonus, FireRules
from builder.model.game import Game
from builder.model.rules import Phase
from builder.vassal.compile.enforcement.tables import options, table, text

DISABLED: Mapping[str, str] = {"FIRE_PHASES": "/", "FIRE_RULE": "", "AIR_CLASSES": ""}
"""What the scripts read in a game without fire combat."""


def rows(lines: Iterable[Iterable[str]]) -> str:
    """Return rows of fields as one text."""
    return "/" + "".join(" ".join(fields) + "/" for fields in lines)


def values(game: Game) -> dict[str, str]:
    """Return the texts of fire combat by the script's names for them."""
    fire = game.rules.fire
    if fire is None:
        return dict(DISABLED)
    ground = _Ground(game)
    tables = fire.tables and game.charts.hit_tables
    return {
        "FIRE_PHASES": table(_phases(game)),
        "FIRE_RULE": _rule(fire),
        "FIRE_CHANGES": rows(_changes(fire, ground)),
        "FIRE_STRENGTHS": rows(
            (
                str(entry.dice),
                _some(entry.classes),
                _some(entry.units),
                _all(entry.phases),
                _all(map(str, entry.rounds)),
            )
            for entry in fire.strengths
        ),
        "FIRE_GROUND": rows(
            (
                limit.id,
                str(limit.dice),
                limit.side or "-",
                _some(limit.classes),
                "air" if limit.air else "ground",
                ground.terrain(limit.terrain),
                _way(limit.unless_along, limit.toward),
            )
            for limit in fire.ground
        ),
        "FIRE_BONUSES": rows(
            (
                bonus.id,
                ground.bonus(bonus),
                bonus.side or "-",
                _some(bonus.classes),
                "-" if bonus.most is None else str(bonus.most),
                ",".join(f"{f}:{'+'.join(bonus.frozen.get(f, ()))}" for f in bonus.across) or "-",
            )
            for bonus in fire.bonuses
        ),
        "FIRE_STRONGHOLDS": rows(
            (
                hold.id,
                ground.hold(hold.place, hold.place_kinds),
                hold.side or "-",
                _some(hold.classes),
                str(hold.dice),
                str(hold.absorbs),
                _yes(hold.until_taken),
            )
            for hold in fire.strongholds
        ),
        "FIRE_AIR": table(
            (
                air.side,
                [
                    _all(air.classes),
                    "-" if air.most is None else str(air.most),
                    "-" if air.dice is None else str(air.dice),
                    ",".join(f"{weather}:{dice}" for weather, dice in air.weather.items()) or "-",
                    options(air.weather_under),
                    _yes(air.supplied),
                    _yes(air.at_most_ground),
                ],
            )
            for air in fire.air
        ),
        "AIR_CLASSES": ",".join(dict.fromkeys(name for air in fire.air for name in air.classes)),
        "AIR_RULE": next((air.rule for air in fire.air), ""),
        "UNIT_ORDER": table((unit.id, [str(n)]) for n, unit in enumerate(game.counters.units)),
        "OTHER_SIDE": rows(
            (side.id, other.id) for side in game.info.sides for other in game.info.sides if other != side
        ),
        "ACROSS_MORE": rows((_some(more.classes), str(more.most)) for more in fire.across.more),
        "ACROSS_ONE_OF": _some(fire.across.one_of),
        "ACROSS_RULE": fire.across.rule,
        "MUST_ATTACK": rows((duty.side, _all(duty.phases), options(duty.under)) for duty in fire.must_attack),
        "MUST_ATTACK_RULE": fire.must_attack_rule,
        "MUST_IF_ABLE": options(fire.must_attack_if_able) if fire.must_attack_if_able else "never",
        "FIRE_ABSORBS": fire.absorbs,
        "RETREAT_RULE": fire.retreat.rule if fire.retreat is not None else "",
        "ADVANCE_RULE": fire.advance.rule if fire.advance is not None else "",
        "ADVANCE_STEADY": rows(
            (_some(steady.classes), _some(steady.units), _some(steady.not_in))
            for steady in (fire.advance.steady if fire.advance is not None else ())
        ),
        "ADVANCE_BEYOND": rows(
            (
                entry.id,
                _some(entry.classes),
                _way(entry.along, entry.toward, entry.away_from),
                ground.barred(entry.not_terrain, entry.not_places),
                _yes(entry.spare),
                options(entry.under),
            )
            for entry in (fire.advance.beyond if fire.advance is not None else ())
        ),
        "HIT_TABLES": table(_hit_tables(game)) if tables else "/",
        "TABLES_UNDER": options(fire.tables_under),
    }


def definitions(game: Game) -> Iterator[str]:
    """Yield the figures and switches of fire combat as lines of the script."""
    fire = game.rules.fire
    if fire is None:
        return
    retreat, advance = fire.retreat, fire.advance
    for name, number in (
        ("FIRE_HITS_FROM", fire.hits_from),
        ("FIRE_DIE", fire.die),
        ("FIRE_DIVIDE", fire.unsupplied_divide),
        ("ACROSS_MOST", fire.across.most or 0),
    ):
        yield f"{name} = {number};"
    for name, holds in (
        ("FIRE_WORKS", fire.fortification > 0),
        ("FIRE_RETREAT", retreat is not None),
        ("RETREAT_DISRUPTS", retreat is not None and retreat.disrupts),
        ("RETREAT_BESIDE", retreat is not None and retreat.beside_attackers),
        ("RETREAT_INTO_ATTACKED", retreat is not None and retreat.into_attacked),
        ("FIRE_ADVANCE", advance is not None),
        ("ADVANCE_MUST", advance is not None and advance.must),
        ("ADVANCE_DISRUPTS", advance is not None and advance.disrupts),
    ):
        yield f"{name} = {'true' if holds else 'false'};"


def fire_phase(game: Game, phase: Phase) -> Phase:
    """Return the phase in which attacks allocated in a phase are fought: itself, or the next of fire."""
    at = game.rules.sequence.index(phase)
    for candidate in (*game.rules.sequence[at:], *game.rules.sequence[:at]):
        if candidate.kind == "fire":
            return candidate
    return phase


def _rule(fire: FireRules) -> str:
    """Return the rule that is cited for what fire combat as a whole asks; never empty."""
    named = (*(entry.rule for entry in fire.strengths), fire.absorbs_rule, fire.across.rule)
    return next((rule for rule in named if rule), "fire")


def _phases(game: Game) -> Iterator[tuple[str, list[str]]]:
    for phase in game.rules.sequence:
        if phase.kind in ("air-strike", "allocation", "fire"):
            fire = fire_phase(game, phase)
            dice = "-" if fire.air_dice is None else str(fire.air_dice)
            before = _moved_before(game, phase)
            yield phase.id, [fire.id, str(fire.rounds), _yes(phase.air and fire.air), dice, before]


def _moved_before(game: Game, phase: Phase) -> str:
    """Return the last movement phase before a phase."""
    at = game.rules.sequence.index(phase)
    return next((p.id for p in reversed(game.rules.sequence[:at]) if p.kind == "movement"), "-")


def _changes(fire: FireRules, ground: _Ground) -> Iterator[tuple[str, ...]]:
    for change in fire.changes:
        yield (
            change.id,
            str(change.worse),
            change.side or "-",
            _all(change.weather),
            _yes(change.unsupplied),
            ground.places(change.not_defending_in) if change.not_defending_in else "-",
        )


def _hit_tables(game: Game) -> Iterator[tuple[str, tuple[str, ...]]]:
    for one in game.charts.hit_tables:
        for face, hits in one.rows.items():
            yield f"{one.hits_on}.{face}", tuple(map(str, hits))


class _Ground:
    """Sets of hexes, as the scripts read them."""

    def __init__(self, game: Game) -> None:
        self._board = Board.of(game.hexmap)

    def _of_terrain(self, kinds: Iterable[str]) -> Hexes:
        return reduce(or_, (self._board.terrain[kind] for kind in kinds), 0)

    def terrain(self, terrain: str) -> str:
        """Return the hexes of a terrain."""
        return text(self._board.terrain[terrain])

    def places(self, kinds: Iterable[str]) -> str:
        """Return the hexes with places of some kinds."""
        return text(self._board.at_places(kinds))

    def barred(self, terrain: Iterable[str], kinds: Iterable[str]) -> str:
        """Return the hexes of some terrain, or with places of some kinds."""
        return text(self._of_terrain(terrain) | self._board.at_places(kinds))

    def bonus(self, bonus: DefenceBonus) -> str:
        """Return the hexes in which a bonus may be had."""
        hexes = self._board.every
        if bonus.terrain is not None:
            hexes &= self._board.terrain[bonus.terrain]
        if bonus.place is not None:
            hexes &= 1 << self._board.places[bonus.place]
        return text(hexes)

    def hold(self, place: str | None, kinds: tuple[str, ...]) -> str:
        """Return the hexes of a stronghold."""
        hexes = self._board.every
        if place is not None:
            hexes &= 1 << self._board.places[place]
        if kinds:
            hexes &= self._board.at_places(kinds)
        return text(hexes)


def _way(line: str | None, toward: str | None, away_from: str | None = None) -> str:
    """Return the name of the table of a line, or of one direction of it."""
    return "-" if line is None else way_name(line, toward, away_from)


def _some(members: Iterable[str]) -> str:
    """Return a list of which nothing is a member when it is empty."""
    return ",".join(members) or "-"


def _all(members: Iterable[str]) -> str:
    """Return a list of which everything is a member when it is empty."""
    return ",".join(members) or "*"


def _yes(holds: bool) -> str:
    return "yes" if holds else "no"
