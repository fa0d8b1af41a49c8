"""Describe movement costs, allowances and limits, for booklet and help."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Final

from hexwright.model.game import Game
from hexwright.model.rules.criteria_record import Criteria
from hexwright.model.rules.movement_record import NEVER, AllowanceModifier, EntryCost, LineCost, MovementMode
from hexwright.model.rules.rail_movement_record import Entraining
from hexwright.model.words.criteria_words import (
    exception_texts,
    features_text,
    ground_texts,
    names_text,
    sides_text,
    step_text,
    time_texts,
    unit_text,
    units_text,
)
from hexwright.model.words.kind_names import kind_text
from hexwright.model.words.rule_lines import (
    AllowanceRow,
    CostRow,
    RuleLine,
    TableRow,
    circumstances,
    condition,
    figure,
    times_figure,
)
from hexwright.model.words.unit_groups import classes_text
from hexwright.support.message_wording import count_noun, join_with_and, with_article

_EZOC: Final = {
    "stops": "a move ends in the first hex of an enemy zone of control that it enters",
    "forbidden": "enemy zones of control may not be entered",
    "ignored": "enemy zones of control don't affect this movement",
}
_EZOC_NAME: Final = "EZOC"
"""What rules call an enemy zone of control that explain the abbreviation."""
_TIMES: Final = {Fraction(1, 2): "halved", Fraction(2): "doubled", Fraction(3): "tripled"}
_RAIL_HEAD: Final = ("Units by rail in a phase", "At most")
_ROUNDED: Final = {"down": ", rounded down", "up": ", rounded up", None: ""}


def told_by_rule(game: Game) -> Iterator[tuple[str, RuleLine]]:
    """Yield the lines about each movement mode, each with the rule it cites."""
    moved = _modes_of_units(game)
    for mode in game.rules.movement:
        lines = _lines(game, mode) if mode.id in moved else (("", line) for line in _costs(game, mode))
        for rule, line in lines:
            told_line = line if isinstance(line, RuleLine) else RuleLine(line)
            named = mode.name if len(game.rules.movement) > 1 else ""
            yield rule or mode.rule, replace(told_line, mode=named)


def _modes_of_units(game: Game) -> set[str]:
    """Return the modes in which units move; others only give the costs of supply lines."""
    phases = [phase for phase in game.rules.sequence if phase.kind == "movement"]
    named = {offered.mode for phase in phases for offered in phase.modes}
    return named | {game.rules.movement[0].id} if game.rules.movement else named


def _costs(game: Game, mode: MovementMode) -> Iterator[str | RuleLine]:
    """Yield the lines about the costs of hexes and steps."""
    if mode.along is not None and (mode.entraining is None or mode.entraining.network is None):
        yield f"only along {features_text(game, (mode.along,), game.hexmap.lines)}"
    steps = [cost for cost in mode.costs if cost.across or cost.across_front or cost.into]
    hexes = [cost for cost in mode.costs if cost not in steps]
    for entry in hexes:
        yield cost_line(game, entry)
    if mode.along is None and (mode.costs or mode.line_costs):
        ground = "any other hex" if hexes or mode.line_costs else "each hex"
        yield RuleLine(f"{ground} costs 1 MP", CostRow(ground, "1", ""))
    later: tuple[EntryCost | LineCost, ...] = (*steps, *mode.line_costs)
    for cost in later:
        yield cost_line(game, cost)


def _lines(game: Game, mode: MovementMode) -> Iterator[tuple[str, str | RuleLine]]:
    yield from (("", line) for line in _costs(game, mode))
    yield from (("", line) for line in _allowances(game, mode))
    if game.rules.zoc.reach != "none":
        yield from (("", line) for line in _zones(game, mode))
    if mode.always_one_hex:
        apart = mode.ezoc == "ignored" and mode.ezoc_costs is not None
        unless = ", unless from one enemy zone of control to another" if apart else ""
        yield "", f"an unmoved unit may always move one hex, whatever it costs{unless}"
    if not mode.through_friendly_units:
        yield "", "units can't pass through units of their own side"
    if mode.no_attack_bonus:
        yield (
            mode.no_attack_bonus_rule,
            f"a unit that doesn't attack afterwards may go {counted_hexes(mode.no_attack_bonus)} further",
        )
    if mode.road_bonus is not None:
        line_name = features_text(game, (mode.road_bonus.line,), game.hexmap.lines)
        yield (
            mode.road_bonus.rule,
            f"along {line_name} a unit may go {counted_hexes(mode.road_bonus.hexes)} further",
        )
    if mode.entraining is not None:
        yield from ((mode.entraining.rule, line) for line in _entraining(game, mode.entraining))


def _movers(game: Game, mode: MovementMode) -> str:
    """Return "all units", or the units of the only side that moves so, such as "Soviet units"."""
    phases = [phase for phase in game.rules.sequence if any(one.mode == mode.id for one in phase.modes)]
    sides = {phase.side for phase in phases}
    return f"{sides_text(game, sides)} units" if len(sides) == 1 else "all units"


def _whatever_it_crosses(game: Game) -> str:
    """Return "whatever its terrain", with hexsides if any of these cost points."""
    costs = (cost for mode in game.rules.movement for cost in (*mode.costs, *mode.line_costs))
    return f"whatever its terrain{' and hexsides' if any(step_text(game, cost) for cost in costs) else ''}"


def _allowances(game: Game, mode: MovementMode) -> Iterator[str | RuleLine]:
    """Yield the lines about a mode's allowance and its changes."""
    if mode.allowance is not None:
        units = _movers(game, mode)
        row = AllowanceRow(units, str(mode.allowance))
        yield RuleLine(f"the allowance is {mode.allowance} for {units}", row)
    usual = game.rules.movement[0]
    if mode is usual and any(_changes_allowance(pace) for pace in mode.allowance_modifiers):
        yield from _printed_allowances(game)
    paces = mode.allowance_modifiers
    if mode is not usual:
        movers = _moving_classes(game, mode)
        paces = tuple(pace for pace in paces if _concerns(pace, movers))
        if paces and paces == tuple(pace for pace in usual.allowance_modifiers if _concerns(pace, movers)):
            yield "the allowance changes as in ordinary movement"
            paces = ()
    for pace in paces:
        yield allowance_line(game, pace)


def _changes_allowance(pace: AllowanceModifier) -> bool:
    return pace.allowance is not None or Fraction(pace.multiply) != 1 or bool(pace.add)


_MOST_ALLOWANCES: Final = 4
"""The number of printed allowances above which a table doesn't list the units that have each."""


def _printed_allowances(game: Game) -> Iterator[RuleLine]:
    """Yield the allowances printed on the counters, each with its units; none if they are many."""
    printed: dict[str, set[int | None]] = {}
    for unit in game.counters.units:
        printed.setdefault(unit.unit_class, set()).update(step.ma for step in unit.steps)
    flying = {one for force in game.rules.air for one in force.classes}
    by_points: dict[int, list[str]] = {}
    for kind in game.counters.classes:
        (only, *others) = printed.get(kind.id, {None})
        if kind.id in flying or (only is None and not others):
            continue
        if only is None or others:
            by_points.clear()
            break
        by_points.setdefault(only, []).append(kind.id)
    if len(by_points) > _MOST_ALLOWANCES:
        return
    for points, classes in sorted(by_points.items(), reverse=True):
        units = classes_text(game, classes, "and")
        yield RuleLine(f"the allowance is {points} for {units}", AllowanceRow(units, str(points)))


def _moving_classes(game: Game, mode: MovementMode) -> set[tuple[str, str]]:
    """Return the sides and classes of the units that move in a mode which phases offer by its id."""
    return {
        (phase.side, one)
        for phase in game.rules.sequence
        for offered in phase.modes
        if offered.mode == mode.id
        for one in offered.classes or [entry.id for entry in game.counters.classes]
    }


def _concerns(pace: AllowanceModifier, movers: set[tuple[str, str]]) -> bool:
    """Whether a change of allowance is for any of these units, given by side and class."""
    return any(
        (not pace.side or side in pace.side) and (not pace.classes or one in pace.classes)
        for side, one in movers
    )


def cost_line(game: Game, entry: EntryCost | LineCost) -> RuleLine:
    """Return a cost as a line, such as "a Forest hex costs 2 MP (tanks)", and as a row."""
    steps = step_text(game, entry)
    where = " or ".join(ground_texts(game, entry))
    more = ""
    if isinstance(entry, LineCost):
        along = f"along {features_text(game, (entry.line,), game.hexmap.lines)}"
        ground = " ".join(filter(None, (along, where, *steps)))
        what = f"a hex entered {ground}"
    elif steps:
        ground = " ".join(filter(None, (*steps, where and f"into a hex {where}")))
        what, more = f"a step {ground}", " more"
    elif where:
        ground = where.removeprefix("in ")
        what = _hex_of_terrain(game, entry) or f"a hex {where}"
    else:
        ground = what = "each hex"
    when = tuple(_when(game, entry))
    if entry.cost == NEVER:
        forbidden = "isn't allowed" if steps else "can't be entered"
        return RuleLine(circumstances(f"{what} {forbidden}", when), CostRow(ground, "–", _cell(game, entry)))
    told = circumstances(f"{what} costs {_points(entry.cost)}{more}", when)
    return RuleLine(told, CostRow(ground, f"{figure(entry.cost)}{more}", _cell(game, entry)))


def _hex_of_terrain(game: Game, entry: Criteria) -> str:
    """Return "a Forest or Swamp hex"; "" if anything but its terrain counts."""
    if not entry.terrain or entry.feature or entry.place or entry.place_kinds:
        return ""
    names = {kind.id: kind_text(game, kind.name).removesuffix(" hex") for kind in game.hexmap.terrain}
    return with_article(f"{join_with_and([names.get(one, one) for one in entry.terrain], 'or')} hex")


def _most_allowance(game: Game) -> int:
    return max((step.ma or 0 for unit in game.counters.units for step in unit.steps), default=0)


def allowance_line(game: Game, pace: AllowanceModifier) -> RuleLine:
    """Return a change of allowance, such as "the allowance is halved, rounded down (in Mud)", and as a
    row.
    """
    allowed, figures = [], []
    if pace.allowance is not None:
        allowed.append(str(pace.allowance))
        figures.append(str(pace.allowance))
    times = Fraction(pace.multiply)
    if times != 1:
        allowed.append(f"{_TIMES.get(times, f'multiplied by {figure(times)}')}{_ROUNDED[pace.rounding]}")
        figures.append(times_figure(times))
    if pace.add and -pace.add >= _most_allowance(game):
        allowed.append("0")
        figures.append("0")
    elif pace.add:
        allowed.append(f"{abs(pace.add)} {'more' if pace.add > 0 else 'less'}")
        figures.append(allowed[-1])
    besides = []
    if pace.hex_cost is not None:
        besides.append(f"each hex costs {_points(pace.hex_cost)}, {_whatever_it_crosses(game)}")
    if pace.road_toward is not None:
        place = names_text((pace.road_toward,), game.hexmap.places)
        besides.append(f"before an attack, the road bonus counts only toward {place}")
    effects = ([f"the allowance is {' and is '.join(allowed)}"] if allowed else []) + besides
    where = " or ".join((*ground_texts(game, pace), *step_text(game, pace)))
    when = tuple(_when(game, pace))
    sentence = circumstances(" ".join(filter(None, (" and ".join(effects), where))), when)
    if not allowed:
        return RuleLine(sentence)
    who = ", ".join(filter(None, (where, _cell(game, pace)))) or "all units"
    told = "; ".join((who, *besides))
    return RuleLine(
        sentence, AllowanceRow(told, " and ".join(figures), pace.rounding or "" if times != 1 else "")
    )


def counted_hexes(number: int) -> str:
    """Return "1 hex", "2 hexes"."""
    return count_noun(number, "hex")


def _when(game: Game, entry: Criteria) -> Iterator[str]:
    yield from time_texts(game, entry)
    yield from _units(game, entry)
    yield from exception_texts(game, entry)


def _units(game: Game, entry: Criteria) -> Iterator[str]:
    if entry.side or unit_text(game, entry):
        yield units_text(game, entry)


def _cell(game: Game, entry: Criteria) -> str:
    """Return the circumstances as a cell of a table: "German units in mud"."""
    rest = [*exception_texts(game, entry)]
    return condition((), [*time_texts(game, entry)], [*_units(game, entry)], rest)


def _points(cost: str) -> str:
    value = Fraction(cost)
    if value == 0:
        return "nothing"
    return f"{figure(value)} MP"


def _zones(game: Game, mode: MovementMode) -> Iterator[str | RuleLine]:
    """Yield the lines about enemy zones of control; their costs are rows of the table of costs."""
    costs, usual = mode.ezoc_costs, game.rules.movement[0]
    if costs is None or mode.ezoc != "ignored":
        yield _EZOC[mode.ezoc]
        return
    if mode is not usual and (mode.ezoc, costs) == (usual.ezoc, usual.ezoc_costs):
        yield "enemy zones of control cost as much as in ordinary movement"
        return
    zone, both = "enemy zone of control", "from one enemy zone of control to another"
    # Tables use the abbreviation of the rules.
    short = _EZOC_NAME if any(_EZOC_NAME in rule.text for rule in game.rules.summary) else zone
    for told, ground, cost in (
        (f"entering an {zone}", f"into an {short}", costs.enter),
        (f"leaving an {zone}", f"out of an {short}", costs.leave),
        (f"going directly {both}", f"from one {short} to another", costs.zoc_to_zoc),
    ):
        if cost == NEVER:
            yield RuleLine(f"{told} isn't allowed", CostRow(ground, "–", ""))
        elif cost is not None and Fraction(cost):
            yield RuleLine(f"{told} costs {_points(cost)} more", CostRow(ground, f"{figure(cost)} more", ""))


def _entraining(game: Game, entry: Entraining) -> Iterator[str | RuleLine]:
    shares = [
        f"{_share(share)} of the allowance to {verb}"
        for share, verb in ((entry.entrain, "entrain"), (entry.detrain, "detrain"))
        if Fraction(share)
    ]
    if shares:
        yield f"a unit spends {' and '.join(shares)}, rounded up"
    yield (
        "a unit rides any number of hexes"
        if entry.hexes_per_mp is None
        else f"a unit rides {counted_hexes(entry.hexes_per_mp)} for 1 MP"
    )
    where = "adjacent to an enemy" if entry.clear_of == "enemies" else "in an enemy zone of control"
    yield f"units can't entrain, ride or detrain {where}"
    if entry.network is not None:
        name = features_text(game, (entry.network,), game.rules.networks)
        connected = " and is connected to its sources" if entry.connected else ""
        yield f"units move by rail only along {name} that serves their side{connected}"
    yield (
        "units that are entrained as the phase ends stay so"
        if entry.may_stay_entrained
        else "entrained units detrain as the phase ends"
    )
    barred = [
        words
        for allowed, words in (
            (entry.may_attack, "attack"),
            (entry.may_enter_ezoc, "enter an enemy zone of control"),
        )
        if not allowed
    ]
    if barred:
        yield f"units that moved by rail in a phase can't {' or '.join(barred)} afterwards"
    for limit in entry.capacity:
        whose = f"{sides_text(game, limit.side)} " if limit.side else ""
        besides = "" if limit.counts_reinforcements else "; units that arrived on the same turn don't count"
        told = f"at most {limit.max} {whose}{'unit' if limit.max == 1 else 'units'} a phase{besides}"
        row = TableRow(_RAIL_HEAD, (f"{whose}units{besides}", str(limit.max)), (54.0, 16.0))
        yield RuleLine(told, row)


def _share(share: str) -> str:
    return {Fraction(1): "all", Fraction(1, 2): "half"}.get(Fraction(share), figure(share))
