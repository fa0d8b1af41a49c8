"""Games in which units ride by rail."""

from __future__ import annotations

from dataclasses import replace

from hexwright.model.game import Game
from hexwright.model.ids import HexId
from hexwright.model.rules.combat_modifier_record import Modifier
from hexwright.model.rules.movement_record import MovementMode
from hexwright.model.rules.rail_movement_record import EntrainedLimit, Entraining
from hexwright.model.rules.rules_record import PhaseMove
from hexwright.model.rules.transport_network_record import Network, NetworkUse
from tests.conformance.conftest import CAUSEWAY
from tests.vassal.compile.games import game

EDGES = ("west", "east")
ALONG = tuple(HexId(hex_id) for hex_id in ("0104", "0204", "0604", "0705", "0804", "0904"))
COSTLY = Entraining(
    "1/4", "1/4", 3, "enemies", may_stay_entrained=True, capacity=(EntrainedLimit(2),), rule="8"
)
BY_NETWORK = replace(
    COSTLY,
    clear_of="ezoc",
    network="road",
    connected=True,
    capacity=(EntrainedLimit(1, counts_reinforcements=False),),
)
FREE = Entraining(may_attack=False, may_enter_ezoc=False, capacity=(EntrainedLimit(1),), rule="8")


def railed(rule: Entraining, found: Game | None = None) -> Game:
    """Return a toy with trains along its road, or another of its kind."""
    found = game(CAUSEWAY) if found is None else found
    [march] = found.rules.movement
    rail = MovementMode("rail", "By rail", "forbidden", along="road", entraining=rule, rule="8")
    sequence = tuple(
        replace(phase, modes=(PhaseMove("march"), PhaseMove("rail"))) if phase.kind == "movement" else phase
        for phase in found.rules.sequence
    )
    assert found.rules.combat is not None
    weak = Modifier("entrained", "entrained", defence="1/2", condition="entrained", rule="8")
    combat = replace(found.rules.combat, modifiers=(*found.rules.combat.modifiers, weak))
    # Who rides for nothing may change no hex of a network.
    networks = found.rules.networks
    if rule.hexes_per_mp is None:
        networks = tuple(replace(one, states=None) for one in networks)
    scenarios = found.scenarios
    if rule.network is not None:
        uses = tuple(
            NetworkUse(side.id, edge=(edge,)) for side, edge in zip(found.info.sides, EDGES, strict=True)
        )
        networks = (Network("road", "Road", ("road",), uses),)
    if any(one.states is None for one in networks):
        scenarios = tuple(replace(one, networks={}) for one in scenarios)
    coming = tuple(
        replace(
            each, entries=tuple(replace(entry, arrive_entrained=True, hexes=ALONG) for entry in each.entries)
        )
        for each in found.rules.replacements
    )
    return replace(
        found,
        scenarios=scenarios,
        rules=replace(
            found.rules,
            movement=(march, rail),
            sequence=sequence,
            combat=combat,
            networks=networks,
            replacements=coming,
        ),
    )
