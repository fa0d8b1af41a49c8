"""Record calls of the rules engine and their answers, for the translated engine to answer alike.

A call is a line as `judge/AnswerLines.java` reads it: the method, and its arguments as JSON, tabs between.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE, END, Action, IllegalAction
from hexwright.vassal.kernel.engine_data import encoded

ClassName = Callable[[type], str]

_END_SHARE: Final = 0.12
"""How often a phase is ended while more could be done in it."""
_BATTLE_SHARE: Final = 0.4
"""How often a battle goes on where it could."""
_MORE_TRIED: Final = 6
"""Legal actions that are tried in a position beside the one that is played: the list costs far more."""
_BATTLE_KINDS: Final = frozenset(("attack", "engage", "resolve", "lose", "retreat", "advance"))


@dataclass(frozen=True, slots=True)
class Call:
    """A recorded call."""

    line: str
    answer: str
    """What the rules engine answers, as JSON; an exception begins with `!`."""

    @property
    def method(self) -> str:
        """Return the method that is called."""
        return self.line.partition("\t")[0]


def opening(rules: RulesEngine, class_name: ClassName) -> Call:
    """Return the call that gives the translated engine a scenario."""
    return Call(f"open\t{encoded(rules, class_name)}", "null")


def calls_of(rules: RulesEngine, class_name: ClassName, number: int, seed: int) -> Iterator[Call]:
    """Play at random and yield `number` calls, in positions all through the game."""
    chance = random.Random(seed)
    recorder = _Recorder(rules, class_name)
    made = 0
    while made < number:
        state = rules.set_up(chance.randrange(1 << 30))
        while not rules.is_over(state) and made < number:
            action, legal = _chosen(rules, state, chance)
            for call in recorder.calls_in(state, action, legal, chance):
                yield call
                made += 1
            state = rules.apply(state, action)
        for call in recorder.at_end(state):
            yield call
            made += 1


def _chosen(rules: RulesEngine, state: State, chance: random.Random) -> tuple[Action, Sequence[Action]]:
    """Return the action that is played next, and the legal ones."""
    if rules.active_side(state) == CHANCE:
        return rules.draw(state), ()
    legal = rules.legal_actions(state)
    if END in legal and chance.random() < _END_SHARE:
        return END, legal
    fighting = [action for action in legal if action.kind in _BATTLE_KINDS]
    return chance.choice(fighting if fighting and chance.random() < _BATTLE_SHARE else legal), legal


class _Recorder:
    """Records the calls of one scenario."""

    def __init__(self, rules: RulesEngine, class_name: ClassName) -> None:
        self._rules = rules
        self._class_name = class_name
        self._written: tuple[State | None, str] = (None, "")
        """The last state that was written, and its text: all calls in a position have it."""

    def calls_in(
        self, state: State, action: Action, legal: Sequence[Action], chance: random.Random
    ) -> Iterator[Call]:
        """Yield calls in a state in which an action is played: everything that players and modules ask."""
        rules = self._rules
        yield self._call("apply", state, action)
        yield self._call("describe", state, action)
        yield self._call("is_legal", state, action)
        yield self._call("active_side", state)
        if not legal:
            yield self._call("chance_outcomes", state)
            yield self._call("draw", state)
            return
        texts = [one.text for one in legal]
        yield self._recorded("legal_actions.text", (state,), lambda: texts)
        yield self._recorded("outcome.text", (state,), lambda: rules.outcome(state).text)
        yield self._call("show", state)
        yield self._call("movers", state)
        yield self._text_call("phase_end_actions", state)
        if action.unit is not None:
            yield self._text_call("actions_of", state, action.unit)
        for more in chance.sample(legal, min(_MORE_TRIED, len(legal))):
            yield self._call("apply", state, more)
            yield self._call("describe", state, more)
            yield self._call("is_legal", state, more)
        wrong = _illegal(rules, legal, chance)
        if wrong is not None:
            yield self._call("is_legal", state, wrong)
            yield self._call("parse", state, wrong.text)

    def at_end(self, state: State) -> Iterator[Call]:
        """Yield calls when a game is over."""
        yield self._call("is_over", state)
        yield self._call("outcome", state)
        yield self._call("show", state)

    def _call(self, method: str, *given: Any) -> Call:
        return self._recorded(method, given, lambda: getattr(self._rules, method)(*given))

    def _text_call(self, method: str, *given: Any) -> Call:
        return self._recorded(
            f"{method}.text", given, lambda: [one.text for one in getattr(self._rules, method)(*given)]
        )

    def _recorded(self, method: str, given: Sequence[Any], answered: Callable[[], Any]) -> Call:
        line = "\t".join((method, *map(self._text, given)))
        try:
            answer = encoded(answered(), self._class_name)
        except IllegalAction as refusal:
            told = encoded([refusal.args, (refusal.hint,)], self._class_name)
            answer = f"!{self._class_name(IllegalAction)}{told}"
        return Call(line, answer)

    def _text(self, value: Any) -> str:
        if not isinstance(value, State):
            return encoded(value, self._class_name)
        if value is not self._written[0]:
            self._written = value, encoded(value, self._class_name)
        return self._written[1]


def _illegal(rules: RulesEngine, legal: Sequence[Action], chance: random.Random) -> Action | None:
    """Return an action like a legal one, of another unit or to another hex, that isn't legal."""
    setting = rules.setting
    of_units = [action for action in legal if action.unit is not None]
    if not of_units:
        return None
    action = chance.choice(of_units)
    if chance.random() < 0.5:
        wrong = dataclasses.replace(action, unit=chance.choice(setting.units))
    else:
        wrong = dataclasses.replace(action, hex=chance.choice(tuple(setting.board.index)))
    return None if wrong in legal else wrong
