"""Rail movement checks: whether units can entrain, ride and detrain."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.criteria_record import criteria_in
from hexwright.model.rules.movement_record import MovementMode
from hexwright.model.rules.rail_movement_record import Entraining
from hexwright.model.rules.rules_record import Phase
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule


def check_rail_movement(game: Game) -> Iterator[UnplayableRule]:
    """Yield problems with movement modes that have the `entraining` key."""
    riding = [mode for mode in game.rules.movement if mode.entraining is not None]
    for path, when in criteria_in(game.rules, ("rules",)):
        if when.condition in ("entrained", "unentrained") and not riding:
            told = f"'condition: {when.condition}' has no effect, because no unit can entrain"
            hint = "write 'entraining' in a movement mode, or leave 'condition' out"
            yield UnplayableRule("P006", told, hint, (*path, "condition"))
    for mode in riding[1:]:
        told = (
            f"movement '{mode.id}': only one mode may have 'entraining', and '{riding[0].id}' has it already"
        )
        yield UnplayableRule("P006", told, "leave 'entraining' out of one of the two modes", _at(mode))
    for mode in riding[:1]:
        assert mode.entraining is not None
        yield from _mode(mode)
        yield from _limits(mode, mode.entraining)
        yield from _phases(game, mode)
        yield from _other_uses_of_mode(game, mode)
        yield from _network_faults(game, mode, mode.entraining)
        yield from _entered_hex_faults(game, mode, mode.entraining)
    for number, coming in enumerate(game.rules.replacements):
        for entry in coming.entries:
            if entry.arrive_entrained and not riding:
                told = f"units of '{entry.id}' appear entrained, but no unit can entrain in this game"
                at: Path = ("rules", "replacements", number, "entries", entry.id, "arrive_entrained")
                yield UnplayableRule("P006", told, "leave 'arrive_entrained' out", at)


def _at(mode: MovementMode) -> Path:
    return ("rules", "movement", mode.id, "entraining")


def _mode(mode: MovementMode) -> Iterator[UnplayableRule]:
    """Yield keys of a mode that conflict with rail movement or have no effect in rail movement."""
    own = f"movement '{mode.id}', in which units entrain,"
    if mode.along is None:
        told = f"{own} has no line"
        yield UnplayableRule("P006", told, "write the id of a line as 'along'", _at(mode))
    if mode.ezoc != "forbidden":
        told = f"{own} has 'ezoc: {mode.ezoc}', but entrained units never enter an enemy zone of control"
        yield UnplayableRule("P006", told, "write 'ezoc: forbidden'", ("rules", "movement", mode.id, "ezoc"))
    for key in ("costs", "line_costs", "ezoc_costs", "always_one_hex", "no_attack_bonus", "road_bonus"):
        if getattr(mode, key):
            told = f"{own} has '{key}', but the cost of riding is given by 'hexes_per_mp'"
            yield UnplayableRule("P006", told, f"leave '{key}' out", ("rules", "movement", mode.id, key))
    for number, pace in enumerate(mode.allowance_modifiers):
        for key in ("hex_cost", "road_toward"):
            if getattr(pace, key) is not None:
                told = (
                    f"{own} has '{key}' in 'allowance_modifiers', but the cost of riding is given by "
                    "'hexes_per_mp'"
                )
                at = ("rules", "movement", mode.id, "allowance_modifiers", number, key)
                yield UnplayableRule("P006", told, f"leave '{key}' out", at)


def _limits(mode: MovementMode, rule: Entraining) -> Iterator[UnplayableRule]:
    for number, limit in enumerate(rule.capacity):
        others = (
            other
            for other in rule.capacity[:number]
            if not other.side or not limit.side or set(other.side) & set(limit.side)
        )
        if any(others):
            told = f"movement '{mode.id}': two entries of 'capacity' apply to the same side"
            at = (*_at(mode), "capacity", number)
            yield UnplayableRule("P006", told, "write one entry of 'capacity' for each side", at)


def _phases(game: Game, mode: MovementMode) -> Iterator[UnplayableRule]:
    """Yield phases in which units may ride but not move otherwise, so that they can never detrain."""
    offering = [phase for phase in game.rules.sequence if any(move.mode == mode.id for move in phase.modes)]
    if not offering:
        told = f"movement '{mode.id}': no phase uses this mode"
        hint = f"write '- {{mode: {mode.id}}}' in 'modes' of a movement phase, after another mode"
        yield UnplayableRule("P006", told, hint, _at(mode))
    for phase in offering:
        at: Path = ("rules", "sequence", phase.id, "modes")
        if phase.modes[0].mode == mode.id:
            told = f"phase '{phase.id}': '{mode.id}', in which units entrain, can't be the first mode"
            yield UnplayableRule("P006", told, f"write the usual movement mode before '{mode.id}'", at)
        stranded = sorted(
            _classes(game, phase, mode.id, riding=True) - _classes(game, phase, mode.id, riding=False)
        )
        if stranded:
            told = (
                f"phase '{phase.id}': units that may entrain have no other mode: class {', '.join(stranded)}"
            )
            yield UnplayableRule(
                "P006", told, "write another movement mode of these classes in 'modes' as well", at
            )


def _classes(game: Game, phase: Phase, mode: str, *, riding: bool) -> set[str]:
    """Return the classes that may move in a phase: in the given mode if `riding`, otherwise in any other
    mode.
    """
    found: set[str] = set()
    for move in phase.modes:
        if (move.mode == mode) == riding:
            found |= set(move.classes or (one.id for one in game.counters.classes))
    return found & set(phase.classes) if phase.classes else found


def _other_uses_of_mode(game: Game, mode: MovementMode) -> Iterator[UnplayableRule]:
    """Yield rules that use the rail movement mode although no unit moves in that mode there."""
    for number, rule in enumerate(game.rules.supply_lines):
        if rule.range_in_mp is not None and rule.range_in_mp.mode == mode.id:
            told = f"the supply range uses '{mode.id}', in which units entrain"
            at: Path = ("rules", "supply_lines", number, "range_in_mp", "mode")
            yield UnplayableRule("P006", told, "name another movement mode in 'range_in_mp'", at)
    combat = game.rules.odds_combat
    for number, overrun in enumerate(combat.overruns):
        if mode.id in overrun.modes:
            told = f"units that move by '{mode.id}' are entrained and can't overrun"
            yield UnplayableRule(
                "P006",
                told,
                f"remove '{mode.id}' from 'modes'",
                ("rules", "combat", "overruns", number, "modes"),
            )


def _network_faults(game: Game, mode: MovementMode, rule: Entraining) -> Iterator[UnplayableRule]:
    """Yield unusable keys of the mode that concern networks and new units."""
    if rule.connected and rule.network is None:
        told = f"movement '{mode.id}': 'connected' needs a network"
        yield UnplayableRule(
            "P006",
            told,
            "write the id of a network as 'network', or leave 'connected' out",
            (*_at(mode), "connected"),
        )
    network = next((one for one in game.rules.networks if one.id == rule.network), None)
    lines = set(network.line) if network is not None else set()
    if network is not None and mode.along not in lines:
        told = f"movement '{mode.id}' uses line '{mode.along}', which isn't in network '{network.id}'"
        yield UnplayableRule(
            "P006", told, f"name a network with the line '{mode.along}'", (*_at(mode), "network")
        )
    for number, limit in enumerate(rule.capacity):
        for side in limit.side or tuple(one.id for one in game.info.sides):
            phases = [one.id for one in game.rules.sequence if (one.kind, one.side) == ("replacement", side)]
            if not limit.counts_reinforcements and len(phases) > 1:
                told = (
                    f"movement '{mode.id}': 'counts_reinforcements: false' needs a single replacement "
                    f"phase of {side}"
                )
                hint = (
                    f"leave 'counts_reinforcements' out, or delete all replacement phases of {side} but one"
                )
                yield UnplayableRule(
                    "P006", told, hint, (*_at(mode), "capacity", number, "counts_reinforcements")
                )


def _entered_hex_faults(game: Game, mode: MovementMode, rule: Entraining) -> Iterator[UnplayableRule]:
    """Yield rules that leave it undefined which hexes of a network a train enters."""
    for network in game.rules.networks:
        if network.states is not None and rule.hexes_per_mp is None:
            told = f"movement '{mode.id}': without a cost of riding, no path is the cheapest, so"
            yield UnplayableRule(
                "P006",
                f"{told} it is undefined which hexes of network '{network.id}' a unit enters",
                f"write 'hexes_per_mp' here, or leave 'states' of '{network.id}' out",
                _at(mode),
            )
