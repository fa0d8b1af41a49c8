"""Name the keys and properties that several parts of the enforcement share, or others read.

What one part alone uses stands in it, above its first use.
"""

from __future__ import annotations

from typing import Final

from hexwright.vassal.codec.field_values import KeyCommand

STRICT: Final = "strict"
ASSIST: Final = "assist"
OFF: Final = "off"
LEVELS: Final = (STRICT, ASSIST, OFF)

# Properties of the game that last no longer than a command.
VERDICT: Final = "Verdict"
"""What the script answered last: kind/rule/record/text."""

# Named texts of the module; they are part of it, not of a saved game.
RUN: Final = "RulesRun"
SCRIPT: Final = "RulesScript"
HEXES: Final = "RulesHexes"
COSTS: Final = "RulesCosts"
LINE: Final = "RulesLine_"

# Key commands.
MOVE_ENDED: Final = KeyCommand.named("hexwright.rules.move-ended")
"""Sent by a map to every unit that ends a move there."""
SENT: Final = KeyCommand.named("hexwright.rules.sent")
"""What the judge makes of it when it sent the unit itself, which isn't judged."""
FORGET: Final = KeyCommand.named("hexwright.rules.forget")
"""Empties the last answer, so that a script that fails leaves none that could be carried out."""
ACCEPT: Final = KeyCommand.named("hexwright.rules.accept")
NOTE: Final = KeyCommand.named("hexwright.rules.note")
SET_LEVEL: Final = {level: KeyCommand.named(f"hexwright.rules.{level}") for level in LEVELS}
AGREE: Final = KeyCommand.named("hexwright.rules.agree")

# Battles.
ATTACK: Final = "Attack"
"""The battle that a unit has joined: "turn.phase unit"."""
FOUGHT: Final = "Fought"
"""The phase in which a unit was attacked: "turn.phase"."""
TARGET: Final = "AttackTarget"
"""The defender that was picked last: "turn.phase unit"."""
JUDGE_ATTACK: Final = KeyCommand.named("hexwright.rules.judge-attack")
JOIN: Final = KeyCommand.named("hexwright.rules.join")
TELL_ATTACK: Final = KeyCommand.named("hexwright.rules.tell-attack")
TELL_BUT: Final = KeyCommand.named("hexwright.rules.tell-but")
IMPOSSIBLE: Final = KeyCommand.named("hexwright.rules.impossible")
JUDGE_BATTLE: Final = KeyCommand.named("hexwright.rules.judge-battle")
OVERRUNS: Final = "Overruns"
"""The property of the overruns that are done and for which a die is thrown."""
TELL_BATTLE: Final = KeyCommand.named("hexwright.rules.tell-battle")
GO_ON_FIGHTING: Final = KeyCommand.named("hexwright.rules.go-on-fighting")
"""Carries out an accepted step of a battle: a loss, a retreat, an advance."""
SHAKEN: Final = "Shaken"
"""The phase in which a unit was disrupted last: "turn.phase"."""
SHAKE: Final = KeyCommand.named("hexwright.rules.shake")
"""Disrupts a unit by the result of a battle."""
LOSE_ONE: Final = KeyCommand.named("hexwright.rules.lose-one")
TAKE_OUT: Final = KeyCommand.named("hexwright.rules.take-out")
TELL_DICE: Final = KeyCommand.named("hexwright.rules.tell-dice")

# What is to be done.
NEXT_STEP: Final = "NextStep"
"""What is to be done now, by whom and how; nothing where the phase's own text says it."""

# Replacements.
REPLACED: Final = "Replaced"
"""What a unit took in a replacement phase: "turn.phase kind cost left …"."""
HURRIED: Final = "Hurried"
"""The entries that came early, and by how many turns: "entry:turns,"."""
SAVED: Final = "Saved"
"""What sides have kept of their replacements, as which phase ended, and before: "side 2+0 t.phase 1+0,…"."""
SAVE: Final = KeyCommand.named("hexwright.rules.save")
NO_POINT: Final = "NoPoint"
"""The phase in which a unit lost a step to attrition: its elimination then gives the enemy no point."""
OPEN_PHASE: Final = KeyCommand.named("hexwright.rules.open-phase")
"""Sent by the referee to itself when a phase has begun."""
ASK_ATTRITION: Final = KeyCommand.named("hexwright.rules.ask-attrition")
SUPPLY: Final = KeyCommand.named("hexwright.rules.supply")
"""Carries out what the answer says of a replacement."""
PLACE: Final = KeyCommand.named("hexwright.rules.place")
NOTE_NO_POINT: Final = KeyCommand.named("hexwright.rules.note-no-point")


# Battles by fire.
FIRE_BATTLE: Final = "FireBattle"
"""The battle that is fought: "turn.phase hex round onAttackers onDefenders …", see volleys.bsh."""
SETTLE: Final = KeyCommand.named("hexwright.rules.settle")
"""Sent to the referee when a phase ends, before the turn counter goes on."""
ROLL_CHASE: Final = KeyCommand.named("hexwright.rules.roll-chase")
TAKE_HIT: Final = KeyCommand.named("hexwright.rules.take-hit")
LEAVE: Final = KeyCommand.named("hexwright.rules.leave")
"""Lets a unit retreat or advance in a phase of fire."""

# Victory by claims.
WON: Final = "Won"
"""The side that has won before the game ends."""
CLAIM_WON: Final = KeyCommand.named("hexwright.rules.claim-won")
ROLL_EVENT: Final = KeyCommand.named("hexwright.rules.roll-event")

# Places.
FALLEN: Final = "Fallen"
"""On a control marker: whether the place has ever changed hands."""
TAKEN: Final = "Taken"
"""The places whose markers a unit turns, each with its face then: ",hex=1,hex=2*,", where "*" is for one that
has never fallen."""
TAKE_PLACE: Final = KeyCommand.named("hexwright.rules.take-place")

# The set-up.
PLACED: Final = KeyCommand.named("hexwright.rules.placed")
TELL_PLACED: Final = KeyCommand.named("hexwright.rules.tell-placed")
BEGIN: Final = KeyCommand.named("hexwright.rules.begin")
NOTE_BEGUN: Final = KeyCommand.named("hexwright.rules.note-begun")

# Trains.
RODE: Final = "Rode"
"""When a unit entrained or detrained last, and how it was as that phase began: "turn.phase aboard"."""
NOTE_RODE: Final = KeyCommand.named("hexwright.rules.note-rode")

# Situations.
SITUATIONS: Final = "Situations"
"""How many times in a row situations were so when they were judged last: "turn.phase id=count,id=count"."""

# Supply.
HUNGRY: Final = "Hungry"
"""How many phases of supply in a row a unit went without and suffered nothing."""
WASTED: Final = "Wasted"
"""The phase of supply in which a unit was chosen to be lost with its group's share."""
CUT_OFF: Final = "CutOff"
"""The units out of supply as a movement phase began, where moves ask for that: "turn.phase ,one,other,"."""

# Networks.
NETWORKS: Final = "Networks"
"""Which hexes of networks that change serve whom: "network.side=hexes …"."""
NETWORKS_BEGUN: Final = "NetworksBegun"
"""The same as the first move of a movement phase found it, behind "turn.phase "."""

# Victory.
COUNTED: Final = "Counted"
"""The phase in which a unit's elimination was counted last."""
SCORE: Final = KeyCommand.named("hexwright.rules.score")
CLOSE_TURN: Final = KeyCommand.named("hexwright.rules.close-turn")

# The sequence of play.
ASK_PHASE: Final = KeyCommand.named("hexwright.rules.ask-phase")
"""Fired by the button that goes on; the referee lets it, or not."""
ASK_BACK: Final = KeyCommand.named("hexwright.rules.ask-back")
GO_ON: Final = KeyCommand.named("hexwright.rules.go-on")
GO_BACK: Final = KeyCommand.named("hexwright.rules.go-back")
TELL_ENDED: Final = KeyCommand.named("hexwright.rules.tell-ended")
UNANSWERED: Final = KeyCommand.named("hexwright.rules.unanswered")
"""Fired after the question whether a phase may end, for games in which no piece answers it."""
PREVIOUS_PHASE: Final = KeyCommand.named("hexwright.turn.previous")
