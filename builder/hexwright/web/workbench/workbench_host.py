"""The host of `hexwright serve`: the messages of games in play, and those about a game's data."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from hexwright.load.game_loading import Project
from hexwright.model.game import Game
from hexwright.model.ids import HexId, SideId
from hexwright.players.policies import DEFAULT_POLICY, policies_for
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.setup.setup_legality import SetUpLine, write_csv
from hexwright.support.atomic_writes import write_atomically
from hexwright.support.named_files import UnsuitableFileError, read_regular
from hexwright.web.play.hex_facts import distances_from, hex_facts
from hexwright.web.play.host import Host
from hexwright.web.play.json_values import Json
from hexwright.web.play.message_fields import Refusal, number_of, text_of, texts_of
from hexwright.web.workbench.balance_series import BalanceSeries
from hexwright.web.workbench.board_pictures import LEVELS, TILE
from hexwright.web.workbench.finding_facts import finding_facts, fixed_source
from hexwright.web.workbench.rulebook import figure_parts, rulebook
from hexwright.web.workbench.saved_games import MOST_BYTES, as_log, as_saved_game, session_from_save
from hexwright.web.workbench.snapshot import Snapshot
from hexwright.web.workbench.written_lines import hex_lines, unit_line

ERRORS: Final = "The game's data have errors, so nothing can be played yet."


class WorkbenchHost:
    """Answers all messages of a page that is served from this machine."""

    def __init__(self, project: Project, slug: str, snapshot: Snapshot, push: Callable[[Json], None]) -> None:
        """Create a host. `push` sends a message to all pages unasked."""
        self.project, self.slug, self.snapshot, self._push = project, slug, snapshot, push
        self.play: Host | None = Host(snapshot.sound) if snapshot.sound is not None else None
        self._series: BalanceSeries | None = None
        self._handlers: Mapping[str, Callable[[Json], Json]] = {
            "hello": self._hello,
            "findings": self._findings,
            "fix": self._fix,
            "hex": self._hex,
            "unit": self._unit,
            "from": self._from,
            "rules": self._rules,
            "figures": self._figures,
            "charts": self._charts,
            "export": self._export,
            "import": self._import,
            "export-setup": self._export_setup,
            "balance": self._balance,
            "stop-balance": self._stop_balance,
        }

    @property
    def kinds(self) -> tuple[str, ...]:
        """Return the kinds of messages that only this host answers."""
        return tuple(self._handlers)

    def update(self, snapshot: Snapshot) -> None:
        """Use a newer reading of the game. Games in play go on by the rules with which they began."""
        before = self.snapshot.sound
        self.snapshot = snapshot
        if snapshot.sound is not None and snapshot.sound is not before:
            games = self.play.sessions if self.play is not None else {}
            self.play = Host(snapshot.sound)
            self.play.sessions = games

    def handle(self, message: Json) -> Json:
        """Return the answer to a message."""
        handler = self._handlers.get(str(message.get("type")))
        if handler is not None:
            answer: Json = {"id": message.get("id")}
            try:
                return answer | {"ok": True} | handler(message)
            except Refusal as refused:
                return answer | refused.answer()
        if self.play is None:
            refusal = Refusal(ERRORS, "correct the errors that the page lists", "errors")
            return {"id": message.get("id")} | refusal.answer()
        return self.play.handle(message)

    def close(self) -> None:
        """Stop what runs in the background."""
        if self._series is not None:
            self._series.stop()

    # The data ----------------------------------------------------------------------------------------

    def _hello(self, _message: Json) -> Json:
        shot = self.snapshot
        pictures = shot.pictures
        return {
            "slug": self.slug,
            "facts": shot.facts,
            "playable": shot.sound is not None,
            "errors": sum(one.severity.value == "error" for one in shot.findings),
            "root": str(self.project.root),
            "fault": shot.fault,
            "theme": pictures.theme.name if pictures is not None else "",
            "pictures": None
            if pictures is None
            else {
                "board": shot.board.digest if shot.board is not None else "",
                "drawing": shot.board is None and not shot.fault,
                "layers": list(shot.board.regions.layers) if shot.board is not None else [],
                "tints": pictures.tints,
                "tile": TILE,
                "levels": list(LEVELS),
                "counters": dict(pictures.counter_digests),
                "charts": pictures.board_key[:12],
            },
        }

    def _findings(self, _message: Json) -> Json:
        shot = self.snapshot
        sources = shot.loaded.sources if shot.loaded is not None else {}
        hexes = shot.facts.get("hexes", {})
        return {"findings": [finding_facts(one, sources, hexes) for one in shot.findings]}

    def _fix(self, message: Json) -> Json:
        """Write the known fix of a finding into its file, as it was read."""
        shot, place = self.snapshot, (message.get("file"), message.get("line"), message.get("column"))
        sources = shot.loaded.sources if shot.loaded is not None else {}
        for found in shot.findings:
            if found.code != message.get("code") or found.span is None or found.span[:3] != place:
                continue
            fixed = fixed_source(found, sources)
            if fixed is None:
                break
            path = self.project.root / fixed[0]
            if not _is_as_read(path, sources[fixed[0]]):
                raise Refusal("The file has changed since it was read.", "look again, and fix what is left")
            write_atomically(path, fixed[1])
            return {"file": fixed[0]}
        raise Refusal("No fix is known for that.", "correct the line in your editor")

    def _hex(self, message: Json) -> Json:
        game, hex_id, loaded = self._drawn(), self._hex_id(message), self.snapshot.loaded
        written = list(hex_lines(loaded, hex_id)) if loaded is not None else []
        return {"facts": hex_facts(game, hex_id) | {"written": written}}

    def _unit(self, message: Json) -> Json:
        loaded = self.snapshot.loaded
        return {"written": unit_line(loaded, text_of(message, "unit")) if loaded is not None else None}

    def _from(self, message: Json) -> Json:
        """Return the distance, or the cost of movement of a unit, from a hex to each other."""
        hex_id = self._hex_id(message)
        if not message.get("unit"):
            return {"values": distances_from(self._drawn(), hex_id)}
        return self._playing().distances(message)

    def _rules(self, _message: Json) -> Json:
        game, pictures = self._drawn(), self.snapshot.pictures
        assert pictures is not None
        return {"parts": rulebook(game, pictures.key)}

    def _figures(self, _message: Json) -> Json:
        """Return the diagrams of the rules; they take seconds, so the page asks for them last."""
        game, pictures = self._drawn(), self.snapshot.pictures
        assert pictures is not None
        return {"figures": figure_parts(game, pictures.figures) if self.snapshot.sound is not None else []}

    def _charts(self, _message: Json) -> Json:
        self._drawn()
        pictures = self.snapshot.pictures
        assert pictures is not None
        return {
            "charts": {name: {"title": title, "svg": svg} for name, (title, svg) in pictures.charts.items()}
        }

    def _drawn(self) -> Game:
        if self.snapshot.pictures is None:
            raise Refusal(ERRORS, "correct the errors that the page lists", "errors")
        return self.snapshot.pictures.game

    def _hex_id(self, message: Json) -> HexId:
        hex_id = HexId(text_of(message, "hex"))
        if hex_id not in self.snapshot.facts.get("hexes", {}):
            raise Refusal(f"Hex {hex_id!r} is not on the map.")
        return hex_id

    def _engine(self, scenario: str) -> RulesEngine:
        return self._playing().named_engine(scenario)

    def _playing(self) -> Host:
        if self.play is None:
            raise Refusal(ERRORS, "correct the errors that the page lists", "errors")
        return self.play

    # Files -------------------------------------------------------------------------------------------

    def _export(self, message: Json) -> Json:
        """Return a game in play as a file for VASSAL."""
        play = self._playing()
        session, form = play.session(message), text_of(message, "form")
        if form not in ("vsav", "vlog"):
            raise Refusal(f"There is no form {form!r}.", "known: vsav, vlog")
        make = as_saved_game if form == "vsav" else as_log
        data = make(self.project, play.game, session)
        name = f"{self.slug}-{session.rules.setting.scenario.id}-turn-{session.state.turn}.{form}"
        return {"name": name, "data": base64.b64encode(data).decode("ascii")}

    def _import(self, message: Json) -> Json:
        """Begin a game in play from a saved game or log of VASSAL."""
        play = self._playing()
        try:
            data = base64.b64decode(text_of(message, "data", 2 * MOST_BYTES), validate=True)
        except (binascii.Error, ValueError):
            raise Refusal("The file didn't arrive whole.", "open it again") from None
        return play.begin(message, session_from_save(play.game, data, number_of(message, "seed")))

    def _export_setup(self, message: Json) -> Json:
        """Return a set-up as CSV, as YAML for a scenario, or as a saved game."""
        play = self._playing()
        scenario, form = text_of(message, "scenario"), text_of(message, "form")
        judged = play.handle({"type": "setup", "scenario": scenario, "placed": message.get("placed")})
        if not judged["ok"]:
            raise Refusal(judged["refused"], judged["hint"])
        pairs = [(str(unit), str(hex_id)) for unit, hex_id in message["placed"]]
        name = f"{self.slug}-{scenario}-set-up"
        if form == "csv":
            text = write_csv([SetUpLine(unit, hex_id, None) for unit, hex_id in pairs])
        elif form == "yaml":
            text = _placement_yaml(pairs)
        elif form == "vsav":
            begun = play.handle(
                {"type": "new", "game": "set-up", "scenario": scenario, "placed": message["placed"]}
            )
            if not begun["ok"]:
                raise Refusal(begun["refused"], begun["hint"])
            data = as_saved_game(self.project, play.game, play.sessions.pop("set-up"))
            return {"name": f"{name}.vsav", "data": base64.b64encode(data).decode("ascii")}
        else:
            raise Refusal(f"There is no form {form!r}.", "known: yaml, csv, vsav")
        return {"name": f"{name}.{form}", "data": base64.b64encode(text.encode()).decode("ascii")}

    # Balance -----------------------------------------------------------------------------------------

    def _balance(self, message: Json) -> Json:
        rules = self._engine(text_of(message, "scenario"))
        policies = {SideId(side): name for side, name in texts_of(message, "policies").items()}
        chosen = {side: policies.get(side, DEFAULT_POLICY) for side in rules.setting.sides}
        known = policies_for(rules.setting.game)
        if any(name not in known for name in chosen.values()):
            raise Refusal("There is no such policy.", f"known: {', '.join(known)}")
        self.close()
        self._series = BalanceSeries(
            self._playing().game,
            rules.setting.scenario.id,
            chosen,
            max(1, number_of(message, "games")),
            lambda figures: self._push({"type": "balance", "figures": figures}),
        )
        self._series.start()
        return {}

    def _stop_balance(self, _message: Json) -> Json:
        self.close()
        return {}


def _placement_yaml(pairs: list[tuple[str, str]]) -> str:
    """Return a set-up as the key `placement` of a scenario."""
    units: dict[str, list[str]] = {}
    for unit, hex_id in pairs:
        units.setdefault(hex_id, []).append(unit)
    lines = ["setup:", "  placement:"]
    for hex_id in sorted(units):
        names = units[hex_id]
        lines.append(f'    "{hex_id}": {names[0] if len(names) == 1 else "[" + ", ".join(names) + "]"}')
    return "\n".join(lines) + "\n"


def _is_as_read(path: Path, read: bytes) -> bool:
    """Whether a file still has the bytes that were read."""
    try:
        return read_regular(path, len(read)) == read
    except UnsuitableFileError:
        return False
