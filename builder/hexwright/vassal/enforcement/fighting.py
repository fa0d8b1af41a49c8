"""Define the data that scripts need for each combat system: its phases, and the players' actions in them.

The scripts don't know a game's combat system. For each phase they read its combat system and the actions
that players may perform. A game may use several combat systems, each in its own phases.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, Final, Literal

from hexwright.model.game import Game
from hexwright.model.rules.fire_combat_record import FireRules
from hexwright.model.rules.rules_record import CombatKind, Phase

Befalls = Literal["disrupted", "fortified"]
Deeds = Literal["free", "closed", "combat", "steps", "wasting", "hits", "strike", "works", "keep"]
"""The kind of actions that players may perform on units in a phase.

It stands for any action, no action, or the actions that one part of the script checks.
"""
_STRICTER: Final[tuple[Deeds, ...]] = ("works", "steps", "closed", "free")
"""These kinds in order of precedence, highest first.

The order matters if several combat systems define a kind for a phase that belongs to none of them.
"""


class Fighting:
    """The combat system of a game without combat rules: the players resolve battles themselves."""

    name: ClassVar[CombatKind] = "hand"
    declares: ClassVar[str] = "combat"
    """The kind of phase in which attacks are declared."""
    kinds: ClassVar[tuple[str, ...]] = ()
    """The kinds of phase that belong to the combat system."""
    parts: ClassVar[tuple[str, ...]] = ()
    """The parts of the script that only this combat system needs."""
    notes: ClassVar[bool] = False
    """Whether attacked units are recorded when a phase ends."""

    def befalls(self, _game: Game) -> tuple[Befalls, ...]:
        """Return the conditions, such as disruption, that battles can inflict on units."""
        return ()

    def losing(self, _game: Game) -> str | None:
        """Return the description of the key for a step loss; None if the default description applies."""
        return None

    def deeds(self, _game: Game, _phase: Phase) -> Deeds:
        """Return the kind of actions that players may perform on units in a phase."""
        return "free"

    def rule(self, _game: Game, _phase: Phase) -> str:
        """Return the rule to cite in a phase without movement; "" if there is none."""
        return ""


class ByOdds(Fighting):
    """Odds combat: battles resolved by odds and a combat results table."""

    name = "odds"
    kinds = ("combat", "overruns")

    def befalls(self, game: Game) -> tuple[Befalls, ...]:
        """Return the conditions, such as disruption, that battles can inflict on units."""
        combat = game.rules.odds_combat
        return ("disrupted",) if combat.disrupts else ()

    def losing(self, game: Game) -> str | None:
        """Return the description of the key for a step loss; None if the default description applies."""
        combat = game.rules.odds_combat
        results = combat.effects.values()
        chosen = any("attacker-exchange-disrupted" in effects for effects in results)
        loss = "Lose a step" if has_steps(game) else "Take a loss"
        return f"{loss}, or be disrupted" if chosen else None if has_steps(game) else loss

    def deeds(self, _game: Game, phase: Phase) -> Deeds:
        """Return the kind of actions that players may perform on units in a phase."""
        if phase.kind in self.kinds:
            return "combat"
        return "steps" if phase.kind == "movement" else "free"

    def rule(self, game: Game, _phase: Phase) -> str:
        """Return the rule to cite in a phase without movement; "" if there is none."""
        combat = game.rules.odds_combat
        return combat.retreat.rule


class ByFire(Fighting):
    """Fire combat: battles in which dice score hits, with supply phases and air phases."""

    name = "fire"
    declares = "allocation"
    kinds = ("allocation", "fire", "air-strike", "supply")
    parts = (
        "pools",
        "allocation",
        "volleys",
        "hits",
        "aftermath",
        "engagements",
        "digging",
        "air",
        "sorties",
    )
    notes = True
    _DEEDS: ClassVar[dict[str, Deeds]] = {"fire": "hits", "air-strike": "strike", "other": "free"}

    def befalls(self, game: Game) -> tuple[Befalls, ...]:
        """Return the conditions, such as disruption, that battles can inflict on units."""
        return ("disrupted",) if game.rules.fortification is None else ("disrupted", "fortified")

    def losing(self, _game: Game) -> str | None:
        """Return the description of the key for a step loss; None if the default description applies."""
        return "Take a hit"

    def deeds(self, game: Game, phase: Phase) -> Deeds:
        """Return the kind of actions that players may perform on units in a phase."""
        if phase.kind == "movement":
            return "works" if game.rules.fortification is not None or game.rules.combat is None else "steps"
        return self._DEEDS.get(phase.kind, "closed")

    def rule(self, game: Game, _phase: Phase) -> str:
        """Return the rule to cite for fire combat as a whole; "" if the game has no fire combat."""
        fire = game.rules.fire
        return fire_rule(fire) if fire is not None else ""


def fire_rule(fire: FireRules) -> str:
    """Return the rule to cite for fire combat as a whole. It is never empty."""
    named = (*(entry.rule for entry in fire.strengths), fire.absorbs_rule, fire.hexside_limit.rule)
    return next((rule for rule in named if rule), "fire")


BY_HAND: Final = Fighting()
BY_ODDS: Final = ByOdds()
BY_FIRE: Final = ByFire()
WAYS: Final = (BY_HAND, BY_ODDS, BY_FIRE)
_OF: Final[Mapping[CombatKind, Fighting]] = MappingProxyType({way.name: way for way in WAYS})


def ways(game: Game) -> tuple[Fighting, ...]:
    """Return the combat systems of a game, the default one first. The result is never empty."""
    return tuple(_OF[name] for name in game.rules.combat_kinds)


def fights(game: Game) -> bool:
    """Return whether a game has combat rules."""
    return any(way.kinds for way in ways(game))


def way_of(game: Game, phase: Phase) -> Fighting | None:
    """Return the combat system that a phase belongs to; None for phases without battles."""
    return next((way for way in ways(game) if phase.kind in way.kinds), None)


def notes(game: Game) -> bool:
    """Return whether attacked units are recorded when a phase ends."""
    return any(way.notes for way in ways(game))


def befalls(game: Game) -> tuple[Befalls, ...]:
    """Return the conditions that battles or lack of supply can inflict on units."""
    found = [one for way in ways(game) for one in way.befalls(game)]
    found += ["disrupted"] if supply_loss(game) == "disrupted" else []
    return tuple(dict.fromkeys(found))


def has_steps(game: Game) -> bool:
    """Return whether any unit has more than one step."""
    return any(len(unit.steps) > 1 for unit in game.counters.units)


def losing(game: Game) -> str | None:
    """Return the description of the key for a step loss; None if the default description applies."""
    told = [way.losing(game) for way in ways(game)]
    if len(told) == 1:
        return told[0]
    first, *others = (one or "Lose a step" for one in told)
    return ", or ".join((first, *(f"{one[0].lower()}{one[1:]}" for one in others)))


def deeds(game: Game, phase: Phase) -> Deeds:
    """Return the kind of actions that players may perform on units in a phase."""
    if phase.kind == "supply" and (loss := supply_loss(game)) in ("disrupted", "group"):
        return "keep" if loss == "disrupted" else "wasting"
    if own := way_of(game, phase):
        return own.deeds(game, phase)
    said = {way.deeds(game, phase) for way in ways(game)}
    return next(deed for deed in _STRICTER if deed in said)


def rule(game: Game, phase: Phase) -> str:
    """Return the rule to cite in a phase without movement; "" if there is none."""
    supply = game.rules.out_of_supply
    if supply is not None and deeds(game, phase) == "wasting":
        return supply.rule
    return (way_of(game, phase) or ways(game)[0]).rule(game, phase)


def supply_loss(game: Game) -> str:
    """Return the effect on units that are out of supply; "-" if the rules have no such effect."""
    supply = game.rules.out_of_supply
    if supply is not None:
        return supply.loss
    # With fire combat alone it is implied.
    return "disrupted" if game.rules.combat_kinds == ("fire",) else "-"
