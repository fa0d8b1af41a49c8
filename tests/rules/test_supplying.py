"""The rules engine agrees with the naive supply tracer, with sources of all kinds, over the whole map."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from hexwright.model.rules.criteria_record import Criteria
from hexwright.model.rules.supply_record import SupplyLine, SupplyRange
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.movement import zone_barriers
from hexwright.rules.supply import supply_range
from hexwright.rules.supply.supply_movement import SupplyMovement, SupplyMovements
from hexwright.rules.supply.supply_range import hexes_in_communication
from hexwright.rules.supply.supply_tracing import CompiledSupplyLine
from hexwright.rules.transport import transport_networks as networks_of
from tests.rules.supplies import VARIANTS, compared, kernel
from tests.tiers import sampled


@pytest.mark.parametrize("name", sampled(VARIANTS, *range(0, len(VARIANTS), 3)))
def test_supply_is_that_of_the_naive_tracer(name: str) -> None:
    fed, hungry = compared(kernel(name), len(name), 6)
    assert fed > 20
    assert hungry > 20


def test_points_are_those_that_the_weather_asks() -> None:
    """Crossing rivers costs supply points only in clear weather."""
    rules = kernel("points")
    turns = {weather: turn for turn, weather in rules.setting.fixed_weather.items()}
    clear, mud = (
        hexes_in_communication(
            rules.setting, build_state(rules, (), turn=turns[weather], phase="german-combat"), 0
        )
        for weather in ("clear", "mud")
    )
    assert clear & ~mud == 0
    assert mud & ~clear


# Faults that it finds -----------------------------------------------------------------------------------


def _no_lines(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(supply_range, "_line_start_hexes", lambda tracing, sources, free: sources & free)


def _no_chain(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(supply_range, "_headquarters_hexes", lambda state, tracing: 0)


def _rivers_open(patch: pytest.MonkeyPatch) -> None:
    of = CompiledSupplyLine.of
    patch.setattr(
        CompiledSupplyLine,
        "of",
        lambda board, forces, rule: replace(of(board, forces, rule), spread=board.around),
    )


def _all_depots(patch: pytest.MonkeyPatch) -> None:
    of = CompiledSupplyLine.of

    def owned(board: Any, forces: Any, rule: SupplyLine) -> CompiledSupplyLine:
        made = of(board, forces, rule)
        return replace(made, sources=made.sources | made.owned_source_hexes)

    patch.setattr(CompiledSupplyLine, "of", owned)


def _other_points(patch: pytest.MonkeyPatch) -> None:
    hauled = SupplyMovements._compile_supply_movement

    def more(
        self: SupplyMovements, reach: SupplyRange, counts: Callable[[Criteria], bool], most: int
    ) -> SupplyMovement:
        return hauled(self, replace(reach, points=(reach.points or 0) + 1), counts, most)

    patch.setattr(SupplyMovements, "_compile_supply_movement", more)


def _all_entries(patch: pytest.MonkeyPatch) -> None:
    hauled = SupplyMovements._compile_supply_movement
    patch.setattr(
        SupplyMovements,
        "_compile_supply_movement",
        lambda self, reach, counts, most: hauled(self, reach, lambda when: True, most),
    )


def _all_open(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        supply_range,
        "_open_hexes",
        lambda setting, state, side, tracing: setting.board.every & ~setting.enemy_hexes(state, side),
    )


def _networks_unconnected(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(supply_range, "usable_hexes", networks_of.serving_hexes)


def _networks_in_zones(patch: pytest.MonkeyPatch) -> None:
    unbarred = zone_barriers.unbarred_hexes
    patch.setattr(
        networks_of,
        "unbarred_hexes",
        lambda setting, state, side, ezoc: unbarred(setting, state, side, "ignored"),
    )


def _friends_no_help(patch: pytest.MonkeyPatch) -> None:
    unbarred = zone_barriers.unbarred_hexes
    patch.setattr(
        networks_of,
        "unbarred_hexes",
        lambda setting, state, side, ezoc: unbarred(
            setting, state, side, "forbidden" if ezoc == "unless-friends" else ezoc
        ),
    )


def _jumping(patch: pytest.MonkeyPatch) -> None:
    nets = CompiledGame.networks.func  # type: ignore[attr-defined]

    def around(self: CompiledGame) -> Any:
        return {key: replace(net, spread_along_lines=self.board.around) for key, net in nets(self).items()}

    patch.setattr(CompiledGame, "networks", property(around))


@pytest.mark.parametrize(
    ("fault", "name"),
    [
        (_networks_unconnected, "a network"),
        (_networks_unconnected, "a network in points"),
        (_networks_in_zones, "a network in zones"),
        (_friends_no_help, "a network past friends"),
        (_jumping, "a network"),
        (_no_lines, "line"),
        (_no_lines, "rivers and rail"),
        (_no_chain, "headquarters"),
        (_rivers_open, "rivers"),
        (_all_depots, "places"),
        (_other_points, "points"),
        (_other_points, "points past friends"),
        (_all_entries, "points, rivers and zones"),
        (_no_chain, "points by rail and headquarters"),
        (_no_lines, "points by rail and headquarters"),
        (_all_open, "edge"),
        (_all_open, "terrain"),
        (_all_open, "friends"),
        (_all_open, "closed places"),
        (_all_open, "guards"),
    ],
)
def test_a_fault_in_tracing_is_found_by_the_naive_tracer(
    fault: Callable[[pytest.MonkeyPatch], None], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    faulty = kernel.__wrapped__(name)
    with pytest.raises(AssertionError, match=" at "):
        compared(faulty, len(name), 12)
