"""Mutants of a query: its function with one planted fault, for an oracle to find.

A mutant temporarily replaces the code of the running function: every caller gets the fault, and no file is
changed. `python -m tests.rules.mutants` tries all mutants of zones, movement, retreats, supply and battles,
or those whose name begins with its argument, and prints the surviving ones.
"""

from __future__ import annotations
import __future__

import ast
import inspect
import signal
import sys
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from types import CodeType, FrameType, FunctionType
from typing import Any

from hexwright.geometry import supply_hexes as sources
from hexwright.queries import front_gaps, movement_flood, odds_calculation, retreat_paths
from hexwright.queries import supply_trace as query
from hexwright.rules.combat import battle_odds, strength_totals
from hexwright.rules.compiled import compiled_zones as zone_facts
from hexwright.rules.movement import move_legs, movement_ways, passability, zone_barriers
from hexwright.rules.supply import supply_movement, supply_range, supply_tracing
from hexwright.rules.transport import rail_capacity, rail_movement, transport_networks
from tests.rules import fronting, supplies, waging
from tests.rules.fleeing import KINDS, compared
from tests.rules.walks import all_kinds, walked, with_trains

MOVING: dict[str, Any] = {
    "zones": zone_facts.CompiledZones.ezoc_hexes,
    "zones.unbarred": zone_barriers.unbarred_hexes,
    "zones.exerting": zone_facts.CompiledZones._hexes_exerting_zoc,
    "zones.controlling": zone_facts.CompiledZones.__dict__["_units_with_zoc"].func,
    **{
        f"flood.{name}": getattr(movement_flood, name)
        for name in (
            "flood",
            "_ridden",
            "_plain",
            "_layered",
            "_by_zones",
            "_one_hex",
            "ends",
            "spent_in",
            "spent_to",
        )
    },
    **{
        f"places.{name}": getattr(movement_flood, name)
        for name in (
            "passed",
            "_begun_by",
            "_begins_at",
            "_ended",
            "_traced",
            "trail",
            "step_back",
            "_ridden_back",
            "_toll",
        )
    },
    **{
        f"trains.{name}": getattr(rail_capacity, name)
        for name in (
            "usable_train_hexes",
            "units_counted_as_entrained",
            "rail_capacity_left",
            "is_exempt_from_capacity",
        )
    },
    **{
        f"trains.{name}": getattr(rail_movement, name)
        for name in (
            "train_actions_of",
            "is_entrained",
            "explain_no_entrainment",
            "_allowance_after_change",
            "_points_to_parts",
            "entrain_or_detrain",
        )
    },
    **{
        f"retreats.{name}": getattr(retreat_paths, name)
        for name in ("trodden", "retreat_from", "step_to", "ends_from", "passages")
    },
    "retreats.retreats": battle_odds.retreat_destinations,
    **{
        f"retreats.{name}": getattr(passability.Passability, name)
        for name in ("steps_for", "_steps", "_steps_with_costs")
    },
    **{f"supply.{name}": getattr(query, name) for name in ("spread_within", "walked", "hauled", "brought")},
    **{f"fronts.{name}": getattr(front_gaps, name) for name in ("missing_hexes", "foremost")},
    **{
        f"odds.{name}": getattr(odds_calculation, name)
        for name in (
            "lowest",
            "product",
            "summed",
            "rounded",
            "strength_of_all",
            "multiplied_by",
            "limit_of",
            "column_of",
            "within",
            "agreed",
            "is_enough",
            "defending",
            "reckoned",
        )
    },
    **{
        f"odds.{name}": getattr(strength_totals, name)
        for name in (
            "reckon_battle",
            "as_strength",
            "_modifier_instance",
            "_attackers_facing",
            "_defenders_met",
            "filter_by_unit_state",
            "_units_in_hexes",
        )
    },
    **{
        f"supply.{name}": getattr(supply_range, name)
        for name in (
            "_trace_supply",
            "_line_start_hexes",
            "_headquarters_hexes",
            "_open_hexes",
            "_supply_and_isolation_hexes",
            "_shortage_without_capacities",
            "_trace_limited_supply",
        )
    },
    "supply.tracing": supply_tracing.CompiledSupplyLine.of.__func__,  # type: ignore[attr-defined]
    "supply.open_steps": sources.open_steps,
    "supply.ground": sources.open_terrain_hexes,
    "supply.usable": transport_networks.usable_hexes,
    "supply._within": supply_movement._points_to_parts,
    "supply.limits": supply_movement.SupplyMovement.ranges_for,
    **{
        f"supply.{name}": getattr(supply_movement.SupplyMovements, name)
        for name in ("of", "_compile_supply_movement")
    },
    "ways._riding": movement_ways._train_way,
    "legs.field": move_legs.MovementObstacles.of.__func__,  # type: ignore[attr-defined]
    **{
        f"legs.{name}": getattr(move_legs.LegFinder, name)
        for name in (
            "end_hexes",
            "_hexes_free_to_end",
            "leg_to",
            "_flood_ground",
            "_sources",
            "_flood_around_places",
            "_places_taken",
        )
    },
    **{
        f"ways.{name}": getattr(movement_ways, name)
        for name in ("compile_ways", "_allowance_terms", "hex_costs", "_ezoc_costs")
    },
}
"""The functions of which mutants are made."""

_AT_HOME = "only where a unit stands nothing is spent before any layer, and that is no goal"
_SHORTCUT = "a short cut to what the rest of the function finds as well"
_NOT_ASKED = "what a unit has to spend, which no step by itself asks"
LIKE_RIGHT: Mapping[str, str] = {
    "zones.controlling: 0 -> 1": "asked for only where there are zones",
    "flood._plain: 2 -> 3": "one level more, and an empty one",
    "flood._plain: len(sources) > 1 -> len(sources) >= 1": _SHORTCUT,
    "flood._plain: spread(front & left) & fresh -> spread(front & left)": "levels are cut by what is fresh",
    "flood._layered: 1 -> 2": "one layer more, and an empty one",
    "flood._layered: continue -> pass": _SHORTCUT,
    "flood._layered: continue -> pass (2)": _SHORTCUT,
    "flood._layered: 2 -> 3": "one level more, and an empty one",
    "flood._layered: 1 -> 2 (2)": "one layer more, and nothing begins there",
    "flood._layered: 1 -> 2 (3)": "one layer more, and nothing leads there",
    "flood._layered: 0 -> 1 (3)": "one level more, and an empty one",
    "flood._layered: 2 -> 3 (2)": "one level more, and nothing begins there",
    "flood._layered: spread(begin) & room -> spread(begin)": "levels are cut so too",
    "flood.spent_in: 1 -> 2": "less than nothing as well",
    "flood.spent_to: 1 -> 2": "less than nothing as well",
    "flood.spent_to: found < 0 -> found <= 0": _AT_HOME,
    "flood.spent_to: 0 -> 1 (2)": _AT_HOME,
    "flood.spent_to: spent < found -> spent <= found": "the same number either way",
    "places.passed: 1 -> 2": "nothing leads on from beyond the allowance",
    "places.passed: reached[spent] & places -> reached[spent]": "more begins, and nothing that doesn't reach "
    "as far without",
    "places.step_back: tariff.allowance + 1 -> tariff.allowance - 1": "nothing comes to it",
    "places.step_back: 1 -> 2 (2)": "nothing comes to it",
    "places._toll: 1 -> 2": "beyond any allowance as well",
    "fronts.missing_hexes: covered & ~seen -> covered": "what was seen touches nothing new",
    "fronts.foremost: standing & beyond -> standing": _SHORTCUT,
    "fronts.foremost: waiting &= ~front -> pass": _SHORTCUT,
    "odds.reckoned: len(instance.facing) > 0 -> len(instance.facing) >= 0": _SHORTCUT,
    "odds.reckoned: 0 -> 1 (5)": _SHORTCUT,
    "odds.reckon_battle: row.criteria.hexes & hexes -> row.criteria.hexes": _SHORTCUT,
    "odds.reckon_battle: row.criteria.hexes & hexes -> row.criteria.hexes | hexes": _SHORTCUT,
    "odds._attackers_facing: 1 -> 2": "less than nothing as well",
    "odds._attackers_facing: able < 0 -> able <= 0": _SHORTCUT,
    "odds._attackers_facing: 0 -> 1 (2)": _SHORTCUT,
    "odds.filter_by_unit_state: not units or not asked.tests_unit_state"
    " -> not units and (not asked.tests_unit_state)": _SHORTCUT,
    "odds.reckoned: clause.defence.under > 0 -> clause.defence.under >= 0": _SHORTCUT,
    "retreats.step_to: 1 -> 2": "less than nothing as well",
    "retreats._steps: 0 -> 1": _NOT_ASKED,
    "retreats._steps: 0 -> 1 (2)": _NOT_ASKED,
    "retreats.retreats: foreign & union_of(way.layers) -> foreign": _SHORTCUT,
    "retreats.retreats: foreign & union_of(way.layers) -> foreign | union_of(way.layers)": _SHORTCUT,
    "legs.leg_to: 0 -> 1 (2)": _SHORTCUT,
    "legs.leg_to: 0 -> 1 (3)": _SHORTCUT,
    "legs.leg_to: met & foreign -> met | foreign": _SHORTCUT,
    "legs.leg_to: met & foreign -> met": _SHORTCUT,
    "legs._flood_around_places: 0 -> 1 (2)": _SHORTCUT,
    "ways.compile_ways: 0 -> 1 (2)": "one layer more, and an empty one",
}
"""Mutants that are equivalent to the original function, by name, each with the reason."""

_OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
_FLAGS = __future__.annotations.compiler_flag
_NAMES = {"min": "max", "max": "min"}


@dataclass(frozen=True)
class Mutant:
    """A function with one fault."""

    subject: str
    copy: int
    """The position of this code among identical texts in the function."""
    line: int
    """The line number in the function's file."""
    before: str
    after: str
    function: FunctionType
    code: CodeType

    def __str__(self) -> str:
        return f"line {self.line}: {self.name}"

    @property
    def name(self) -> str:
        """Return a name that is unique and doesn't depend on the line number."""
        again = f" ({self.copy})" if self.copy > 1 else ""
        return f"{self.subject}: {self.before} -> {self.after}{again}"

    @contextmanager
    def planted(self) -> Iterator[None]:
        """Run the block with the fault in the function."""
        right = self.function.__code__
        self.function.__code__ = self.code
        try:
            yield
        finally:
            self.function.__code__ = right


def _faults(node: ast.AST) -> Iterator[ast.AST]:
    """Yield replacements for a node, each of which plants a fault."""
    match node:
        case ast.Compare(ops=[operator]) if type(operator) in _OTHER:
            yield ast.Compare(node.left, [_OTHER[type(operator)]()], node.comparators)  # type: ignore[list-item]
        case ast.BinOp() if type(node.op) in _OTHER:
            if isinstance(node.op, ast.BitAnd):
                yield node.left
            yield ast.BinOp(node.left, _OTHER[type(node.op)](), node.right)  # type: ignore[arg-type]
        case ast.BoolOp():
            yield ast.BoolOp(_OTHER[type(node.op)](), node.values)  # type: ignore[arg-type]
        case ast.UnaryOp(op=ast.Not() | ast.Invert()):
            yield node.operand
        case ast.Constant(value=bool() as said):
            yield ast.Constant(not said)
        case ast.Constant(value=int() as number):
            yield ast.Constant(number + 1)
        case ast.Name(id=("min" | "max") as name):
            yield ast.Name(_NAMES[name], ast.Load())
        case ast.IfExp():
            yield ast.IfExp(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
        case ast.If():
            yield ast.If(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
        case ast.AugAssign():
            if type(node.op) in _OTHER:
                yield ast.AugAssign(node.target, _OTHER[type(node.op)](), node.value)  # type: ignore[arg-type]
            yield ast.Pass()
        case ast.Continue() | ast.Break():
            yield ast.Pass()
        case ast.Expr(value=ast.Call()):
            yield ast.Pass()
        case _:
            pass


def _places(node: ast.AST) -> Iterator[tuple[ast.AST, Callable[[ast.AST], None]]]:
    """Yield all nodes below a node except annotations, each with a function that replaces it."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "args", "returns", "decorator_list") and not isinstance(node, ast.Call):
            continue
        if isinstance(value, ast.AST):
            yield value, partial(setattr, node, name)
            yield from _places(value)
        elif isinstance(value, list):
            for number, part in enumerate(value):
                if isinstance(part, ast.AST):
                    yield part, partial(value.__setitem__, number)
                    yield from _places(part)


def mutants_of(subject: str, function: FunctionType) -> Iterator[Mutant]:
    """Yield all mutants of a function, in the order of its text."""
    lines, first = inspect.getsourcelines(function)
    tree = ast.parse(textwrap.dedent("".join(lines)))
    (root,) = tree.body
    assert isinstance(root, ast.FunctionDef)
    root.decorator_list = []
    copies: Counter[tuple[str, str]] = Counter()
    for node, put in list(_places(root)):
        for fault in _faults(node):
            put(ast.fix_missing_locations(ast.copy_location(fault, node)))
            module = compile(tree, "<mutant>", "exec", _FLAGS)
            put(node)
            code = next(part for part in module.co_consts if isinstance(part, CodeType))
            before, after = (ast.unparse(part).partition("\n")[0] for part in (node, fault))
            copies[before, after] += 1
            line = first + node.lineno - 1  # type: ignore[attr-defined]
            yield Mutant(subject, copies[before, after], line, before, after, function, code)


@cache
def moving() -> tuple[Mutant, ...]:
    """Return all mutants of zones, movement, retreats, supply and battles."""
    return tuple(mutant for subject, function in MOVING.items() for mutant in mutants_of(subject, function))


def found_by_walking(mutant: Mutant, most: int = 4, seconds: int = 5) -> bool:
    """Return whether the naive walker finds a mutant in ever longer walks beside the faulty rules engine.

    A fault may show in any way; a walk that takes more than `seconds` of processor time counts as one.
    Mutants of retreats are sought in retreats, and those that only trains can show in more positions with
    trains.
    """
    kinds, positions = (with_trains, 8) if mutant.subject.startswith("trains.") else (all_kinds, 2)
    with mutant.planted():
        try:
            if mutant.subject.startswith("supply."):
                for effort in range(most - 1):
                    for name in supplies.VARIANTS:
                        with within(seconds):
                            supplies.compared(supplies.kernel.__wrapped__(name), effort, 1 << effort)
                return False
            if mutant.subject.startswith("odds."):
                for effort in range(most):
                    for name in waging.VARIANTS:
                        with within(seconds):
                            waging.compared(waging.kernel(name), effort, 10 << effort)
                    for name in waging.STACKED:
                        with within(seconds):
                            waging.compared_stacks(waging.kernel(name, stacked=True), effort, 10 << effort)
                return False
            if mutant.subject.startswith("fronts."):
                for effort in range(most):
                    for slug in ("toy-bridge", "toy-redoubt", "battle-for-moscow"):
                        with within(seconds):
                            fronting.compared(slug, effort, 20 << effort)
                return False
            if mutant.subject.startswith(("zones.unbarred", "retreats.")):
                for effort in range(most):
                    for kind in KINDS:
                        with within(seconds):
                            compared(*kind, 1 << effort, effort)
                return False
            for effort in range(most):
                for number, kernel in enumerate(kinds()):
                    with within(seconds):
                        walked(kernel, 100 * effort + number, positions << effort)
        except Exception:
            return True
    return False


@contextmanager
def within(seconds: int) -> Iterator[None]:
    """Raise TimeoutError after a number of seconds of processor time, because a fault may cause an endless
    loop.
    """

    def late(_: int, __: FrameType | None) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def main(begins: str = "") -> int:
    """Try all mutants whose name begins with `begins`; print the surviving ones and the number found."""
    mutants = [mutant for mutant in moving() if mutant.name.startswith(begins)]
    alive = [mutant for mutant in mutants if mutant.name not in LIKE_RIGHT and not _found(mutant)]
    like = sum(mutant.name in LIKE_RIGHT for mutant in mutants)
    tried = len(mutants) - like
    print(f"{tried - len(alive)} of {tried} are found; {like} more play like the right one")
    return 1 if alive else 0


def _found(mutant: Mutant) -> bool:
    found = found_by_walking(mutant)
    if not found:
        print(mutant, flush=True)
    return found


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
