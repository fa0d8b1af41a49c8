"""Name the keys and properties of the enforcement."""

from __future__ import annotations

from typing import Final

from builder.vassal.codec.values import Key

STRICT: Final = "strict"
ASSIST: Final = "assist"
OFF: Final = "off"
LEVELS: Final = (STRICT, ASSIST, OFF)

# Properties of every unit.
VERDICT: Final = "Verdict"
"""What the script answered last: kind/rule/record/text."""
RECORD: Final = "MoveRecord"
"""What the unit has spent in this phase: "turn.phase hex mode:spent:stopped …"."""
GUARD: Final = "MoveGuard"
"""1 while a unit is sent back, so that its return isn't judged."""

# Named texts of the module; they are part of it, not of a saved game.
RUN: Final = "RulesRun"
SCRIPT: Final = "RulesScript"
HEXES: Final = "RulesHexes"
WORDS: Final = "RulesWords"
COSTS: Final = "RulesCosts"
LINE: Final = "RulesLine_"

# Key commands.
MOVE_ENDED: Final = Key.named("hexwright.rules.move-ended")
"""Sent by a map to every unit that ends a move there."""
JUDGE: Final = Key.named("hexwright.rules.judge")
REFUSE: Final = Key.named("hexwright.rules.refuse")
OBJECT: Final = Key.named("hexwright.rules.object")
ACCEPT: Final = Key.named("hexwright.rules.accept")
GUARD_ON: Final = Key.named("hexwright.rules.guard-on")
GUARD_OFF: Final = Key.named("hexwright.rules.guard-off")
SEND_BACK: Final = Key.named("hexwright.rules.send-back")
NOTE: Final = Key.named("hexwright.rules.note")
TELL: Final = Key.named("hexwright.rules.tell")
TELL_REFUSED: Final = Key.named("hexwright.rules.tell-refused")
TELL_BROKEN: Final = Key.named("hexwright.rules.tell-broken")
UNMOVE: Final = Key.named("hexwright.rules.unmove")
SET_LEVEL: Final = {level: Key.named(f"hexwright.rules.{level}") for level in LEVELS}
