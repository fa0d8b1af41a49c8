"""Play the steps of a case in VASSAL or in the emulator, and record the outcome of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from hexwright.engine_driver.engine_errors import EngineError

Step = Sequence[Any]


class Player(Protocol):
    """What the two engines have in common, as far as the steps need it."""

    def pieces(self, properties: Sequence[str] = ()) -> Sequence[Any]: ...
    def drag(self, ids: Any, map_name: str, to: Any) -> Sequence[str]: ...
    def key(self, ids: Any, key: str) -> bool: ...
    def place(self, slot: str, map_name: str, to: Any) -> str: ...
    def press(self, button: str) -> None: ...
    def next_turn(self) -> Any: ...
    def previous_turn(self) -> Any: ...
    def undo(self) -> None: ...
    def property(self, name: str, *, piece: str | None = None, map_name: str | None = None) -> str | None: ...
    def set_property(self, name: str, value: str) -> Any: ...
    def evaluate(self, expression: str, *, piece: str | None = None) -> str: ...
    def menu(self, piece_id: str) -> Sequence[Any]: ...
    def decks(self) -> Sequence[Any]: ...
    def deck_menu(self, deck: str) -> Sequence[Any]: ...
    def deck_command(self, deck: str, words: str) -> None: ...
    def draw_from_deck(self, deck: str, map_name: str, to: Any) -> object: ...
    def hotkey(self, key: str) -> None: ...
    def answer(self, given: str) -> None: ...
    def change_side(self, side: str) -> str: ...
    def take_chat(self) -> Sequence[Any]: ...
    def take_problems(self) -> Sequence[Any]: ...


def play(player: Player, step: Step) -> dict[str, Any]:
    """Do one step; return its value, and the chat and whether there were problems where there were any."""
    player.take_chat()
    player.take_problems()
    seen: dict[str, Any] = {}
    try:
        seen["gave"] = _do(player, step[0], list(step[1:]))
    except EngineError:
        seen["gave"] = "refused"
    chat = [line.text for line in player.take_chat()]
    if chat:
        seen["chat"] = chat
    # The engine warns that the words of its own deck commands have no translation.
    if any(not problem.text.startswith("No Translation") for problem in player.take_problems()):
        seen["problem"] = True
    return seen


def _do(player: Player, verb: str, given: list[Any]) -> Any:
    match verb:
        case "key":
            return player.key(_ids(player, given[0]), given[1])
        case "drag":
            to = tuple(given[2]) if isinstance(given[2], list) else given[2]
            names = {i: n for n, i in _named(player)}
            return sorted(names[i] for i in player.drag(_ids(player, given[0]), given[1], to))
        case "get":
            return player.property(given[0], piece=_ids(player, given[1])[0] if given[1:] else None)
        case "write":
            return player.set_property(given[0], given[1])
        case "evaluate":
            return player.evaluate(given[0], piece=_ids(player, given[1])[0] if given[1:] else None)
        case "where":
            return _where(player, given[0])
        case "count":
            return sum(1 for name, _ in _named(player) if name == given[0])
        case "place":
            player.place(given[0], given[1], tuple(given[2]) if isinstance(given[2], list) else given[2])
            return None
        case "press":
            return player.press(given[0])
        case "next":
            return player.next_turn().shown
        case "previous":
            return player.previous_turn().shown
        case "undo":
            return player.undo()
        case "menu":
            return [[i.text, i.enabled] for i in player.menu(_ids(player, given[0])[0]) if i.text]
        case "decks":
            return [[d.name, d.map, d.x, d.y, d.count] for d in sorted(player.decks(), key=lambda d: d.name)]
        case "holds":
            held = [p for p in player.pieces(["BasicName"]) if p.deck == given[0]]
            return [p.properties["BasicName"] for p in sorted(held, key=lambda p: p.index)]
        case "deck menu":
            return [item.text for item in player.deck_menu(given[0]) if item.text]
        case "deck":
            for answer in given[2:]:
                player.answer(answer)
            return player.deck_command(given[0], given[1])
        case "draw":
            player.draw_from_deck(given[0], given[1], tuple(given[2]))
            return None
        case "hotkey":
            return player.hotkey(given[0])
        case "answer":
            return player.answer(given[0])
        case "ask":
            return player.property(given[0], map_name=given[1] if given[1:] else None)
        case "named":
            return sorted(
                p.name for p in player.pieces(["BasicName"]) if p.properties["BasicName"] in given[0]
            )
        case "as":
            return player.change_side(given[0])
    raise ValueError(verb)


def _ids(player: Player, names: str | list[str]) -> list[str]:
    wanted = [names] if isinstance(names, str) else names
    by_name = dict(_named(player))
    missing = [name for name in wanted if name not in by_name]
    if missing:
        raise EngineError(f"no piece {missing}")
    return [by_name[name] for name in wanted]


def _named(player: Player) -> list[tuple[str, str]]:
    return [(p.properties["BasicName"], p.id) for p in player.pieces(["BasicName"])]


def _where(player: Player, name: str) -> list[Any] | None:
    everything = player.pieces(["BasicName"])
    for p in everything:
        if p.properties["BasicName"] == name:
            size = sum(1 for q in everything if q.stack == p.stack) if p.stack else 1
            return [p.map, p.x, p.y, p.location, p.zone, p.index if p.stack else 0, size]
    return None


#: What every piece tells about itself in a set-up.
TOLD = ("BasicName", "Side", "UnitClass", "Strength", "MA", "Step", "StackSize", "Moved")


def state_of(player: Any) -> dict[str, Any]:
    """Return where all pieces stand and what they tell, in an order of their own, and the turn."""
    rows = [
        [p.map, p.x, p.y, p.location, p.zone, *(p.properties[name] for name in TOLD)]
        for p in player.pieces(TOLD)
    ]
    turn = player.turn()
    return {"turn": [turn.shown, dict(turn.levels)], "pieces": sorted(rows, key=str)}


def plain(lines: Sequence[str]) -> list[str]:
    """Return chat lines as both engines tell them: no warnings, no change of sides, single blanks."""
    kept = [line for line in lines if not line.startswith("- Bad Data") and "switched sides" not in line]
    return [" ".join(line.split()) for line in kept]
