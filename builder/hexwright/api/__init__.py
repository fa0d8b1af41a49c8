"""The Python API: load a game, play by its rules, build its module, verify modules.

Everything that this package exports is public; all other packages of hexwright are internal and may change.

>>> import random
>>> from hexwright.api import Rules, load_game
>>> rules = Rules(load_game("the-ford"), "the-ford")
>>> state, player = rules.initial_state(seed=1), random.Random(1)
>>> while not rules.is_over(state):
...     choices = rules.legal_actions(state)
...     state = rules.apply(state, player.choice(choices) if choices else rules.draw(state))
>>> print(rules.outcome(state).winner)
blue
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Final, Literal

from hexwright.diagnostics.diagnostic import Diagnostic, InputError, Severity
from hexwright.load import game_loading
from hexwright.load.project_folder import find_project
from hexwright.model.game import Game
from hexwright.model.ids import PhaseId, SideId
from hexwright.model.scenario import Placement
from hexwright.module_checks import module_verdict
from hexwright.module_checks.module_verdict import ModuleFindings
from hexwright.paper.rulebook.screen_figures import FigureMaker
from hexwright.pipeline.game_build import BuildRequest, BuildResult, build_game
from hexwright.recording.tutorial_recorder import TutorialRecorder
from hexwright.render.check_drawings import check_drawings
from hexwright.render.fonts import missing_glyphs
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE, Action, IllegalAction, Outcome
from hexwright.support.result_cache import ResultCache, cache_folder

__all__ = [
    "CHANCE",
    "Action",
    "BuildResult",
    "Diagnostic",
    "Game",
    "IllegalAction",
    "InputError",
    "ModuleFindings",
    "Outcome",
    "Rules",
    "Severity",
    "State",
    "build_module",
    "load_game",
    "verify",
]

_NONE: Final[Mapping[str, str]] = {}


def load_game(slug: str, *, project: str | Path | None = None, options: Mapping[str, str] = _NONE) -> Game:
    """Read and check the game in `data/<slug>/`; raise `InputError` with all errors.

    `project` is the folder that contains `data/`; by default, the nearest one from the current folder upward.
    `options` overrides the game's default choices: option id → choice id.

    >>> game = load_game("the-ford")
    >>> game.info.title
    'The Ford'
    >>> [scenario.id for scenario in game.scenarios]
    ['the-ford']
    >>> load_game("the-fjord")
    Traceback (most recent call last):
    InputError: data: error[G002]: there is no game 'the-fjord' in this project
    """
    found = find_project(Path.cwd(), None if project is None else Path(project))
    return game_loading.load_game(
        found, slug, options, glyph_faults=missing_glyphs, sheet_faults=check_drawings
    ).game


class Rules:
    """The rules of one scenario, as a tree of states.

    In each state a side decides, dice are rolled, or the game is over. States are values: `apply` returns
    another state and changes nothing. The seed in the first state fixes all dice, so that the seed and the
    actions determine the game.
    """

    def __init__(self, game: Game, scenario: str, options: Mapping[str, str] = _NONE) -> None:
        """Compile a scenario; raise `InputError` if it doesn't exist or its rules can't be played.

        `options` overrides the scenario's choices among versions of its rules.
        """
        self._engine: Final = RulesEngine(game, scenario, options)

    def initial_state(self, seed: int = 0, placement: Placement | None = None) -> State:
        """Return the state before the first action.

        `placement` replaces the scenario's set-up: hex → unit, or units. It isn't checked.

        >>> rules = Rules(load_game("the-ford"), "the-ford")
        >>> state = rules.initial_state()
        >>> state.turn, rules.phase(state), rules.active_side(state)
        (1, 'red-movement', 'red')
        """
        return self._engine.set_up(seed, placement)

    def is_over(self, state: State) -> bool:
        """Return whether the game has ended."""
        return self._engine.is_over(state)

    def phase(self, state: State) -> PhaseId:
        """Return the current phase of the sequence of play."""
        return self._engine.phase(state)

    def active_side(self, state: State) -> SideId | None:
        """Return the side that decides next, `CHANCE` if dice are rolled next, or None if the game is
        over.
        """
        return self._engine.active_side(state)

    def legal_actions(self, state: State) -> Sequence[Action]:
        """Return all legal actions of the active side; empty if dice are rolled next or the game is over.

        >>> rules = Rules(load_game("the-ford"), "the-ford")
        >>> for action in rules.legal_actions(rules.initial_state())[:3]:
        ...     print(action.text)
        move red-1 0101
        move red-1 0103
        move red-1 0104
        """
        return self._engine.legal_actions(state)

    def chance_outcomes(self, state: State) -> Sequence[tuple[Action, Fraction]]:
        """Return the possible die rolls with their probabilities; empty if a side decides next."""
        return self._engine.chance_outcomes(state)

    def draw(self, state: State) -> Action:
        """Return the die roll that the seed determines; raise ValueError if a side decides next."""
        return self._engine.draw(state)

    def parse(self, state: State, text: str) -> Action:
        """Return the legal action for a string such as "move red-1 0203".

        Raise `IllegalAction`, with a hint, for any other string.
        """
        return self._engine.parse(state, text)

    def violation(self, state: State, action: Action | str) -> str | None:
        """Return the reason why an action isn't legal, with the rule's number; None for a legal action.

        >>> rules = Rules(load_game("the-ford"), "the-ford")
        >>> rules.violation(rules.initial_state(), "move red-1 0603")
        "'move red-1 0603' is not legal: an enemy unit is in 0603 (1)"
        """
        try:
            self._legal(state, action)
        except IllegalAction as illegal:
            return str(illegal)
        return None

    def apply(self, state: State, action: Action | str) -> State:
        """Return the state after an action, at the next decision; raise `IllegalAction` if it isn't legal."""
        return self._engine.apply(state, self._legal(state, action))

    def outcome(self, state: State) -> Outcome:
        """Return the result of the game. Before the end, return the result that the game would have if it
        ended now.
        """
        return self._engine.outcome(state)

    def describe(self, state: State, action: Action) -> str:
        """Return a sentence that describes a legal action and its effects; `state` is the state before it."""
        return self._engine.describe(state, action)

    def show(self, state: State) -> str:
        """Return the position as text: turn, phase, and the location of each unit."""
        return self._engine.show(state)

    def _legal(self, state: State, action: Action | str) -> Action:
        if isinstance(action, Action) and self._engine.is_legal(state, action):
            return action
        return self._engine.parse(state, action if isinstance(action, str) else action.text)


def build_module(
    slug: str,
    out: str | Path | None = None,
    *,
    project: str | Path | None = None,
    options: Mapping[str, str] = _NONE,
    theme: Literal["classic", "contrast"] = "classic",
) -> BuildResult:
    """Build a game's VASSAL module, with a tutorial; raise `InputError` if its data have errors.

    The file is written to `out`, by default to the project's `modules_out/`. A game that hasn't changed since
    its last build is copied from the cache.

    >>> built = build_module("the-ford", "out")
    >>> built.path.name
    'the-ford-0.1.vmod'
    """
    found = find_project(Path.cwd(), None if project is None else Path(project))
    folder = found.root / "modules_out" if out is None else Path(out)
    request = BuildRequest(found, slug, folder, dict(options), theme)
    return build_game(
        request,
        ResultCache(cache_folder()),
        recorder=TutorialRecorder.current_version(),
        figures=FigureMaker.current_version(),
    )


def verify(*files: str | Path, select: Collection[str] = (), ignore: Collection[str] = ()) -> ModuleFindings:
    """Check any module, with its extensions; no code in it is run.

    Each file is a `.vmod` or `.vmdx`, packed or as a folder. `select` and `ignore` contain codes, prefixes of
    codes, or names of checks; raise ValueError for an unknown one.

    >>> findings = verify(build_module("the-ford", "out").path)
    >>> [str(finding) for finding in findings.diagnostics if finding.severity is Severity.ERROR]
    []
    """
    return module_verdict.verify_paths([Path(file) for file in files], tuple(select), tuple(ignore))
