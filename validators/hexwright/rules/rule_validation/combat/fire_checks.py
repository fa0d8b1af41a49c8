"""Fire checks: whether `fire` in rules.yaml is complete and consistent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hexwright.geometry.line_directions import links_of
from hexwright.model.game import Game
from hexwright.model.rules.criteria_record import Criteria
from hexwright.model.rules.criteria_record import criteria_in as whens_of
from hexwright.model.rules.fire_combat_record import FireRules, NotDisrupted
from hexwright.rules.rule_validation.combat.disruption_checks import check_condition
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule
from hexwright.support.message_wording import count_noun, join_with_or
from hexwright.support.plain_numbers import plain_number

_AT: Path = ("rules", "fire")


def check_fire(game: Game) -> Iterator[UnplayableRule]:
    """Yield problems with fire combat; nothing if the game has no fire combat."""
    fought = [phase for phase in game.rules.sequence if phase.kind in ("allocation", "fire")]
    rules = game.rules.fire
    if rules is None:
        if fought:
            told = f"{game.slug}: rules.yaml has the phase '{fought[0].id}' but no 'fire'"
            hint = "write the rules of fire combat under 'fire'; docs/reference/data-format.md describes them"
            yield UnplayableRule("P005", told, hint, ("rules", "sequence", fought[0].id, "kind"))
        return
    for phase in game.rules.sequence:
        if phase.kind == "air-strike" and not phase.air_support:
            told = f"phase '{phase.id}': air strikes need air units, but 'air_support: false' excludes them"
            yield UnplayableRule(
                "P013",
                told,
                "write 'air_support: true', or delete the phase",
                ("rules", "sequence", phase.id, "air_support"),
            )
    waiting = ""
    for phase in fought:
        if phase.kind == "allocation":
            waiting = phase.side
        elif waiting != phase.side:
            told = f"phase '{phase.id}': no earlier phase allocates attacks of {phase.side}"
            hint = f"write a phase with 'kind: allocation' and 'side: {phase.side}' before '{phase.id}'"
            yield UnplayableRule("P013", told, hint, ("rules", "sequence", phase.id))
        else:
            waiting = ""
    yield from _phases_between(game)
    yield from _numbers(rules)
    yield from _entries(rules)
    yield from _unused_criteria(game, rules)
    yield from _faces(game, rules)
    yield from _tables(game, rules)


_MOVING = ("movement", "combat", "overruns")
"""Kinds of phase in which attackers or defenders leave their hexes."""


def _phases_between(game: Game) -> Iterator[UnplayableRule]:
    """Yield phases in which allocated units could move between allocation and battles."""
    waiting = False
    for phase in game.rules.sequence:
        if phase.kind in ("allocation", "fire"):
            waiting = phase.kind == "allocation"
        elif waiting and phase.kind in _MOVING:
            told = f"phase '{phase.id}': units move between the allocation of attacks and the battles"
            hint = (
                f"move '{phase.id}' before the phase of kind 'allocation', or after the phase of kind 'fire'"
            )
            yield UnplayableRule("P013", told, hint, ("rules", "sequence", phase.id))


def _numbers(rules: FireRules) -> Iterator[UnplayableRule]:
    if rules.hits_on > rules.die:
        told = f"fire: 'hits_on: {rules.hits_on}' can't be rolled on a die with {rules.die} sides"
        yield UnplayableRule(
            "P013", told, f"write a number up to {rules.die} for 'hits_on'", (*_AT, "hits_on")
        )
    for number, entry in enumerate(rules.hexside_limit.exceptions):
        if rules.hexside_limit.max is not None and entry.max <= rules.hexside_limit.max:
            told = (
                f"fire: entry {number + 1} of 'exceptions' permits {count_noun(entry.max, 'unit')}, as the "
                f"limit already "
                "does"
            )
            hint = f"write a 'max' above {rules.hexside_limit.max}, or delete the entry"
            yield UnplayableRule("P013", told, hint, (*_AT, "hexside_limit", "exceptions", number, "max"))


def _entries(rules: FireRules) -> Iterator[UnplayableRule]:
    for hold in rules.strongholds:
        at = (*_AT, "strongholds", hold.id)
        if not (hold.place or hold.place_kinds or hold.feature):
            told = f"fire: stronghold '{hold.id}' names no place"
            yield UnplayableRule("P013", told, "write 'place', 'place_kinds' or 'feature'", at)
        if not (hold.dice or hold.absorbs):
            told = f"fire: stronghold '{hold.id}' neither fires nor absorbs hits"
            yield UnplayableRule("P013", told, "write 'dice' or 'absorbs'", at)
    sides = [entry.side for entry in rules.air_support]
    for number, side in enumerate(sides):
        if side in sides[:number]:
            told = f"fire: two entries of 'air_support' apply to {side}"
            yield UnplayableRule(
                "P013", told, f"write one entry of 'air_support' for {side}", (*_AT, "air_support", number)
            )


def _unused_criteria(game: Game, rules: FireRules) -> Iterator[UnplayableRule]:
    """Yield criteria without effect in the entries of fire combat."""
    beyond = rules.advance.exploitation if rules.advance is not None else ()
    steady = rules.advance.not_disrupted if rules.advance is not None else ()
    for entry in rules.dice_limits:
        if entry.for_air_units and entry.role == "defence":
            told = f"fire: limit '{entry.id}' applies to defending air units, but air units never defend"
            yield UnplayableRule("P013", told, "leave 'role' out", (*_AT, "dice_limits", entry.id, "role"))
    for part, whens in (
        (("hexside_limit", "exceptions"), rules.hexside_limit.exceptions),
        (("must_attack",), rules.must_attack),
        (("advance", "not_disrupted"), steady),
        (("advance", "exploitation"), beyond),
    ):
        for number, when in enumerate(whens):
            at = (*_AT, *part, getattr(when, "id", number))
            # A duty to attack is judged by other keys in combat by odds.
            keys = when.unused or NotDisrupted.unused
            yield from unused_criteria(when, f"fire: '{part[-1]}'", keys, at)
    fought = {phase.id for phase in game.rules.sequence if phase.kind in ("fire", "air-strike")}
    for place, when in whens_of(rules):
        yield from check_condition(game, when, "fire", (*_AT, *place))
        for phase in when.phases:
            if phase not in fought:
                told = f"fire: no battles take place in the phase '{phase}'"
                hint = (
                    f"phases with battles: {join_with_or(sorted(fought), 'and')}"
                    if fought
                    else "leave 'phases' out"
                )
                yield UnplayableRule("P013", told, hint, (*_AT, *place, "phases"))


def unused_criteria(
    when: Criteria, where: str, keys: Iterable[str], at: Path, hint: str = ""
) -> Iterator[UnplayableRule]:
    """Yield a problem for each key in `keys` that is set in the criteria although it has no effect there."""
    for key in keys:
        if getattr(when, key):
            yield UnplayableRule(
                "P006", f"{where} can't depend on '{key}'", hint or f"leave '{key}' out", (*at, key)
            )
    if "along" in keys and when.unless is not None and when.unless.along:
        told = f"{where} can't depend on 'along' under 'unless'"
        yield UnplayableRule("P006", told, "leave 'along' out of 'unless'", (*at, "unless", "along"))


def _faces(game: Game, rules: FireRules) -> Iterator[UnplayableRule]:
    if not rules.absorbs:
        return
    for unit in game.counters.units:
        for number, face in enumerate(unit.steps):
            value = face.ratings.get(rules.absorbs, "1")
            if not plain_number(value):
                told = f"{unit.id}: '{rules.absorbs}' must be a number of hits, got '{value}'"
                at = ("counters", "units", unit.id, "steps", number, "ratings", rules.absorbs)
                yield UnplayableRule("P013", told, "write a whole number of at least 1", at)


def _tables(game: Game, rules: FireRules) -> Iterator[UnplayableRule]:
    if not rules.use_hit_tables:
        return
    known = {table.hits_on for table in game.charts.hit_tables if table.die == rules.die}
    worst = rules.hits_on + sum(change.minus for change in rules.hit_modifiers)
    for number in range(rules.hits_on, min(worst, rules.die) + 1):
        if number not in known:
            told = f"charts.yaml has no hit table for dice that hit on {number} or more"
            hint = f"write a table with 'hits_on: {number}' and 'die: {rules.die}' under 'hit_tables'"
            yield UnplayableRule("P013", told, hint, (*_AT, "use_hit_tables"))


def check_directions(game: Game) -> Iterator[UnplayableRule]:
    """Yield line directions, in any criteria, that don't name a place on the line."""
    for path, when in whens_of(game.rules):
        for asked, more in ((when, ()), (when.unless, ("unless",))):
            if asked is None:
                continue
            where = f"{path[0]}: '{path[-1]}'" if isinstance(path[-1], str) else f"{path[0]}: '{path[-2]}'"
            at = ("rules", *path, *more)
            if asked.toward and asked.away_from:
                told = f"{where}: 'toward' and 'away_from' can't be combined"
                yield UnplayableRule("P013", told, "leave 'toward' or 'away_from' out", (*at, "away_from"))
            for line in asked.along or (None,):
                yield from check_direction(game, where, line, asked.toward, (*at, "toward"))
                yield from check_direction(game, where, line, asked.away_from, (*at, "away_from"))


def check_direction(
    game: Game, where: str, line: str | None, place: str | None, at: Path
) -> Iterator[UnplayableRule]:
    """Yield a problem if a direction is given without a line, or towards a place that isn't on the line."""
    if place is None:
        return
    feature = next((feature for feature in game.hexmap.lines if feature.id == line), None)
    if feature is None:
        told = f"{where}: a direction to or from '{place}' needs a line"
        yield UnplayableRule("P013", told, "name the line that leads through the place", at)
        return
    places = [p for p in game.hexmap.places if p.hex in links_of(feature)]
    if place not in {p.id for p in places}:
        hint = (
            f"places on the line: {join_with_or([p.id for p in places], 'and')}"
            if places
            else "name another line; no place is on this line"
        )
        yield UnplayableRule("P013", f"{where}: place '{place}' is not on line '{feature.id}'", hint, at)
