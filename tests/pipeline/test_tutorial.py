"""The module's tutorial: a recorded turn, told in plain words, legal and the same bytes every time."""

from __future__ import annotations

import dataclasses
import re
import zipfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from hexwright.engine_driver import Engine
from hexwright.load.project_folder import Project
from hexwright.model.game import Game
from hexwright.model.ids import HexId
from hexwright.paper.rulebook.screen_figures import FigureMaker
from hexwright.pipeline.game_build import BuildRequest, build_game
from hexwright.players.policies import policy_of
from hexwright.players.tutorial_policy import MAX_ACTIONS, TutorialPolicy
from hexwright.recording.tutorial_recorder import TutorialRecorder
from hexwright.render.map.sheet.sheet_plan import SheetPlan, plan_sheet
from hexwright.render.rule_figure import RuleFigure
from hexwright.render.theme import Theme
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE
from hexwright.support.result_cache import ResultCache
from hexwright.vassal.codec.buildfile.buildfile_parser import parse
from hexwright.vassal.codec.buildfile.components import GameModule, Tutorial
from hexwright.vassal.codec.commands import ChatText, flatten_commands
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.module.help_pages import TUTORIAL
from hexwright.vassal.module.module_pieces import ModulePieces
from tests.pipeline.conftest import SLUG
from tests.shipped import shipped
from tests.umpire.planting import judged
from tests.vassal.compile.games import GAMES, game, plan
from tests.vassal.engine.conftest import write_module


@cache
def recorded(slug: str) -> bytes:
    """Return a game's tutorial."""
    made = TutorialRecorder.current_version()(ModulePieces.of(game(slug), plan(slug)))
    assert made is not None
    return made


def told(log: SavedGameFile) -> list[list[str]]:
    """Return what the chat tells, step by step."""
    return [
        [part.text.removeprefix("* ") for part in flatten_commands(step) if isinstance(part, ChatText)]
        for step in log.steps
    ]


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_two_recordings_are_the_same_bytes(slug: str) -> None:
    assert TutorialRecorder.current_version()(ModulePieces.of(game(slug), plan(slug))) == recorded(slug)


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_the_umpire_finds_nothing_forbidden_in_it(slug: str) -> None:
    ruling = judged(slug, SavedGameFile.read(recorded(slug)))
    assert ruling.findings == ()


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_every_step_tells_something_and_every_phase_begins_with_what_it_is_for(slug: str) -> None:
    lines = told(SavedGameFile.read(recorded(slug)))
    assert all(lines)
    assert lines[0][0].startswith(game(slug).info.title)
    texts = {phase.name: phase.text for phase in game(slug).rules.sequence}
    begun = [step for step in lines[1:] if step[0].startswith("Turn ") and ": " in step[0]]
    assert len(begun) > 2
    for step in begun:
        assert step[1:] == [text for text in (texts[step[0].split(": ", 1)[1]],) if text]


@pytest.mark.parametrize("slug", ["battle-for-moscow", "moscow-embattled"])
def test_how_players_do_something_is_told_when_it_is_done_first_and_never_again(slug: str) -> None:
    hints = [
        line for step in told(SavedGameFile.read(recorded(slug))) for line in step if line.startswith("How: ")
    ]
    assert len(hints) == len(set(hints)) > 5
    assert any("Ctrl A" in hint for hint in hints)
    assert any("Next phase" in hint for hint in hints)


def test_next_phase_is_named_only_where_it_ends_the_phase() -> None:
    steps = told(SavedGameFile.read(recorded("battle-for-moscow")))
    [at] = [n for n, lines in enumerate(steps) if "How: To go on, press Next phase in the toolbar." in lines]
    assert steps[at][0] == "German movement ends."
    assert steps[at + 1][0] == "Turn 1: Soviet replacement"
    battle = next(n for n, lines in enumerate(steps) if any("press Battle" in line for line in lines))
    assert steps[battle - 1] == ["All attacks are declared."]


@cache
def lines_of(slug: str) -> tuple[str, ...]:
    """Return all lines of a game's tutorial."""
    if slug in GAMES:
        return tuple(line for step in told(SavedGameFile.read(recorded(slug))) for line in step)
    large = shipped(slug).game
    log = TutorialRecorder.current_version()(ModulePieces.of(large, plan_sheet(large)))
    assert log is not None
    return tuple(line for step in told(SavedGameFile.read(log)) for line in step)


BY_ODDS = (" attacks ", "All attacks are declared.", "The die shows", " retreats ", " advances ")


@pytest.mark.parametrize(
    ("slug", "shown"),
    [
        ("battle-for-moscow", (*BY_ODDS, " takes the loss")),
        ("battle-of-moscow", (*BY_ODDS, " takes the loss")),
        ("moscow-campaign", (*BY_ODDS, "overrun", " takes the loss")),
        ("moscow-embattled", (" attacks ", "dice", "hit", " takes a hit", " advances into ")),
    ],
)
def test_a_whole_battle_is_shown_from_the_attack_to_the_advance(slug: str, shown: tuple[str, ...]) -> None:
    lines = lines_of(slug)
    assert [words for words in shown if not any(words in line for line in lines)] == []
    taken_back = re.compile(r"\bleaves the attack\b")
    assert not any(taken_back.search(line) for line in lines)


def test_the_large_game_shows_a_ride_reinforcements_an_overrun_and_its_die() -> None:
    lines = lines_of("moscow-campaign")
    ride = next(n for n, line in enumerate(lines) if line.endswith(" entrains."))
    unit = lines[ride].partition(" (")[0]
    moved = next(line for line in lines[ride + 1 :] if line.startswith(f"{unit} ("))
    start, goal = (HexId(found) for found in re.findall(r"\b\d{4}\b", moved))
    assert plan_sheet(shipped("moscow-campaign").game).layout.grid.distance(start, goal) > 20
    assert any(" appears in " in line for line in lines)
    assert any("overrun" in line.lower() and "die" in line for line in lines)
    assert any(line.startswith("The die shows") for line in lines)


def test_a_game_without_anything_to_play_has_none() -> None:
    bare = dataclasses.replace(game(SLUG), scenarios=())
    assert TutorialRecorder.current_version()(ModulePieces.of(bare, plan(SLUG))) is None


@pytest.mark.parametrize("slug", ["battle-for-moscow", "moscow-embattled"])
def test_brief_play_is_legal_and_does_little_in_each_phase(slug: str) -> None:
    kernel = RulesEngine(game(slug), game(slug).scenarios[0].id)
    state = kernel.set_up(1)
    players = {side: TutorialPolicy(kernel, policy_of("greedy")(kernel, 1)) for side in kernel.setting.sides}
    moves: dict[tuple[int, int], int] = {}
    while state.turn < 3:
        side = kernel.active_side(state)
        assert side is not None
        action = kernel.draw(state) if side == CHANCE else players[side].choose(state)
        assert side == CHANCE or kernel.is_legal(state, action), action
        if action.kind == "move":
            moves[state.turn, state.phase] = moves.get((state.turn, state.phase), 0) + 1
        state = kernel.apply(state, action)
    assert moves
    assert max(moves.values()) <= MAX_ACTIONS["move"]


# In the module -----------------------------------------------------------------------------------------


def tutorials(module: Path) -> tuple[list[str | None], bool]:
    """Return the logs that a module's help menu begins, and whether the archive holds ours."""
    with zipfile.ZipFile(module) as archive:
        build = parse(archive.read("buildFile.xml"))
        names = archive.namelist()
    assert isinstance(build, GameModule)
    return [found.logfile for found in build.iter() if isinstance(found, Tutorial)], TUTORIAL in names


def test_a_build_with_a_recorder_has_a_tutorial_and_one_without_has_none(
    project: Project, cache: ResultCache, tmp_path: Path
) -> None:
    request = BuildRequest(project=project, slug=SLUG, out=tmp_path / "out")
    assert tutorials(build_game(request, cache).path) == ([], False)
    taught = build_game(request, cache, None, TutorialRecorder.current_version())
    assert not taught.reused
    assert tutorials(taught.path) == ([TUTORIAL], True)
    assert build_game(request, cache, None, TutorialRecorder.current_version()).reused
    assert not build_game(request, cache, None, TutorialRecorder("another version")).reused


def test_a_build_with_figures_has_the_diagrams_of_the_rules_and_draws_them_once(
    project: Project, cache: ResultCache, tmp_path: Path
) -> None:
    drawn = []

    class Counting(FigureMaker):
        def __call__(
            self, game: Game, theme: Theme, plan: SheetPlan, art: Mapping[str, bytes], cache: ResultCache
        ) -> tuple[RuleFigure, ...]:
            found = FigureMaker.__call__(self, game, theme, plan, art, cache)
            drawn.append(len(found))
            return found

    request = BuildRequest(project=project, slug=SLUG, out=tmp_path / "out")
    assert pictures_of_rules(build_game(request, cache).path) == []
    built = build_game(request, cache, figures=Counting("now"))
    assert not built.reused
    assert len(pictures_of_rules(built.path)) == drawn[0] > 2
    assert build_game(request, cache, figures=Counting("now")).reused
    # A tutorial is new; the diagrams aren't.
    recorder = TutorialRecorder.current_version()
    again = build_game(request, cache, None, recorder, Counting("now"))
    assert (again.reused, len(drawn)) == (False, 1)
    assert len(pictures_of_rules(again.path)) == drawn[0]
    build_game(request, cache, None, recorder, Counting("another version"))
    assert len(drawn) == 2


def pictures_of_rules(module: Path) -> list[str]:
    """Return the names of the diagrams in a module that its page of rules shows."""
    with zipfile.ZipFile(module) as archive:
        page = archive.read("help/rules.html").decode()
        found = [name for name in archive.namelist() if name.startswith("images/rules-figure-")]
        assert all(archive.read(name).startswith(b"\x89PNG") for name in found)
    assert all(f'src="{name.removeprefix("images/")}"' in page for name in found)
    return found


@pytest.mark.engine
@pytest.mark.parametrize(
    "slug", ["battle-for-moscow", "moscow-embattled", "battle-of-moscow", "moscow-campaign"]
)
def test_the_engines_help_menu_begins_it_and_it_is_stepped_to_its_end(slug: str, tmp_path: Path) -> None:
    path = write_module(game(slug), slug, tmp_path / "game.vmod", tutorial=recorded(slug))
    steps = told(SavedGameFile.read(recorded(slug)))
    menu = "VASSAL.build.GameModule.getGameModule().getAllDescendantComponentsOf"
    launch = f"{menu}(VASSAL.build.module.documentation.Tutorial.class).get(0).launch(); String.valueOf(1);"
    with Engine(path) as engine:
        engine.evaluate(f'{{new bsh.Interpreter().eval("{launch}").toString()}}')
        # The engine opens the log behind the menu's back: the large games take seconds.
        for _ in range(120):
            engine.wait(0.5)
            if engine.status().steps_left:
                break
        assert engine.status().steps_left == len(steps)
        engine.take_chat()
        assert engine.step(len(steps)) == 0
        said = [line.text.removeprefix("* ") for line in engine.take_chat()]
        lines = [line for line in said if not line.startswith("-")]
        # Behind the last step the player reads whose turn it is, as behind any log.
        assert lines.pop().startswith("You are the German player. It is your turn: ")
        assert lines == [line for step in steps for line in step]
        assert engine.take_problems() == ()
