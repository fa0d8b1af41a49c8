"""Players agree in play to end a game once a side can no longer win: module and umpire."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.emulator import EmulatedGame
from hexwright.engine_driver import OBSERVER, Engine
from hexwright.model.game import Game
from hexwright.model.game_options import Choice, Option
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.judging.game_properties import option_property
from hexwright.saves.hexwright_saves import HexwrightGame
from hexwright.umpire.log_umpire import Finding, LogUmpire
from hexwright.vassal.codec.commands import ChangeProperty
from tests.rules.games_with_situations import SCENARIO, SLUG, WINS
from tests.rules.test_early_end import HARD, ending
from tests.umpire.planting import Field
from tests.vassal.enforcement.table import Table
from tests.vassal.engine.conftest import write_module

BUTTON = "hexwright.rules.ask-ending"
OPTION = option_property("ending")
EARLY = {"ending": "early"}


def optional(*, lost: bool) -> Game:
    """Return a game whose early end is optional. If `lost`, Blue can't win from the start."""
    claim = replace(HARD[0], consecutive=99 if lost else 3)
    found = ending(claims=(claim, WINS[1]))
    (victory,) = found.rules.victory
    assert victory.early_end is not None
    early = replace(victory, early_end=replace(victory.early_end, option=EARLY))
    choices = (Choice("last-turn", "The last turn is played"), Choice("early", "It ends early"))
    option = Option("ending", "The end of the game", choices, "last-turn")
    return replace(
        found, rules=replace(found.rules, victory=(early,), options=(*found.rules.options, option))
    )


@pytest.fixture(params=["virtual", pytest.param("real", marks=pytest.mark.engine)])
def open_table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[Game], Table]]:
    """Return a function that opens a game in an engine and starts it as the Blue player."""
    opened: list[EmulatedGame | Engine] = []

    def begin(found: Game) -> Table:
        file = write_module(found, SLUG, tmp_path / "game.vmod")
        opened.append(EmulatedGame.open(file) if request.param == "virtual" else Engine(file).__enter__())
        table = Table(opened[-1])
        table.player.start(found.scenarios[0].title, "Blue")
        table.forget()
        return table

    yield begin
    for player in opened:
        player.__exit__(None, None, None)


def test_a_decided_game_ends_as_soon_as_all_agree(open_table: Callable[[Game], Table]) -> None:
    table = open_table(optional(lost=True))
    table.player.hotkey(BUTTON)
    assert table.get(OPTION) == "early"
    assert table.get("GameOver") == "true"
    said = "\n".join(table.told())
    assert "Agreement: the game ends once the Blues can no longer win. They can't." in said
    assert table.problems() == []


def test_a_game_that_can_be_won_goes_on(open_table: Callable[[Game], Table]) -> None:
    table = open_table(optional(lost=False))
    table.player.hotkey(BUTTON)
    assert (table.get(OPTION), table.get("GameOver")) == ("early", "false")
    assert "They still can." in "\n".join(table.told())
    table.player.hotkey(BUTTON)
    assert "Refused: the players have already agreed" in "\n".join(table.told())


def test_one_of_two_players_only_proposes_it(tmp_path: Path) -> None:
    file = write_module(optional(lost=True), SLUG, tmp_path / "game.vmod")
    with EmulatedGame.open(file) as player:
        table = Table(player)
        player.start(optional(lost=True).scenarios[0].title, "Blue")
        player.world.seats["other"] = "Red"
        player.hotkey(BUTTON)
        assert (table.get(OPTION), table.get("GameOver")) == ("last-turn", "false")
        assert "the Red player must choose it too" in "\n".join(table.told())
        player.change_side(OBSERVER)
        player.hotkey(BUTTON)
        assert table.get(OPTION) == "last-turn"
        player.change_side("Red")
        player.world.seats["other"] = "Blue"
        player.hotkey(BUTTON)
        assert (table.get(OPTION), table.get("GameOver")) == ("early", "true")


def logged(changes: dict[str, str]) -> tuple[Finding, ...]:
    """Return what the umpire finds in a log in which options change in play and the game ends by them."""
    found = optional(lost=True)
    field = Field(RulesEngine(found, SCENARIO), RulesEngine(found, SCENARIO).set_up(1), slug=SLUG)
    field.play(lambda now: now.state.turn == 2, "random")
    field.plant([ChangeProperty(OPTION, "last-turn", changes["ending"], "Module")])
    field.kernel = field.replay.kernel = RulesEngine(found, SCENARIO, changes)
    field.play(lambda now: now.state.stage == "over" or now.state.turn == 3, "random")
    assert (field.state.stage == "over") == (changes == EARLY)
    return LogUmpire(HexwrightGame(found), field.log()).follow_log().findings


def test_the_umpire_judges_by_the_end_that_was_agreed() -> None:
    assert logged(EARLY) == ()


def test_the_umpire_reports_another_option_that_changes_in_play() -> None:
    found = optional(lost=False)
    kernel = RulesEngine(found, SCENARIO, EARLY)
    field = Field(kernel, kernel.set_up(1), slug=SLUG).play(lambda now: now.state.turn == 2, "random")
    field.plant([ChangeProperty(OPTION, "early", "last-turn", "Module")])
    (told,) = LogUmpire(HexwrightGame(found), field.log()).follow_log().findings
    assert told.kind == "doubt"
    assert told.done == "the optional rule 'The end of the game' changes to 'The last turn is played'"


def test_an_umpire_that_keeps_the_first_options_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LogUmpire, "_follow_options", lambda _self: False)
    assert logged(EARLY) != ()
