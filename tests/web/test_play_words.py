"""What the page says about a decision: losses, advances, arrivals, odds, and why a unit can't act."""

from __future__ import annotations

from typing import Any

import pytest

from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.web.play.host import Host
from hexwright.web.play.session import PlaySession
from tests.campaign.positions import BESIDE, RED, at, fought, kernel
from tests.rules.positions import play, position, rules


class Table:
    """A host with one game in play, from a position of a test."""

    def __init__(self, engine: RulesEngine, state: State) -> None:
        self.host = Host(engine.setting.game)
        self.host.sessions["g"] = PlaySession(engine, 1, start=state)

    def ask(self, kind: str, **more: Any) -> Any:
        answer = self.host.handle({"id": 1, "type": kind, "game": "g", **more})
        assert answer["ok"], answer
        return answer

    @property
    def bar(self) -> Any:
        return self.ask("view")["view"]["bar"]


def attackers_lose(*attackers: str) -> State:
    """Return the position after a battle in which the attackers choose their loss."""
    state = position("german-combat", "0607 soviet-16", *attackers)
    declared = [f"attack {line.split()[1].partition('/')[0]} on soviet-16" for line in attackers]
    state = play(state, *declared, "end", "resolve soviet-16")
    fought_out = [rules().apply(state, roll) for roll, _ in rules().chance_outcomes(state)]
    return next(after for after in fought_out if after.stage == "losses")


def test_a_unit_at_its_last_step_takes_the_loss_and_is_eliminated() -> None:
    whole = Table(rules(), attackers_lose("0507 german-xxiv", "0508 german-xli/2"))
    assert whole.bar["owed"].startswith("Choose the attacker that loses a step")
    state = attackers_lose("0507 german-xxiv/2", "0508 german-xli/2")
    owed = Table(rules(), state).bar["owed"]
    assert owed.startswith("Choose the attacker that takes the loss and is eliminated")
    told = rules().describe(state, rules().legal_actions(state)[0])
    assert "takes the loss. XXIV Panzer Corps is eliminated." in told
    assert "loses a step" not in told


def test_after_an_advance_nobody_else_advances() -> None:
    state = fought(
        at(f"{BESIDE} soviet-rd-133", "4726 german-pz-7", "4726 german-pz-6"), "german-pz-7", "german-pz-6"
    )
    assert state.stage == "advance"
    hold = kernel().parse(state, "hold")
    assert kernel().describe(state, hold).startswith("Nobody advances.")
    assert Table(kernel(), state).bar["primary"]["text"] == "No advance"
    state = kernel().apply(state, next(a for a in kernel().legal_actions(state) if a.kind == "advance"))
    assert state.stage == "advance"
    assert kernel().describe(state, hold).startswith("Nobody else advances.")
    bar = Table(kernel(), state).bar
    assert bar["primary"]["text"] == "No further advance"
    assert "may still advance" in bar["owed"]


def test_cadres_are_counted_apart_from_the_steps_that_are_lost() -> None:
    red = (f"{hex_id} {unit}" for hex_id, units in RED.items() for unit in units)
    state = at(f"{BESIDE} german-mot-36", *red, phase="soviet-combat")
    losses = Table(kernel(), state).ask("forecast", goal=BESIDE)["forecast"]["losses"]
    # Two of the three results eliminate the division, whose Kampfgruppe takes its place.
    assert losses[0] == {"side": "german", "steps": 0.67, "cadres": 0.67}


def test_arrivals_and_units_to_rebuild_are_told_apart() -> None:
    state = at(f"{BESIDE} soviet-rd-133", phase="soviet-arrivals")
    assert "units may be brought in as reinforcements" in Table(kernel(), state).bar["owed"]
    state = position("soviet-replacement", "0607 soviet-16", pool=("soviet-5",))
    assert "1 unit may be rebuilt" in Table(rules(), state).bar["owed"]


def test_a_forecast_counts_all_hexes_of_a_retreat_and_names_units_without_one() -> None:
    open_ground = position("german-combat", "0507 german-xxiv", "0607 soviet-16")
    told = Table(rules(), open_ground).ask("forecast", goal="0607")["forecast"]
    assert len(told["retreat"]) > 1
    assert told["cornered"] == []
    ring = ("0606", "0608", "0707", "0706", "0506")
    shut = position(
        "german-combat",
        "0507 german-xxiv",
        "0607 soviet-16",
        *(f"{h} german-{u}" for h, u in zip(ring, ("xli", "lvi", "xl", "lvii", "xlvi"), strict=True)),
    )
    told = Table(rules(), shut).ask("forecast", goal="0607")["forecast"]
    assert (told["retreat"], told["cornered"]) == ([], ["soviet-16"])


def test_odds_are_explained_line_by_line() -> None:
    state = at(f"{BESIDE} soviet-rd-133", "4726 german-pz-7", turn=8)
    odds = Table(kernel(), state).ask("forecast", goal=BESIDE)["forecast"]["odds"]
    [attacker], [defender] = odds["strengths"]["attack"], odds["strengths"]["defence"]
    assert (attacker["unit"], attacker["strength"]) == ("german-pz-7", "7")
    assert defender["unit"] == "soviet-rd-133"
    assert attacker["counts"] == odds["attack"]
    assert [one["text"] for one in odds["changes"]] + odds["limits"] == odds["modifiers"]


@pytest.mark.parametrize(
    ("phase", "unit", "told"),
    [
        ("german-combat", "german-xli", "no enemy that german-xli may attack is adjacent to it"),
        ("german-replacement", "german-xxiv", "german-xxiv is at full strength"),
        ("german-combat", "german-lvi", "german-lvi is not on the map"),
    ],
)
def test_a_unit_that_cannot_act_has_a_reason(phase: str, unit: str, told: str) -> None:
    state = position(phase, "0507 german-xxiv", "0210 german-xli", "0607 soviet-16")
    assert Table(rules(), state).ask("why", unit=unit)["why"].startswith(told)


def test_a_hex_that_is_not_lit_has_the_engines_reason_and_a_lit_one_none() -> None:
    table = Table(rules(), position("german-movement", "0507 german-xxiv", "0607 soviet-16"))
    assert table.ask("why", unit="german-xxiv", hex="0607")["why"] == (
        "'move german-xxiv 0607' is not legal: an enemy unit is in 0607 (3.2)"
    )
    assert table.ask("why", unit="german-xxiv", hex="0607")["rule"] == {"id": "3.2", "title": "Movement"}
    assert table.ask("why", unit="german-xxiv", hex="0506")["why"] == ""
    assert table.ask("why", unit="german-xxiv")["why"] == ""
