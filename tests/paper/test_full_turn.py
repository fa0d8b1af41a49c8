"""The example of a full turn: played by the rules engine, told phase by phase, drawn as it was played."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from hexwright.load.game_loading import Project, load_game
from hexwright.load.new_game import start_game
from hexwright.model.turn_account import PhaseAccount, TurnAccount, TurnEvent
from hexwright.paper.example_figures import ExampleCalculator
from hexwright.paper.print_settings import PrintSettings
from hexwright.paper.rulebook import Rulebook
from hexwright.paper.turn_diagrams import LEAST, WANTED, turn_diagrams
from hexwright.players.policies import policy_of
from hexwright.render.map.sheet_plan import plan_sheet
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE
from tests.paper.sheets import game_of, moscow

SMALL = ("battle-for-moscow", "moscow-embattled")


@cache
def account(slug: str) -> TurnAccount:
    """Return the turn of a game."""
    told = ExampleCalculator(game_of(slug)).turn_account()
    assert told is not None
    return told


def played(slug: str) -> Iterator[tuple[str, str]]:
    """Yield each action of the first turn of the game's first scenario, with its description."""
    game = game_of(slug)
    first = min((one for one in game.scenarios if one.setup.standing), key=lambda one: (one.order, one.id))
    rules = RulesEngine(game, first.id)
    policies = {side: policy_of("greedy")(rules, 1) for side in rules.setting.sides}
    state = rules.set_up(1)
    turn = state.turn
    while (side := rules.active_side(state)) is not None and state.turn == turn:
        action = rules.draw(state) if side == CHANCE else policies[side].choose(state)
        yield action.kind, rules.describe(state, action)
        state = rules.apply(state, action)


@pytest.mark.parametrize("slug", SMALL)
def test_each_battle_of_the_turn_is_told_with_the_engines_odds_and_result(slug: str) -> None:
    told = " ".join(event.text for phase in account(slug).phases for event in phase.events)
    actions = list(played(slug))
    battles = [text for kind, text in actions if kind in ("resolve", "engage")]
    assert battles
    assert all(text in told for text in battles)
    assert all(text in told for kind, text in actions if kind == "roll")


@pytest.mark.parametrize("slug", SMALL)
def test_the_number_of_moves_told_and_untold_is_the_number_played(slug: str) -> None:
    count = 0
    for phase in account(slug).phases:
        count += sum(event.kind == "move" for event in phase.events)
        count += sum(number for kind, number in phase.untold if kind == "move")
    assert count == sum(kind == "move" for kind, _ in played(slug))


def test_a_move_is_told_with_the_points_spent() -> None:
    texts = [event.text for phase in account("battle-for-moscow").phases for event in phase.events]
    assert "It has spent 4 movement points." in " ".join(texts)


@pytest.mark.parametrize("slug", SMALL)
def test_small_games_reach_ten_diagrams(slug: str) -> None:
    game = game_of(slug)
    book = Rulebook(game, PrintSettings(), plan_sheet(game), ExampleCalculator(game))
    book.compose()
    assert 10 <= len(book.figures) <= 15
    assert sum(map(len, book.turn_figures.values())) >= LEAST
    numbers = [
        book.figure_numbers[mark.removeprefix("figure:")]
        for page in book.pages
        for placed in sorted(page.items, key=lambda one: (one.x, one.y))
        for mark in placed.item.marks
        if mark.startswith("figure:")
    ]
    assert numbers == [n + 1 for n in range(len(book.figures))]


def test_each_phase_gets_a_diagram_before_another_gets_two() -> None:
    game = moscow()
    account_of_game = account(game.slug)
    found = turn_diagrams(game, PrintSettings(), plan_sheet(game), account_of_game, WANTED)
    assert sum(map(len, found.values())) == LEAST
    assert all(len(diagrams) == 1 for diagrams in found.values())


def test_counters_of_a_turns_diagram_stand_where_they_stood() -> None:
    game = moscow()
    told = account(game.slug)
    found = turn_diagrams(game, PrintSettings(), plan_sheet(game), told, 0)
    for number, diagrams in found.items():
        positions = {one for event in told.phases[number].events for one in event.position}
        for diagram in diagrams:
            assert diagram.units
            assert set(diagram.units) <= positions


def test_a_game_of_hexwright_new_has_a_full_turn(tmp_path: Path) -> None:
    start_game(Project(tmp_path), "my-game", "My Game")
    told = ExampleCalculator(load_game(Project(tmp_path), "my-game").game).turn_account()
    assert told is not None
    assert {event.kind for phase in told.phases for event in phase.events} >= {"move"}


def test_events_beyond_the_told_ones_are_counted() -> None:
    phase = PhaseAccount("Movement", (), (("move", 3), ("battle", 1)))
    assert phase.untold_text == "3 more moves and 1 more battle follow."
    assert PhaseAccount("Movement", (), (("battle", 1),)).untold_text == "1 more battle follows."
    assert PhaseAccount("Movement", ()).untold_text == ""


def test_battles_are_paragraphs_and_moves_share_one() -> None:
    side = moscow().info.sides[0].id
    kinds = (("move", "A."), ("move", "B."), ("battle", "C."), ("battle", "D."), ("arrival", "E."))
    events = tuple(TurnEvent(kind, side, text) for kind, text in kinds)  # type: ignore[arg-type]
    assert PhaseAccount("Phase", events, closing="F.").paragraphs == ("A. B.", "C.", "D.", "E.", "F.")


def test_charts_across_all_columns_stand_before_notes_and_index() -> None:
    game = game_of("moscow-embattled")
    book = Rulebook(game, PrintSettings(), plan_sheet(game), ExampleCalculator(game))
    book.compose()
    pages = {mark.title: mark.page for mark in book.bookmarks()}
    assert [*pages][-1] == "Index"
    assert max(pages["Units"], pages["Hits by one roll"]) <= pages["Designer’s notes"]
