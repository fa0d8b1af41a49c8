"""Keys and properties that several parts of the enforcement share, or that other packages use.

A name that only one part uses is defined there, above its first use.
"""

from __future__ import annotations

from typing import Final

from hexwright.vassal.codec.field_values import KeyCommand

STRICT: Final = "strict"
ASSIST: Final = "assist"
OFF: Final = "off"
LEVELS: Final = (STRICT, ASSIST, OFF)

# Global properties that last no longer than a command.
VERDICT: Final = "Verdict"
"""The script's last answer, as kind/rule/record/text."""

# Named texts of the module; they aren't stored in saved games.
RUN: Final = "RulesRun"
SCRIPT: Final = "RulesScript"
HEXES: Final = "RulesHexes"
COSTS: Final = "RulesCosts"
LINE: Final = "RulesLine_"

# Key commands.
MOVE_ENDED: Final = KeyCommand.named("hexwright.rules.move-ended")
"""The key that a map sends to every unit that ends a move on it."""
SENT: Final = KeyCommand.named("hexwright.rules.sent")
"""The key that is sent instead of `MOVE_ENDED` to a unit that the script moved, because such a move isn't
checked.
"""
FORGET: Final = KeyCommand.named("hexwright.rules.forget")
"""The key that clears the last answer, so that an old answer isn't carried out after a script error."""
ACCEPT: Final = KeyCommand.named("hexwright.rules.accept")
NOTE: Final = KeyCommand.named("hexwright.rules.note")
SET_LEVEL: Final = {level: KeyCommand.named(f"hexwright.rules.{level}") for level in LEVELS}
AGREE: Final = KeyCommand.named("hexwright.rules.agree")

# Battles.
ATTACK: Final = "Attack"
"""The battle that a unit has joined, as "turn.phase unit"."""
FOUGHT: Final = "Fought"
"""The phase in which a unit was attacked, as "turn.phase"."""
TARGET: Final = "AttackTarget"
"""The defender that was picked last, as "turn.phase unit"."""
JUDGE_ATTACK: Final = KeyCommand.named("hexwright.rules.judge-attack")
JOIN: Final = KeyCommand.named("hexwright.rules.join")
TELL_ATTACK: Final = KeyCommand.named("hexwright.rules.tell-attack")
TELL_BUT: Final = KeyCommand.named("hexwright.rules.tell-but")
IMPOSSIBLE: Final = KeyCommand.named("hexwright.rules.impossible")
JUDGE_BATTLE: Final = KeyCommand.named("hexwright.rules.judge-battle")
OVERRUNS: Final = "Overruns"
"""The overruns that still need a die roll."""
TELL_BATTLE: Final = KeyCommand.named("hexwright.rules.tell-battle")
GO_ON_FIGHTING: Final = KeyCommand.named("hexwright.rules.go-on-fighting")
"""The key that carries out the next accepted part of a battle's result: a loss, a retreat or an advance."""
SHAKEN: Final = "Shaken"
"""The phase in which a unit was last disrupted, as "turn.phase"."""
SHAKE: Final = KeyCommand.named("hexwright.rules.shake")
"""The key that disrupts a unit as the result of a battle."""
LOSE_ONE: Final = KeyCommand.named("hexwright.rules.lose-one")
TAKE_OUT: Final = KeyCommand.named("hexwright.rules.take-out")
TELL_DICE: Final = KeyCommand.named("hexwright.rules.tell-dice")

# The next step.
NEXT_STEP: Final = "NextStep"
"""The next action, the player who must take it, and the key.

It is empty if the instructions for the phase already say this.
"""
PROMPT_WIDTH: Final = "PromptWidth"
"""The property for the width of the prompt in pixels. The script sets it to the room in the window."""
LEAST_PROMPT_WIDTH: Final = 1020
"""The least width of the prompt in pixels. With the map's tools, it fits a screen of 1280 pixels."""
WHOLE_TEXT_BEGINS: Final = "<!--whole:"
WHOLE_TEXT_ENDS: Final = "-->"
"""The comment in the prompt's label that contains the whole text, even where there isn't room for it."""
THROWS: Final = "Throws"
"""The number of times that dice were thrown since the game began. Undo decreases it again."""
ACTS: Final = "Acts"
"""The number of actions that were accepted since the game began. Undo decreases it again."""
PHASE_KEPT: Final = "PhaseKept"
"""The turn and the phase after the last action, as "turn.phase". Undo sets it back."""
REFUSED_AT: Final = "RefusedAt"
"""The value of the prompt stamp at the last refusal.

The refusal is shown only while the stamp is unchanged.
"""
SEAT: Final = "Seat"
"""The user's seat. It is set again when the seat changes, because VASSAL redraws buttons only after a change
of a property.
"""

LOG_STATE: Final = "LogState"
"""The log of a game by mail, for the user's own seat: mail.bsh lists the values. It is empty without mail."""

# Replacements.
REPLACED: Final = "Replaced"
"""A unit's replacements in a replacement phase, as "turn.phase kind cost left …"."""
HURRIED: Final = "Hurried"
"""The reinforcement entries that arrived early, each with the number of turns, as "entry:turns,"."""
SAVED: Final = "Saved"
"""The replacement points that each side had saved, after and before the named phase.

The format is "side 2+0 t.phase 1+0,…".
"""
SAVE: Final = KeyCommand.named("hexwright.rules.save")
NO_POINT: Final = "NoPoint"
"""The phase in which a unit lost a step to attrition.

If this eliminates the unit, the enemy scores no points.
"""
OPEN_PHASE: Final = KeyCommand.named("hexwright.rules.open-phase")
"""The key that the turn marker sends to itself after a phase has begun."""
ASK_ATTRITION: Final = KeyCommand.named("hexwright.rules.ask-attrition")
SUPPLY: Final = KeyCommand.named("hexwright.rules.supply")
"""The key that carries out the script's answer about a replacement."""
PLACE: Final = KeyCommand.named("hexwright.rules.place")
NOTE_NO_POINT: Final = KeyCommand.named("hexwright.rules.note-no-point")


# Fire combat.
FIRE_BATTLE: Final = "FireBattle"
"""The current battle, as "turn.phase hex round onAttackers onDefenders …" (see volleys.bsh)."""
SETTLE: Final = KeyCommand.named("hexwright.rules.settle")
"""The key that is sent to the turn marker when a phase ends, before the turn tracker advances."""
ROLL_CHASE: Final = KeyCommand.named("hexwright.rules.roll-chase")
TAKE_HIT: Final = KeyCommand.named("hexwright.rules.take-hit")
LEAVE: Final = KeyCommand.named("hexwright.rules.leave")
"""The key that allows a unit to retreat or advance in a fire phase."""

# Automatic victory.
WON: Final = "Won"
"""The side that won before the end of the last turn."""
CLAIM_WON: Final = KeyCommand.named("hexwright.rules.claim-won")
ROLL_EVENT: Final = KeyCommand.named("hexwright.rules.roll-event")

# Places.
FALLEN: Final = "Fallen"
"""Whether the place of a control marker has ever changed hands. It is stored on the marker."""
TAKEN: Final = "Taken"
"""The places whose control markers a unit turns, each with its new face, as ",hex=1,hex=2*,".

"*" means that the place has never changed hands.
"""
TAKE_PLACE: Final = KeyCommand.named("hexwright.rules.take-place")

# The set-up.
PLACED: Final = KeyCommand.named("hexwright.rules.placed")
TELL_PLACED: Final = KeyCommand.named("hexwright.rules.tell-placed")
BEGIN: Final = KeyCommand.named("hexwright.rules.begin")
NOTE_BEGUN: Final = KeyCommand.named("hexwright.rules.note-begun")

# Trains.
RODE: Final = "Rode"
"""The phase in which a unit last entrained or detrained, as "turn.phase aboard".

`aboard` means that the unit was entrained when that phase began.
"""
NOTE_RODE: Final = KeyCommand.named("hexwright.rules.note-rode")

# Situations.
SITUATIONS: Final = "Situations"
"""For each situation, the number of consecutive tests in which it was true.

The format is "turn.phase id=count,id=count".
"""

# Supply.
HUNGRY: Final = "Hungry"
"""The number of consecutive supply phases in which a unit was out of supply without suffering an effect."""
WASTED: Final = "Wasted"
"""The supply phase in which a unit was chosen for its group's loss."""
CUT_OFF: Final = "CutOff"
"""The units that were out of supply when a movement phase began, as "turn.phase ,one,other,".

It is recorded only if moves depend on supply.
"""

# Networks.
NETWORKS: Final = "Networks"
"""The hexes of networks that serve each side, as "network.side=hexes …".

It is recorded only if these hexes can change.
"""
NETWORKS_BEGUN: Final = "NetworksBegun"
"""The value of `NETWORKS` before the first move of a movement phase, after the prefix "turn.phase "."""

# Victory.
COUNTED: Final = "Counted"
"""The phase in which a unit's elimination was last counted."""
SCORE: Final = KeyCommand.named("hexwright.rules.score")
CLOSE_TURN: Final = KeyCommand.named("hexwright.rules.close-turn")

# The sequence of play.
ASK_PHASE: Final = KeyCommand.named("hexwright.rules.ask-phase")
"""The key that the button for ending a phase sends.

The turn marker then asks the script whether the phase may end.
"""
ASK_BACK: Final = KeyCommand.named("hexwright.rules.ask-back")
ASK_ENDING: Final = KeyCommand.named("hexwright.rules.ask-ending")
"""The key by which a player agrees to an early end of the game."""
GO_ON: Final = KeyCommand.named("hexwright.rules.go-on")
GO_BACK: Final = KeyCommand.named("hexwright.rules.go-back")
TELL_ENDED: Final = KeyCommand.named("hexwright.rules.tell-ended")
UNANSWERED: Final = KeyCommand.named("hexwright.rules.unanswered")
"""The key that is sent after `ASK_PHASE`, for old saved games in which no piece responds to that key."""
PREVIOUS_PHASE: Final = KeyCommand.named("hexwright.turn.previous")
