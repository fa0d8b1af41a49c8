"""A game as a link: a position, its dice, and the actions since, as text for the end of an address.

The text is the JSON of a `LinkedGame`, deflated, in base 64 for addresses. It begins with its version.
Nothing in it is trusted: each value is checked against the type of its field and against the scenario's units
and hexes.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from hexwright.model.game import Game
from hexwright.model.ids import SideId
from hexwright.players.policies import POLICIES
from hexwright.rules.engine.game_state import AT_BASE, State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.web.play.message_fields import Refusal
from hexwright.web.play.session import PlaySession

VERSION: Final = "1"
LONGEST_LINK: Final = 4000
"""The length of a link's text that browsers, mail and messengers carry whole."""
LONGEST_FILE: Final = 1 << 20
_LONGEST_JSON: Final = 4 << 20
_BY_COMPUTER: Final = "*"
_ASK_AGAIN: Final = "ask for it again, and copy it whole"
_OLD_SITE: Final = "go on with the version of the site that it came from"

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class LinkedGame:
    """A game as a link holds it."""

    game: str
    """The game's folder name."""
    structure: int
    """The digest of what numbers in the position mean; see `structure_of`."""
    scenario: str
    options: dict[str, str]
    seed: int
    computers: dict[str, str]
    seat: str
    """The side for which the link is made; an empty string for all sides."""
    position: dict[str, Any] | None
    """The fields of the state in which it differs from the set-up; None for the set-up itself."""
    actions: str
    """The actions since that position, a line each; those of computer players begin with an asterisk."""


def damaged_link() -> Refusal:
    """Return the refusal of a link that can't be read, or whose position can't be played."""
    return Refusal("The link is damaged.", _ASK_AGAIN)


def structure_of(rules: RulesEngine) -> int:
    """Return a digest of units, hexes, sides, phases and turns: a position's numbers count these."""
    setting = rules.setting
    scenario = setting.scenario
    counted = (
        setting.units,
        setting.board.ids,
        setting.sides,
        [phase.id for phase in setting.phases],
        scenario.first_turn,
        scenario.last_turn,
    )
    return zlib.crc32(repr(counted).encode())


def link_of(session: PlaySession, seat: SideId | None = None) -> str:
    """Return the link of a game in play, for one side or for all.

    It holds as much of the game as fits `LONGEST_LINK`: all of it, this turn, this phase, or the position
    alone.
    """
    for first in _beginnings(session):
        text = _text(session, first, seat)
        if len(text) <= LONGEST_LINK:
            break
    return text


def whole_game(session: PlaySession) -> str:
    """Return the text of the whole game in play, of any length, for a file."""
    return _text(session, 0, None)


def _beginnings(session: PlaySession) -> Iterator[int]:
    """Yield the numbers of the first action that a link may hold, the most wanted first."""
    yield 0
    now, played = session.state, session.played
    for same in (("turn",), ("turn", "phase")):
        first = len(played)
        while first and all(getattr(played[first - 1].before, key) == getattr(now, key) for key in same):
            first -= 1
        yield first
    yield len(played)


def _text(session: PlaySession, first: int, seat: SideId | None) -> str:
    rules = session.rules
    played = session.played[first:]
    begun = played[0].before if played else session.state
    from_setup = first == 0 and not session.moved_from_shipped_setup
    linked = LinkedGame(
        game=rules.setting.game.slug,
        structure=structure_of(rules),
        scenario=rules.setting.scenario.id,
        options=dict(rules.setting.options),
        seed=session.seed,
        computers={str(side): policy for side, policy in session.computers.items()},
        seat=seat or "",
        position=None if from_setup else _difference(rules.set_up(session.seed), begun),
        actions="\n".join((_BY_COMPUTER if one.by_computer else "") + one.action.text for one in played),
    )
    data = json.dumps(_plain(linked), separators=(",", ":"), ensure_ascii=False).encode()
    return VERSION + base64.urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")


def read_link(game: Game, text: str, most: int = LONGEST_FILE) -> LinkedGame:
    """Return what a link holds; raise Refusal, in one line, for a damaged one, or one of another game."""
    text = text.strip()
    if not text or len(text) > most:
        raise damaged_link()
    if text[0] != VERSION:
        if text[0].isdigit():
            raise Refusal("The link is of another version of hexwright.", "ask for one from this site")
        raise damaged_link()
    try:
        packed = base64.urlsafe_b64decode(text[1:] + "=" * (-(len(text) - 1) % 4))
        unpacker = zlib.decompressobj()
        data = unpacker.decompress(packed, _LONGEST_JSON)
        if not unpacker.eof:
            raise ValueError("cut")
        linked: LinkedGame = _typed(LinkedGame, json.loads(data))
    except (ValueError, TypeError, RecursionError, zlib.error, binascii.Error):
        raise damaged_link() from None
    if linked.game != game.slug:
        raise Refusal(
            f"The link is to a game of {linked.game!r}, not of {game.info.title}.", "open its own page"
        )
    if linked.scenario not in {one.id for one in game.scenarios}:
        raise Refusal(
            f"The link is to the scenario {linked.scenario!r}, which this version lacks.", _ASK_AGAIN
        )
    return linked


def session_of(rules: RulesEngine, linked: LinkedGame) -> PlaySession:
    """Return the game in play that a link holds, without the actions since its position.

    Raises Refusal for a position that this version of the game doesn't have.
    """
    if linked.structure != structure_of(rules) and linked.position is not None:
        raise Refusal(
            "The link is of another version of the game, with other units, hexes or phases.",
            _OLD_SITE,
        )
    if any(policy not in POLICIES for policy in linked.computers.values()):
        raise damaged_link()
    computers = {SideId(side): policy for side, policy in linked.computers.items()}
    seat = SideId(linked.seat) if linked.seat else None
    if any(side not in rules.setting.sides for side in (*computers, *([seat] if seat else []))):
        raise damaged_link()
    start = None
    if linked.position is not None:
        try:
            start = _position(rules, rules.set_up(linked.seed), linked.position)
        except (ValueError, TypeError):
            raise damaged_link() from None
    return PlaySession(rules, linked.seed, computers, start=start, seat=seat)


def actions_of(linked: LinkedGame) -> list[tuple[str, bool]]:
    """Return the actions since the position of a link, each with whether a computer player decided it."""
    lines = linked.actions.split("\n") if linked.actions else []
    return [(line.removeprefix(_BY_COMPUTER), line.startswith(_BY_COMPUTER)) for line in lines]


# Positions -----------------------------------------------------------------------------------------------


def _difference(usual: State, now: State) -> dict[str, Any]:
    return {
        one.name: _plain(getattr(now, one.name))
        for one in fields(State)
        if getattr(now, one.name) != getattr(usual, one.name)
    }


def _position(rules: RulesEngine, usual: State, given: Mapping[str, Any]) -> State:
    """Return the state that differs from the set-up as given.

    Raises ValueError or TypeError if there is no such state.
    """
    hints = _hints(State)
    state = replace(usual, **{name: _typed(hints[name], value) for name, value in given.items()})
    setting = rules.setting
    hexes, units, sides = len(setting.board.ids), len(setting.units), len(setting.sides)
    counted: Sequence[tuple[Sequence[object], int]] = (
        (state.locations, units),
        (state.steps, units),
        (state.occupied, sides),
        (state.owned, sides),
        (state.destroyed, sides),
        (state.bonus_earned, sides),
    )
    sound = (
        all(len(values) == number for values, number in counted)
        and all(AT_BASE <= at < hexes for at in state.locations)
        and all(0 <= one < 1 << hexes for one in (*state.occupied, *state.owned))
        and len(state.conditions) in (0, units)
        and len(state.return_turns) in (0, units)
        and setting.scenario.first_turn <= state.turn <= setting.scenario.last_turn
        and 0 <= state.phase < len(setting.phases)
        and state.dice_thrown >= 0
    )
    if not sound:
        raise ValueError("a position of another scenario")
    return state


# Values as JSON ------------------------------------------------------------------------------------------


def _plain(value: Any) -> Any:
    """Return a value as JSON has it; the type of its field tells how to read it again."""
    if is_dataclass(value) and not isinstance(value, type):
        return [_plain(getattr(value, one.name)) for one in fields(value)]
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items()}
    return value


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _typed(kind: Any, value: Any) -> Any:
    """Return a value of a type from its JSON; raise ValueError or TypeError if it isn't one."""
    origin, arguments = get_origin(kind), get_args(kind)
    if kind is Any:
        return value
    if origin in (Union, UnionType):
        return _one_of(arguments, value)
    if origin is Literal:
        return _same(value in arguments, value)
    if origin is tuple:
        items: list[Any] = _same(isinstance(value, list), value)
        if arguments[-1] is Ellipsis:
            return tuple(_typed(arguments[0], one) for one in items)
        return tuple(_typed(one, item) for one, item in zip(arguments, items, strict=True))
    if origin is dict:
        _same(isinstance(value, dict), value)
        return {name: _typed(arguments[1], one) for name, one in value.items()}
    if kind is bytes:
        return bytes.fromhex(value)
    if kind is Fraction:
        above, below = _same(isinstance(value, str), value).split("/")
        return Fraction(int(above), int(below) or 1)
    if is_dataclass(kind) and isinstance(kind, type):
        return _record(kind, value)
    return _same(type(value) is kind, value)


def _one_of(kinds: Sequence[Any], value: Any) -> Any:
    for kind in kinds:
        if kind is NoneType:
            if value is None:
                return None
            continue
        try:
            return _typed(kind, value)
        except (ValueError, TypeError):
            continue
    raise ValueError("no such value")


def _record(kind: Any, value: Any) -> Any:
    names = [one.name for one in fields(kind)]
    required = sum(one.default is MISSING and one.default_factory is MISSING for one in fields(kind))
    _same(isinstance(value, list) and required <= len(value) <= len(names), value)
    hints = _hints(kind)
    return kind(**{name: _typed(hints[name], one) for name, one in zip(names, value, strict=False)})


def _same(sound: bool, value: T) -> T:
    if not sound:
        raise ValueError("no such value")
    return value
