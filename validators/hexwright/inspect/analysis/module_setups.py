"""The saved games inside a module that its pre-defined set-ups open.

A module may have hundreds of large set-ups, so they are read one at a time, and only a summary of each is
kept. Pieces whose types have the same text are one kind, whose traits are decoded once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final

from hexwright.inspect.analysis.module_view import ComponentNode, ModuleView
from hexwright.vassal.codec import sequence_encoder
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.commands import (
    BEGIN_SAVE,
    LOG_STEP,
    MAX_DEPTH,
    SEPARATOR,
    ChangeProperty,
    Command,
    SetBoards,
    SetGlobalProperty,
    decode,
)
from hexwright.vassal.codec.module_archive import SavedGame
from hexwright.vassal.codec.piece_text import decode_part, split_add_piece, split_parts
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.vassal.codec.stacks_and_decks import Deck, Stack
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.codec.traits import BasicPiece

#: Larger set-ups are not read.
MAX_SETUP: Final = 64 << 20
#: What a state contains if it may hold code, or a text that closes quotation marks.
_SUSPECT: Final = re.compile(r'[({}"\\]|;\s*$')


@dataclass(frozen=True, slots=True, eq=False)
class PieceKind:
    """The pieces of set-ups whose types have the same text; their states are those of the first piece."""

    traits: tuple[Trait, ...]

    @property
    def basic(self) -> Trait:
        """Return the innermost part: a basic piece, stack or deck."""
        return self.traits[0]

    @property
    def name(self) -> str:
        """Return the basic name of the pieces."""
        return self.basic.name if isinstance(self.basic, BasicPiece | Deck) else ""


@dataclass(frozen=True, slots=True)
class ModuleSetUp:
    """One set-up: its node, its file's name, and a summary of its content, or why it can't be read."""

    node: ComponentNode
    file: str
    pieces: Mapping[tuple[PieceKind, str], int] = field(default_factory=dict)
    """The number of pieces by kind and gpid; the gpid of stacks and decks is empty."""
    maps: Mapping[str, int] = field(default_factory=dict)
    """The number of pieces on each map; a piece in a stack is where the stack is."""
    properties: frozenset[str] = frozenset()
    """The persistent properties of its pieces."""
    empty_stacks: int = 0
    boards: tuple[SetBoards, ...] = ()
    suspect: bool = False
    """Whether a state or another command may contain code."""
    fault: str = ""
    missing: bool = False

    @property
    def piece_count(self) -> int:
        """Return the number of its pieces, without stacks and decks."""
        return sum(count for (kind, _), count in self.pieces.items() if isinstance(kind.basic, BasicPiece))

    @property
    def kinds(self) -> Iterator[PieceKind]:
        """Yield the kinds of its pieces, stacks and decks, each once for each gpid."""
        yield from (kind for kind, _ in self.pieces)


def read_set_ups(module: ModuleView) -> Iterator[ModuleSetUp]:
    """Yield the module's set-ups that name a file, with every part that can be read."""
    reader = _SetUpReader()
    for node in module.all(c.PredefinedSetup):
        component = node.component
        assert isinstance(component, c.PredefinedSetup)
        # An entry without a file starts a new game.
        if component.is_menu or not component.use_file or "file" not in component.attrib:
            continue
        holder = module.entries.get(component.file)
        if holder is None or holder.archive is None:
            yield ModuleSetUp(node, component.file, missing=True)
            continue
        try:
            saved = SavedGame.decode(holder.archive.read(component.file, MAX_SETUP))
            yield reader.summary(node, component.file, saved)
        except CodecError as error:
            yield ModuleSetUp(node, component.file, fault=error.reason)
        except RecursionError:
            yield ModuleSetUp(node, component.file, fault="commands are nested too deeply")


def set_up_files(module: ModuleView) -> dict[str, ComponentNode]:
    """Return the saved games in the module that set-ups open, each with the first set-up that opens it."""
    found: dict[str, ComponentNode] = {}
    for node in module.all(c.PredefinedSetup):
        component = node.component
        assert isinstance(component, c.PredefinedSetup)
        if not component.is_menu and component.use_file and component.file in module.entries:
            found.setdefault(component.file, node)
    return found


def suspect_parts(module: ModuleView, set_up: ModuleSetUp) -> Iterator[Trait | str]:
    """Read a set-up again; yield the traits whose state may contain code, and commands that set properties.

    An expression can read properties, and evaluate them. All other commands are only shown or carried out.
    """
    holder = module.entries.get(set_up.file)
    if not set_up.suspect or holder is None or holder.archive is None:
        return
    others = []
    for part in _parts(SavedGame.decode(holder.archive.read(set_up.file, MAX_SETUP)).text):
        if part.startswith(_PROPERTIES):
            others.append(part)
        if not part.startswith(_PIECE):
            continue
        _, type_text, state_text = split_add_piece(part)
        types = split_parts(type_text)
        for kind, state in zip(types, split_parts(state_text, len(types)), strict=False):
            if _SUSPECT.search(state):
                yield decode_part(kind, state)
    yield "\n".join(others)


_PIECE: Final = "+/"
_PROPERTIES: Final = (SetGlobalProperty.WORD, ChangeProperty.WORD)


def _parts(text: str, depth: int = 0) -> Iterator[str]:
    """Yield the commands of a saved game as texts, without the steps of a log.

    Joined commands are split as texts, since parsing pieces and writing them again takes most of the time.
    Raises CodecError for commands that are nested deeper than `MAX_DEPTH`.
    """
    if depth > MAX_DEPTH:
        raise CodecError("", text[:80], f"commands are nested deeper than {MAX_DEPTH}")
    for part in sequence_encoder.decode(text, SEPARATOR):
        if part.startswith(LOG_STEP):
            continue
        if SEPARATOR in part and part != text:
            yield from _parts(part, depth + 1)
        else:
            yield part


class _SetUpReader:
    """Reads set-ups one after another; they share the kinds of pieces."""

    def __init__(self) -> None:
        self._kinds: dict[bytes, PieceKind] = {}

    def summary(self, node: ComponentNode, file: str, saved: SavedGame) -> ModuleSetUp:
        """Return the summary of a set-up. Raises CodecError as `SavedGameFile.read` does."""
        pieces: Counter[tuple[PieceKind, str]] = Counter()
        places: dict[str, str] = {}
        stacks: list[Stack | Deck] = []
        others: list[Command] = []
        names: set[str] = set()
        suspect = False
        for part in _parts(saved.text):
            if not part.startswith(_PIECE):
                others.append(decode(part, 1))
                suspect = suspect or "(" in part or "\\u" in part
                continue
            piece_id, type_text, state_text = split_add_piece(part)
            kind, innermost, odd = self._read(type_text, state_text)
            suspect = suspect or odd
            gpid = ""
            if isinstance(kind.basic, Stack | Deck):
                holder = decode_part(kind.basic.encode_type(), innermost)
                assert isinstance(holder, Stack | Deck)
                stacks.append(holder)
            elif isinstance(kind.basic, BasicPiece):
                places[piece_id], gpid, own = _basic_state(kind.basic, innermost)
                names.update(own)
            pieces[kind, gpid] += 1
        if BEGIN_SAVE not in others:
            raise CodecError("", saved.text[:40], "the file contains no saved game")
        empty = 0
        for holder in stacks:
            members = holder.cards if isinstance(holder, Deck) else holder.pieces
            places.update((member, holder.map) for member in members if member in places)
            empty += isinstance(holder, Stack) and not any(member in places for member in members)
        return ModuleSetUp(
            node,
            file,
            pieces,
            Counter(places.values()),
            frozenset(names),
            empty,
            tuple(part for part in others if isinstance(part, SetBoards)),
            suspect,
        )

    def _read(self, type_text: str, state_text: str) -> tuple[PieceKind, str, bool]:
        """Return a piece's kind, its innermost state, and whether its states may contain code."""
        digest = blake2b(type_text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        kind = self._kinds.get(digest)
        if kind is not None and _is_plain(state_text, len(kind.traits)):
            return kind, state_text.rpartition("\t")[2], False
        types = split_parts(type_text)
        states = split_parts(state_text, len(types))
        if len(states) < len(types):
            what = f"the state has {len(states)} parts, but the type has {len(types)}"
            raise CodecError("state", state_text[:80], what)
        if kind is None:
            traits = (decode_part(*texts) for texts in zip(types[::-1], states[::-1], strict=True))
            kind = self._kinds[digest] = PieceKind(tuple(traits))
        return kind, states[-1], any(map(_SUSPECT.search, states))


def _is_plain(states: str, count: int) -> bool:
    """Return whether a text of nested states has `count` parts, none of which may contain code."""
    parts = states.split("\t")
    if len(parts) != count or any(sign in states for sign in '({}"'):
        return False
    for depth, part in enumerate(parts[:-1]):
        bare = part.rstrip("\\")
        if len(part) - len(bare) != depth or bare.rstrip().endswith(";"):
            return False
    return not parts[-1].rstrip().endswith(";") and states.count("\\") == (count - 1) * (count - 2) // 2


def _basic_state(basic: BasicPiece, state: str) -> tuple[str, str, list[str]]:
    """Return the map, the gpid and the names of persistent properties in a basic piece's state."""
    if "\\" in state or "'" in state:
        found = BasicPiece.decode(basic.encode_type(), state)
        return found.map, found.gpid, [name for name, _ in found.properties]
    tokens = state.split(";")
    number = int(tokens[4]) if len(tokens) > 4 and tokens[4].isascii() and tokens[4].isdigit() else 0
    return tokens[0], tokens[3] if len(tokens) > 3 else "", tokens[5 : 5 + 2 * number : 2]
