"""The host: answers the page's messages about games in play. Every message gets an answer.

The messages are documented in docs/reference/browser-protocol.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Final

from hexwright.diagnostics.diagnostic import InputError
from hexwright.geometry.hex_board import Board
from hexwright.model.game import Game
from hexwright.model.ids import HexId, SideId, UnitId
from hexwright.model.words.rule_citations import cited_section, sections_by_citation, with_numbers
from hexwright.model.words.rulebook_cases import Section
from hexwright.players.playtesting.game_record import read_record, replay, write_record
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import IllegalAction
from hexwright.rules.setup.setup_legality import SetUpLine, check_setup
from hexwright.web.play.battle_forecasts import forecast
from hexwright.web.play.game_link import (
    LONGEST_FILE,
    actions_of,
    damaged_link,
    link_of,
    read_link,
    session_of,
    whole_game,
)
from hexwright.web.play.hex_facts import distances_from, hex_facts, movement_costs_from
from hexwright.web.play.json_values import Json
from hexwright.web.play.message_fields import Refusal, lines_of, number_of, text_of, texts_of
from hexwright.web.play.overlays import overlays
from hexwright.web.play.position_view import unit_positions, view
from hexwright.web.play.session import PlaySession
from hexwright.web.play.unit_actions import move_path, unit_actions, why_not

NO_GAME: Final = "no-game"
"""The reason of a refusal after which the page opens its own copy of the game again."""
MOST_STEPS: Final = 200
"""The number of actions that computer players play for one message at most."""
MOST_GAMES: Final = 20
"""The number of games in play that a host keeps; the oldest is forgotten first."""
_LONGEST_RECORD: Final = 4 << 20
_LINK_FILE: Final = "hexwright link: "
"""How a small file begins that doesn't begin at a scenario's own set-up: it holds the text of a link."""


class Host:
    """The games in play of one page or one server, by their names."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.sessions: dict[str, PlaySession] = {}
        self._engines: dict[tuple[str, tuple[tuple[str, str], ...]], RulesEngine] = {}
        self._handlers: Mapping[str, Callable[[Json], Json]] = {
            "new": self._new,
            "open": self._open,
            "open-link": self._open_link,
            "link": self._link,
            "save": self._save,
            "view": self._view,
            "actions": self._actions,
            "path": self._path,
            "forecast": self._forecast,
            "overlay": self._overlay,
            "why": self._why,
            "act": self._act,
            "roll": self._roll,
            "undo": self._undo,
            "withdraw": self._withdraw,
            "auto": self._auto,
            "computers": self._computers,
            "setup": self._setup,
            "hex": self._hex,
            "from": self.distances,
            "start": self._start,
            "unit": lambda _message: {"written": None},
        }

    @property
    def kinds(self) -> tuple[str, ...]:
        """Return the kinds of messages that the host answers."""
        return tuple(self._handlers)

    def handle(self, message: Json) -> Json:
        """Return the answer to a message; the answer to a refused one has `ok: false` and the reason."""
        answer: Json = {"id": message.get("id")}
        try:
            handler = self._handlers.get(str(message.get("type")))
            if handler is None:
                raise Refusal(
                    f"There is no message {message.get('type')!r}.", f"known: {', '.join(self.kinds)}"
                )
            return answer | {"ok": True} | handler(message)
        except IllegalAction as refused:
            told = self._cited(str(refused), "refused")
            return answer | {"ok": False, "hint": refused.hint, "reason": "rules"} | told
        except Refusal as refused:
            return answer | refused.answer()
        except InputError as faults:
            first = faults.diagnostics[0]
            place = f"line {first.span.line}: " if first.span is not None and first.span.line else ""
            return answer | Refusal(f"{place}{first.message}", first.hint or "", "input").answer()

    @cached_property
    def _sections(self) -> Mapping[str, Section]:
        return sections_by_citation(self.game)

    def _cited(self, refusal: str, key: str) -> Json:
        """Return a refusal as players read it, and the section of the rules that it cites."""
        section = cited_section(refusal, self._sections)
        told: Json = {key: with_numbers(refusal, self._sections)}
        return told if section is None else told | {"rule": {"id": section.number, "title": section.title}}

    def session(self, message: Json) -> PlaySession:
        """Return the game in play that a message names; raise Refusal if there is none."""
        found = self.sessions.get(str(message.get("game")))
        if found is None:
            raise Refusal("The game in play isn't known here.", "open it from its file", NO_GAME)
        return found

    def engine(self, scenario: str, options: Mapping[str, str]) -> RulesEngine:
        """Return the rules engine of a scenario with its options; raise InputError if there is none."""
        key = (scenario, tuple(sorted(options.items())))
        if key not in self._engines:
            self._engines[key] = RulesEngine(self.game, scenario, options)
        return self._engines[key]

    # Games in play ---------------------------------------------------------------------------------

    def _new(self, message: Json) -> Json:
        rules = self.engine(text_of(message, "scenario"), texts_of(message, "options"))
        placement = None
        if message.get("placed") is not None:
            placement = self._placement(rules, message)
        session = PlaySession(rules, number_of(message, "seed"), _computers(rules, message), placement)
        return self.begin(message, session)

    def begin(self, message: Json, session: PlaySession) -> Json:
        """Replay the `actions` of a message in a new game, keep the game, and return the answer."""
        session.replay(lines_of(message, "actions"))
        return self._keep(message, session)

    def _keep(self, message: Json, session: PlaySession) -> Json:
        shown = self._shown(session, 0)  # A position that can't be shown isn't kept.
        self.sessions[text_of(message, "game")] = session
        while len(self.sessions) > MOST_GAMES:
            del self.sessions[next(iter(self.sessions))]
        setting = session.rules.setting
        told = {"scenario": setting.scenario.id, "options": dict(setting.options), "seed": session.seed}
        return told | shown

    def _placement(self, rules: RulesEngine, message: Json) -> Mapping[HexId, tuple[UnitId, ...]]:
        """Return a set-up of the page's own; raise Refusal with the first fault if it isn't legal."""
        lines = _setup_lines(message)
        faults = check_setup(self.game, rules.setting.scenario.id, lines)
        if faults:
            raise Refusal(faults[0].message, faults[0].hint or "")
        found: dict[HexId, tuple[UnitId, ...]] = {}
        for line in lines:
            at = HexId(line.hex)
            found[at] = (*found.get(at, ()), UnitId(line.unit))
        return found

    def _open_link(self, message: Json) -> Json:
        """Begin a game at the position of a link, with the `actions` of the message, or else of the link."""
        linked = read_link(self.game, text_of(message, "link", LONGEST_FILE))
        rules = self.engine(linked.scenario, linked.options)
        session = session_of(rules, linked)
        if "computers" in message:
            session.set_computers(_computers(rules, message))
        if message.get("actions"):
            return self.begin(message, session) | {"seat": session.seat}
        done = actions_of(linked)
        try:
            session.replay([text for text, _ in done], [decided for _, decided in done])
            return self._keep(message, session) | {"seat": session.seat}
        except IllegalAction as refused:
            raise Refusal(
                f"The link can't go on in this version of the game: {refused}",
                "go on with the version of the site that it came from",
            ) from None
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as fault:
            if isinstance(fault, Refusal):
                raise
            # A position that was made up may be one that the rules never lead to.
            raise damaged_link() from None

    def _link(self, message: Json) -> Json:
        """Return the link of a game in play, for the side `seat`, or for all sides."""
        session = self.session(message)
        wanted = message.get("seat")
        seat = SideId(text_of(message, "seat")) if wanted else None
        if seat is not None and seat not in session.rules.setting.sides:
            raise Refusal(f"There is no side {seat!r}.", f"known: {', '.join(session.rules.setting.sides)}")
        return {"link": link_of(session, seat), "to": session.deciding_side()}

    def _open(self, message: Json) -> Json:
        text = text_of(message, "record", _LONGEST_RECORD)
        if text.startswith(_LINK_FILE):
            return self._open_link(message | {"link": text.removeprefix(_LINK_FILE).strip()})
        try:
            record = read_record(text, "the file")
        except InputError as faults:
            raise Refusal(
                f"The file isn't a saved game: {faults.diagnostics[0].message}.",
                "open a .txt, .vsav or .vlog file that was saved from this game",
            ) from None
        if record.game != self.game.slug:
            raise Refusal(
                f"The file holds a game of {record.game!r}, not of {self.game.info.title}.",
                "open a file that was saved from this game",
            )
        rules, _, actions = replay(self.game, record, "the file")
        session = PlaySession(rules, record.seed, _computers(rules, message))
        return self.begin(message | {"actions": [action.text for action in actions]}, session)

    def _save(self, message: Json) -> Json:
        session = self.session(message)
        setting = session.rules.setting
        name = f"{self.game.slug}-{setting.scenario.id}-turn-{session.state.turn}.txt"
        if session.moved_from_shipped_setup:
            return {"name": name, "record": f"{_LINK_FILE}{whole_game(session)}\n"}
        return {"name": name, "record": write_record(session.rules, session.seed, session.actions)}

    def _view(self, message: Json) -> Json:
        return self._shown(self.session(message), number_of(message, "since"))

    @staticmethod
    def _shown(session: PlaySession, since: int) -> Json:
        return {"view": view(session), "since": since, "events": session.events_since(since)}

    # Questions about the decision -------------------------------------------------------------------

    def _actions(self, message: Json) -> Json:
        session = self.session(message)
        unit = self._unit(session, message)
        return {
            "unit": unit,
            "rev": session.revision,
            "actions": unit_actions(session.rules, session.state, unit),
        }

    def _path(self, message: Json) -> Json:
        session = self.session(message)
        goal = HexId(text_of(message, "hex"))
        unit = self._unit(session, message)
        return {"unit": unit, "hex": goal, "path": move_path(session.rules, session.state, unit, goal)}

    def _forecast(self, message: Json) -> Json:
        session = self.session(message)
        chosen = message.get("attackers")
        chosen = [str(unit) for unit in chosen] if isinstance(chosen, list) else None
        return {"forecast": forecast(session.rules, session.state, text_of(message, "goal"), chosen)}

    def _why(self, message: Json) -> Json:
        """Return why a unit can't act now, or why it can't act on a hex; nothing if it can."""
        session = self.session(message)
        unit = self._unit(session, message)
        told = why_not(session.rules, session.state, unit, message.get("hex"))
        return {"unit": unit, "hex": message.get("hex")} | self._cited(told, "why")

    def _overlay(self, message: Json) -> Json:
        session = self.session(message)
        return {"rev": session.revision, "overlay": overlays(session.rules, session.state)}

    @staticmethod
    def _unit(session: PlaySession, message: Json) -> UnitId:
        unit = UnitId(text_of(message, "unit"))
        if unit not in session.rules.setting.unit_numbers:
            raise Refusal(f"There is no unit {unit!r} in this scenario.")
        return unit

    # Decisions --------------------------------------------------------------------------------------

    def _decide(self, message: Json, do: Callable[[PlaySession], None], *, at_seat: bool = True) -> Json:
        session = self.session(message)
        session.require_revision(message.get("rev"))
        if at_seat:
            session.require_seat()
        since = session.revision
        do(session)
        return self._shown(session, since)

    def _act(self, message: Json) -> Json:
        action = text_of(message, "action")
        return self._decide(message, lambda session: session.act(action))

    def _roll(self, message: Json) -> Json:
        return self._decide(message, lambda session: session.roll())

    def _undo(self, message: Json) -> Json:
        answer = self._decide(message, lambda session: session.undo(), at_seat=False)
        return answer | {"since": answer["view"]["rev"], "events": []}

    def _withdraw(self, message: Json) -> Json:
        session = self.session(message)
        session.require_revision(message.get("rev"))
        session.require_seat()
        since = session.withdraw(self._unit(session, message))
        return self._shown(session, since)

    def _auto(self, message: Json) -> Json:
        session = self.session(message)
        since = session.revision
        done = session.play_computer(min(MOST_STEPS, max(1, number_of(message, "steps"))))
        return {"done": done} | self._shown(session, since)

    def _computers(self, message: Json) -> Json:
        session = self.session(message)
        session.set_computers(_computers(session.rules, message))
        return self._shown(session, session.revision)

    # The map and the set-up -------------------------------------------------------------------------

    def named_engine(self, scenario: str) -> RulesEngine:
        """Return the rules engine of a scenario without options; raise Refusal if there is none."""
        if scenario not in {one.id for one in self.game.scenarios}:
            raise Refusal(f"There is no scenario {scenario!r}.")
        return self.engine(scenario, {})

    def _hex(self, message: Json) -> Json:
        return {"facts": hex_facts(self.game, self._hex_id(message))}

    def _hex_id(self, message: Json) -> HexId:
        hex_id = HexId(text_of(message, "hex"))
        if hex_id not in Board.of(self.game.hexmap).index:
            raise Refusal(f"Hex {hex_id!r} is not on the map.")
        return hex_id

    def distances(self, message: Json) -> Json:
        """Return the distance, or the cost of movement of a unit, from a hex to each other."""
        hex_id = self._hex_id(message)
        if not message.get("unit"):
            return {"values": distances_from(self.game, hex_id)}
        rules = self.named_engine(text_of(message, "scenario"))
        unit = UnitId(text_of(message, "unit"))
        if unit not in rules.setting.unit_numbers:
            raise Refusal(f"There is no unit {unit!r} in this scenario.")
        costs = movement_costs_from(rules, unit, hex_id)
        if costs is None:
            raise Refusal("No movement phase of this scenario lets the unit move from there.")
        return {"values": costs}

    def _start(self, message: Json) -> Json:
        """Return the units of a scenario's set-up, and the zones of control and supply of each side there."""
        rules = self.named_engine(text_of(message, "scenario"))
        state = rules.set_up(1)
        on_map = [
            [unit, place, step]
            for unit, (place, step, _) in unit_positions(rules, state).items()
            if place in rules.setting.board.index
        ]
        return {"start": {"units": on_map, "overlay": overlays(rules, state)}}

    def _setup(self, message: Json) -> Json:
        lines = _setup_lines(message)
        faults = check_setup(self.game, text_of(message, "scenario"), lines)
        return {
            "placed": len(lines),
            "faults": [{"code": f.code, "text": f.message, "hint": f.hint or ""} for f in faults],
        }


def _computers(rules: RulesEngine, message: Json) -> Mapping[SideId, str]:
    found = {SideId(side): policy for side, policy in texts_of(message, "computers").items()}
    for side in found:
        if side not in rules.setting.sides:
            raise Refusal(f"There is no side {side!r}.", f"known: {', '.join(rules.setting.sides)}")
    return found


def _setup_lines(message: Json) -> list[SetUpLine]:
    """Return the set-up of a message; raise Refusal if it isn't a list of unit and hex."""
    placed: Any = message.get("placed")
    if not isinstance(placed, list):
        raise Refusal("'placed' isn't a list of units and hexes.")
    lines = []
    for pair in placed:
        if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(part, str) for part in pair):
            raise Refusal("'placed' isn't a list of units and hexes.")
        lines.append(SetUpLine(pair[0], pair[1], None))
    return lines
