"""A game in play: its actions so far, what may be undone, and its computer players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain, repeat

from hexwright.model.ids import SideId, UnitId
from hexwright.model.scenario import Placement
from hexwright.players.policies import Policy, policy_of
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE, Action, IllegalAction
from hexwright.web.play.json_values import Json
from hexwright.web.play.log_events import log_event
from hexwright.web.play.message_fields import OTHER_SEAT, Refusal

OUT_OF_DATE = "The game has moved on since: look again, and choose anew."


@dataclass(frozen=True, slots=True)
class PlayedAction:
    """An action of the game, the state before it, and its entry in the log."""

    before: State
    action: Action
    event: Json
    by_computer: bool = False


class PlaySession:
    """One game in play. Every action is judged by the rules engine."""

    def __init__(
        self,
        rules: RulesEngine,
        seed: int,
        computers: Mapping[SideId, str] | None = None,
        placement: Placement | None = None,
        start: State | None = None,
        seat: SideId | None = None,
    ) -> None:
        """Begin a game at a scenario's set-up, at another `placement`, or at the state `start`.

        `computers` names the policy of each side that the computer plays. At a `seat`, only the decisions of
        that side are taken. Raises InputError for an unknown policy.
        """
        self.rules, self.seed, self.seat = rules, seed, seat
        self.state = start if start is not None else rules.set_up(seed, placement)
        self.start = self.state
        self.moved_from_shipped_setup = placement is not None or start is not None
        self.computers = dict(computers or {})
        self._policies: dict[SideId, Policy] = {}
        for name in self.computers.values():
            policy_of(name)
        self.played: list[PlayedAction] = []

    @property
    def revision(self) -> int:
        """Return the number of actions so far."""
        return len(self.played)

    @property
    def actions(self) -> tuple[Action, ...]:
        """Return all actions so far, including die rolls."""
        return tuple(one.action for one in self.played)

    def require_revision(self, revision: object) -> None:
        """Raise IllegalAction if the page has seen another revision: it decided on an old position."""
        if revision is not None and revision != self.revision:
            raise IllegalAction(OUT_OF_DATE)

    def deciding_side(self) -> SideId | None:
        """Return the side that decides now, or rolls its dice; None if the game is over."""
        if self.rules.is_over(self.state):
            return None
        acting, setting = self.rules.active_side(self.state), self.rules.setting
        return setting.sides[setting.side(self.state)] if acting == CHANCE else acting

    def require_seat(self) -> None:
        """Raise Refusal if another side than that of the seat is to decide."""
        deciding = self.deciding_side()
        if self.seat is not None and deciding not in (None, self.seat):
            name = self.rules.setting.game.info.side(deciding).plural
            raise Refusal(f"The {name} decide now.", "send them the link of the game", OTHER_SEAT)

    def act(self, text: str) -> None:
        """Carry out an action; raise IllegalAction, with a hint, if the rules forbid it."""
        if self.rules.active_side(self.state) == CHANCE:
            raise IllegalAction("A die is due: only the roll itself is possible.", "roll the die")
        self.play(self.rules.parse(self.state, text))

    def roll(self) -> None:
        """Roll the dice that are due; raise IllegalAction if none are."""
        if self.rules.active_side(self.state) != CHANCE:
            raise IllegalAction("No die is due now.")
        self.play(self.rules.draw(self.state))

    def play(self, action: Action, *, by_computer: bool = False) -> None:
        """Carry out a legal action."""
        before = self.state
        after = self.rules.apply(before, action)
        event = log_event(self.rules, len(self.played), before, action, after)
        self.played.append(PlayedAction(before, action, event, by_computer))
        self.state = after

    def events_since(self, number: int) -> list[Json]:
        """Return the log's entries from a number on."""
        return [one.event for one in self.played[max(0, number) :]]

    # Taking back -----------------------------------------------------------------------------------

    def may_undo(self) -> bool:
        """Return whether the last action may be undone: no die was rolled since, and a person at this seat
        decided it.
        """
        last = self.played[-1] if self.played else None
        return (
            last is not None
            and last.action.kind != "roll"
            and not last.by_computer
            and self.seat in (None, last.event["by"])
        )

    def undo(self) -> None:
        """Undo the last action; raise IllegalAction if that isn't permitted."""
        if not self.played:
            raise IllegalAction("Nothing has been done yet.")
        if not self.may_undo():
            last = self.played[-1]
            what = (
                "the die has been rolled"
                if last.action.kind == "roll"
                else "the computer has played"
                if last.by_computer
                else "the other player has played"
            )
            raise IllegalAction(f"{what[0].upper()}{what[1:]}: nothing before that can be undone.")
        self.state = self.played.pop().before

    def first_declaration(self) -> int:
        """Return the number of the first action since which attacks of this phase have been declared."""
        first, now = len(self.played), self.state
        while first:
            before = self.played[first - 1].before
            if (before.turn, before.phase, before.stage) != (now.turn, now.phase, now.stage):
                break
            if self.played[first - 1].by_computer:
                break
            first -= 1
        return first

    def withdraw(self, unit: UnitId) -> int:
        """Take a unit out of the attack it was declared in; return the number of the first action replayed.

        Declarations are plans until all are declared: the others are declared anew, without this unit.
        """
        first = self.first_declaration()
        again = [one.action for one in self.played[first:] if one.action.unit != unit]
        if len(again) == len(self.played) - first:
            raise IllegalAction("That unit's attack isn't declared, so there is nothing to withdraw.")
        kept, state = self.played[first:], self.state
        self.state = kept[0].before
        del self.played[first:]
        try:
            for action in again:
                self.play(self.rules.parse(self.state, action.text))
        except IllegalAction:
            del self.played[first:]
            self.played += kept
            self.state = state
            raise
        return first

    # Computer players ------------------------------------------------------------------------------

    def computer_to_play(self) -> SideId | None:
        """Return the side whose computer decides now, or rolls its own dice; None if a person is to act."""
        side = self.deciding_side()
        return side if side in self.computers else None

    def play_computer(self, most: int) -> bool:
        """Play up to `most` actions of computer players; return whether a person is to act now."""
        for _ in range(most):
            side = self.computer_to_play()
            if side is None:
                return True
            if self.rules.active_side(self.state) == CHANCE:
                action = self.rules.draw(self.state)
            else:
                action = self._policy(side).choose(self.state)
            self.play(action, by_computer=True)
        return self.computer_to_play() is None

    def set_computers(self, computers: Mapping[SideId, str]) -> None:
        """Choose anew which sides the computer plays; raise InputError for an unknown policy."""
        for name in computers.values():
            policy_of(name)
        self.computers, self._policies = dict(computers), {}

    def _policy(self, side: SideId) -> Policy:
        if side not in self._policies:
            number = self.rules.setting.sides.index(side) + 1
            self._policies[side] = policy_of(self.computers[side])(self.rules, self.seed * 31 + number)
        return self._policies[side]

    def replay(self, texts: Iterable[str], by_computer: Iterable[bool] = ()) -> None:
        """Carry out recorded actions; raise IllegalAction for one that isn't legal, or a roll that the seed
        doesn't give.
        """
        for text, decided in zip(texts, chain(by_computer, repeat(False)), strict=False):
            if self.rules.active_side(self.state) != CHANCE:
                self.play(self.rules.parse(self.state, text), by_computer=decided)
                continue
            drawn = self.rules.draw(self.state)
            if drawn.text != text:
                raise IllegalAction(f"'{text}', but the seed gives '{drawn.text}'", "restore the file")
            self.play(drawn, by_computer=decided)
