"""Renew the settings and places of the decks of a saved game from the module's decks.

These are the options *Refresh Decks*, *Delete old decks* and *Add new decks* of VASSAL's dialog
(VASSAL.build.module.GameRefresher of VASSAL 3.7.26). Cards stay in their decks, in their order and on their
faces.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from typing import Final

from hexwright.emulator.draw_piles import deck_definition
from hexwright.emulator.live_boards import lay_boards
from hexwright.inspect.analysis.log_position import LogPosition, Spot
from hexwright.inspect.analysis.module_view import ComponentNode, ModuleView
from hexwright.support.message_wording import count_noun, quote
from hexwright.support.plain_numbers import plain_number
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.commands import BoardChoice
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece
from hexwright.vassal.codec.stacks_and_decks import Deck, Stack


@dataclass(frozen=True, slots=True)
class DeckOptions:
    """Whether decks of a saved game are renewed, and whether decks are deleted and added."""

    renew: bool = False
    delete: bool = False
    """Turn a deck that the module doesn't have into a stack of its cards."""
    add: bool = False
    """Add a deck that only the module has."""


NO_DECKS: Final = DeckOptions()
"""Decks stay as they are."""


@dataclass(slots=True)
class DeckRefresh:
    """How the decks of a saved game change, and the names of those that the options leave alone."""

    renewed: int = 0
    changed: int = 0
    made: dict[str, GamePiece | None] = field(default_factory=dict)
    """The decks, stacks and cards that replace those of the same ids; None for an empty deck that goes."""
    added: list[AddPiece] = field(default_factory=list)
    deleted: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    """Decks that the module doesn't have."""
    missing: list[str] = field(default_factory=list)
    """Decks that only the module has."""

    @property
    def changes(self) -> bool:
        """Return whether anything of the saved game changes."""
        return bool(self.made or self.added)


def refresh_decks(
    position: LogPosition,
    module: ModuleView,
    options: DeckOptions,
    pieces: Mapping[str, GamePiece] | None = None,
) -> DeckRefresh:
    """Return the decks of a position as the module defines them, where it has a deck of their name.

    `pieces` are those that are made anew at the same time, by their ids.
    """
    piles = _DrawPiles(module, position.boards)
    found = DeckRefresh()
    names: set[str] = set()
    for deck_id, deck in position.decks.items():
        pile = piles.match(deck)
        if pile is None:
            if options.delete:
                found.deleted.append(deck.name)
                cards = tuple(card for card in deck.cards if card in position.pieces)
                stack = Stack.of(deck.map or "null", deck.x, deck.y, cards)
                found.made[deck_id] = GamePiece((stack,)) if cards else None
            else:
                found.left.append(deck.name)
            continue
        found.renewed += 1
        names.add(pile.component.get("name") or "")
        where, x, y = piles.spot(pile)
        made = dataclasses.replace(
            deck_definition(pile), map=where, x=x, y=y, faces_down=deck.faces_down, cards=deck.cards
        )
        if made.encode_type() == deck.encode_type() and made.encode_state() == deck.encode_state():
            continue
        found.changed += 1
        found.made[deck_id] = GamePiece((made,))
        if (deck.map, deck.x, deck.y) != (where, x, y):
            found.made |= _moved_cards(position, deck, (where, x, y), pieces or {})
    _add_new(position, piles, names, options, found)
    return found


def _add_new(
    position: LogPosition, piles: _DrawPiles, names: Set[str], options: DeckOptions, found: DeckRefresh
) -> None:
    ids = (plain_number(one) or 0 for one in (*position.pieces, *position.stacks, *position.decks))
    free = max(ids, default=0)
    for pile in piles.absent(names):
        if not options.add:
            found.missing.append(pile.component.get("name") or "")
            continue
        free += 1
        where, x, y = piles.spot(pile)
        deck = dataclasses.replace(deck_definition(pile), map=where, x=x, y=y)
        found.added.append(AddPiece(GamePiece((deck,)), str(free)))


def _moved_cards(
    position: LogPosition, deck: Deck, spot: Spot, pieces: Mapping[str, GamePiece]
) -> Mapping[str, GamePiece]:
    """Return the cards of a deck at another place, by their ids."""
    found: dict[str, GamePiece] = {}
    for card in deck.cards:
        lying = position.pieces.get(card)
        piece = pieces.get(card) or (lying.piece if lying is not None else None)
        if piece is not None and isinstance(piece.basic, t.BasicPiece):
            basic = dataclasses.replace(piece.basic, map=spot[0], x=spot[1], y=spot[2])
            found[card] = GamePiece((basic, *piece.traits[1:]))
    return found


def deck_lines(decks: DeckRefresh) -> list[str]:
    """Return lines about refreshed decks, and about those that were deleted, added or left."""
    lines = [f"{count_noun(decks.renewed, 'deck')} refreshed, {decks.changed} changed"]
    lines += [f"deck deleted: {quote(name)}" for name in decks.deleted]
    lines += [f"deck added: {quote(one.piece.name)}" for one in decks.added]
    lines += [
        f"deck left: {quote(name)}: the module has no such deck (--delete-decks)" for name in decks.left
    ]
    lines += [f"deck missing: {quote(name)} (--add-decks)" for name in decks.missing]
    return lines


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

    def absent(self, names: Set[str]) -> Iterator[ComponentNode]:
        """Yield the decks with none of some names, on boards that are in play."""
        for node, window in self._piles:
            board, laid = _board(node), self._laid.get(window.component.get("mapName", ""), ())
            if (node.component.get("name") or "") not in names and (
                not board or any(one.title == board for one in laid)
            ):
                yield node

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
