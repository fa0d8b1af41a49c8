"""Plan a random game: its size and the features it uses, all from one seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

BY_FIRE: Final = (
    "fire-rounds",
    "fire-die",
    "fire-strengths",
    "fire-changes",
    "fire-across",
    "fire-duty",
    "fire-ground",
    "fire-bonuses",
    "fire-strongholds",
    "fire-absorbs",
    "fire-tables",
    "fire-retreats",
    "fire-advances",
    "fire-beyond",
    "digging-in",
    "disruption-on-entry",
    "recovery-phases",
    "recovery-of-some",
    "unsupplied-fire",
    "survival",
    "marches",
    "road-marches",
    "air",
    "air-strikes",
    "air-supplies",
)
"""Uses that only games of combat by fire make."""

USES: Final = (
    # The map
    "pointy",
    "even",
    "letters",
    "absent",
    "wood",
    "swamp",
    "hills",
    "river",
    "rail",
    "road",
    "forts",
    "towns",
    # The counters
    "three-sides",
    "horse",
    "guns",
    "three-steps",
    "one-step",
    "nought-strength",
    "nought-allowance",
    # The rules
    "no-zones",
    "zones-of-classes",
    "cancelled-zones",
    "any-stack",
    "stacks-of-two",
    "stacks-of-three",
    "stacks-always",
    "zones-ignored",
    "friends-in-the-way",
    "dear-ground",
    "rail-movement",
    "weather",
    "weather-moves",
    "weather-attacks",
    "weather-dice",
    "weather-after",
    "two-movements",
    "phases-of-classes",
    "phases-by-weather",
    "phases-left-out",
    "other-phases",
    "differences",
    "big-die",
    "several-dice",
    "fine-odds",
    "cut-first",
    "exchanges",
    "long-retreats",
    "retreats-into-zones",
    "no-advance",
    "shifts-by-terrain",
    "shifts-by-river",
    "shifts-by-place",
    "shifts-by-fort",
    "shifts-by-attacker",
    "shifts-by-defender",
    "shifts-upward",
    "multiplied-strengths",
    "rounded-strengths",
    "changed-dice",
    "limited-modifiers",
    "capped-odds",
    "modifiers-of-some",
    "modifiers-by-company",
    "modifiers-in-time",
    "stand",
    "options",
    "communication",
    "communication-over-places",
    "guards",
    "replacements",
    "replacement-places",
    "replacement-classes",
    "late-units",
    "attrition",
    "attrition-of-all",
    "several-points",
    "points-by-option",
    "shared-entry",
    "one-of-classes",
    "never-again",
    "exempt-places",
    "given-up",
    "conversions",
    "entries",
    "entries-early",
    "entries-anywhere",
    "events",
    "claims",
    "situations",
    # Combat by fire in place of odds
    "fire",
    *BY_FIRE,
    # The scenarios
    "points",
    "late-beginning",
    "not-used",
    "reduced-at-start",
    "two-scenarios",
    "options-of-scenarios",
    "other-owners",
    "set-up-in-order",
    "set-up-hexes",
    "set-up-bounds",
    "no-free-set-up",
    "held-reduced",
    # What is told and drawn
    "cited",
    "looks",
    "sheets",
    "more-charts",
    "editions",
    "examples",
    # What ways of moving cost
    "costs-at-hexsides",
    "costs-along-lines",
    "costs-of-zones",
    "costs-in-parts",
    "costs-in-time",
    "one-hex-always",
    # What supply comes from, and how far
    "supply-by-length",
    "supply-from-hexes",
    "supply-from-places",
    "supply-along-lines",
    "supply-by-headquarters",
    "supply-barred",
    "supply-over-zones",
    "supply-by-points",
    "supply-by-degrees",
    # What comes of having none
    "supply-phases",
    "supply-grace",
    "supply-of-groups",
    "moves-by-supply",
    # How victory is told
    "worth-of-places",
    "levels",
    "losses-by-kind",
    "presence",
    "presence-in-supply",
    "scale",
    "exits",
    "points-for-ground",
    # Hexsides that fall
    "falling-works",
    # Where units come
    "entries-elsewhere",
    "forfeits",
    # What comes and goes by option, and goes
    "arrivals-by-option",
    "withdrawals",
    # When something counts in combat by fire
    "fire-circumstances",
    # Who defends in battles by odds, and what results ask for
    "stacks-as-one",
    "several-hexes",
    "more-results",
    "retreats-led-by-owners",
    "retreats-past-zones",
    "no-room-to-retreat",
    "reckoned-exchanges",
    "several-advances",
    "lower-odds",
    "ignored-results",
    "one-of-the-defenders",
    "other-tables",
    # Who must attack and be attacked, and what becomes of the worst odds
    "below-the-table",
    "duties",
    "duties-of-some",
    "duties-spared",
    # Who attacks from afar
    "bombardment",
    "bombardment-of-some",
    "bombardment-spared",
    # What attacks may not be made, and what befalls enemies without strength
    "barred-attacks",
    "undefended",
    # Who is overrun while units move
    "overruns",
    "overruns-of-some",
    "remnants",
    "points-less-remnants",
    # What results disrupt
    "disruption",
    "disruption-of-kinds",
    # Two strengths on a counter
    "own-defences",
    # Stacks by kind
    "stack-limits",
    # Lines that serve sides hex by hex
    "networks",
    # How far who retreats goes, and where nobody goes
    "retreats-by-result",
    "barred-ground",
    # Who changes to a train in the middle of a move
    "trains",
    "trains-for-nothing",
    # Who comes by a die
    "arrivals-by-die",
    # What befalls those who overrun
    "overrun-dice",
    # Which hexes of a network serve whom at first, and trains that keep to one
    "network-starts",
    "trains-by-network",
    "entrained-entries",
    # Who advances, and how far
    "advances-of-some",
    # What results turn into other units
    "turned-units",
    # Where zones don't reach
    "zones-that-end",
    # What replacements cost
    "replacement-prices",
)
"""What a game may make use of, beyond two sides with a class of units of two steps on clear ground."""

LATER: Final = (
    # Who can't hold where an enemy stands beside them
    "untenable",
    # What remains of units that groups lose
    "group-remnants",
    # Which weather a game begins with
    "first-weather-dice",
    # Who needs no supply, and whom sources feed that suffice for some
    "supply-exempt",
    "supply-rations",
    # Units of one hex that are supplied in different ways, by fire
    "fire-by-unit",
    # Who waits until somebody has come near
    "waiting",
    # Which replacements are kept apart
    "accounts",
    # Who comes in parts, away from the edges
    "drops",
    # Which of them wait on the map as units
    "stored",
    # Whose retreats no zone bars, and through whom they lead
    "retreats-through",
    # Of whom it hangs on circumstances what remains
    "remnants-of-some",
    # Points that hang on circumstances
    "points-as-asked",
    # Which games are fought by odds as well as by fire
    "odds-too",
    # What games of fire alone left out at first: stacking, what hexes cost, rails, situations
    "fire-with-all",
    # Whom want of supply disrupts by odds, or costs what it costs by odds
    "supply-otherwise",
    # Whatever may ask for turns or weather asks for a situation
    "situations-asked",
    # Of which replacements a part is left, or some are lost, on some turns
    "accounts-at-times",
)
"""Uses that came later: they are drawn by themselves, so that all else of a seed's game stays as it was."""
EVERY: Final = (*USES, *LATER)
"""All uses."""

_NEEDS: Final = {
    "dear-ground": "wood",
    "costs-at-hexsides": "river",
    "costs-along-lines": "road",
    "shifts-by-terrain": "wood",
    "shifts-by-river": "river",
    "shifts-by-place": "towns",
    "shifts-by-fort": "forts",
    "shifts-by-attacker": "horse",
    "rounded-strengths": "multiplied-strengths",
    "rail-movement": "rail",
    "weather-moves": "weather",
    "weather-attacks": "weather",
    "weather-dice": "weather",
    "weather-after": "weather",
    "phases-by-weather": "weather",
    "phases-of-classes": "horse",
    "zones-of-classes": "horse",
    "zones-that-end": "wood",
    "stand": "towns",
    "communication-over-places": "communication",
    "replacements": "communication",
    "replacement-places": "replacements",
    "replacement-classes": "replacements",
    "replacement-prices": "replacements",
    "accounts": "replacements",
    "drops": "entries",
    "stored": "shared-entry",
    "late-units": "replacements",
    "attrition": "replacements",
    "attrition-of-all": "attrition",
    "several-points": "replacements",
    "points-by-option": "replacements",
    "shared-entry": "replacements",
    "one-of-classes": "replacements",
    "never-again": "replacements",
    "exempt-places": "replacements",
    "given-up": "replacements",
    "conversions": "replacements",
    "entries": "late-units",
    "entries-early": "entries",
    "entries-anywhere": "entries",
    "events": "entries-early",
    "claims": "towns",
    "situations": "towns",
    "situations-asked": "situations",
    "accounts-at-times": "accounts",
    "fire-beyond": "fire-advances",
    "fire-circumstances": "fire",
    "recovery-of-some": "recovery-phases",
    "supply-phases": "communication",
    "worth-of-places": "points",
    "levels": "points",
    "losses-by-kind": "points",
    "presence": "points",
    "presence-in-supply": "presence",
    "scale": "levels",
    "exits": "points",
    "points-for-ground": "points",
    "arrivals-by-option": "late-units",
    "supply-grace": "supply-phases",
    "supply-of-groups": "supply-phases",
    "moves-by-supply": "communication",
    "entries-elsewhere": "entries",
    "forfeits": "entries",
    "road-marches": "marches",
    "air-strikes": "air",
    "air-supplies": "air",
    "options-of-scenarios": "options",
    "other-owners": "set-up-hexes",
    "held-reduced": "late-units",
    "supply-by-length": "communication",
    "supply-from-hexes": "communication",
    "supply-from-places": "communication",
    "supply-along-lines": "supply-by-length",
    "supply-by-headquarters": "supply-by-length",
    "supply-barred": "communication",
    "supply-over-zones": "communication",
    "supply-by-points": "communication",
    "supply-by-degrees": "supply-by-points",
    "networks": "communication",
    "guards": "communication",
    "several-hexes": "stacks-as-one",
    "one-of-the-defenders": "stacks-as-one",
    "duties-of-some": "duties",
    "duties-spared": "duties",
    "bombardment-of-some": "bombardment",
    "bombardment-spared": "bombardment",
    "overruns-of-some": "overruns",
    "disruption-of-kinds": "disruption",
    "barred-ground": "wood",
    "trains": "rail-movement",
    "trains-for-nothing": "trains",
    "points-less-remnants": "losses-by-kind",
    "arrivals-by-die": "entries",
    "turned-units": "remnants",
    "network-starts": "networks",
    "trains-by-network": "trains",
    "entrained-entries": "trains",
    "group-remnants": "supply-of-groups",
    "supply-exempt": "communication",
    "fire-by-unit": "fire",
    "odds-too": "fire",
    "fire-with-all": "fire",
    "supply-otherwise": "supply-phases",
    "supply-rations": "supply-by-degrees",
    "first-weather-dice": "weather-dice",
}
OF_FIRE: Final = tuple(use for use in BY_FIRE if use not in _NEEDS)
"""Those of them that need nothing else."""

NEEDS: Final = _NEEDS | dict.fromkeys(OF_FIRE, "fire")
"""What makes sense only beside another use."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a game is made. The same plan gives the same files."""

    seed: int
    columns: int
    rows: int
    units: int
    """On each side."""
    turns: int
    uses: frozenset[str]

    def has(self, use: str) -> bool:
        """Return whether the game uses a feature, and every feature that it needs."""
        assert use in EVERY, use
        return use in self.uses and (use not in NEEDS or self.has(NEEDS[use]))

    @property
    def by_odds(self) -> bool:
        """Return whether battles are fought by odds, even if others are fought by fire."""
        return not self.has("fire") or self.has("odds-too")

    @property
    def wide(self) -> bool:
        """Return whether it uses every feature that isn't about battles."""
        return self.by_odds or self.has("fire-with-all")

    @property
    def stacks(self) -> bool:
        """Return whether several units may share a hex."""
        return any(map(self.has, ("stacks-of-two", "stacks-of-three", "any-stack")))

    @property
    def dices_overruns(self) -> bool:
        """Return whether dice are thrown for overruns at the end of movement."""
        together = self.has("stacks-as-one") and (self.has("several-hexes") or self.stacks)
        odd = any(map(self.has, ("fire", "differences", "disruption")))
        return self.has("overruns") and self.has("overrun-dice") and together and not odd

    def dice(self, what: str) -> random.Random:
        """Return the chance by which one part is drawn, whatever the others are."""
        return random.Random(f"{self.seed}/{what}")

    def __str__(self) -> str:
        """Return the plan as the command line takes it."""
        uses = ",".join(use for use in EVERY if self.has(use)) or "-"
        return f"{self.seed}:{self.columns}x{self.rows}:{self.units}:{self.turns}:{uses}"

    @classmethod
    def read(cls, text: str) -> Plan:
        """Read what `str` told; raise ValueError for anything else."""
        seed, size, units, turns, uses = text.split(":")
        columns, rows = size.split("x")
        named = frozenset(uses.split(",")) - {"-"}
        if strange := sorted(named - set(EVERY)):
            raise ValueError(f"no such use: {', '.join(strange)}")
        return cls(int(seed), int(columns), int(rows), int(units), int(turns), named)


def drawn(seed: int) -> Plan:
    """Draw the plan of a seed: from 3 × 3 to 40 × 30 hexes, most of them small."""
    dice = random.Random(f"plan/{seed}")
    large = dice.random() < 0.04
    columns = dice.randint(13, 40) if large else dice.randint(3, 12)
    rows = dice.randint(11, 30) if large else dice.randint(3, 10)
    share = dice.uniform(0.1, 0.6)
    uses = {use for use in USES if dice.random() < share}
    for use in USES:
        # What needs others would hardly ever come about.
        if use in uses and use not in OF_FIRE and dice.random() < 0.5:
            uses |= _needed(use)
    most = max(1, columns * rows // 6)
    units, turns = dice.randint(1, min(9, most)), dice.randint(1, 5)
    return Plan(seed, columns, rows, units, turns, frozenset(uses) | later(seed, share))


def later(seed: int, share: float) -> frozenset[str]:
    """Draw those of the later uses that a game makes, each of which is made by so large a share of games."""
    return frozenset(use for use in LATER if random.Random(f"plan/{seed}/{use}").random() < share)


def _needed(use: str) -> set[str]:
    """Return what a use needs, and what that needs."""
    return {NEEDS[use]} | _needed(NEEDS[use]) if use in NEEDS and NEEDS[use] != "fire" else set()


def smaller(plan: Plan) -> Iterator[Plan]:
    """Yield plans that make less use of anything, the boldest cuts first."""
    uses = [use for use in EVERY if use in plan.uses]
    for share in (2, 4):
        step = len(uses) // share
        if step > 1:
            for first in range(0, len(uses), step):
                yield replace(plan, uses=plan.uses - frozenset(uses[first : first + step]))
    for use in uses:
        yield replace(plan, uses=plan.uses - {use})
    if plan.turns > 1:
        yield replace(plan, turns=plan.turns - 1)
    if plan.units > 1:
        yield replace(plan, units=plan.units // 2)
        yield replace(plan, units=plan.units - 1)
    if plan.columns > 3:
        yield replace(plan, columns=max(3, plan.columns // 2))
        yield replace(plan, columns=plan.columns - 1)
    if plan.rows > 3:
        yield replace(plan, rows=max(3, plan.rows // 2))
        yield replace(plan, rows=plan.rows - 1)
