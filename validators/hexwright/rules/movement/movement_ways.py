"""Movement modes compiled for a unit: the unit's allowance in the current weather, and the cost of
each hex.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, lcm
from typing import Literal

from hexwright.geometry.bitsets import select, union, union_of
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.geometry.hex_steps import Spread, Steps, spread_by, steps_of
from hexwright.geometry.line_directions import directed_line_name
from hexwright.model.rules.criteria_record import Criteria, Degree, matches_supply
from hexwright.model.rules.movement_record import NEVER, MovementMode
from hexwright.model.rules.rail_movement_record import Entraining
from hexwright.queries.movement_flood import Beside, Costs, Tariff
from hexwright.rules.engine.compiled_criteria import CompiledCriteria, UnitRoster


@dataclass(frozen=True, slots=True, eq=False)
class MovementWay(Tariff):
    """A movement mode, compiled for one unit at a given time."""

    mode: MovementMode
    allows_attack: bool
    """Whether the unit may attack after a move in this mode."""
    parts_per_point: int
    """The number of parts in a movement point; all points are counted in parts."""
    is_redundant: bool
    """Whether another mode of the unit reaches every hex that this mode reaches."""
    steps_by_fare: tuple[Steps | None, ...]
    """For each extra cost, the steps that it applies to and the hexes in which they start; None for all steps
    between adjacent hexes.
    """
    is_for_entrained: bool = False
    """Whether only entrained units use the mode."""
    whole_allowance: Fraction = Fraction(0)
    """For entrained units, the exact allowance; entraining costs a share of it."""


@dataclass(frozen=True, slots=True)
class WayTerms:
    """The values from which a unit's movement mode is compiled."""

    printed_allowance: int
    """The movement allowance printed on the counter."""
    active_costs: int
    """The cost entries of the mode that apply, as a bit set of their numbers. The next two fields have the
    same form."""
    active_line_costs: int
    active_allowance_modifiers: int


@dataclass(frozen=True, slots=True)
class CompiledMode:
    """The map compiled for a movement mode: its costs, line costs and allowance modifiers by hex."""

    board: Board
    steps_by_costs: Mapping[tuple[int, ...], Steps]
    """The steps of the map, grouped by the numbers of the hexside costs of the mode that apply to them."""
    costs: tuple[CompiledCriteria, ...]
    lines: tuple[CompiledCriteria, ...]
    allowance_modifiers: tuple[CompiledCriteria, ...]
    parts_per_point: int
    """The number of parts in a movement point, chosen so that the costs of all modes are whole numbers of
    parts.
    """

    @classmethod
    def of(
        cls,
        board: Board,
        forces: UnitRoster,
        mode: MovementMode,
        apart: Mapping[tuple[int, ...], Steps],
        parts: int,
    ) -> CompiledMode:
        """Return a movement mode with compiled criteria for its entries."""

        def asked(entries: Iterable[Criteria]) -> tuple[CompiledCriteria, ...]:
            return tuple(CompiledCriteria.of(board, forces, entry) for entry in entries)

        return cls(
            board, apart, asked(mode.costs), asked(mode.line_costs), asked(mode.allowance_modifiers), parts
        )

    def terms(self, unit: int, printed: int, now: Callable[[Criteria], bool], *, supply: Degree) -> WayTerms:
        """Return the values from which the mode is compiled for a unit.

        `now` tests whether criteria can hold at the given time; `supply` is the unit's supply at the start of
        the phase.
        """

        def counting(entries: Iterable[CompiledCriteria]) -> int:
            return union(
                n
                for n, entry in enumerate(entries)
                if entry.units >> unit & 1
                and matches_supply(entry.record.supply, supply)
                and now(entry.record)
            )

        return WayTerms(
            printed, counting(self.costs), counting(self.lines), counting(self.allowance_modifiers)
        )


def compile_ways(
    ground: CompiledMode, mode: MovementMode, terms: WayTerms, falling: int = 0, *, faced: bool = True
) -> tuple[MovementWay, ...]:
    """Return the movement modes compiled from a record: one mode that still allows attacks, and one that
    doesn't.

    `falling` is the bit set of the cost entries for destructible fortified hexsides. Unless `faced` is true,
    these hexsides are treated as destroyed and cost nothing.
    """
    lifted = 0 if faced else falling
    board = ground.board
    allowance, every, toward = _allowance_terms(mode, terms)
    if mode.entraining is not None:
        return (_train_way(ground, mode, mode.entraining, allowance),)
    costs, steps = _hex_and_step_costs(ground, mode, terms, every, lifted)
    # The last of several entries for one line applies.
    counting = {entry.line: entry.cost for entry in select(mode.line_costs, terms.active_line_costs)}
    lines = [(line, Fraction(cost)) for line, cost in counting.items()]
    zones = _ezoc_costs(mode)
    amounts = [allowance, *costs, *(more for more, _ in steps), *(cost for _, cost in lines), *zones]
    parts = lcm(*(amount.denominator for amount in amounts))
    if falling:
        # The number of parts is the same in both cases.
        whole = (entry.cost for entry in select(mode.costs, terms.active_costs) if entry.cost != NEVER)
        parts = lcm(parts, *(Fraction(cost).denominator for cost in whole))
    paid: list[tuple[Steps | None, Costs, Beside]] = [
        (taken, tuple(sorted((int((cost + more) * parts), hexes) for cost, hexes in costs.items())), 0)
        for more, taken in steps
    ]
    paid += [(steps_of(board.links[line]), ((int(cost * parts), board.every),), 0) for line, cost in lines]
    enter, leave, cross = (int(points * parts) for points in zones or (Fraction(0),) * 3)

    def way(line: str | None, bonus: int, *, attacks: bool, within: bool) -> MovementWay:
        paying = paid if line is None else [*paid, (steps_of(board.links[line]), ((0, board.every),), 1)]
        return MovementWay(
            mode=mode,
            allows_attack=attacks,
            parts_per_point=parts,
            allowance=int((allowance + bonus) * parts),
            fares=tuple((_spread_of(board, taken), costs, beside) for taken, costs, beside in paying),
            steps_by_fare=tuple(taken for taken, _, _ in paying),
            further=mode.road_bonus.hexes if mode.road_bonus is not None else 0,
            zoned=bool(zones),
            enter=enter,
            leave=leave,
            cross=cross,
            one_hex=mode.always_one_hex,
            free=False,
            is_redundant=within,
            plain=len(paying) == 1 and not zones and not mode.always_one_hex,
        )

    road = mode.road_bonus.line if mode.road_bonus is not None else None
    before = directed_line_name(road, toward) if road is not None else None
    if not mode.no_attack_bonus:
        return (way(before, 0, attacks=True, within=False),)
    return (
        way(before, 0, attacks=True, within=True),
        way(road, mode.no_attack_bonus, attacks=False, within=False),
    )


def _train_way(
    ground: CompiledMode, mode: MovementMode, rule: Entraining, allowance: Fraction
) -> MovementWay:
    """Return the movement mode of entrained units, with each point divided into enough parts to express the
    mode's own costs as well.
    """
    cost = Fraction(1, rule.hexes_per_mp) if rule.hexes_per_mp is not None else Fraction(0)
    parts = lcm(ground.parts_per_point, allowance.denominator, cost.denominator)
    assert mode.along is not None
    taken = steps_of(ground.board.links[mode.along])
    # What is spent by rail counts in whole points, so a fraction of the allowance carries no unit further.
    spendable = Fraction(int(allowance)) if cost else allowance
    return MovementWay(
        allowance=int(spendable * parts),
        fares=((spread_by(taken), ((int(cost * parts), ground.board.every),), 0),),
        further=0,
        zoned=False,
        enter=0,
        leave=0,
        cross=0,
        one_hex=False,
        free=not cost,
        plain=True,
        mode=mode,
        allows_attack=True,
        parts_per_point=parts,
        is_redundant=False,
        steps_by_fare=(taken,),
        is_for_entrained=True,
        whole_allowance=allowance,
    )


def _spread_of(board: Board, taken: Steps | None) -> Spread:
    """Return a function that extends a set of hexes by the steps `taken`; None means the steps to all
    adjacent hexes.
    """
    return board.around if taken is None else spread_by(taken)


def _allowance_terms(mode: MovementMode, terms: WayTerms) -> tuple[Fraction, Fraction | None, str | None]:
    """Return the allowance, the fixed cost of every hex (None unless the weather sets one), and the direction
    of road movement.
    """
    allowance = Fraction(mode.allowance if mode.allowance is not None else terms.printed_allowance)
    every: Fraction | None = None
    toward: str | None = None
    for effect in select(mode.allowance_modifiers, terms.active_allowance_modifiers):
        if effect.allowance is not None:
            allowance = Fraction(effect.allowance)
        allowance = _round_points(allowance * Fraction(effect.multiply), effect.rounding) + effect.add
        if effect.hex_cost is not None:
            every = Fraction(effect.hex_cost)
        toward = effect.road_toward if effect.road_toward is not None else toward
    return max(Fraction(0), allowance), every, toward


def _round_points(points: Fraction, how: Literal["down", "up"] | None) -> Fraction:
    """Return points rounded down or up as `how` specifies; unchanged if `how` is None."""
    return points if how is None else Fraction(floor(points) if how == "down" else ceil(points))


def hex_costs(
    ground: CompiledMode, mode: MovementMode, terms: WayTerms
) -> tuple[Mapping[Fraction, Hexes], list[Spread]]:
    """Return the cost of each hex and, for each extra cost, a function that extends a set of hexes by one
    step.
    """
    costs, steps = _hex_and_step_costs(ground, mode, terms, None, 0)
    return costs, [_spread_of(ground.board, taken) for _, taken in steps]


def _hex_and_step_costs(
    ground: CompiledMode, mode: MovementMode, terms: WayTerms, every: Fraction | None, lifted: int
) -> tuple[Mapping[Fraction, Hexes], list[tuple[Fraction, Steps | None]]]:
    """Return the cost of each hex, and each extra cost with the steps to which it applies."""
    board = ground.board
    costs = {Fraction(1): board.every}
    more: dict[int, Fraction | None] = {}
    for number, entry in enumerate(mode.costs):
        if not terms.active_costs >> number & 1:
            continue
        cost = None if entry.cost == NEVER else Fraction(entry.cost)
        asked = ground.costs[number]
        if asked.origin_hexes is not None:
            more[number] = Fraction(0) if lifted >> number & 1 else cost
            continue
        hexes = asked.hexes
        costs = {known: held & ~hexes for known, held in costs.items()}
        if cost is not None:
            costs[cost] = costs.get(cost, 0) | hexes
    costs = {cost: hexes for cost, hexes in costs.items() if hexes}
    if every is not None:
        costs = {every: union_of(costs.values())}
    if mode.along is not None:
        return costs, [(Fraction(0), steps_of(board.links[mode.along]))]
    steps: list[tuple[Fraction, Steps | None]] = []
    if not ground.steps_by_costs:
        return costs, [(Fraction(0), None)]
    for marks, taken in ground.steps_by_costs.items():
        # The last of several entries for one kind of hexside applies.
        last = {
            (mode.costs[mark].across, mode.costs[mark].across_front): more[mark]
            for mark in marks
            if mark in more
        }
        if None not in last.values():
            besides = sum((cost for cost in last.values() if cost is not None), Fraction(0))
            steps.append((Fraction(0) if every is not None else besides, taken))
    return costs, steps


def _ezoc_costs(mode: MovementMode) -> tuple[Fraction, ...]:
    """Return the costs of entering, leaving and crossing between enemy zones of control; empty if there are
    none.
    """
    rule = mode.ezoc_costs
    if rule is None:
        return ()
    enter, leave = Fraction(rule.enter), Fraction(rule.leave)
    if rule.zoc_to_zoc is None:
        return enter, leave, enter + leave
    return enter, leave, Fraction(-1) if rule.zoc_to_zoc == NEVER else Fraction(rule.zoc_to_zoc)
