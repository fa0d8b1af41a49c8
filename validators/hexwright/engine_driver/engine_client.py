"""A client that operates one module in the real VASSAL."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from hexwright.engine_driver import engine_replies
from hexwright.engine_driver.engine_errors import EngineError
from hexwright.engine_driver.engine_replies import PieceReply, StatusReply, replies_from_json, reply_from_json
from hexwright.engine_driver.engine_session import EngineSession

OBSERVER: Final = "<observer>"
"""The side of observers, as VASSAL stores it."""

Where = str | tuple[int, int]
"""The name of a location, region or zone, or a point (x, y) in map pixels at zoom 1."""

Ids = str | Iterable[str]
"""The id of one piece, or the ids of several pieces."""


def _texts(ids: Ids) -> list[str]:
    return [ids] if isinstance(ids, str) else list(ids)


def _where(place: Where) -> object:
    return place if isinstance(place, str) else list(place)


class Engine(EngineSession):
    """A context manager in which a module is open in the real VASSAL.

    `path` is a .vmod file. `display` names an X display; by default a virtual one is used. `timeout` limits
    each command in seconds, and `start_timeout` the opening of the module. With `tile`, VASSAL first cuts
    large boards into tiles, as its Module Manager does. `screen` is the size of a virtual display in pixels.
    On a HiDPI screen, one pixel of VASSAL takes `scale` by `scale` of these pixels. With `extensions`, the
    sandbox contains the folder beside the module in which VASSAL looks for its extensions. `driver` replaces
    the Java program by another program that uses the same protocol. All preferences and temporary files are
    in a folder that is deleted afterwards.

    Entering raises `EngineUnavailableError` if VASSAL, Java or a display is missing, and
    `ModuleNotOpenedError` if VASSAL can't open the module. Every method raises `EngineError` if VASSAL
    refuses the command, and `EngineEndedError` if its process failed or stopped answering. Use the object
    from one thread only.

    `last_ms` is the time in milliseconds that VASSAL itself spent on the last command.
    """

    # Games ----------------------------------------------------------------------------------------

    def setups(self) -> tuple[engine_replies.SetUpReply, ...]:
        """Return the predefined set-ups in the menu's order."""
        return replies_from_json(engine_replies.SetUpReply, self.ask("setups"))

    def start(self, title: str, side: str | None = None) -> StatusReply:
        """Start a predefined set-up as a given side, as `OBSERVER`, or as the first free side."""
        return reply_from_json(StatusReply, self.ask("start", title=title, side=side))

    def new_game(self, side: str | None = None) -> StatusReply:
        """Start a game without a set-up."""
        return reply_from_json(StatusReply, self.ask("new_game", side=side))

    def load(self, file: Path, side: str | None = None) -> StatusReply:
        """Load a saved game (.vsav), or a log (.vlog) at its first step."""
        return reply_from_json(StatusReply, self.ask("load", file=str(self._files.give(file)), side=side))

    def save(self, file: Path) -> None:
        """Save the game to a .vsav file."""
        inside = self._files.output_path(file)
        self.ask("save", file=str(inside))
        self._files.take(inside, file)

    def close_game(self) -> None:
        """End the game without saving."""
        self.ask("close")

    def status(self) -> StatusReply:
        """Return the status of the game."""
        return reply_from_json(StatusReply, self.ask("status"))

    def state(self) -> tuple[str, ...]:
        """Return the commands that a saved game would contain. Tests compare game states with them."""
        return tuple(self._text("state").split("\n"))

    def wait(self, seconds: float) -> None:
        """Wait until VASSAL has been idle for some time, so that its timers can run."""
        self.ask("wait", quiet_ms=round(seconds * 1000))

    def sides(self) -> tuple[str, ...]:
        """Return the sides of the module."""
        return self._names("sides")

    def change_side(self, side: str) -> str:
        """Change to another side, or to `OBSERVER`, with the toolbar button; return the side that results."""
        return self._text("side", side=side)

    def play_as(self, name: str) -> None:
        """Use another player's name from the next game on.

        VASSAL then assigns a separate side to that player.
        """
        self.ask("be", name=name)

    def seed(self, seed: int) -> None:
        """Seed the dice, so that the following rolls can be repeated."""
        self.ask("seed", seed=seed)

    # Log and undo ---------------------------------------------------------------------------------

    def begin_log(self, file: Path) -> None:
        """Start a log, which `end_log` writes to a .vlog file."""
        inside = self._files.output_path(file)
        self.ask("log_begin", file=str(inside))
        self._log = (inside, file)

    def end_log(self) -> None:
        """End the log and write it to its file."""
        self.ask("log_end")
        if self._log is not None:
            self._files.take(*self._log)
            self._log = None

    def step(self, count: int = 1) -> int:
        """Step through a loaded log; return the number of steps left."""
        return self._number(self._mapping("log_step", count=count).get("left"))

    def undo(self) -> None:
        """Undo the last step, as the toolbar button does."""
        self.ask("undo")

    # Pieces ---------------------------------------------------------------------------------------

    def pieces(self, properties: Iterable[str] = (), ids: Ids | None = None) -> tuple[PieceReply, ...]:
        """Return all pieces, or the pieces with the given ids, each with some properties.

        The name '*' stands for all properties that VASSAL exports.
        """
        chosen = None if ids is None else _texts(ids)
        return replies_from_json(PieceReply, self.ask("pieces", properties=list(properties), ids=chosen))

    def piece(self, name: str, properties: Iterable[str] = (), at: str | None = None) -> PieceReply:
        """Return the only piece that has the given name and, if `at` is given, is at that location.

        Raise `EngineError` unless exactly one piece matches.
        """
        found = [p for p in self.pieces(properties) if p.name == name and at in (None, p.location)]
        if len(found) != 1:
            place = "" if at is None else f" at {at}"
            raise EngineError(f"{len(found)} pieces are named {name!r}{place}")
        return found[0]

    def drag(self, ids: Ids, map_name: str, to: Where) -> tuple[str, ...]:
        """Drag pieces together and drop them; return the ids of the pieces that could be dragged."""
        return self._names("drag", ids=_texts(ids), map=map_name, to=_where(to))

    def key(self, ids: Ids, key: str) -> bool:
        """Select pieces and send them a key command: a name, 'keys:ctrl F' or '70,130'.

        Return whether any piece reacted.
        """
        return self.ask("key", ids=_texts(ids), key=key) is True

    def place(self, slot: str, map_name: str, to: Where) -> str:
        """Drag a new piece from the palette to a map and return its id.

        `slot` is a gpid or the name of an entry.
        """
        return self._text("place", slot=slot, map=map_name, to=_where(to))

    def click(self, map_name: str, at: Where) -> tuple[str, ...]:
        """Click on a map; return the ids of the pieces that are then selected."""
        return self._names("click", map=map_name, at=_where(at))

    def menu(self, piece_id: str) -> tuple[engine_replies.MenuItem, ...]:
        """Return the entries of a piece's menu."""
        return replies_from_json(engine_replies.MenuItem, self.ask("menu", id=piece_id))

    def traits(self, piece_id: str) -> tuple[engine_replies.TraitStrings, ...]:
        """Return the type and state strings of a piece's traits, outermost first."""
        return replies_from_json(engine_replies.TraitStrings, self.ask("piece_type", id=piece_id))

    def decks(self) -> tuple[engine_replies.DeckReply, ...]:
        """Return the decks in play."""
        return replies_from_json(engine_replies.DeckReply, self.ask("decks"))

    def draw_from_deck(self, deck: str, map_name: str, to: Where) -> None:
        """Drag the next cards of a deck to a location on a map."""
        self.ask("draw_from_deck", deck=deck, map=map_name, to=_where(to))

    def deck_menu(self, deck: str) -> tuple[engine_replies.MenuItem, ...]:
        """Return the entries of a deck's menu."""
        return replies_from_json(engine_replies.MenuItem, self.ask("deck_menu", deck=deck))

    def deck_command(self, deck: str, words: str) -> None:
        """Choose an entry of a deck's menu by its text. If the entry opens a dialog, call `answer` first."""
        self.ask("deck_command", deck=deck, words=words)

    # Toolbar, turns, properties -------------------------------------------------------------------

    def buttons(self) -> tuple[engine_replies.ButtonReply, ...]:
        """Return all toolbar buttons."""
        return replies_from_json(engine_replies.ButtonReply, self.ask("buttons"))

    def press(self, button: str) -> None:
        """Press the toolbar button with the given text or tooltip."""
        self.ask("press", button=button)

    def hotkey(self, key: str) -> None:
        """Send a hot key or a named key command to the module. The notation is that of `key`."""
        self.ask("hotkey", key=key)

    def turn(self, name: str | None = None) -> engine_replies.TurnReply:
        """Return the text of a turn tracker, or of the first one if no name is given."""
        return reply_from_json(engine_replies.TurnReply, self.ask("turn", name=name))

    def next_turn(self, name: str | None = None) -> engine_replies.TurnReply:
        """Advance a turn tracker with its button."""
        return reply_from_json(engine_replies.TurnReply, self.ask("turn_next", name=name))

    def previous_turn(self, name: str | None = None) -> engine_replies.TurnReply:
        """Set a turn tracker back with its button."""
        return reply_from_json(engine_replies.TurnReply, self.ask("turn_previous", name=name))

    def property(
        self, name: str, *, piece: str | None = None, map_name: str | None = None, zone: str | None = None
    ) -> str | None:
        """Return a property as seen by a piece (by id), a zone, a map or the module; None if it isn't set."""
        value = self.ask("property", name=name, piece=piece, map=map_name, zone=zone)
        return None if value is None else str(value)

    def globals(self) -> Mapping[str, str | None]:
        """Return all Global Properties of the module, its maps and zones, keyed by name."""
        return self._mapping("globals")

    def set_property(
        self, name: str, value: str, *, map_name: str | None = None, zone: str | None = None
    ) -> None:
        """Set a Global Property of the module, a map or a zone. The change is logged and can be undone."""
        self.ask("set_property", name=name, value=value, map=map_name, zone=zone)

    def evaluate(
        self,
        expression: str,
        *,
        piece: str | None = None,
        map_name: str | None = None,
        zone: str | None = None,
    ) -> str:
        """Evaluate an expression such as '{Turn + 1}' for a piece, a zone, a map or the module."""
        return self._text("evaluate", expression=expression, piece=piece, map=map_name, zone=zone)

    # Pictures -------------------------------------------------------------------------------------

    def show_windows(self) -> tuple[str, ...]:
        """Open all maps, palettes, charts, inventories and notes; return the titles of the open windows."""
        return self._names("show_windows")

    def picture_map(self, map_name: str, file: Path) -> engine_replies.PictureReply:
        """Draw a whole map at zoom 1, and write it to a PNG file."""
        return self._picture("picture_map", file, map=map_name)

    def draw_map(self, map_name: str) -> None:
        """Draw a whole map without writing an image file, to find errors that occur only during drawing."""
        self.ask("draw_map", map=map_name)

    def draw_windows(self) -> None:
        """Draw every open window with all its tabs, but write no image files."""
        self.ask("draw_windows")

    def picture_windows(self, folder: Path) -> tuple[engine_replies.WindowPictureReply, ...]:
        """Draw every open window with all its tabs, and write each to a PNG file in an existing folder."""
        inside = self._files.new_folder()
        told = self.ask("picture_windows", folder=str(inside))
        found = replies_from_json(engine_replies.WindowPictureReply, told)
        names = [f"{number:02d}.png" for number in range(1, len(found) + 1)]
        return tuple(
            replace(shot, file=self._files.take(inside / name, folder / name))
            for shot, name in zip(found, names, strict=True)
        )

    def picture_screen(self, file: Path) -> engine_replies.PictureReply:
        """Write the whole screen with all open windows to a PNG file, at its native resolution."""
        return self._picture("picture_screen", file)

    def _picture(self, verb: str, file: Path, **args: object) -> engine_replies.PictureReply:
        inside = self._files.output_path(file)
        picture = reply_from_json(engine_replies.PictureReply, self.ask(verb, file=str(inside), **args))
        return replace(picture, file=self._files.take(inside, file))

    def picture_piece(self, piece_id: str, file: Path) -> engine_replies.PictureReply:
        """Draw a piece, and write it to a PNG file."""
        return self._picture("picture_piece", file, id=piece_id)

    def draw_slots(self) -> int:
        """Draw the piece of every slot, to find errors that occur only during drawing; return the number of
        slots.
        """
        return self._number(self.ask("draw_slots"))

    # The module -----------------------------------------------------------------------------------

    def maps(self) -> tuple[engine_replies.MapReply, ...]:
        """Return the maps. Their boards and sizes are known only while a game is in progress."""
        return replies_from_json(engine_replies.MapReply, self.ask("maps"))

    def locate(self, map_name: str, places: Iterable[Where]) -> tuple[engine_replies.PlaceReply, ...]:
        """Return VASSAL's location names for several points of a map, in the given order."""
        asked = [_where(place) for place in places]
        return replies_from_json(engine_replies.PlaceReply, self.ask("locate", map=map_name, places=asked))

    def slots(self) -> tuple[engine_replies.SlotReply, ...]:
        """Return all piece slots in the order of the buildFile."""
        return replies_from_json(engine_replies.SlotReply, self.ask("slots"))

    def prototypes(self) -> Mapping[str, str | None]:
        """Return the type string of each prototype, keyed by the prototype's name."""
        return self._mapping("prototypes")

    def tree(self) -> tuple[engine_replies.ComponentReply, ...]:
        """Return the component tree, parents before their children."""
        return replies_from_json(engine_replies.ComponentReply, self.ask("tree"))

    def build_string(self) -> str:
        """Return the content of the buildFile as VASSAL would write it."""
        return self._text("build_string")
