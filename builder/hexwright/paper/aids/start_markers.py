"""List the markers that stand on the map when the game begins: where repaired lines of a network end."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.geometry.bitsets import members
from hexwright.model.counter_mix import Marker
from hexwright.model.game import Game, Side
from hexwright.model.rules.transport_network_record import NetworkUse
from hexwright.model.scenario import Scenario
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.rule_validation.scenario_checks import check_rules
from hexwright.rules.transport.network_hex_states import marks_of_network
from hexwright.support.message_wording import join_with_and


def railhead_text(game: Game, scenario: Scenario, side: Side) -> str:
    """Return "Supply Head marker in 0308.": the railheads of a side in which no unit stands that repairs.

    Only railheads are listed whose name is that of a marker among the counters; "" if there are none.
    """
    return " ".join(_railhead_texts(game, scenario, side))


def _railhead_texts(game: Game, scenario: Scenario, side: Side) -> Iterator[str]:
    uses = [use for network in game.rules.networks for use in network.uses if use.side == side.id]
    if not any(_marker(game, use) for use in uses) or check_rules(game, scenario):
        return
    kernel = RulesEngine(game, scenario.id)
    setting, state = kernel.setting, kernel.set_up()
    for one in setting.changeable_networks:
        use = one.network.use_of(side.id)
        marker = _marker(game, use) if use is not None else None
        if marker is None:
            continue
        states = one.network.states
        menders = {
            hex_id
            for hex_id, unit in scenario.setup.standing
            if states is not None and game.counters.unit(unit).unit_class in states.repaired_by
        }
        ends = dict(marks_of_network(setting, state, one).railheads)[side.id]
        bare = sorted({setting.board.ids[number] for number in members(ends)} - menders)
        if bare:
            plural = "s" if len(bare) > 1 else ""
            yield f"{marker.name} marker{plural} in {join_with_and(bare, 'and')}."


def _marker(game: Game, use: NetworkUse) -> Marker | None:
    """Return the marker of the railheads of a network's use; None if the counters have none."""
    named = use.railhead_name.casefold()
    return next((one for one in game.counters.markers if named and one.name.casefold() == named), None)
