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
from builder.model.fire import AirSupport, DefenceBonus, FireRules
from builder.model.game import Game
from builder.model.rules import Phase
from builder.vassal.compile.enforcement.cells import members, options, text, yes
from builder.vassal.compile.enforcement.fire_rows import (
    AcrossMore,
    BadWeather,
    Beyond,
    Crossing,
    Duty,
    FireAir,
    FireBonus,
    FireChange,
    FireHold,
    FireLimit,
    FirePhase,
    FireStrength,
    OtherSide,
    Steady,
    UnitOrder,
)
from builder.vassal.compile.enforcement.rows import Table, keyed, listed, numbered

DISABLED: Mapping[str, Table | str] = {
    "FIRE_PHASES": keyed(FirePhase, ()),
    "FIRE_RULE": "",
    "AIR_CLASSES": "",
}
"""What the scripts read in a game without fire combat."""


def values(game: Game) -> Mapping[str, Table | str]:
    """Return the tables and texts of fire combat by the script's names for them."""
    fire = game.rules.fire
    if fire is None:
        return DISABLED
    used = fire.tables and game.charts.hit_tables
    return {
        "FIRE_PHASES": keyed(FirePhase, _phases(game)),
        "FIRE_RULE": _rule(fire),
        "FIRE_STRENGTHS": listed(
            FireStrength,
            (
                FireStrength(
                    dice=str(entry.dice),
                    classes=_some(entry.classes),
                    units=_some(entry.units),
                    phases=members(entry.phases),
                    rounds=members(map(str, entry.rounds)),
                )
                for entry in fire.strengths
            ),
        ),
        "AIR_SUPPORT": keyed(FireAir, ((air.side, _support(air)) for air in fire.air)),
        "AIR_WEATHER": keyed(
            BadWeather,
            (
                (f"{air.side}.{weather}", BadWeather(str(dice)))
                for air in fire.air
                for weather, dice in air.weather.items()
            ),
        ),
        "AIR_CLASSES": ",".join(dict.fromkeys(name for air in fire.air for name in air.classes)),
        "AIR_RULE": next((air.rule for air in fire.air), ""),
        "UNIT_ORDERS": keyed(
            UnitOrder, ((unit.id, UnitOrder(str(n))) for n, unit in enumerate(game.counters.units))
        ),
        "OTHER_SIDES": keyed(
            OtherSide,
            (
                (side.id, OtherSide(other.id))
                for side in game.info.sides
                for other in game.info.sides
                if other != side
            ),
        ),
        "HIT_TABLES": numbered(_hit_tables(game) if used else ()),
        "TABLES_UNDER": options(fire.tables_under),
        **_ground(game, fire),
        **_attacks(fire),
        **_advances(game, fire),
    }


def _ground(game: Game, fire: FireRules) -> Mapping[str, Table]:
    """Return what ground and weather do."""
    ground = _Ground(game)
    return {
        "FIRE_CHANGES": listed(
            FireChange,
            (
                FireChange(
                    id=change.id,
                    worse=str(change.worse),
                    side=change.side or "-",
                    weather=members(change.weather),
                    unsupplied=yes(change.unsupplied),
                    not_defending_in=ground.places(change.not_defending_in)
                    if change.not_defending_in
                    else "-",
                )
                for change in fire.changes
            ),
        ),
        "FIRE_GROUND": listed(
            FireLimit,
            (
                FireLimit(
                    id=limit.id,
                    dice=str(limit.dice),
                    side=limit.side or "-",
                    classes=_some(limit.classes),
                    who="air" if limit.air else "ground",
                    hexes=ground.terrain(limit.terrain),
                    along=_way(limit.unless_along, limit.toward),
                )
                for limit in fire.ground
            ),
        ),
        "FIRE_BONUSES": listed(
            FireBonus,
            (
                FireBonus(
                    id=bonus.id,
                    hexes=ground.bonus(bonus),
                    side=bonus.side or "-",
                    classes=_some(bonus.classes),
                    most="-" if bonus.most is None else str(bonus.most),
                )
                for bonus in fire.bonuses
            ),
        ),
        "FIRE_CROSSINGS": keyed(
            Crossing,
            (
                (bonus.id, Crossing(feature=feature, frozen=_some(bonus.frozen.get(feature, ()))))
                for bonus in fire.bonuses
                for feature in bonus.across
            ),
        ),
        "FIRE_STRONGHOLDS": listed(
            FireHold,
            (
                FireHold(
                    id=hold.id,
                    hexes=ground.hold(hold.place, hold.place_kinds),
                    side=hold.side or "-",
                    classes=_some(hold.classes),
                    dice=str(hold.dice),
                    absorbs=str(hold.absorbs),
                    until_taken=yes(hold.until_taken),
                )
                for hold in fire.strongholds
            ),
        ),
    }


def _support(air: AirSupport) -> FireAir:
    """Return what a side's air units add."""
    return FireAir(
        most="-" if air.most is None else str(air.most),
        dice="-" if air.dice is None else str(air.dice),
        weather_under=options(air.weather_under),
        supplied=yes(air.supplied),
        at_most_ground=yes(air.at_most_ground),
    )


def _attacks(fire: FireRules) -> Mapping[str, Table | str]:
    """Return who attacks together, and who must."""
    return {
        "ACROSS_MORE": listed(
            AcrossMore,
            (AcrossMore(classes=_some(more.classes), most=str(more.most)) for more in fire.across.more),
        ),
        "ACROSS_ONE_OF": _some(fire.across.one_of),
        "ACROSS_RULE": fire.across.rule,
        "MUST_ATTACK": keyed(
            Duty,
            (
                (duty.side, Duty(phases=members(duty.phases), under=options(duty.under)))
                for duty in fire.must_attack
            ),
        ),
        "MUST_ATTACK_RULE": fire.must_attack_rule,
        "MUST_IF_ABLE": options(fire.must_attack_if_able) if fire.must_attack_if_able else "never",
        "FIRE_ABSORBS": fire.absorbs,
    }


def _advances(game: Game, fire: FireRules) -> Mapping[str, Table | str]:
    """Return how units give way and advance."""
    ground, advance = _Ground(game), fire.advance
    return {
        "RETREAT_RULE": fire.retreat.rule if fire.retreat is not None else "",
        "ADVANCE_RULE": advance.rule if advance is not None else "",
        "ADVANCE_STEADY": listed(
            Steady,
            (
                Steady(classes=_some(steady.classes), units=_some(steady.units), not_in=_some(steady.not_in))
                for steady in (advance.steady if advance is not None else ())
            ),
        ),
        "ADVANCE_BEYOND": listed(
            Beyond,
            (
                Beyond(
                    classes=_some(entry.classes),
                    along=_way(entry.along, entry.toward, entry.away_from),
                    barred=ground.barred(entry.not_terrain, entry.not_places),
                    spare=yes(entry.spare),
                    under=options(entry.under),
                )
                for entry in (advance.beyond if advance is not None else ())
            ),
        ),
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
    """Return the phase in which what is said in a phase is fought: itself, or the next of fire."""
    if phase.kind == "air-strike":
        return phase
    at = game.rules.sequence.index(phase)
    for candidate in (*game.rules.sequence[at:], *game.rules.sequence[:at]):
        if candidate.kind == "fire":
            return candidate
    return phase


def _rule(fire: FireRules) -> str:
    """Return the rule that is cited for what fire combat as a whole asks; never empty."""
    named = (*(entry.rule for entry in fire.strengths), fire.absorbs_rule, fire.across.rule)
    return next((rule for rule in named if rule), "fire")


def _phases(game: Game) -> Iterator[tuple[str, FirePhase]]:
    for phase in game.rules.sequence:
        if phase.kind in ("air-strike", "allocation", "fire"):
            fire = fire_phase(game, phase)
            yield (
                phase.id,
                FirePhase(
                    phase=fire.id,
                    rounds=str(fire.rounds),
                    air=yes(phase.air and fire.air),
                    air_dice="-" if fire.air_dice is None else str(fire.air_dice),
                    moved_before=_moved_before(game, phase),
                ),
            )


def _moved_before(game: Game, phase: Phase) -> str:
    """Return the last movement phase before a phase."""
    at = game.rules.sequence.index(phase)
    return next((p.id for p in reversed(game.rules.sequence[:at]) if p.kind == "movement"), "-")


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


def _some(named: Iterable[str]) -> str:
    """Return a list of which nothing is a member when it is empty."""
    return ",".join(named) or "-"
