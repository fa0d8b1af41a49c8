"""Look at a battle: who is in it, from where, over what, in which weather and with what supply."""

from __future__ import annotations

from dataclasses import dataclass

from builder.geometry.bits import members, union
from builder.geometry.lines import way_name
from builder.model.fire import FireRules, GroundLimit
from builder.model.rules import Phase
from validators.rules.setting import Setting
from validators.rules.state import DISRUPTED, FORTIFIED, Engagement, State


def fire_rules(setting: Setting) -> FireRules:
    """Return how battles are fought by fire; raise ValueError in a game without it."""
    fire = setting.game.rules.fire
    if fire is None:
        raise ValueError(f"{setting.game.slug}: rules.yaml has no 'fire'")
    return fire


def fire_phase(setting: Setting, state: State) -> Phase:
    """Return the phase in which the battles are fought that are allocated or fought now, or the strike."""
    if setting.phases[state.phase].kind == "air-strike":
        return setting.phases[state.phase]
    for phase in (*setting.phases[state.phase :], *setting.phases[: state.phase]):
        if phase.kind == "fire":
            return phase
    raise ValueError(f"{setting.game.slug}: rules.yaml has no phase of fire")


def disrupted(state: State, unit: int) -> bool:
    """Tell whether a unit is disrupted."""
    return bool(state.conditions[unit] & DISRUPTED)


def fortified(state: State, unit: int) -> bool:
    """Tell whether a unit is fortified."""
    return bool(state.conditions[unit] & FORTIFIED)


def units_in(setting: Setting, state: State, hexes: int, side: int) -> int:
    """Return the units of a side in some hexes, as a set of numbers."""
    return union(u for u in setting.of_side[side] if state.where[u] >= 0 and hexes >> state.where[u] & 1)


def unbroken(setting: Setting, state: State, side: int) -> int:
    """Return the hexes with an undisrupted unit of a side."""
    return union(
        state.where[u] for u in setting.of_side[side] if state.where[u] >= 0 and not disrupted(state, u)
    )


def line_leads(setting: Setting, way: str | None, one: int, other: int) -> bool:
    """Tell whether a line, or its one direction by its `way_name`, leads from a hex to the one beside it."""
    return way is not None and bool(setting.board.links[way][one] >> other & 1)


def spared_along(limit: GroundLimit) -> str | None:
    """Return the name of the way along which ground doesn't limit attackers; None for none."""
    return None if limit.unless_along is None else way_name(limit.unless_along, limit.toward)


def defending_side(setting: Setting, state: State, hex_number: int) -> int:
    """Return the side that holds a hex under attack; the other side than the attacker once it is clear."""
    attacker = setting.side(state)
    return next(
        (s for s, hexes in enumerate(state.occupied) if s != attacker and hexes >> hex_number & 1),
        1 - attacker,
    )


def defenders_of(setting: Setting, state: State, battle: Engagement) -> tuple[int, ...]:
    """Return the units in the hex attacked."""
    side = defending_side(setting, state, battle.hex)
    return tuple(members(units_in(setting, state, 1 << battle.hex, side)))


def attackers_of(state: State, battle: Engagement) -> tuple[int, ...]:
    """Return the ground units that attack and are still on the map."""
    return tuple(u for u in members(battle.attackers) if state.where[u] >= 0)


@dataclass(frozen=True, slots=True)
class Scene:
    """A battle as it stands. Build it with `Scene.of`."""

    setting: Setting
    state: State
    rules: FireRules
    phase: Phase
    round: int
    weather: str
    hex: int
    """The hex attacked."""
    attacker: int
    """The attacking side."""
    defender: int
    attackers: tuple[int, ...]
    """The ground units that attack, those off the map left out."""
    defenders: tuple[int, ...]
    air: tuple[int, ...]
    supplied: tuple[int, ...]
    """By side, the hexes in supply."""

    @classmethod
    def of(cls, setting: Setting, state: State, battle: Engagement, supplied: tuple[int, ...]) -> Scene:
        """Look at a battle; before its first round, as it will be then."""
        return cls(
            setting=setting,
            state=state,
            rules=fire_rules(setting),
            phase=fire_phase(setting, state),
            round=max(1, battle.round),
            weather=setting.weather_now(state),
            hex=battle.hex,
            attacker=setting.side(state),
            defender=defending_side(setting, state, battle.hex),
            attackers=attackers_of(state, battle),
            defenders=defenders_of(setting, state, battle),
            air=tuple(members(battle.air)),
            supplied=supplied,
        )

    @property
    def firing(self) -> tuple[int, ...]:
        """Return the attackers that fire: the disrupted have no dice."""
        return tuple(u for u in self.attackers if not disrupted(self.state, u))

    def in_supply(self, unit: int) -> bool:
        """Tell whether a unit is in supply where it stands."""
        return bool(self.supplied[self.setting.side_of[unit]] >> self.state.where[unit] & 1)

    def in_terrain(self, terrain: str | None) -> bool:
        """Tell whether the defenders' hex has a terrain; nothing asked for is always so."""
        return terrain is None or bool(self.setting.board.terrain[terrain] >> self.hex & 1)

    def in_place(self, place: str | None) -> bool:
        """Tell whether the defenders' hex holds a place; nothing asked for is always so."""
        return place is None or self.setting.board.places[place] == self.hex

    def in_places(self, kinds: tuple[str, ...]) -> bool:
        """Tell whether the defenders' hex holds a place of one of these kinds."""
        return bool(self.setting.board.at_places(kinds) >> self.hex & 1)

    def is_among(self, unit: int, classes: tuple[str, ...], units: tuple[str, ...] = ()) -> bool:
        """Tell whether a unit is one of those that an entry names; an entry without names means all."""
        if not classes and not units:
            return True
        return self.setting.class_of[unit] in classes or self.setting.units[unit] in units

    def is_side(self, side: int, wanted: str | None) -> bool:
        """Tell whether a side is the one that an entry asks for, if any."""
        return wanted is None or self.setting.sides[side] == wanted
