"""Renew the settings and places of the decks of a saved game from the module's decks.

This is the option *Refresh Decks* of VASSAL's dialog (VASSAL.build.module.GameRefresher of VASSAL 3.7.26).
Cards stay in their decks, in their order and on their faces.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field

from hexwright.emulator.draw_piles import deck_definition
from hexwright.emulator.live_boards import lay_boards
from hexwright.inspect.analysis.log_position import LogPosition, Spot
from hexwright.inspect.analysis.module_view import ComponentNode, ModuleView
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.commands import BoardChoice
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece, split_add_piece
from hexwright.vassal.codec.saved_game_editing import changed_saved_game
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.codec.stacks_and_decks import Deck


@dataclass(slots=True)
class DeckRefresh:
    """A saved game with renewed decks: how many were matched, and the names of those that weren't."""

    data: bytes
    renewed: int = 0
    changed: int = 0
    left: list[str] = field(default_factory=list)


def refresh_decks(data: bytes, module: ModuleView) -> DeckRefresh:
    """Return a saved game with its decks as the module defines them, where it has a deck of their name.

    Raises CodecError for a file that isn't a saved game, or can't be written back exactly.
    """
    position = LogPosition(SavedGameFile.read(data))
    piles = _DrawPiles(module, position.boards)
    found = DeckRefresh(data)
    texts: dict[str, str] = {}
    for deck_id, deck in position.decks.items():
        pile = piles.match(deck)
        if pile is None:
            found.left.append(deck.name)
            continue
        found.renewed += 1
        where, x, y = piles.spot(pile)
        made = dataclasses.replace(
            deck_definition(pile), map=where, x=x, y=y, faces_down=deck.faces_down, cards=deck.cards
        )
        if made.encode_type() == deck.encode_type() and made.encode_state() == deck.encode_state():
            continue
        found.changed += 1
        texts[deck_id] = AddPiece(GamePiece((made,)), deck_id).encode()
        if (deck.map, deck.x, deck.y) != (where, x, y):
            texts |= _moved_cards(position, deck, (where, x, y))
    if texts:
        found.data = changed_saved_game(data, lambda command: _replaced(command, texts))
    return found


def _moved_cards(position: LogPosition, deck: Deck, spot: Spot) -> Mapping[str, str]:
    """Return the commands that add the cards of a deck at another place, by their ids."""
    found: dict[str, str] = {}
    for card in deck.cards:
        lying = position.pieces.get(card)
        if lying is not None and isinstance(lying.piece.basic, t.BasicPiece):
            basic = dataclasses.replace(lying.piece.basic, map=spot[0], x=spot[1], y=spot[2])
            found[card] = AddPiece(GamePiece((basic, *lying.piece.traits[1:])), card).encode()
    return found


def _replaced(command: str, texts: Mapping[str, str]) -> str:
    if not command.startswith("+/"):
        return command
    return texts.get(split_add_piece(command)[0], command)


class _DrawPiles:
    """The module's decks, by name, on the boards of a saved game."""

    def __init__(self, module: ModuleView, boards: Mapping[str, tuple[BoardChoice, ...]]) -> None:
        self._piles = [
            (node, window)
            for node in module.all(c.DrawPile)
            if (window := next((a for a in node.ancestors() if isinstance(a.component, c.Map)), None))
        ]
        self._laid = {
            window.component.get("mapName", ""): lay_boards(
                module, window, boards.get(window.component.get("mapName", ""), ())
            )
            for _, window in self._piles
        }

    def match(self, deck: Deck) -> ComponentNode | None:
        """Return the module's deck with the name of one in play, preferably on its map."""
        named = [
            (node, window.component.get("mapName", ""))
            for node, window in self._piles
            if (node.component.get("name") or "") == deck.name
        ]
        able = [
            (node, where)
            for node, where in named
            if not (board := _board(node))
            or all(any(laid.title == board for laid in self._laid.get(one, ())) for one in (deck.map, where))
        ]
        same = (node for node, where in able if where == deck.map)
        return next(same, able[0][0] if able else None)

    def spot(self, pile: ComponentNode) -> Spot:
        """Return the place of a deck in a new game."""
        component, window = pile.component, next(window for node, window in self._piles if node is pile)
        over = window.component
        assert isinstance(component, c.DrawPile)
        assert isinstance(over, c.Map)
        name, board = window.component.get("mapName", ""), _board(pile)
        left, top = next(
            ((laid.left, laid.top) for laid in self._laid[name] if laid.title == board),
            (over.edge_width, over.edge_height),
        )
        return name, component.x + left, component.y + top


def _board(pile: ComponentNode) -> str:
    """Return the name of the board that a deck belongs to; "" for any."""
    board = pile.component.get("owningBoard") or ""
    return "" if board in ("<any>", "null") else board
