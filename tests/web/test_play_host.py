"""The page's messages about a game in play: what it shows and permits is what the rules engine says."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from hexwright.rules.engine.phase_registry import PHASE_REGISTRY
from hexwright.rules.engine.rules_protocol import IllegalAction
from hexwright.support.plain_numbers import number_text
from hexwright.web.play import decision_words
from hexwright.web.play.host import NO_GAME, Host
from hexwright.web.play.session import PlaySession
from hexwright.web.play.unit_actions import MOST_DESCRIBED, described_actions
from tests.shipped import shipped

ROOT = Path(__file__).parents[2]
FIRST = {
    "battle-for-moscow": "operation-typhoon",
    "moscow-embattled": "german-assault",
    "moscow-campaign": "scenario-01",
    "battle-of-moscow": "typhoon",
}


class Page:
    """A page that plays: it asks the host, and decides by what is lit."""

    def __init__(self, slug: str, scenario: str = "", seed: int = 7, **more: Any) -> None:
        self.host = Host(shipped(slug).game)
        self.now = self.ask("new", scenario=scenario or FIRST[slug], seed=seed, **more)

    def ask(self, kind: str, **more: Any) -> Any:
        answer = self.host.handle({"id": 5, "type": kind, "game": "g", **more})
        assert answer["id"] == 5
        return answer

    def decide(self, kind: str, **more: Any) -> Any:
        """Make a decision on the position that is shown; it must be permitted."""
        answer = self.ask(kind, rev=self.view["rev"], **more)
        assert answer["ok"], answer
        self.now = answer
        return answer

    @property
    def view(self) -> Any:
        return self.now["view"]

    @property
    def session(self) -> PlaySession:
        return self.host.sessions["g"]

    def lit_actions(self) -> list[Any]:
        """Return every action that may be clicked now."""
        found = [one for unit in self.view["lit"] for one in self.ask("actions", unit=unit)["actions"]]
        texts = {one["action"] for one in found}
        return found + [one for one in self.view["choices"] if one["action"] not in texts]

    def step(self, chance: random.Random) -> None:
        """Decide by chance, as a player would who clicks what is lit."""
        view = self.view
        if view["who"] == "chance":
            self.decide("roll")
            return
        primary = view["bar"]["primary"]
        if primary is not None and not view["bar"]["blocked"] and (not view["lit"] or chance.random() < 0.2):
            self.decide("act", action=primary["action"])
            return
        self.decide("act", action=chance.choice(self.lit_actions())["action"])


@pytest.mark.parametrize(
    ("slug", "steps"),
    [
        ("battle-for-moscow", 25),
        ("moscow-embattled", 80),
        ("battle-of-moscow", 3),
        pytest.param("battle-for-moscow", 400, marks=pytest.mark.slow),
        pytest.param("moscow-campaign", 60, marks=pytest.mark.slow),
        pytest.param("battle-of-moscow", 120, marks=pytest.mark.slow),
    ],
)
def test_what_is_lit_is_what_the_rules_permit(slug: str, steps: int) -> None:
    page, chance = Page(slug), random.Random(4)
    for _ in range(steps):
        if page.view["over"]:
            break
        if page.view["who"] != "chance":
            lit = {one["action"] for one in page.lit_actions()}
            # The list of battles has a button for each attacker that may be taken back.
            engaged = {unit for battle in page.view["battles"] for unit in battle["attackers"]}
            asked = [one for unit in engaged for one in page.ask("actions", unit=unit)["actions"]]
            lit |= {one["action"] for one in asked if one["kind"] == "leave"}
            primary = page.view["bar"]["primary"]
            if primary is not None and not page.view["bar"]["blocked"]:
                lit.add(primary["action"])
            legal = page.session.rules.legal_actions(page.session.state)
            assert lit == {action.text for action in legal}, page.view["stage"]
        page.step(chance)


@pytest.mark.parametrize(
    "slug", [pytest.param("battle-for-moscow", marks=pytest.mark.slow), "moscow-embattled"]
)
def test_a_game_is_played_to_its_end_by_clicks_and_opened_again(slug: str) -> None:
    page, chance = Page(slug), random.Random(9)
    for _ in range(4000):
        assert page.view["bar"]["title"]
        assert page.view["bar"]["owed"].endswith((".", "!"))
        if page.view["over"]:
            break
        page.step(chance)
    assert page.view["over"]["text"] == page.view["bar"]["owed"]
    saved = page.ask("save")
    again = page.ask("open", record=saved["record"])
    assert again["ok"], again
    assert again["view"]["units"] == page.view["units"]
    assert len(again["events"]) == page.view["rev"]


@pytest.mark.parametrize("slug", FIRST)
def test_overlays_are_shown_from_the_first_moment(slug: str) -> None:
    page = Page(slug)
    found = page.ask("overlay")
    assert found["ok"]
    if page.view["who"] == "chance":
        page.decide("roll")
        found = page.ask("overlay")
    assert any(one["zone"] for one in found["overlay"].values()) or slug == "moscow-embattled"


def test_every_stage_has_words() -> None:
    assert set(decision_words._WORDS) == set(PHASE_REGISTRY.stages)


def test_a_refusal_is_the_engines_own() -> None:
    page = Page("battle-for-moscow")
    answer = page.ask("act", action="attack german-xxiv on soviet-33")
    assert not answer["ok"]
    with pytest.raises(IllegalAction) as refused:
        page.session.rules.parse(page.session.state, "attack german-xxiv on soviet-33")
    assert (answer["refused"], answer["hint"]) == (str(refused.value), refused.value.hint)
    assert answer["reason"] == "rules"


def test_a_decision_on_an_old_position_is_refused() -> None:
    page = Page("battle-for-moscow")
    old = page.view["rev"]
    page.decide("act", action=page.lit_actions()[0]["action"])
    answer = page.ask("act", rev=old, action="end")
    assert not answer["ok"]
    assert answer["refused"].startswith("The game has moved on")
    assert page.session.revision == old + 1


def test_undo_goes_back_to_the_last_die_and_no_further() -> None:
    page, chance = Page("battle-for-moscow"), random.Random(1)
    while not any(one.action.kind == "roll" for one in page.session.played):
        page.step(chance)
    assert page.view["undo"] is None
    assert "rolled" in page.ask("undo", rev=page.view["rev"])["refused"]
    rolled = page.view["rev"]
    page.step(chance)
    page.step(chance)
    while page.session.may_undo():
        page.decide("undo")
    assert page.view["rev"] >= rolled


def test_a_die_that_is_due_can_only_be_rolled_and_shows_what_the_seed_gives() -> None:
    page, chance = Page("battle-for-moscow"), random.Random(1)
    while page.view["who"] != "chance":
        page.step(chance)
    assert not page.ask("act", rev=page.view["rev"], action="roll 6")["ok"]
    expected = page.session.rules.draw(page.session.state)
    page.decide("roll")
    assert page.now["events"][-1]["dice"] == [expected.roll]
    assert page.now["events"][-1]["result"]


def test_a_declared_attack_may_be_withdrawn() -> None:
    page = Page("battle-for-moscow")
    for unit in ("german-lvi", "german-viii"):
        page.decide("act", action=f"attack {unit} on soviet-16")
    page.now = page.ask("withdraw", rev=2, unit="german-lvi")
    assert page.view["battles"][0]["attackers"] == ["german-viii"]
    assert page.view["rev"] == 1
    assert not page.ask("withdraw", rev=1, unit="german-lvi")["ok"]


def test_a_forecast_gives_odds_and_chances_for_the_chosen_attackers() -> None:
    page = Page("battle-for-moscow")
    all_of_them = page.ask("forecast", goal="soviet-16")["forecast"]
    assert all_of_them["odds"]["text"] == "23:4 = 5:1"
    assert sum(one["share"] for one in all_of_them["chances"]) == pytest.approx(1, abs=0.001)
    one = page.ask("forecast", goal="0304", attackers=["german-viii"])["forecast"]
    assert one["odds"]["final"] == "1:1"
    # 16th Army has one step. At 5:1 it retreats on one side of the die, and is lost on the five others.
    assert all_of_them["losses"] == [
        {"side": "german", "steps": 0.0, "cadres": 0.0},
        {"side": "soviet", "steps": 0.83, "cadres": 0.0},
    ]
    # At 1:1 AL costs the attacker a step on one side of the die, EX costs both one on two.
    assert one["losses"] == [
        {"side": "german", "steps": 0.5, "cadres": 0.0},
        {"side": "soviet", "steps": 0.33, "cadres": 0.0},
    ]
    assert [x["unit"] for x in one["able"]] == ["german-lvi", "german-viii", "german-ix"]
    assert not page.ask("forecast", goal="soviet-33")["ok"]


def test_a_forecast_of_fire_gives_dice_of_both_sides() -> None:
    page, chance = Page("moscow-embattled"), random.Random(2)
    while page.view["stage"] != "allocate":
        page.step(chance)
    goal = next(one["hex"] for one in page.lit_actions() if one["kind"] == "attack")
    fire = page.ask("forecast", goal=goal)["forecast"]["fire"]
    assert fire["attack"]["groups"]
    assert sum(fire["defence"]["chances"]) == pytest.approx(1, abs=0.001)


def test_a_path_leads_from_hex_to_hex_and_costs_what_is_told() -> None:
    page = Page("battle-for-moscow")
    page.decide("act", action="end")
    board = page.session.rules.setting.board
    for one in page.ask("actions", unit="german-xxiv")["actions"]:
        path = page.ask("path", unit="german-xxiv", hex=one["hex"])["path"]
        assert path[0] == "0410"
        assert path[-1] == one["hex"]
        for here, there in pairwise(path):
            assert board.near[board.index[here]] >> board.index[there] & 1


def test_the_computer_plays_its_side_alone() -> None:
    page = Page("battle-for-moscow", computers={"soviet": "greedy"})
    page.decide("act", action="end")
    page.decide("act", action="end")
    assert page.view["computer"] == "soviet"
    page.now = page.ask("auto", steps=200)
    assert page.now["done"]
    assert page.view["who"] == "german"
    assert page.view["undo"] is None
    page.now = page.ask("computers", computers={"german": "greedy", "soviet": "random"})
    while not page.view["over"]:
        page.now = page.ask("auto", steps=200)
        assert page.now["ok"]


def test_a_set_up_is_judged_and_played_from() -> None:
    page = Page("battle-for-moscow")
    scenario = next(one for one in page.host.game.scenarios if one.id == "operation-typhoon")
    placed = [[unit, hex_id] for hex_id, unit in scenario.setup.standing]
    assert page.ask("setup", scenario=scenario.id, placed=placed)["faults"] == []
    broken = [*placed[:-1], [placed[-1][0], "1405"]]
    told = page.ask("setup", scenario=scenario.id, placed=broken)["faults"]
    assert told
    answer = page.ask("new", scenario=scenario.id, placed=broken)
    assert answer["refused"] == told[0]["text"]
    placed[0][1], placed[1][1] = placed[1][1], placed[0][1]
    page.now = page.ask("new", scenario=scenario.id, placed=placed)
    assert page.view["units"][placed[0][0]][0] == placed[0][1]


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ({"type": "dance"}, "There is no message 'dance'."),
        ({"type": "new"}, "The message has no 'scenario'."),
        ({"type": "new", "scenario": "no-such"}, "battle-for-moscow has no scenario 'no-such'"),
        ({"type": "new", "scenario": "operation-typhoon", "seed": -1}, "'seed' isn't a whole number."),
        (
            {"type": "new", "scenario": "operation-typhoon", "computers": {"red": "greedy"}},
            "There is no side 'red'.",
        ),
        (
            {"type": "new", "scenario": "operation-typhoon", "computers": {"german": "x"}},
            "there is no policy 'x'",
        ),
        ({"type": "actions", "unit": "nobody"}, "There is no unit 'nobody' in this scenario."),
        ({"type": "act", "action": "fly away"}, "'fly away' isn't an action"),
        (
            {"type": "setup", "scenario": "operation-typhoon", "placed": [1]},
            "'placed' isn't a list of units and hexes.",
        ),
        ({"type": "open", "record": "hello"}, "The file isn't a saved game: the header lacks game"),
        (
            {"type": "open", "record": "game: chess\nscenario: a\nseed: 1\n"},
            "The file holds a game of 'chess'",
        ),
        (
            {
                "type": "open",
                "record": "game: battle-for-moscow\nscenario: operation-typhoon\nseed: 1\nend\nroll 9\n",
            },
            "line 5: ",
        ),
        ({"type": "view", "game": "other"}, "The game in play isn't known here."),
    ],
)
def test_a_bad_message_gets_a_plain_line(message: Any, told: str) -> None:
    page = Page("battle-for-moscow")
    before = page.session.state
    answer = page.host.handle({"id": 1, "game": "g", **message})
    assert not answer["ok"]
    assert answer["refused"].startswith(told)
    assert page.host.sessions["g"].state == before


def test_an_unknown_game_has_a_reason_that_the_page_knows() -> None:
    host = Host(shipped("battle-for-moscow").game)
    assert host.handle({"type": "view", "game": "g"})["reason"] == NO_GAME


def test_the_protocol_page_names_every_message() -> None:
    page = (ROOT / "docs/reference/browser-protocol.md").read_text("utf-8")
    missing = [kind for kind in Host(shipped("battle-for-moscow").game).kinds if f"| `{kind}` |" not in page]
    assert missing == []


@pytest.mark.parametrize(("value", "text"), [(3, "3"), (0, "0"), ("5/2", "2½"), ("1/2", "½"), ("7/5", "7/5")])
def test_numbers_are_written_as_players_write_them(value: Any, text: str) -> None:
    assert number_text(Fraction(value)) == text


def test_of_very_many_actions_those_that_the_page_lists_are_described() -> None:
    session = Page("battle-for-moscow").session
    rules, state = session.rules, session.state
    while not (placed := [one for one in rules.legal_actions(state) if one.hex is not None]):
        state = rules.apply(state, rules.legal_actions(state)[-1])
    told = described_actions(rules, state, placed[:1] * (MOST_DESCRIBED + 1))
    assert ["say" in facts for facts in told] == [True] * MOST_DESCRIBED + [False]
