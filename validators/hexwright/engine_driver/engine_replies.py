"""Hold what the engine tells, as values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from hexwright.engine_driver.engine_errors import EngineGone

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ModuleSeen:
    """A module as opened. `engine` is the VASSAL version."""

    name: str
    version: str
    engine: str


@dataclass(frozen=True, slots=True)
class Problem:
    """Something a player would have been troubled with.

    `kind` is log, bug, dialog or manager; `level` error or warning; `during` the command it came from.
    """

    kind: str
    level: str
    text: str
    detail: str
    during: str


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A line of the chat window. `style` is the engine's style name, such as msg or sys."""

    text: str
    style: str


@dataclass(frozen=True, slots=True)
class SetUpSeen:
    """A predefined set-up; `file` is its save inside the module, or None for a new game."""

    title: str
    file: str | None


@dataclass(frozen=True, slots=True)
class Status:
    """How the game stands; `side` is None when none is taken, `steps_left` counts a log's steps to come."""

    started: bool
    pieces: int
    side: str | None
    steps_left: int


@dataclass(frozen=True, slots=True)
class PieceSeen:
    """A piece in the game. Pixels are the map's; `index` counts from the bottom of its stack."""

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
    """One trait of a piece as the engine writes it; `java_class` names its class."""

    java_class: str
    type: str
    state: str | None


@dataclass(frozen=True, slots=True)
class MenuItem:
    """A line of a piece's right-click menu; `key` can be given to `Engine.key`, None for a mere heading."""

    text: str
    enabled: bool
    key: str | None


@dataclass(frozen=True, slots=True)
class DeckSeen:
    """A deck and how many pieces it holds."""

    name: str
    map: str | None
    x: int
    y: int
    count: int


@dataclass(frozen=True, slots=True)
class MapSeen:
    """A map; size in pixels at zoom 1."""

    name: str
    width: int
    height: int
    boards: tuple[str, ...]
    showing: bool


@dataclass(frozen=True, slots=True)
class PlaceSeen:
    """A point of a map, what the engine calls it, and where a dropped piece would snap to."""

    x: int
    y: int
    location: str | None
    zone: str | None
    snap_x: int
    snap_y: int


@dataclass(frozen=True, slots=True)
class SlotSeen:
    """A piece slot of the module; `type` is the piece's type string, or None when it can't be built."""

    gpid: str
    name: str
    type: str | None


@dataclass(frozen=True, slots=True)
class ButtonSeen:
    """A toolbar button; `map` is empty for the main toolbar."""

    map: str
    text: str | None
    tooltip: str | None
    enabled: bool
    visible: bool


@dataclass(frozen=True, slots=True)
class TurnSeen:
    """A turn counter: the text shown, and the value of each level by its name, outermost first."""

    name: str
    shown: str
    levels: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ComponentSeen:
    """A component of the module tree; children follow their parent, one deeper."""

    depth: int
    java_class: str
    name: str | None


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG that the engine drew."""

    file: Path
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class WindowPicture:
    """A PNG of an open window."""

    title: str
    file: Path


def one(make: Callable[..., T], value: object) -> T:
    """Build a value from a JSON object whose keys are its fields; 'class' becomes `java_class`.

    Raises `EngineGone` when the driver sent something else: then it is not the driver that we know.
    """
    try:
        if not isinstance(value, dict):
            raise TypeError
        fields = {
            ("java_class" if key == "class" else str(key)): _frozen(item) for key, item in value.items()
        }
        if "file" in fields and make in (Picture, WindowPicture):
            fields["file"] = Path(str(fields["file"]))
        return make(**fields)
    except TypeError as fault:
        raise EngineGone(f"the driver sent {value!r:.200}, not what {make!r} holds") from fault


def many(make: Callable[..., T], value: object) -> tuple[T, ...]:
    """Build values from a JSON list of objects. Raises `EngineGone` like `one`."""
    if not isinstance(value, list):
        raise EngineGone(f"the driver sent {value!r:.200}, not a list")
    return tuple(one(make, item) for item in value)


def _frozen(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value
