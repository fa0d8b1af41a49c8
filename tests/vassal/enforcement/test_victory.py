"""The module keeps the score, prints it, and ends the game as the rules engine does."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from hexwright.geometry.bitsets import members
from hexwright.model.ids import PhaseId, SideId
from hexwright.model.rules.victory_record import AutomaticVictory
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.turn.sequence_of_play import outcome, victory_awards
from tests.tiers import ALL
from tests.vassal.compile.games import game
from tests.vassal.enforcement.playing import MOSCOW, TOY, Table, opened, opened_game

LONG, SHORT = "What Happens Next", "Operation Typhoon"
POOL = "Soviet replacement pool"
MOSCOW_HEX = "1103"


@pytest.fixture
def table() -> Table:
    """Return the long scenario at its beginning."""
    return Table(opened(MOSCOW)).start(LONG)


def test_a_side_wins_by_its_claim_in_a_game_without_replacements() -> None:
    toy = game(TOY)
    last = toy.rules.sequence[-1]
    check = replace(last, id=PhaseId("verdict"), kind="victory", affected_side=SideId("blue"))
    rules = replace(
        toy.rules,
        sequence=(*toy.rules.sequence[1:], check),
        replacements=(),
        attrition=(),
        victory=(
            replace(
                toy.rules.victory[0],
                hold=None,
                automatic_victory=(AutomaticVictory(SideId("blue"), ("keep",)),),
            ),
        ),
    )
    scenarios = tuple(replace(s, setup=replace(s.setup, in_boxes=())) for s in toy.scenarios[:1])
    changed = replace(
        toy, rules=rules, scenarios=scenarios, oob=replace(toy.oob, replacements=(), reinforcements=())
    )
    table = Table(opened_game(changed, TOY)).start(scenarios[0].title)
    lines = [line for _ in toy.rules.sequence for line in table.press("Next phase")]
    assert any("The Blues win on turn 1" in line for line in lines), lines


def go_on(table: Table, phase: str, turn: int | None = None) -> list[str]:
    """Go on to a phase, unwatched; return what the last step said."""
    table.hotkey("hexwright.rules.off")
    for _ in range(200):
        lines = table.press("Next phase")
        if table.get("Phase") == phase and (turn is None or table.get("Turn") == str(turn)):
            break
    table.hotkey("hexwright.rules.strict")
    table.said()
    return lines


def off(table: Table) -> Table:
    """Stop watching."""
    table.hotkey("hexwright.rules.off")
    return table


def lost(table: Table) -> tuple[str | None, str | None]:
    """Return the losses of both sides."""
    return table.get("UnitsLost_german"), table.get("UnitsLost_soviet")


def test_each_elimination_counts_by_key_and_by_drag_and_undo_takes_it_back(table: Table) -> None:
    off(table)
    table.key("soviet-20", "keys:ctrl E")
    assert (table.where("soviet-20"), lost(table)) == (POOL, ("0", "1"))
    table.drag("soviet-19", POOL)
    assert lost(table) == ("0", "2")
    table.engine.undo()
    assert lost(table) == ("0", "1")
    table.engine.undo()
    assert (table.where("soviet-20"), lost(table)) == ("0405", ("0", "0"))


def test_a_unit_counts_each_time_it_is_eliminated(table: Table) -> None:
    off(table)
    table.key("soviet-20", "keys:ctrl E")
    table.press("Next phase")
    table.drag("soviet-20", "0901")
    table.key("soviet-20", "keys:ctrl E")
    assert lost(table) == ("0", "2")


def test_a_unit_that_comes_back_in_the_same_phase_was_no_loss(table: Table) -> None:
    off(table)
    table.key("soviet-20", "keys:ctrl E")
    table.key("soviet-20", "keys:ctrl B")
    assert (table.where("soviet-20"), lost(table)) == ("0405", ("0", "0"))


def test_a_refused_way_to_the_pool_counts_nothing(table: Table) -> None:
    table.drag("soviet-20", POOL)
    table.key("soviet-20", "keys:ctrl E")
    assert (table.where("soviet-20"), lost(table)) == ("0405", ("0", "0"))


def test_a_unit_lost_in_a_replacement_phase_gives_no_point(table: Table) -> None:
    go_on(table, "soviet-replacement")
    off(table)
    table.key("soviet-20", "keys:ctrl E")
    assert (table.where("soviet-20"), lost(table)) == (POOL, ("0", "0"))


def test_a_step_lost_counts_nothing_and_a_unit_lost_in_battle_counts_once(table: Table) -> None:
    for seed in range(40):
        table.start(LONG)
        table.engine.seed(seed)
        table.key("soviet-20", "keys:ctrl A")
        for attacker in ("german-xlvi", "german-ix", "german-xx"):
            table.key(attacker, "keys:ctrl A")
        table.key("soviet-20", "keys:ctrl D")
        assert lost(table)[1] == ("1" if table.where("soviet-20") == POOL else "0")
        if table.where("soviet-20") == POOL:
            return
    raise AssertionError("no army was lost in forty battles")


def test_the_score_names_each_item_with_its_points(table: Table) -> None:
    off(table)
    table.key("soviet-20", "keys:ctrl E")
    table.key("soviet-19", "keys:ctrl E")
    lines = table.press("Score")
    assert lines[0] == "Score as it stands: The Soviets win: Germans 12, Soviets 60."
    assert (
        lines[1]
        == "Score: The Germans have 12 points: 2 enemy units eliminated (2), Smolensk (5), Roslavl (5)."
    )
    assert lines[2].startswith("Score: The Soviets have 60 points: ")
    assert "Moscow (20)" in lines[2]


def test_the_score_changes_nothing_and_those_who_watch_ask_in_vain(table: Table) -> None:
    before = table.state()
    assert len(table.press("Score")) == 3
    assert table.state() == before
    table.engine.change_side("<observer>")
    table.said()
    [told] = table.press("Score")
    assert told.startswith("Refused: You are watching: press Change seat")
    assert table.state()[:-1] == before[:-1]


def test_the_holder_of_moscow_wins_the_short_game(table: Table) -> None:
    table.start(SHORT)
    assert table.press("Score") == [
        "Score as it stands: The Soviets win: they hold Moscow.",
        "Score: The Germans don't hold Moscow; enemy units eliminated: 0.",
        "Score: The Soviets hold Moscow; enemy units eliminated: 0.",
    ]


def test_a_german_unit_in_moscow_at_the_end_of_a_soviet_turn_earns_the_bonus_once(table: Table) -> None:
    off(table)
    table.drag("german-xxii", MOSCOW_HEX)
    go_on(table, "soviet-replacement")
    assert table.get("Bonus_german") == ""
    go_on(table, "soviet-movement")
    off(table)
    lines = table.press("Next phase")
    assert lines[0] == "Score: the Germans earn a bonus."
    assert table.get("Bonus_german") == "true"
    table.engine.undo()
    assert table.get("Bonus_german") == ""
    table.said()
    table.press("Next phase")
    go_on(table, "soviet-movement")
    off(table)
    assert not any("bonus" in line for line in table.press("Next phase"))
    assert "Moscow occupied at the end of an enemy turn (10)" in table.press("Score")[1]


def test_the_last_phase_of_the_last_turn_ends_the_game_and_names_the_winner(table: Table) -> None:
    table.start(SHORT)
    go_on(table, "soviet-movement", 7)
    assert (table.get("GameOver"), table.get("Winner")) == ("false", "")
    before = table.state()
    lines = table.press("Next phase")
    assert lines[0] == "The game is over. The Soviets win: they hold Moscow."
    assert (table.get("GameOver"), table.get("Winner"), table.get("Turn")) == ("true", "soviet", "8")
    assert table.engine.turn().shown == "The game is over"
    table.engine.undo()
    assert table.state() == before


def test_after_the_end_nothing_is_legal_but_undo_assist_and_off(table: Table) -> None:
    table.start(SHORT)
    go_on(table, "soviet-movement", 7)
    table.press("Next phase")
    before = table.state()[:-1]
    refused = "Refused (3.9): "
    assert table.drag("soviet-20", "0604")[0].startswith(f"{refused}20th Army: the game is over.")
    assert table.key("soviet-20", "keys:ctrl F") == [f"{refused}20th Army: the game is over."]
    assert table.key("soviet-20", "keys:ctrl E") == [f"{refused}20th Army: the game is over."]
    assert table.key("soviet-20", "keys:ctrl A")[0].startswith("Refused (")
    assert table.press("Next phase") == [f"{refused}The game is over."]
    assert table.state()[:-1] == before
    table.hotkey("hexwright.rules.assist")
    assert table.drag("soviet-20", "0604")[0].startswith("Against the rules (3.9): ")
    assert table.where("soviet-20") == "0604"


def test_a_game_can_be_taken_back_from_its_end_under_assist(table: Table) -> None:
    table.start(SHORT)
    go_on(table, "soviet-movement", 7)
    table.press("Next phase")
    table.hotkey("hexwright.rules.assist")
    table.hotkey("hexwright.rules.ask-back")
    assert (table.get("GameOver"), table.get("Winner")) == ("false", "")
    assert table.get("Phase") == "soviet-movement"


def turn_markers(table: Table, owner: dict[str, str]) -> None:
    """Turn every place's marker to its owner."""
    for piece in table.engine.pieces(("Kind", "Side")):
        if piece.properties["Kind"] == "control" and piece.properties["Side"] != owner[piece.location or ""]:
            table.engine.key(piece.id, "keys:ctrl F")


def random_end(slug: str, scenario: str, seed: int) -> tuple[State, dict[str, str]]:
    """Return a state with losses, owners and bonuses drawn at random, and who owns which place."""
    chance = random.Random(seed)
    kernel = RulesEngine(game(slug), scenario)
    setting, state = kernel.setting, kernel.set_up(seed)
    held = [bit for hexes in state.owned for bit in members(hexes)]
    owner = {bit: chance.randrange(2) for bit in held}
    owned = tuple(sum(1 << bit for bit in held if owner[bit] == side) for side in range(2))
    state = replace(
        state,
        owned=owned,
        destroyed=tuple(chance.randrange(6) for _ in range(2)),
        bonus_earned=tuple(chance.random() < 0.5 and side in setting.victory.bonus for side in setting.sides),
    )
    return state, {str(setting.board.ids[bit]): setting.sides[owner[bit]] for bit in held}


@pytest.mark.parametrize(
    ("slug", "scenario", "count"), [(MOSCOW, "what-happens-next", 40), (MOSCOW, "operation-typhoon", 8)]
)
def test_the_score_is_the_references(slug: str, scenario: str, count: int) -> None:
    table = Table(opened(slug))
    setting = RulesEngine(game(slug), scenario).setting
    for seed in range(count if ALL else count // 4):
        table.start(game(slug).scenario(scenario).title)
        state, owners = random_end(slug, scenario, seed)
        off(table)
        turn_markers(table, owners)
        for side, name in enumerate(setting.sides):
            # Two sides: what one has eliminated, the other has lost.
            table.engine.set_property(f"UnitsLost_{name}", str(state.destroyed[1 - side]))
            if state.bonus_earned[side]:
                table.engine.set_property(f"Bonus_{name}", "true")
        table.said()
        lines = table.press("Score")
        assert lines[0] == f"Score as it stands: {outcome(setting, state).text}"
        for number, given in enumerate(victory_awards(setting, state).values(), start=1):
            assert (
                set(lines[number].partition(": ")[2].partition(": ")[2].rstrip(".").split(", "))
                == {f"{what} ({points})" for what, points in given}
                or not given
            )


def test_a_game_with_other_rules_of_victory_ends_too() -> None:
    table = Table(opened(TOY)).start("The Bridge")
    go_on(table, "blue-combat", 3)
    lines = table.press("Next phase")
    assert lines[0] == "The game is over. The Blues win: they hold The Keep."
    assert table.get("Winner") == "blue"
