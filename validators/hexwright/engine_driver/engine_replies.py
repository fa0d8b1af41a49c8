"""The driver's replies, converted to typed values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import UnionType
from typing import TypeVar, get_args, get_origin, get_type_hints

from hexwright.engine_driver.engine_errors import EngineEndedError

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ModuleReply:
    """The reply to the opening of a module; `engine` is the VASSAL version."""

    name: str
    version: str
    engine: str


@dataclass(frozen=True, slots=True)
class EngineProblem:
    """A report, warning or dialog that would disturb a player.

    `kind` is log, bug, dialog or manager. `level` is error or warning. `during` is the command that caused
    the problem.
    """

    kind: str
    level: str
    text: str
    detail: str
    during: str

    def __post_init__(self) -> None:
        if self.level not in ("error", "warning"):
            raise TypeError(f"there is no level {self.level!r}")


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A line of the chat window. `style` is VASSAL's style name, such as msg or sys."""

    text: str
    style: str


@dataclass(frozen=True, slots=True)
class SetUpReply:
    """A predefined set-up; `file` is its saved game inside the module, or None for a new game."""

    title: str
    file: str | None


@dataclass(frozen=True, slots=True)
class StatusReply:
    """The status of the game. `side` is None if the player has no side.

    `steps_left` is the number of steps that remain in a log.
    """

    started: bool
    pieces: int
    side: str | None
    steps_left: int


@dataclass(frozen=True, slots=True)
class PieceReply:
    """A piece in the game. Its coordinates are pixels of the map; `index` counts from the bottom of its
    stack.
    """

    id: str
    name: str
    gpid: str | None
    map: str | None
    x: int
    y: int
    location: str | None
    zone: str | None
    stack: str | None
    index: int
    deck: str | None
    properties: Mapping[str, str | None]


@dataclass(frozen=True, slots=True)
class TraitStrings:
    """One trait of a piece as VASSAL encodes it; `java_class` names its class."""

    java_class: str
    type: str
    state: str | None


@dataclass(frozen=True, slots=True)
class MenuItem:
    """An entry of a piece's right-click menu.

    `key` can be passed to `Engine.key`. It is None for a heading.
    """

    text: str
    enabled: bool
    key: str | None


@dataclass(frozen=True, slots=True)
class DeckReply:
    """A deck and the number of pieces in it."""

    name: str
    map: str | None
    x: int
    y: int
    count: int


@dataclass(frozen=True, slots=True)
class MapReply:
    """A map, with its size in pixels at zoom 1."""

    name: str
    width: int
    height: int
    boards: tuple[str, ...]
    showing: bool


@dataclass(frozen=True, slots=True)
class PlaceReply:
    """A point of a map, VASSAL's name for it, and the point to which a dropped piece would snap."""

    x: int
    y: int
    location: str | None
    zone: str | None
    snap_x: int
    snap_y: int


@dataclass(frozen=True, slots=True)
class SlotReply:
    """A piece slot of the module; `type` is the piece's type string, or None if it can't be built."""

    gpid: str
    name: str
    type: str | None


@dataclass(frozen=True, slots=True)
class ButtonReply:
    """A toolbar button. `map` is empty for a button of the main toolbar."""

    map: str
    text: str | None
    tooltip: str | None
    enabled: bool
    visible: bool


@dataclass(frozen=True, slots=True)
class TurnReply:
    """A turn tracker: the displayed text, and the value of each level, keyed by name, outermost
    level first.
    """

    name: str
    shown: str
    levels: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ComponentReply:
    """A component of the module tree. Its children follow it, one level deeper."""

    depth: int
    java_class: str
    name: str | None


@dataclass(frozen=True, slots=True)
class PictureReply:
    """A PNG drawn by VASSAL."""

    file: Path
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class WindowPictureReply:
    """A PNG of an open window."""

    title: str
    file: Path


def reply_from_json(make: Callable[..., T], value: object) -> T:
    """Build a value from a JSON object whose keys are the fields of `make`; the key 'class' becomes
    `java_class`.

    Raise `EngineEndedError` for other data, because the process then isn't the expected driver.
    """
    try:
        if not isinstance(value, dict):
            raise TypeError
        fields = {
            ("java_class" if key == "class" else str(key)): _frozen(item) for key, item in value.items()
        }
        if "file" in fields and make in (PictureReply, WindowPictureReply):
            fields["file"] = Path(str(fields["file"]))
        kinds = _kinds(make)
        if any(not isinstance(item, kinds[name]) for name, item in fields.items() if name in kinds):
            raise TypeError
        return make(**fields)
    except TypeError as fault:
        raise EngineEndedError(f"the driver sent {value!r:.200}, expected the fields of {make!r}") from fault


def replies_from_json(make: Callable[..., T], value: object) -> tuple[T, ...]:
    """Build values from a JSON list of objects.

    Raises `EngineEndedError` in the same cases as `reply_from_json`.
    """
    if not isinstance(value, list):
        raise EngineEndedError(f"the driver sent {value!r:.200}, expected a list")
    return tuple(reply_from_json(make, item) for item in value)


@cache
def _kinds(make: Callable[..., object]) -> Mapping[str, tuple[type, ...]]:
    """Return the classes that each field's value may have."""
    hints = get_type_hints(make)
    return {name: tuple(get_origin(kind) or kind for kind in _choices(hint)) for name, hint in hints.items()}


def _choices(hint: type | UnionType) -> tuple[type, ...]:
    return get_args(hint) if isinstance(hint, UnionType) else (hint,)


def _frozen(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value
