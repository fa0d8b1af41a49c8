"""Show the conditions of units: disrupted, fortified, entrained.

Each condition is a layer with two levels, off and on, above the counter. The condition is appended to the
piece's name, as in "4 Pz (disrupted)". A fortified unit's counter is also turned upside down. Symbols
outside the rotating traits stay upright.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from hexwright.model.game import Game
from hexwright.render.map.sheet.board_resolution import COUNTER_PICTURE, BoardResolution
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.codec.traits import CanRotate, Layer, ReportAction, TriggerAction
from hexwright.vassal.enforcement.deeds import Deed
from hexwright.vassal.enforcement.fighting import Befalls, befalls, has_steps
from hexwright.vassal.module import key_commands
from hexwright.vassal.module import property_names as prop


@dataclass(frozen=True, slots=True)
class UnitCondition:
    """A condition of units: the name of its layer, its wording, and the player actions that change it.

    `looks` says how a counter in the condition looks, as in "A counter that …".
    """

    name: str
    word: str
    looks: str
    picture: str
    drawing: str
    begins: Deed
    ends: Deed
    begins_text: str
    ends_text: str

    @property
    def begin_key(self) -> KeyCommand:
        """Return the key that puts a unit into the condition."""
        return KeyCommand.named(f"hexwright.condition.{self.word}")

    @property
    def end_key(self) -> KeyCommand:
        """Return the key that ends the condition."""
        return KeyCommand.named(f"hexwright.condition.not-{self.word}")

    @property
    def report_begin_key(self) -> KeyCommand:
        """Return the key that reports in the chat that the condition begins."""
        return KeyCommand.named(f"hexwright.say.{self.word}")

    @property
    def report_end_key(self) -> KeyCommand:
        """Return the key that reports in the chat that the condition ends."""
        return KeyCommand.named(f"hexwright.say.not-{self.word}")

    @property
    def level_property(self) -> str:
        """Return the name of a property that is 2 while a unit is in the condition, and 1 otherwise."""
        return f"{self.name}_Level"


# A broken counter: faded, with a crack above its figures. Recognizable by shape on any colour. The veil has
# round corners and an edge like a counter, so that the counters below it in a stack are seen beside it.
_CRACK: Final = "M10 14 L52 38 L40 58 L94 66 L82 86 L142 100"
_BROKEN: Final = (
    '<rect x="1.5" y="1.5" width="147" height="147" rx="10.5" fill="#ffffff" fill-opacity="0.4"'
    ' stroke="#1f1b16" stroke-width="3"/>'
    f'<path d="{_CRACK}" fill="none" stroke="#ffffff" stroke-width="15" stroke-linejoin="round"/>'
    f'<path d="{_CRACK}" fill="none" stroke="#1f1b16" stroke-width="8" stroke-linejoin="miter"/>'
)
# A fortification around the counter: a low wall with battlements, clear of the values at the counter's edge.
_WALL: Final = (
    '<g fill="none"><path stroke="#ffffff" stroke-width="7" d="M3.5 3.5H146.5V146.5H3.5Z"/>'
    '<path stroke="#3d2f22" stroke-width="4" d="M2 2H148V148H2Z"/>'
    '<path stroke="#3d2f22" stroke-width="3" stroke-dasharray="8 9" stroke-dashoffset="4" '
    'd="M5.5 5.5H144.5M144.5 5.5V144.5M144.5 144.5H5.5M5.5 144.5V5.5"/></g>'
)

DISRUPTED: Final = UnitCondition(
    "Disrupted",
    "disrupted",
    "is pale, with a crack,",
    "condition-disrupted.svg",
    _BROKEN,
    Deed("disrupt", key_commands.DISRUPT, "Disrupt"),
    Deed("recover", key_commands.RECOVER, "Recover from disruption"),
    "is disrupted: pale, with a crack",
    "recovers from disruption",
)
FORTIFIED: Final = UnitCondition(
    "Fortified",
    "fortified",
    "has a wall around it",
    "condition-fortified.svg",
    _WALL,
    Deed("fortify", key_commands.FORTIFY, "Fortify"),
    Deed("unfortify", key_commands.UNFORTIFY, "Give up its fortification"),
    "is fortified",
    "loses its fortification",
)
# Rails along the counter's lower edge, with sleepers, and wheels on them.
_TRAIN: Final = (
    '<rect x="6" y="112" width="138" height="32" fill="#ffffff" fill-opacity="0.85"/>'
    '<g fill="none" stroke="#1f1b16"><path stroke-width="6" d="M8 140H142"/>'
    '<path stroke-width="5" d="M20 140V147M42 140V147M64 140V147M86 140V147M108 140V147M130 140V147"/>'
    '<circle cx="40" cy="126" r="10" stroke-width="6"/><circle cx="110" cy="126" r="10" stroke-width="6"/>'
    '<path stroke-width="5" d="M40 126H110"/></g>'
)
ENTRAINED: Final = UnitCondition(
    "Entrained",
    "entrained",
    "has rails and wheels",
    "condition-entrained.svg",
    _TRAIN,
    Deed("entrain", key_commands.ENTRAIN, "Entrain"),
    Deed("detrain", key_commands.DETRAIN, "Detrain"),
    "is entrained",
    "is no longer entrained",
)


_TURN: Final = KeyCommand.named("hexwright.condition.turn")
STANCE: Final = "Stance"
"""The name of the prototype that turns a fortified unit's counter upside down."""
STANCE_FACING: Final = f"{STANCE}_Facing"
"""The property that contains the orientation of the counter."""


_OF_BATTLES: Final[Mapping[Befalls, UnitCondition]] = MappingProxyType(
    {"disrupted": DISRUPTED, "fortified": FORTIFIED}
)


def game_conditions(game: Game) -> tuple[UnitCondition, ...]:
    """Return the conditions that a game's rules use."""
    of_battles = tuple(_OF_BATTLES[one] for one in befalls(game))
    return (*of_battles, ENTRAINED) if game.rules.train_mode is not None else of_battles


def loss_keys(game: Game) -> tuple[KeyCommand, ...]:
    """Return the keys that reset the conditions and the step of an eliminated unit."""
    turned = (key_commands.STEP_LAST,) if has_steps(game) else ()
    return (*(one.end_key for one in game_conditions(game)), *turned)


def fortification_loss_keys(game: Game) -> tuple[KeyCommand, ...]:
    """Return the keys that end a unit's fortification; the result is empty in a game without
    fortification.
    """
    return (FORTIFIED.end_key,) if FORTIFIED in game_conditions(game) else ()


def disruption_keys(game: Game) -> tuple[KeyCommand, ...]:
    """Return the keys that disrupt a unit. They also end its fortification."""
    return (DISRUPTED.begin_key, *fortification_loss_keys(game))


def deeds(game: Game) -> tuple[Deed, ...]:
    """Return the player actions that change conditions."""
    return tuple(deed for one in game_conditions(game) for deed in (one.begins, one.ends))


def fortified_stance_traits() -> tuple[Trait, ...]:
    """Return the traits that turn a fortified unit's counter upside down.

    They must be outside the counter's faces and inside all other traits that are drawn.
    """
    return (
        CanRotate(
            facings=2,
            name=STANCE,
            direct_key=_TURN,
            direct_to=f"${FORTIFIED.level_property}$",
            description="Upside down while it is fortified",
        ),
    )


def unit_traits(game: Game) -> Iterator[Trait]:
    """Yield the layers of conditions, and the traits that change and report them."""
    for one in game_conditions(game):
        yield Layer.of(
            one.name,
            ("", one.picture),
            ("", f"+ ({one.word})"),  # appended to the piece's name, not replacing it
            loop=False,
            increase_key=one.begin_key,
            decrease_key=one.end_key,
            description=f"Shows that the unit is {one.word}",
        )
        if one == FORTIFIED:
            # After the layer, because a trigger lets inner traits act first.
            yield TriggerAction(
                name="Turn the counter",
                menu="",
                key=None,
                watch=(one.begin_key, one.end_key),
                actions=(_TURN,),
            )
        for key, text in ((one.report_begin_key, one.begins_text), (one.report_end_key, one.ends_text)):
            yield ReportAction(
                keys=(key,),
                report=f"${prop.SIDE_NAME}$ ${prop.FULL_NAME}$ {text} ($LocationName$)",
                description="Says in the chat what was done",
            )
        begins = disruption_keys(game) if one == DISRUPTED else (one.begin_key,)
        # A disrupted unit can't be fortified.
        fresh = f" && {DISRUPTED.level_property} == 1" if one == FORTIFIED else ""
        for deed, change, tell, level, where in (
            (one.begins, begins, one.report_begin_key, 1, fresh),
            (one.ends, (one.end_key,), one.report_end_key, 2, ""),
        ):
            yield TriggerAction(
                name=deed.menu,
                menu="",
                key=deed.do,
                match=f"{{{one.level_property} == {level}{where}}}",
                actions=(*change, tell),
            )


def with_conditions(trait: Trait, names: Collection[str]) -> Trait:
    """Return a trait with the state that it has on a unit in exactly the named conditions."""
    if isinstance(trait, Layer) and trait.name in {one.name for one in (DISRUPTED, FORTIFIED, ENTRAINED)}:
        return replace(trait, level=2 if trait.name in names else 1)
    if isinstance(trait, CanRotate) and trait.name == STANCE:
        return replace(trait, facing=int(FORTIFIED.name in names))
    return trait


def condition_pictures(game: Game, resolution: BoardResolution) -> dict[str, bytes]:
    """Return the pictures of the conditions, keyed by file name."""
    edge = resolution.counter
    size = f'width="{edge}" height="{edge}" viewBox="0 0 {COUNTER_PICTURE} {COUNTER_PICTURE}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>'
    return {one.picture: f"{head}{one.drawing}</svg>".encode() for one in game_conditions(game)}
