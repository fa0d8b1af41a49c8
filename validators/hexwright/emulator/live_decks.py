"""Decks in play: their cards, counts and commands (VASSAL.counters.Deck)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from hexwright.emulator.beanshell.java_values import to_int
from hexwright.emulator.board_grids import Point
from hexwright.emulator.live_pieces import LivePiece, LiveStack
from hexwright.emulator.piece_extents import picture_size
from hexwright.emulator.property_containers import GlobalPropertyValue
from hexwright.inspect.analysis.key_bindings import Identity, key_identity
from hexwright.inspect.analysis.module_view import ComponentNode
from hexwright.vassal.codec.field_values import KeyCommand, java_int
from hexwright.vassal.codec.stacks_and_decks import Deck

if TYPE_CHECKING:
    from hexwright.emulator.game_world import GameWorld
    from hexwright.emulator.live_maps import LiveMap

#: The id of the player who masks face-down cards in a deck: no actual player.
NOBODY: Final = "nobody"
DRAW_BY_MENU: Final = ("Via right-click Menu", "MenuDefaultUp")


@dataclass(frozen=True, slots=True)
class DeckCommand:
    """A line of a deck's menu: its text, hot key and action. A command without text has only a hot key."""

    words: str
    key: Identity | None
    do: Callable[[], None]


class LiveDeck(LiveStack):
    """A deck: a stack that stays in its place even when it is empty, and that accepts any piece."""

    java_names: tuple[str, ...] = ("Deck", "Stack", "GamePiece")
    is_deck = True
    state = ("faces_down", "picked", "number")

    def __init__(self, world: GameWorld, deck_id: str, design: Deck, pile: ComponentNode | None) -> None:
        super().__init__(world, deck_id)
        self.design = design
        self.pile = pile
        self.faces_down = design.face_down not in ("Never", "MenuDefaultUp")
        #: The result of the next draw: cards picked from the list, or their number.
        self.picked: list[LivePiece] | None = None
        self.number = 0
        self.extra: tuple[DeckCommand, ...] = ()
        self._size = GlobalPropertyValue(f"{design.name}_numPieces", "0")
        self._counted: list[tuple[GlobalPropertyValue, str]] = []
        for given in design.count_expressions:
            name, colon, expression = _split(given)
            if colon:
                self._counted.append((GlobalPropertyValue(f"{design.name}_{name}", "0"), expression))

    @property
    def title(self) -> str:
        """Return the deck's name."""
        return self.design.name

    @property
    def accessible(self) -> bool:
        """Return whether the current player may use the deck."""
        return not self.design.restrict_access or self.world.side in self.design.owners

    def accepts(self, piece: LivePiece) -> bool:
        """Return whether a piece may be dropped on the deck."""
        if not self.accessible:
            return False
        match = self.design.restriction
        if self.design.restricted and match.strip() and not self.world.evaluator.filter(match, None)(piece):
            return False
        return piece.get("Obscured") is not True or piece.get("obs;") == NOBODY

    # Position ------------------------------------------------------------------------------------
    def lie_on(self, here: LiveMap, point: Point) -> None:
        """Put the deck on a map; the map then holds the deck's count properties."""
        self.at = point
        here.add(self)
        here.decks.append(self)
        for value in (self._size, *(value for value, _ in self._counted)):
            here.holder.add(value)
        self.recount()

    def leave(self) -> None:
        """Remove the deck and its count properties from the map."""
        if self.home is not None:
            for value in (self._size, *(value for value, _ in self._counted)):
                self.home.holder.values.pop(value.name, None)

    def covers(self, point: Point) -> bool:
        """Return whether the deck's picture covers a point."""
        top = picture_size(self.pieces[-1]) if self.pieces else None
        width, height = top if top is not None else (self.design.width, self.design.height)
        more = 2 * min(len(self.pieces), self.design.max_stack)
        left, upper = self.at[0] - width // 2, self.at[1] - height // 2 - more
        return left <= point[0] < left + width + more and upper <= point[1] < upper + height + more

    # Cards ---------------------------------------------------------------------------------------
    def insert(self, piece: LivePiece, index: int) -> None:
        """Move a piece into the deck."""
        inside = piece.stack is self
        super().insert(piece, index)
        if not inside:
            self._count(piece, 1)
            self._size.value = str(len(self.pieces))

    def take(self, piece: LivePiece) -> None:
        """Remove a piece from the deck, which stays on the map.

        If the deck is now empty, the hot key for an emptied deck is sent at the end of the move.
        """
        self._count(piece, -1)
        super().take(piece)
        self._size.value = str(len(self.pieces))
        wanted = self.design.key_on_empty and self.design.empty_key is not None
        if wanted and not self.pieces and not self.world.journal.undoing:
            self.world.emptied.append(self)

    def emptied(self) -> None:
        """Leave the deck on the map, unlike an empty stack."""

    def removed(self, piece: LivePiece) -> None:
        """Turn a card that leaves the deck face down or up, like the deck itself (Deck.pieceRemoved)."""
        down = self.faces_down and not self.design.draw_face_up
        for trait in piece.acting:
            if trait.on_dealt(down):
                return

    def _count(self, piece: LivePiece, step: int) -> None:
        if self.design.counts and self.home is not None:
            for value, expression in self._counted:
                if self._matches(expression, piece):
                    value.value = str(to_int(_whole(value.value) + step))

    def recount(self) -> None:
        """Recompute all counts, for instance after the player changed sides."""
        self.world.evaluator.spend(1 + (len(self.pieces) >> 4))
        self._size.value = str(len(self.pieces))
        if self.design.counts and self.home is not None:
            for value, expression in self._counted:
                value.value = str(sum(self._matches(expression, piece) for piece in self.pieces))

    def _matches(self, expression: str, piece: LivePiece) -> bool:
        evaluator = self.world.evaluator
        told = evaluator.format(expression, piece)
        return told == "true" or (told != "false" and evaluator.filter(told, None)(piece))

    # Drawing -------------------------------------------------------------------------------------
    def ordered(self) -> list[LivePiece]:
        """Return the cards in draw order: from the top, or shuffled if the deck is always shuffled."""
        pieces = list(reversed(self.pieces))
        if self.design.shuffle == "Always":
            self.world.random.shuffle(pieces)
        return pieces

    def draw(self) -> list[LivePiece]:
        """Return the cards to draw: the cards that the player picked, the requested number of cards, or one
        card.
        """
        picked, number = self.picked, max(self.number, min(1, len(self.pieces)))
        self.picked, self.number = None, 0
        if picked is not None:
            return [piece for piece in picked if piece.stack is self]
        return self.ordered()[:number]

    # Commands ------------------------------------------------------------------------------------
    def arrange(self, pieces: Sequence[LivePiece]) -> None:
        """Reorder the cards, given from the bottom up."""
        old = list(self.pieces)
        self.pieces[:] = pieces
        self.recount()

        def undo() -> None:
            self.pieces[:] = [piece for piece in old if piece.stack is self]
            self.recount()

        self.world.journal.record(undo)

    def shuffle(self) -> None:
        """Shuffle the deck."""
        pieces = list(self.pieces)
        self.world.random.shuffle(pieces)
        self.arrange(pieces)
        self.report(self.design.shuffle_report, "Shuffle")

    def reverse(self) -> None:
        """Reverse the order of the cards."""
        self.arrange(self.pieces[::-1])
        self.report(self.design.reverse_report, "Reverse")

    def turn(self, face_down: bool) -> None:
        """Turn the deck face down or up."""
        if face_down == self.faces_down:
            return
        old, self.faces_down = self.faces_down, face_down

        def undo() -> None:
            self.faces_down = old

        self.world.journal.record(undo)
        design = self.design
        given = design.face_down_report if face_down else design.face_up_report
        self.report(given, "Face down" if face_down else "Face up")

    def send(self) -> None:
        """Send all cards to another deck, starting from the top."""
        target = self.world.pile(self.design.send_deck)
        self.picked = None
        if target is None:
            return
        self.report(self.design.send_report, self.design.send_menu)
        for piece in reversed(list(self.pieces)):
            self.world.prepare_move(piece)
            self.world.put_in_deck(target, piece)
            self.world.check_emptied()

    def report(self, given: str, command: str, extra: dict[str, str | None] | None = None) -> None:
        """Report a command of the deck in the chat."""
        world = self.world
        if not world.reporting or not given:
            return
        words: dict[str, str | None] = {"deckName": self.title, "commandName": command, **(extra or {})}
        bare = given.strip()
        source = EmptySource() if bare[:1] == "{" and bare[-1:] == "}" else None
        line = world.evaluator.format(given, source, words, localised=True)
        if line:
            world.say("* " + line)

    # Menu ----------------------------------------------------------------------------------------
    def menu(self) -> list[DeckCommand]:
        """Return the lines of the menu as the current player sees them."""
        if not self.accessible:
            return []
        return [line for line in self._commands() if line.words]

    def fire(self, key: Identity) -> None:
        """Execute the command of a hot key. In VASSAL, keys work even if the menu is closed to the player."""
        design = self.design
        keys: list[tuple[KeyCommand | None, Callable[[], None]]] = [
            (design.shuffle_key, self.shuffle),
            (design.send_key, self.send),
            (design.reverse_key, self.reverse),
            (design.face_up_key, partial(self.turn, False)),
            (design.face_down_key, partial(self.turn, True)),
            (design.face_flip_key, lambda: self.turn(not self.faces_down)),
            (design.save_key, self._cannot_save),
            (design.load_key, self._cannot_save),
        ]
        for given, do in keys:
            if given is not None and key_identity(given) == key:
                self.step(do)
        for line in self.extra:
            if line.key is not None and line.key == key:
                self.step(line.do)

    def step(self, do: Callable[[], None]) -> None:
        """Run an action as one undo step."""
        world = self.world
        mark = world.journal.mark()
        world.depth += 1
        try:
            do()
        finally:
            world.depth -= 1
        world.close_step(mark)

    def _commands(self) -> Iterable[DeckCommand]:
        design = self.design
        if design.shuffle == DRAW_BY_MENU[0]:
            yield self._line(design.shuffle_menu, design.shuffle_key, self.shuffle)
        if design.send_menu:
            yield self._line(design.send_menu, design.send_key, self.send)
        if design.face_down in DRAW_BY_MENU:
            words = design.face_up_menu if self.faces_down else design.face_down_menu
            yield self._line(words, design.face_flip_key, lambda: self.turn(not self.faces_down))
        if design.reversible:
            yield self._line(design.reverse_menu, design.reverse_key, self.reverse)
        if design.draw_multiple:
            yield self._line(design.draw_multiple_menu, None, self._ask_number)
        if design.draw_specific:
            yield self._line(design.draw_specific_menu, None, self._ask_cards)
        if design.can_be_saved:
            yield self._line(design.save_menu, design.save_key, self._cannot_save)
            yield self._line(design.load_menu, design.load_key, self._cannot_save)
        yield from self.extra

    @staticmethod
    def _line(words: str, key: KeyCommand | None, do: Callable[[], None]) -> DeckCommand:
        return DeckCommand(words, key_identity(key) if key is not None else None, do)

    def _ask_number(self) -> None:
        if not self.world.answers:
            self.world.report_unsupported(
                "a prompt for the number of cards to draw, without an answer in the queue"
            )
            return
        given = self.world.answers.pop(0)
        try:
            self.number = max(0, min(java_int(given), len(self.pieces)))
        except ValueError:
            self.number = 0

    def _ask_cards(self) -> None:
        """Pick the cards that the queued answers name, until an answer is empty."""
        if not self.world.answers:
            self.world.report_unsupported("a prompt for the cards to draw, without an answer in the queue")
            return
        wanted = self.world.answers.pop(0).split("\n")
        shown = {self.shown(piece): piece for piece in self.pieces}
        self.picked = [shown[name] for name in wanted if name in shown] or None

    def shown(self, piece: LivePiece) -> str:
        """Return the name of a piece as the list of cards shows it."""
        return self.world.evaluator.format(self.design.select_display, piece)

    def _cannot_save(self) -> None:
        self.world.report_unsupported("saving and loading a deck's cards")

    def j_getDeckName(self) -> str:  # noqa: N802 - a name of Java
        return self.title


class EmptySource:
    """A source without properties, for the expressions in the reports and commands of decks."""

    def get(self, name: str) -> Any:
        return None


def _split(given: str) -> tuple[str, bool, str]:
    name, colon, expression = given.partition(":")
    return (name.rstrip(), True, expression.lstrip()) if colon else (given, False, "")


def _whole(given: str) -> int:
    try:
        return java_int(given)
    except ValueError:
        return 0
