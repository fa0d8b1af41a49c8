"""Policies: the protocol of a policy, the random policy, and a function that plays a game with policies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.model.game import Game
from hexwright.model.ids import SideId
from hexwright.model.rules.rules_record import CombatKind
from hexwright.players.fire_policy import FirePolicy
from hexwright.players.fire_search_policy import FireSearchPolicy
from hexwright.players.greedy_policy import GreedyPolicy
from hexwright.players.random_stream import RandomStream, derived_seed
from hexwright.players.search_policy import SearchPolicy
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.movement.overstacking import permanently_full_hexes


class Policy(Protocol):
    """A computer player that decides for one side in one game.

    A policy may store plans, so each game needs its own policy.
    """

    def choose(self, state: State) -> Action:
        """Return a legal action in a state where the policy's side decides."""


class RandomPolicy:
    """A policy that chooses a random unit, and a random action of that unit."""

    def __init__(self, rules: RulesEngine, seed: int) -> None:
        self.rules = rules
        self.chooser = RandomStream(seed)
        self._ending: tuple[int, int] | None = None
        """The turn and phase that the policy has decided to end."""

    def choose(self, state: State) -> Action:
        """Return a random legal action.

        If units act one by one, the unit is chosen first, then one of its actions.
        """
        if state.stage not in ("move", "declare"):
            return self.chooser.choice(self.rules.legal_actions(state))
        now = (state.turn, state.phase)
        movers = self.rules.movers(state) if self._ending != now else []
        # The phase sometimes ends early; otherwise most units act.
        while movers and self.chooser.integer_below(4 * len(movers)):
            unit = self.chooser.choice(movers)
            actions = self.rules.actions_of(state, unit)
            while actions:
                action = self.chooser.choice(actions)
                if not self._ends_overstacked(state, action):
                    return action
                actions.remove(action)
            movers.remove(unit)
        self._ending = now
        return self.chooser.choice(self.rules.phase_end_actions(state))

    def _ends_overstacked(self, state: State, action: Action) -> bool:
        """Return whether a move would have to be taken back, because the hex would stay overstacked."""
        setting = self.rules.setting
        if action.hex is None or not setting.may_overstack_in_phase:
            return False
        here = 1 << setting.board.index[action.hex]
        if action.unit is None or not state.occupied[setting.side(state)] & here:
            return False
        return bool(permanently_full_hexes(setting, state, setting.unit_numbers[action.unit]) & here)


PolicyFactory = Callable[[RulesEngine, int], Policy]


_SEARCH: Final[Mapping[CombatKind, type[SearchPolicy] | type[FireSearchPolicy]]] = {
    "hand": SearchPolicy,
    "odds": SearchPolicy,
    "fire": FireSearchPolicy,
}
_GREEDY: Final[Mapping[CombatKind, PolicyFactory]] = {
    "hand": GreedyPolicy,
    "odds": GreedyPolicy,
    "fire": FirePolicy,
}


def _greedy(rules: RulesEngine, seed: int) -> Policy:
    return _GREEDY[rules.setting.game.rules.combat_kinds[0]](rules, seed)


def greedy_policy_for_a_few_moves(rules: RulesEngine, seed: int) -> Policy:
    """Return a greedy policy for phases that end after a few actions: it doesn't plan ahead."""
    odds = rules.setting.game.rules.combat_kinds[0] != "fire"
    return GreedyPolicy(rules, seed, looks_ahead=False) if odds else FirePolicy(rules, seed)


def search_policy_for(rules: RulesEngine, seed: int) -> SearchPolicy | FireSearchPolicy:
    """Return the search policy for the way in which the game resolves combat."""
    return _SEARCH[rules.setting.game.rules.combat_kinds[0]](rules, seed)


class TunedPolicy:
    """A greedy policy with the weights of `players.yaml` for the side that it plays."""

    def __init__(self, rules: RulesEngine, seed: int) -> None:
        require_playable(rules.setting.game, "tuned")
        self._rules, self._seed = rules, seed
        self._player: Policy | None = None

    def choose(self, state: State) -> Action:
        """Return a legal action for the side that decides."""
        if self._player is None:
            side = self._rules.active_side(state)
            assert side is not None
            self._player = self._player_of(SideId(side))
        return self._player.choose(state)

    def _player_of(self, side: SideId) -> Policy:
        game = self._rules.setting.game
        if game.rules.combat_kinds[0] == "fire":
            return FirePolicy(self._rules, self._seed, game.players.fire.get(side))
        return GreedyPolicy(self._rules, self._seed, game.players.odds.get(side))


POLICIES: Final[Mapping[str, PolicyFactory]] = {
    "random": RandomPolicy,
    "greedy": _greedy,
    "tuned": TunedPolicy,
    "search": search_policy_for,
}
"""The policies by name; each factory creates a policy from a rules engine and a seed."""
DEFAULT_POLICY: Final = "greedy"
SLOW_POLICIES: Final = frozenset({"search"})
"""Policies that take seconds or minutes for a phase."""


def policies_for(game: Game) -> tuple[str, ...]:
    """Return the names of the policies that can play a game, the default one first."""
    fitted = game.players.fire if game.rules.combat_kinds[0] == "fire" else game.players.odds
    names = (DEFAULT_POLICY, *(name for name in POLICIES if name != DEFAULT_POLICY))
    return tuple(name for name in names if name != "tuned" or fitted)


def require_playable(game: Game, name: str) -> None:
    """Raise InputError if a policy can't play a game."""
    policy_of(name)
    if name not in policies_for(game):
        raise InputError.single(
            "P010",
            f"{game.slug} has no weights for the player '{name}'",
            Span(f"data/{game.slug}/players.yaml"),
            f"find some with 'hexwright campaign tune {game.slug}', or play '{DEFAULT_POLICY}'",
        )


def policy_of(name: str) -> PolicyFactory:
    """Return the factory of the policy with this name. Raises InputError if there is no such policy."""
    if name not in POLICIES:
        known = ", ".join(POLICIES)
        raise InputError.single("P010", f"there is no policy '{name}'", Span("--SIDE"), f"known: {known}")
    return POLICIES[name]


def check_policies(rules: RulesEngine, policies: Mapping[SideId, str | PolicyFactory]) -> None:
    """Raise InputError if a side or a policy is unknown."""
    for side in policies:
        if side not in rules.setting.sides:
            known = ", ".join(rules.setting.sides)
            raise InputError.single(
                "P011", f"there is no side '{side}'", Span(f"--{side}"), f"known: {known}"
            )
    for named in policies.values():
        if isinstance(named, str):
            require_playable(rules.setting.game, named)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game with its actions."""

    seed: int
    actions: tuple[Action, ...]
    """All actions, including die rolls."""
    final: State


def play_game(
    rules: RulesEngine,
    seed: int,
    policies: Mapping[SideId, str | PolicyFactory],
    watch: Callable[[State, Action, State], None] | None = None,
    start: State | None = None,
) -> PlayedGame:
    """Play one game to its end; sides without a policy play at random.

    A policy is given by name or as a factory. `watch` receives each action with the states before and after
    it. Raises InputError for an unknown policy or side.
    """
    check_policies(rules, policies)
    players = {}
    for number, side in enumerate(rules.setting.sides):
        named = policies.get(side, "random")
        make = policy_of(named) if isinstance(named, str) else named
        players[side] = make(rules, derived_seed(seed, number + 1))
    state = start if start is not None else rules.set_up(seed)
    actions: list[Action] = []
    while (side_to_act := rules.active_side(state)) is not None:
        player = players.get(side_to_act)
        action = rules.draw(state) if player is None else player.choose(state)
        after = rules.apply(state, action)
        if watch is not None:
            watch(state, action, after)
        actions.append(action)
        state = after
    return PlayedGame(seed, tuple(actions), state)
