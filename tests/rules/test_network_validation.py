"""Network rules that can't be played or have no effect are refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from hexwright.model.game import Game
from hexwright.model.hex_map import Place
from hexwright.model.ids import HexId, SideId
from hexwright.model.rules.movement_record import MovementMode
from hexwright.model.rules.rail_movement_record import Entraining
from hexwright.model.rules.rules_record import PhaseMove, Rules
from hexwright.model.rules.transport_network_record import Network, NetworkUse
from hexwright.rules.rule_validation.scenario_checks import check_rules
from tests.rules.positions import LONG, game
from tests.vassal.compile.games import game as toy

RED, BLUE = "german", "soviet"


def told(change: Callable[[Rules], Rules], *, at: Callable[[Game], Game] = lambda found: found) -> list[str]:
    """Return the messages for the first game with a railway used by both sides, after a change."""
    found = game()
    uses = tuple(NetworkUse(SideId(side), edge=(edge,)) for side, edge in ((RED, "west"), (BLUE, "east")))
    rail = Network(id="rail", name="Railway", line=("rail",), uses=uses)
    traced = tuple(replace(rule, edge=(), network=("rail",)) for rule in found.rules.supply_lines)
    rules = change(replace(found.rules, networks=(rail,), supply_lines=traced))
    changed = at(replace(found, rules=rules))
    scenario = next(s for s in changed.scenarios if s.id == LONG)
    return [f"{fault.code} {fault.message}" for fault in check_rules(changed, scenario)]


def test_a_railway_that_both_sides_use_is_played() -> None:
    assert told(lambda rules: rules) == []


def used(*uses: NetworkUse) -> Callable[[Rules], Rules]:
    return lambda rules: replace(rules, networks=(replace(rules.networks[0], uses=uses),))


@pytest.mark.parametrize(
    ("change", "code", "said"),
    [
        (
            used(NetworkUse(SideId(RED))),
            "P006",
            "a rule of soviet uses it, but 'uses' has no entry of soviet",
        ),
        (
            lambda rules: used(*rules.networks[0].uses, NetworkUse(SideId(RED)))(rules),
            "P006",
            "'uses' has two entries of german",
        ),
        (
            lambda rules: replace(
                rules,
                supply_lines=tuple(replace(c, network=(), edge=("west",)) for c in rules.supply_lines),
            ),
            "P006",
            "no rule uses network 'rail'",
        ),
        (
            lambda rules: replace(
                rules, supply_lines=tuple(replace(c, network=()) for c in rules.supply_lines)
            ),
            "P006",
            "have no source",
        ),
    ],
)
def test_network_entries_without_effect_are_refused(
    change: Callable[[Rules], Rules], code: str, said: str
) -> None:
    found = told(change)
    assert any(line.startswith(code) and said in line for line in found), found


def test_a_place_of_nobody_is_no_source() -> None:
    def moor(found: Game) -> Game:
        place = Place(id="moor", name="Moor", hex=HexId("0505"), kind="town")
        return replace(found, hexmap=replace(found.hexmap, places=(*found.hexmap.places, place)))

    found = told(used(NetworkUse(SideId(RED), places=("moor",)), NetworkUse(SideId(BLUE))), at=moor)
    assert [line.split()[0] for line in found] == ["P015"]


def test_rides_for_nothing_that_would_change_hexes_are_refused() -> None:
    found = toy("toy-causeway")
    rail = MovementMode(
        "rail", "By rail", "forbidden", along="road", entraining=Entraining(hexes_per_mp=3), rule="8"
    )
    sequence = tuple(
        replace(phase, modes=(PhaseMove("march"), PhaseMove("rail"))) if phase.kind == "movement" else phase
        for phase in found.rules.sequence
    )

    def refused(rule: Entraining) -> str:
        modes = (*found.rules.movement, replace(rail, entraining=rule))
        rules = replace(found.rules, movement=modes, sequence=sequence)
        changed = replace(found, rules=rules)
        return "; ".join(fault.message for fault in check_rules(changed, changed.scenarios[0]))

    assert refused(Entraining(hexes_per_mp=3)) == ""
    assert "it is undefined which hexes of network 'road' a unit enters" in refused(Entraining())
