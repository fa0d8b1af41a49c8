"""Say what a way of fighting asks of the scripts: which phases are its own, what is done to units in each.

Nothing in the scripts asks how a game is fought: they read of a phase which way of fighting it belongs to,
and what players do to units in it. A game may be fought in several ways, each in phases of its own.
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
"""What players do to units in a phase: whatever they like, nothing, or what a part of the scripts judges."""
_STRICTER: Final[tuple[Deeds, ...]] = ("works", "steps", "closed", "free")
"""Of what several ways of fighting say of a phase that is none of theirs, the first that any says holds."""


class Fighting:
    """No battles that the rules know: players see to them."""

    name: ClassVar[CombatKind] = "hand"
    declares: ClassVar[str] = "combat"
    """The kind of phase in which attacks are declared."""
    kinds: ClassVar[tuple[str, ...]] = ()
    """The kinds of phase that belong to it."""
    parts: ClassVar[tuple[str, ...]] = ()
    """The parts of the script that it alone needs."""
    notes: ClassVar[bool] = False
    """Whether units note as phases end who was attacked."""

    def befalls(self, _game: Game) -> tuple[Befalls, ...]:
        """Return what battles make of units beside their steps."""
        return ()

    def losing(self, _game: Game) -> str | None:
        """Return what the key for losses does, in words; None for the usual."""
        return None

    def deeds(self, _game: Game, _phase: Phase) -> Deeds:
        """Return what players may do to units in a phase."""
        return "free"

    def rule(self, _game: Game, _phase: Phase) -> str:
        """Return the rule that is cited for a phase in which no unit moves; may be empty."""
        return ""


class ByOdds(Fighting):
    """Battles by odds and a table."""

    name = "odds"
    kinds = ("combat", "overruns")

    def befalls(self, game: Game) -> tuple[Befalls, ...]:
        """Return what battles make of units beside their steps."""
        combat = game.rules.odds
        return ("disrupted",) if combat.disrupts else ()

    def losing(self, game: Game) -> str | None:
        """Return what the key for losses does, in words; None for the usual."""
        combat = game.rules.odds
        results = combat.effects.values()
        chosen = any("attacker-matches-disrupted" in effects for effects in results)
        return "Lose a step, or be disrupted" if chosen else None

    def deeds(self, _game: Game, phase: Phase) -> Deeds:
        """Return what players may do to units in a phase."""
        if phase.kind in self.kinds:
            return "combat"
        return "steps" if phase.kind == "movement" else "free"

    def rule(self, game: Game, _phase: Phase) -> str:
        """Return the rule that is cited for a phase in which no unit moves; may be empty."""
        combat = game.rules.odds
        return combat.retreat.rule


class ByFire(Fighting):
    """Battles by dice for hits, with what their phases of supply and air units ask."""

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
        """Return what battles make of units beside their steps."""
        return ("disrupted",) if game.rules.fortification is None else ("disrupted", "fortified")

    def losing(self, _game: Game) -> str | None:
        """Return what the key for losses does, in words; None for the usual."""
        return "Take a hit"

    def deeds(self, game: Game, phase: Phase) -> Deeds:
        """Return what players may do to units in a phase."""
        if phase.kind == "movement":
            return "works" if game.rules.fortification is not None or game.rules.combat is None else "steps"
        return self._DEEDS.get(phase.kind, "closed")

    def rule(self, game: Game, _phase: Phase) -> str:
        """Return the rule that is cited for what fire combat as a whole asks; never empty."""
        fire = game.rules.fire
        return fire_rule(fire) if fire is not None else ""


def fire_rule(fire: FireRules) -> str:
    """Return the rule that is cited for what fire combat as a whole asks; never empty."""
    named = (*(entry.rule for entry in fire.strengths), fire.absorbs_rule, fire.across.rule)
    return next((rule for rule in named if rule), "fire")


BY_HAND: Final = Fighting()
BY_ODDS: Final = ByOdds()
BY_FIRE: Final = ByFire()
WAYS: Final = (BY_HAND, BY_ODDS, BY_FIRE)
_OF: Final[Mapping[CombatKind, Fighting]] = MappingProxyType({way.name: way for way in WAYS})


def ways(game: Game) -> tuple[Fighting, ...]:
    """Return the ways in which a game is fought, the usual one first; never empty."""
    return tuple(_OF[name] for name in game.rules.fought)


def fights(game: Game) -> bool:
    """Tell whether the rules of a game know any battles."""
    return any(way.kinds for way in ways(game))


def way_of(game: Game, phase: Phase) -> Fighting | None:
    """Return the way of fighting that a phase belongs to; None for phases of no battles."""
    return next((way for way in ways(game) if phase.kind in way.kinds), None)


def notes(game: Game) -> bool:
    """Tell whether units note as phases end who was attacked."""
    return any(way.notes for way in ways(game))


def befalls(game: Game) -> tuple[Befalls, ...]:
    """Return what befalls units beside their steps, in battles or for want of supply."""
    found = [one for way in ways(game) for one in way.befalls(game)]
    found += ["disrupted"] if supply_loss(game) == "disrupted" else []
    return tuple(dict.fromkeys(found))


def losing(game: Game) -> str | None:
    """Return what the key for losses does, in words; None for the usual."""
    told = [way.losing(game) for way in ways(game)]
    if len(told) == 1:
        return told[0]
    first, *others = (one or "Lose a step" for one in told)
    return ", or ".join((first, *(f"{one[0].lower()}{one[1:]}" for one in others)))


def deeds(game: Game, phase: Phase) -> Deeds:
    """Return what players may do to units in a phase."""
    if phase.kind == "supply" and (loss := supply_loss(game)) in ("disrupted", "group"):
        return "keep" if loss == "disrupted" else "wasting"
    if own := way_of(game, phase):
        return own.deeds(game, phase)
    said = {way.deeds(game, phase) for way in ways(game)}
    return next(deed for deed in _STRICTER if deed in said)


def rule(game: Game, phase: Phase) -> str:
    """Return the rule that is cited for a phase in which no unit moves; may be empty."""
    supply = game.rules.supply
    if supply is not None and deeds(game, phase) == "wasting":
        return supply.rule
    return (way_of(game, phase) or ways(game)[0]).rule(game, phase)


def supply_loss(game: Game) -> str:
    """Return what befalls units out of supply, "-" for nothing that the rules know."""
    supply = game.rules.supply
    if supply is not None:
        return supply.loss
    # By fire it needn't be said.
    return "disrupted" if game.rules.fought == ("fire",) else "-"
