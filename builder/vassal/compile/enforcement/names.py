"""Name the keys and properties of the enforcement."""

from __future__ import annotations

from typing import Final

from builder.vassal.codec.values import Key

STRICT: Final = "strict"
ASSIST: Final = "assist"
OFF: Final = "off"
LEVELS: Final = (STRICT, ASSIST, OFF)

# Properties of the game that last no longer than a command.
VERDICT: Final = "Verdict"
"""What the script answered last: kind/rule/record/text."""

# Properties of every unit.
RECORD: Final = "MoveRecord"
"""What the unit has spent in this phase: "turn.phase hex start ready way=points+hexes … name:value …"."""

# Games that another version saved.
MADE_FROM: Final = "MadeFrom"
"""A piece carries MadeFrom… with a digest of the prototypes that it was made from."""
LOADED: Final = Key.named("hexwright.rules.loaded")

# Named texts of the module; they are part of it, not of a saved game.
RUN: Final = "RulesRun"
SCRIPT: Final = "RulesScript"
HEXES: Final = "RulesHexes"
WORDS: Final = "RulesWords"
CENTRES: Final = "RulesCentres"
TRACKS: Final = "RulesTracks"
MARK: Final = "RulesMark"
"""The mark that pieces of this version carry."""
STEPS: Final = "RulesSteps"
"""The judge's steps."""
COSTS: Final = "RulesCosts"
CROSSING: Final = "RulesCrossing_"
"""Before a movement mode and a number: some of the steps by which it crosses hexsides."""
LINE: Final = "RulesLine_"

# Key commands.
MOVE_ENDED: Final = Key.named("hexwright.rules.move-ended")
"""Sent by a map to every unit that ends a move there."""
SENT: Final = Key.named("hexwright.rules.sent")
"""What the judge makes of it when it sent the unit itself, which isn't judged."""
FORGET: Final = Key.named("hexwright.rules.forget")
"""Empties the last answer, so that a script that fails leaves none that could be carried out."""
JUDGE: Final = Key.named("hexwright.rules.judge")
TAKE_BACK: Final = Key.named("hexwright.rules.take-back")
SAY_MOVE: Final = Key.named("hexwright.rules.say-move")
TELL_MOVE: Final = Key.named("hexwright.rules.tell-move")
OBJECT: Final = Key.named("hexwright.rules.object")
STRAY: Final = Key.named("hexwright.rules.stray")
ACCEPT: Final = Key.named("hexwright.rules.accept")
NOTE: Final = Key.named("hexwright.rules.note")
TELL: Final = Key.named("hexwright.rules.tell")
TELL_BROKEN: Final = Key.named("hexwright.rules.tell-broken")
NO_MOVE: Final = Key.named("hexwright.rules.no-move")
UNMOVE: Final = Key.named("hexwright.rules.unmove")
SET_LEVEL: Final = {level: Key.named(f"hexwright.rules.{level}") for level in LEVELS}
JUDGE_LEVEL: Final = {level: Key.named(f"hexwright.rules.judge-{level}") for level in LEVELS}
PUT_LEVEL: Final = {level: Key.named(f"hexwright.rules.put-{level}") for level in LEVELS}
AGREED: Final = "Agreed"
"""What seats have agreed to that needs all of them: "what seat,seat"."""
AGREE: Final = Key.named("hexwright.rules.agree")
NOTE_AGREED: Final = Key.named("hexwright.rules.note-agreed")
TELL_AGREED: Final = Key.named("hexwright.rules.tell-agreed")

# Counters too many.
JUDGE_STRAY: Final = Key.named("hexwright.rules.judge-stray")
TELL_STRAY: Final = Key.named("hexwright.rules.tell-stray")
TELL_ADDED: Final = Key.named("hexwright.rules.tell-added")

# Battles.
ATTACK: Final = "Attack"
"""The battle that a unit has joined: "turn.phase unit"."""
FOUGHT: Final = "Fought"
"""The phase in which a unit was attacked: "turn.phase"."""
TARGET: Final = "AttackTarget"
"""The defender that was picked last: "turn.phase unit"."""
BEGUN: Final = "BattlesBegun"
"""The phase in which a first battle was fought: "turn.phase"."""
ANNOUNCED: Final = "Announced"
"""What attackers have announced of battles in a phase, before the die is thrown."""
BATTLE: Final = "Battle"
"""The battle that is being resolved: "turn.phase stage defender hex owed effects result"."""
ACROSS: Final = "RulesAcross_"
NEAR: Final = "RulesNear"
"""All hexes that touch, where some of these steps may be barred."""
FRONT: Final = "RulesFront_"
"""Before a hexside feature: from the hexes behind it to those in front."""
OPEN: Final = "RulesOpen_"
"""The steps by which a side may trace supply."""
JUDGE_ATTACK: Final = Key.named("hexwright.rules.judge-attack")
AIM: Final = Key.named("hexwright.rules.aim")
JOIN: Final = Key.named("hexwright.rules.join")
NOTE_AIM: Final = Key.named("hexwright.rules.note-aim")
NOTE_ATTACK: Final = Key.named("hexwright.rules.note-attack")
TELL_ATTACK: Final = Key.named("hexwright.rules.tell-attack")
TELL_NO: Final = Key.named("hexwright.rules.tell-no")
TELL_BUT: Final = Key.named("hexwright.rules.tell-but")
IMPOSSIBLE: Final = Key.named("hexwright.rules.impossible")
ALLOW: Final = Key.named("hexwright.rules.allow")
JUDGE_BATTLE: Final = Key.named("hexwright.rules.judge-battle")
FIGHT: Final = Key.named("hexwright.rules.fight")
FIGHT_VOID: Final = Key.named("hexwright.rules.fight-void")
OVERRUN: Final = Key.named("hexwright.rules.overrun")
OVERRUNS: Final = "Overruns"
"""The property of the overruns that are done and for which a die is thrown."""
NOTE_FOUGHT: Final = Key.named("hexwright.rules.note-fought")
BATTLES_BEGIN: Final = Key.named("hexwright.rules.battles-begin")
TELL_BATTLE: Final = Key.named("hexwright.rules.tell-battle")
ROLL_DIE: Final = Key.named("hexwright.rules.roll-die")
READ_DIE: Final = Key.named("hexwright.rules.read-die")
NOTE_ANNOUNCED: Final = Key.named("hexwright.rules.note-announced")
NOTE_BATTLE: Final = Key.named("hexwright.rules.note-battle")
END_BATTLE: Final = Key.named("hexwright.rules.end-battle")
INSIST: Final = Key.named("hexwright.rules.insist")
GO_ON_FIGHTING: Final = Key.named("hexwright.rules.go-on-fighting")
"""Carries out an accepted step of a battle: a loss, a retreat, an advance."""
HIT: Final = Key.named("hexwright.rules.hit")
HIT_STEP: Final = Key.named("hexwright.rules.hit-step")
SHAKEN: Final = "Shaken"
"""The phase in which a unit was disrupted last: "turn.phase"."""
HIT_SHAKEN: Final = Key.named("hexwright.rules.hit-shaken")
SHAKE: Final = Key.named("hexwright.rules.shake")
"""Disrupts a unit by the result of a battle."""
HIT_OUT: Final = Key.named("hexwright.rules.hit-out")
HIT_SOME: Final = Key.named("hexwright.rules.hit-some")
LAID_OUT: Final = Key.named("hexwright.rules.laid-out")
TURN_INTO: Final = Key.named("hexwright.rules.turn-into")
TELL_TURNED: Final = Key.named("hexwright.rules.tell-turned")
LOSE_ONE: Final = Key.named("hexwright.rules.lose-one")
TAKE_OUT: Final = Key.named("hexwright.rules.take-out")
TELL_LOST: Final = Key.named("hexwright.rules.tell-lost")
TELL_DEAD: Final = Key.named("hexwright.rules.tell-dead")
TELL_DICE: Final = Key.named("hexwright.rules.tell-dice")
FIRE_ROUND: Final = Key.named("hexwright.rules.fire-round")
TELL_RESULT: Final = Key.named("hexwright.rules.tell-result")

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
SAVE: Final = Key.named("hexwright.rules.save")
NOTE_SAVED: Final = Key.named("hexwright.rules.note-saved")
HURRY: Final = Key.named("hexwright.rules.hurry")
NOTE_HURRIED: Final = Key.named("hexwright.rules.note-hurried")
NO_POINT: Final = "NoPoint"
GIVES_WAY: Final = "GivesWay"
"""The phase in which a unit gives its place to another of its stack's making: "turn.phase"."""
"""The phase in which a unit lost a step to attrition: its elimination then gives the enemy no point."""
ATTRITION: Final = "AttritionState"
"""What a die for attrition has made of a phase: "turn.phase owed", "none" or "taken"; a second has " 2"."""
ARRIVING: Final = "Arriving"
"""The units that arrive when a phase begins: ",one,other,"."""
OPEN_PHASE: Final = Key.named("hexwright.rules.open-phase")
"""Sent by the referee to itself when a phase has begun."""
JUDGE_OPEN: Final = Key.named("hexwright.rules.judge-open")
ARRIVALS_DUE: Final = Key.named("hexwright.rules.arrivals-due")
GIVEN_DUE: Final = Key.named("hexwright.rules.given-due")
ROLL_DUE: Final = Key.named("hexwright.rules.roll-due")
ROLL_UNDUE: Final = Key.named("hexwright.rules.roll-undue")
NOTE_ARRIVING: Final = Key.named("hexwright.rules.note-arriving")
NOTE_GIVEN: Final = Key.named("hexwright.rules.note-given")
TELL_GIVEN: Final = Key.named("hexwright.rules.tell-given")
SEND_ARRIVALS: Final = Key.named("hexwright.rules.send-arrivals")
ARRIVE: Final = Key.named("hexwright.rules.arrive")
TELL_ARRIVED: Final = Key.named("hexwright.rules.tell-arrived")
ASK_ATTRITION: Final = Key.named("hexwright.rules.ask-attrition")
JUDGE_ROLL: Final = Key.named("hexwright.rules.judge-roll")
ROLL_ATTRITION: Final = Key.named("hexwright.rules.roll-attrition")
READ_ATTRITION: Final = Key.named("hexwright.rules.read-attrition")
NOTE_ATTRITION: Final = Key.named("hexwright.rules.note-attrition")
TELL_ATTRITION: Final = Key.named("hexwright.rules.tell-attrition")
TELL_UNUSED: Final = Key.named("hexwright.rules.tell-unused")
SUPPLY: Final = Key.named("hexwright.rules.supply")
"""Carries out what the answer says of a replacement."""
PLACE: Final = Key.named("hexwright.rules.place")
PUT_BACK: Final = Key.named("hexwright.rules.put-back")
MAKE: Final = Key.named("hexwright.rules.make")
MATCH_STEP: Final = Key.named("hexwright.rules.match-step")
OUST: Final = Key.named("hexwright.rules.oust")
OUSTED: Final = Key.named("hexwright.rules.ousted")
PARTED: Final = Key.named("hexwright.rules.parted")
SPEND_STORED: Final = Key.named("hexwright.rules.spend-stored")
SPENT: Final = Key.named("hexwright.rules.spent")
RESTORE: Final = Key.named("hexwright.rules.restore")
UNRESTORE: Final = Key.named("hexwright.rules.unrestore")
SUFFER: Final = Key.named("hexwright.rules.suffer")
SUFFER_STEP: Final = Key.named("hexwright.rules.suffer-step")
NOTE_REPLACED: Final = Key.named("hexwright.rules.note-replaced")
NOTE_BACK: Final = Key.named("hexwright.rules.note-back")
NOTE_GIVES_WAY: Final = Key.named("hexwright.rules.note-gives-way")
GIVE_WAY: Final = Key.named("hexwright.rules.give-way")
NOTE_NO_POINT: Final = Key.named("hexwright.rules.note-no-point")
TELL_REPLACED: Final = Key.named("hexwright.rules.tell-replaced")

LIGHTS: Final = Key.named("hexwright.rules.lights")
LINES: Final = Key.named("hexwright.rules.lines")

# Battles by fire.
FIRE_BATTLE: Final = "FireBattle"
"""The battle that is fought: "turn.phase hex round onAttackers onDefenders …", see volleys.bsh."""
NOTE_FIRE: Final = Key.named("hexwright.rules.note-fire")
TELL_DUG: Final = Key.named("hexwright.rules.tell-dug")
ROLL_FIRE: Final = Key.named("hexwright.rules.roll-fire")
SETTLE: Final = Key.named("hexwright.rules.settle")
"""Sent to the referee when a phase ends, before the turn counter goes on."""
ROLL_CHASE: Final = Key.named("hexwright.rules.roll-chase")
CHOOSE_LOST: Final = Key.named("hexwright.rules.choose-lost")
TAKE_HIT: Final = Key.named("hexwright.rules.take-hit")
LEAVE: Final = Key.named("hexwright.rules.leave")
"""Lets a unit retreat or advance in a phase of fire."""

# Victory by claims.
WON: Final = "Won"
"""The side that has won before the game ends."""
ASK_CLAIM: Final = Key.named("hexwright.rules.ask-claim")
CLAIM_WON: Final = Key.named("hexwright.rules.claim-won")
ROLL_EVENT: Final = Key.named("hexwright.rules.roll-event")
EVENT_DUE: Final = Key.named("hexwright.rules.event-due")
NOTE_BROUGHT: Final = Key.named("hexwright.rules.note-brought")
NOTE_EVENT: Final = Key.named("hexwright.rules.note-event")
TELL_EVENT: Final = Key.named("hexwright.rules.tell-event")
NOTE_WON: Final = Key.named("hexwright.rules.note-won")

# Places.
FALLEN: Final = "Fallen"
"""On a control marker: whether the place has ever changed hands."""
TAKEN: Final = "Taken"
"""The places whose markers a unit turns over: ",hex,hex,"."""
NOTE_TAKEN: Final = Key.named("hexwright.rules.note-taken")
CHANGE_HANDS: Final = Key.named("hexwright.rules.change-hands")
TURN_BY_HAND: Final = Key.named("hexwright.rules.turn-by-hand")
JUDGE_TURNING: Final = Key.named("hexwright.rules.judge-turning")
TAKE_PLACE: Final = Key.named("hexwright.rules.take-place")
TURN_MARKER: Final = Key.named("hexwright.rules.turn-marker")

# The set-up.
PLACED: Final = Key.named("hexwright.rules.placed")
TELL_PLACED: Final = Key.named("hexwright.rules.tell-placed")
LEFT_OVER: Final = Key.named("hexwright.rules.left-over")
SEND_LEFT_OVER: Final = Key.named("hexwright.rules.send-left-over")
BEGIN: Final = Key.named("hexwright.rules.begin")
NOTE_BEGUN: Final = Key.named("hexwright.rules.note-begun")
TELL_BEGUN: Final = Key.named("hexwright.rules.tell-begun")

# Trains.
RODE: Final = "Rode"
"""When a unit entrained or detrained last, and how it was as that phase began: "turn.phase aboard"."""
NOTE_RODE: Final = Key.named("hexwright.rules.note-rode")
FORGET_RODE: Final = Key.named("hexwright.rules.forget-rode")
TELL_TRAIN: Final = Key.named("hexwright.rules.tell-train")

# Situations.
SITUATIONS: Final = "Situations"
"""How many times in a row situations were so when they were judged last: "turn.phase id=count,id=count"."""
SITUATION_NEWS: Final = "SituationNews"
"""What changed then, in words."""
NOTE_SITUATIONS: Final = Key.named("hexwright.rules.note-situations")
HEAR_SITUATIONS: Final = Key.named("hexwright.rules.hear-situations")
SITUATIONS_DUE: Final = Key.named("hexwright.rules.situations-due")
TELL_SITUATIONS: Final = Key.named("hexwright.rules.tell-situations")
SITUATED_DUE: Final = Key.named("hexwright.rules.situated-due")
ASK_SITUATED: Final = Key.named("hexwright.rules.ask-situated")

# Supply.
HUNGRY: Final = "Hungry"
"""How many phases of supply in a row a unit went without and suffered nothing."""
WASTED: Final = "Wasted"
"""The phase of supply in which a unit was chosen to be lost with its group's share."""
GO_WITHOUT: Final = "hexwright.rules.go-without"
HAS_SUPPLY: Final = Key.named("hexwright.rules.has-supply")
CUT_OFF: Final = "CutOff"
"""The units out of supply as a movement phase began, where moves ask for that: "turn.phase ,one,other,"."""
NOTE_CUT_OFF: Final = Key.named("hexwright.rules.note-cut-off")
CUT_OFF_DUE: Final = Key.named("hexwright.rules.cut-off-due")
TELL_CUT_OFF: Final = Key.named("hexwright.rules.tell-out-of-supply")

# Networks.
NETWORKS: Final = "Networks"
"""Which hexes of networks that change serve whom: "network.side=hexes …"."""
NETWORKS_BEGUN: Final = "NetworksBegun"
"""The same as the first move of a movement phase found it, behind "turn.phase "."""
NOTE_NETWORKS: Final = Key.named("hexwright.rules.note-networks")
NOTE_NETWORKS_BEGUN: Final = Key.named("hexwright.rules.note-networks-begun")
TELL_NETWORKS: Final = Key.named("hexwright.rules.tell-networks")

# Victory.
COUNTED: Final = "Counted"
"""The phase in which a unit's elimination was counted last."""
COUNTED_FOR: Final = "CountedFor"
"""The sides that eliminated a unit when its elimination was counted last, among three."""
LOST_IN: Final = "LostIn"
"""The hex in which a unit stood when its elimination was counted last."""
EARNED: Final = "Earned"
"""The sides that earn their bonus as a player turn ends."""
COUNT_LOST: Final = Key.named("hexwright.rules.count-lost")
COUNT_BACK: Final = Key.named("hexwright.rules.count-back")
COUNT_REMNANT: Final = Key.named("hexwright.rules.count-remnant")
EXIT: Final = Key.named("hexwright.rules.exit")
NOTE_EXIT: Final = Key.named("hexwright.rules.note-exit")
GO_OUT: Final = Key.named("hexwright.rules.go-out")
TELL_EXIT: Final = Key.named("hexwright.rules.tell-exit")
ASK_SCORE: Final = Key.named("hexwright.rules.ask-score")
SCORE: Final = Key.named("hexwright.rules.score")
TELL_SCORE: Final = Key.named("hexwright.rules.tell-score")
NOTE_WINNER: Final = Key.named("hexwright.rules.note-winner")
CLOSE_TURN: Final = Key.named("hexwright.rules.close-turn")
ASK_BONUS: Final = Key.named("hexwright.rules.ask-bonus")
NOTE_BONUS: Final = Key.named("hexwright.rules.note-bonus")
NOTE_BREACH: Final = Key.named("hexwright.rules.note-breach")
TELL_GROUND: Final = Key.named("hexwright.rules.tell-ground")
NOTE_SECURED: Final = Key.named("hexwright.rules.note-secured")
NOTE_GAPS: Final = Key.named("hexwright.rules.note-gaps")
TELL_FRONTS: Final = Key.named("hexwright.rules.tell-fronts")

# The sequence of play.
ASK_PHASE: Final = Key.named("hexwright.rules.ask-phase")
"""Fired by the button that goes on; the referee lets it, or not."""
ASK_BACK: Final = Key.named("hexwright.rules.ask-back")
JUDGE_PHASE: Final = Key.named("hexwright.rules.judge-phase")
WARN_PHASE: Final = Key.named("hexwright.rules.warn-phase")
END_PHASE: Final = Key.named("hexwright.rules.end-phase")
GO_ON: Final = Key.named("hexwright.rules.go-on")
GO_BACK: Final = Key.named("hexwright.rules.go-back")
TELL_WARNED: Final = Key.named("hexwright.rules.tell-warned")
TELL_ENDED: Final = Key.named("hexwright.rules.tell-ended")
JUDGE_BACK: Final = Key.named("hexwright.rules.judge-back")
TELL_BACK: Final = Key.named("hexwright.rules.tell-back")
UNANSWERED: Final = Key.named("hexwright.rules.unanswered")
"""Fired after the question whether a phase may end, for games in which no piece answers it."""
PREVIOUS_PHASE: Final = Key.named("hexwright.turn.previous")
