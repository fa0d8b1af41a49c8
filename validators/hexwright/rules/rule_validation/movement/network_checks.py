"""Network checks: whether networks can be used, and whether their rules have an effect."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.transport_network_record import Network, NetworkUse
from hexwright.model.scenario import Scenario
from hexwright.rules.rule_validation.logistics.supply_checks import check_source_ownership
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule
from hexwright.support.message_wording import join_with_or


def check_networks(game: Game, scenario: Scenario) -> Iterator[UnplayableRule]:
    """Yield networks that no side uses, that a side uses in two ways, or that have no source."""
    yield from _network_start_faults(game, scenario)
    asked: dict[tuple[str, str], Path] = {
        (name, rule.side): ("rules", "supply_lines", number, "network")
        for number, rule in enumerate(game.rules.supply_lines)
        for name in rule.network
    }
    asked |= {
        (name, rule.side): ("rules", "supply_lines", number, "limited_network")
        for number, rule in enumerate(game.rules.supply_lines)
        for name in rule.limited_network
    }
    asked |= {
        (name, rule.side): ("rules", "supply_lines", number, "supply_capacity", at, "network")
        for number, rule in enumerate(game.rules.supply_lines)
        for at, ration in enumerate(rule.supply_capacity)
        for name in ration.network
    }
    asked |= {
        (fact.network, fact.side): ("rules", "situations", situation.id, "any", number, "network")
        for situation in game.rules.situations
        for number, fact in enumerate(situation.any)
        if fact.network is not None
    }
    for network in game.rules.networks:
        at: Path = ("rules", "networks", network.id)
        trains = game.rules.train_mode
        rides = (
            trains is not None and trains.entraining is not None and trains.entraining.network == network.id
        )
        laid = any(e.redeploys_on == network.id for rule in game.rules.replacements for e in rule.entries)
        combat = game.rules.odds_combat
        laid |= any(one.network == network.id for one in combat.retreat.along_network)
        if not (rides or laid) and all(name != network.id for name, _ in asked):
            told = f"no rule uses network '{network.id}'"
            hint = f"write 'network: {network.id}' under 'supply_lines', or delete the network"
            yield UnplayableRule("P006", told, hint, at)
        for number, use in enumerate(network.uses):
            here: Path = (*at, "uses", number)
            if use.side in {other.side for other in network.uses[:number]}:
                told = f"network '{network.id}': 'uses' has two entries of {use.side}"
                yield UnplayableRule(
                    "P006", told, f"write all sources of {use.side} in one entry", (*here, "side")
                )
            if use.original_only and network.states is None:
                told = (
                    f"network '{network.id}': 'original_only' has no effect, because all hexes always "
                    "serve all sides"
                )
                hint = "write 'states', or leave 'original_only' out"
                yield UnplayableRule("P006", told, hint, (*here, "original_only"))
            yield from _marked(network, use, here)
            yield from check_source_ownership(game, f"network '{network.id}'", use.places, here)
    for (name, side), where in asked.items():
        network = next(n for n in game.rules.networks if n.id == name)
        if network.use_of(side) is None:
            told = f"network '{name}': a rule of {side} uses it, but 'uses' has no entry of {side}"
            yield UnplayableRule(
                "P006", told, f"write '- {{side: {side}, …}}' under 'uses' of network '{name}'", where
            )


def _marked(network: Network, use: NetworkUse, here: Path) -> Iterator[UnplayableRule]:
    """Yield a network's names for markers that could never appear."""
    for key, asked in (("marked", use.marked), ("railhead_name", bool(use.railhead_name))):
        if asked and network.states is None:
            told = f"network '{network.id}': '{key}' has no effect, because all hexes always serve all sides"
            yield UnplayableRule("P006", told, f"write 'states', or leave '{key}' out", (*here, key))
    if use.railhead_name and not use.connected:
        told = f"network '{network.id}': {use.side} needs no connected hexes, so there are no railheads"
        hint = "write 'edge', 'hexes' or 'places', or leave 'railhead_name' out"
        yield UnplayableRule("P006", told, hint, (*here, "railhead_name"))


def _network_start_faults(game: Game, scenario: Scenario) -> Iterator[UnplayableRule]:
    """Yield a scenario's entries about the hexes that serve a side at the start, if these entries have no
    effect.
    """
    for name, starts in scenario.networks.items():
        at: Path = ("scenarios", scenario.id, "networks", name)
        network = next((one for one in game.rules.networks if one.id == name), None)
        if network is None:
            continue
        if network.states is None:
            told = f"scenario '{scenario.id}': hexes of network '{name}' always serve all sides"
            yield UnplayableRule(
                "P006", told, f"delete '{name}' here, or write 'states' of the network in rules.yaml", at
            )
        lines = (
            line for feature in game.hexmap.lines if feature.id in network.line for line in feature.lines
        )
        laid = {hex_id for line in lines for hex_id in line.path}
        for number, start in enumerate(starts):
            stray = [hex_id for hex_id in start.hexes if hex_id not in laid]
            if stray:
                told = f"scenario '{scenario.id}': hexes not on network '{name}': {join_with_or(stray)}"
                yield UnplayableRule(
                    "P006", told, f"write hexes on the lines of network '{name}'", (*at, number, "hexes")
                )
