"""Say what a way of fighting asks of the scripts: which phases are its own, what is done to units in each.

Nothing in the scripts asks how a game is fought: they read of a phase which way of fighting it belongs to,
and what players do to units in it.
"""

from __future__ import annotations

from typing import ClassVar, Final, Literal

from builder.model.fire import FireRules
from builder.model.game import Game
from builder.model.rules import Fought, Phase

Befalls = Literal["disrupted", "fortified"]
Deeds = Literal["free", "closed", "combat", "steps", "wasting", "hits", "strike", "works", "keep"]
"""What players do to units in a phase: whatever they like, nothing, or what a part of the scripts judges."""


class Fighting:
    """No battles that the rules know: players see to them."""

    name: ClassVar[str] = "-"
    declares: ClassVar[str] = "combat"
    """The kind of phase in which attacks are declared."""
    kinds: ClassVar[tuple[str, ...]] = ()
    """The kinds of phase that belong to it."""
    parts: ClassVar[tuple[str, ...]] = ()
    """The parts of the script that it alone needs."""
    loss: ClassVar[str] = "-"
    """What befalls units out of supply where rules.yaml doesn't say."""
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

    def deeds(self, game: Game, phase: Phase) -> Deeds:
        """Return what players may do to units in a phase."""
        supply = game.rules.supply
        if phase.kind in self.kinds:
            return "combat"
        if phase.kind == "supply" and supply is not None and supply.group is not None:
            return "wasting"
        return "steps" if phase.kind == "movement" else "free"

    def rule(self, game: Game, phase: Phase) -> str:
        """Return the rule that is cited for a phase in which no unit moves; may be empty."""
        combat, supply = game.rules.odds, game.rules.supply
        if self.deeds(game, phase) == "wasting" and supply is not None:
            return supply.rule
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
    loss = "disrupted"
    notes = True
    _DEEDS: ClassVar[dict[str, Deeds]] = {
        "fire": "hits",
        "air-strike": "strike",
        "movement": "works",
        "supply": "keep",
        "other": "free",
    }

    def befalls(self, game: Game) -> tuple[Befalls, ...]:
        """Return what battles make of units beside their steps."""
        return ("disrupted",) if game.rules.fortification is None else ("disrupted", "fortified")

    def losing(self, _game: Game) -> str | None:
        """Return what the key for losses does, in words; None for the usual."""
        return "Take a hit"

    def deeds(self, _game: Game, phase: Phase) -> Deeds:
        """Return what players may do to units in a phase."""
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
_OF: Final[dict[Fought, Fighting]] = {"hand": BY_HAND, "odds": BY_ODDS, "fire": BY_FIRE}


def fighting(game: Game) -> Fighting:
    """Return how a game is fought; `check` refuses two ways in one."""
    return _OF[game.rules.fought]


def supply_loss(game: Game) -> str:
    """Return what befalls units out of supply, "-" for nothing that the rules know."""
    supply = game.rules.supply
    return supply.loss if supply is not None else fighting(game).loss
