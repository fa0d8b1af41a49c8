"""The key commands of a compiled module: named commands, and the keys that players press."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from hexwright.model.game import Game
from hexwright.model.rules.criteria_record import criteria_in
from hexwright.model.rules.rules_record import CombatKind
from hexwright.model.rules.victory_record import sides_with_exits
from hexwright.vassal.codec.field_values import ALT, SHIFT, KeyCommand
from hexwright.vassal.enforcement.fighting import BY_FIRE, befalls, fights, has_steps, ways

# Named key commands, sent by triggers and the toolbar; they never clash with keyboard keys.
STEP_UP: Final = KeyCommand.named("hexwright.step.up")
STEP_LAST: Final = KeyCommand.named("hexwright.step.last")
TURN_OVER: Final = KeyCommand.named("hexwright.step.turn-over")
TO_POOL: Final = KeyCommand.named("hexwright.send.pool")
TO_WAIT: Final = KeyCommand.named("hexwright.send.wait")
TO_OUT: Final = KeyCommand.named("hexwright.send.out-of-game")
AIM_POOL: Final = KeyCommand.named("hexwright.send.aim-pool")
AIM_WAIT: Final = KeyCommand.named("hexwright.send.aim-wait")
AIM_LEFT: Final = KeyCommand.named("hexwright.send.aim-remnant")
AIM_OUT: Final = KeyCommand.named("hexwright.send.aim-out-of-game")
SEND: Final = KeyCommand.named("hexwright.send")
TO_TRACK: Final = KeyCommand.named("hexwright.send.turn-track")
MOVE_ON_TRACK: Final = KeyCommand.named("hexwright.turn.move-marker")
SHOW_SIDE: Final = KeyCommand.named("hexwright.turn.show-side")
SAY_LOST: Final = KeyCommand.named("hexwright.say.step-lost")
SAY_GAINED: Final = KeyCommand.named("hexwright.say.step-gained")
SAY_FLIPPED: Final = KeyCommand.named("hexwright.say.turned-over")
SAY_POOL: Final = KeyCommand.named("hexwright.say.eliminated")
SAY_OUT: Final = KeyCommand.named("hexwright.say.out-of-game")
SAY_REMOVED: Final = KeyCommand.named("hexwright.say.removed")
REMOVE_NOW: Final = KeyCommand.named("hexwright.marker.remove")
SAY_RETURNED: Final = KeyCommand.named("hexwright.say.returned")
SAY_PHASE: Final = KeyCommand.named("hexwright.say.phase")
SAY_OVER: Final = KeyCommand.named("hexwright.say.game-over")
RETURN: Final = KeyCommand.named("hexwright.send.return")
UNMOVED: Final = KeyCommand.named("hexwright.moved.clear")
CLEAR_TRAIL: Final = KeyCommand.named("hexwright.trail.clear")
MOVED: Final = KeyCommand.named("hexwright.moved.set")
MOVED_OR_NOT: Final = KeyCommand.named("hexwright.moved.toggle")
PHASE_BEGINS: Final = KeyCommand.named("hexwright.phase.begins")
"""The key that is sent to the turn marker and to every unit that has moved, when a phase begins."""
PHASE_STATE: Final = KeyCommand.named("hexwright.phase.state")
PHASE_CHANGED: Final = KeyCommand.named("hexwright.phase.changed")
"""The key that the turn tracker sends when the phase changes.

A global key command of the module responds to it.
"""
NEXT_PHASE: Final = KeyCommand.named("hexwright.turn.next")

# Keys for selected pieces.
FLIP: Final = KeyCommand.ctrl("F")
LOSE_STEP: Final = KeyCommand.ctrl("L")
REGAIN_STEP: Final = KeyCommand.ctrl("R")
ELIMINATE: Final = KeyCommand.ctrl("E")
OUT_OF_GAME: Final = KeyCommand.ctrl("X")
GO_BACK: Final = KeyCommand.ctrl("B")
TOGGLE_MOVED: Final = KeyCommand.ctrl("M")
TOGGLE_TRAIL: Final = KeyCommand.ctrl("T")
SHOW_REACH: Final = KeyCommand.ctrl("G")
SHOW_LINES: Final = KeyCommand.ctrl("U")
ATTACK: Final = KeyCommand.ctrl("A")
FIGHT: Final = KeyCommand.ctrl("D")
DISRUPT: Final = KeyCommand.ctrl("I")
RECOVER: Final = KeyCommand.ctrl("J")
FORTIFY: Final = KeyCommand.ctrl("W")
UNFORTIFY: Final = KeyCommand.ctrl("Y")
ENTRAIN: Final = KeyCommand.ctrl("O")
DETRAIN: Final = KeyCommand.ctrl("S")
KEEP: Final = KeyCommand.ctrl("K")
GIVE_WAY: Final = KeyCommand.ctrl("H")
TAKE_BACK: Final = KeyCommand.ctrl("C")
LOWER: Final = KeyCommand.ctrl("V")
IGNORE: Final = KeyCommand.ctrl("P")
REMOVE: Final = KeyCommand(127, 0)

MENU_ORDER: Final = (
    SHOW_REACH,
    ATTACK,
    FIGHT,
    LOWER,
    IGNORE,
    LOSE_STEP,
    ELIMINATE,
    FORTIFY,
    ENTRAIN,
    DETRAIN,
    KEEP,
    GIVE_WAY,
    TAKE_BACK,
    REGAIN_STEP,
    FLIP,
    SHOW_LINES,
    TOGGLE_MOVED,
    OUT_OF_GAME,
    GO_BACK,
    DISRUPT,
    RECOVER,
    UNFORTIFY,
)
"""The lines of a piece's menu, in the order in which players use them."""

# Keys without a selected piece.
LIT_UNIT: Final = tuple(KeyCommand.ctrl(str(number)) for number in range(1, 10))
"""The keys that move the highlighted unit: key n moves it to the highlighted hex with number n."""
ROLL: Final = KeyCommand(ord("R"), ALT)
ADVANCE: Final = KeyCommand(ord("N"), ALT)
BATTLE: Final = KeyCommand(ord("B"), ALT)
UNDO: Final = KeyCommand.ctrl("Z")
NEXT_DUE: Final = KeyCommand(ord("D"), ALT)
SHOW_CHARTS: Final = KeyCommand(ord("C"), ALT)
SHOW_INVENTORY: Final = KeyCommand(ord("I"), ALT)
SHOW_PIECES: Final = KeyCommand(ord("P"), ALT)
SHOW_OVERVIEW: Final = KeyCommand(ord("O"), ALT)
ZOOM_IN: Final = KeyCommand(ord("="), 130)
ZOOM_OUT: Final = KeyCommand(ord("-"), 130)
BEGIN_LOG: Final = KeyCommand(ord("W"), ALT)
END_LOG: Final = KeyCommand(ord("W"), ALT | SHIFT)
"""The keys by which VASSAL begins and ends a log, which the toolbar's buttons send."""
STACK_VIEWER: Final = KeyCommand(32, 130)


@dataclass(frozen=True, slots=True)
class KeyHelp:
    """One line in the list of keys of the Help menu."""

    keys: str
    text: str


PIECE_KEYS: Final = (
    KeyHelp("Ctrl F", "Turn a unit or marker over"),
    KeyHelp("Ctrl G", "Light the hexes that a unit can reach, on your screen only; again puts them out"),
    KeyHelp("Ctrl 1 to 9", "Move the unit to the lit hex with that number, if at most nine are lit"),
    KeyHelp(
        "Ctrl A",
        "On an enemy unit: make it the target. Then on your units: join the attack, or leave it",
    ),
    KeyHelp("Ctrl D", "On the defender: fight the battle. The chat shows odds, die and result"),
    KeyHelp("Ctrl L", "A unit loses a step; at its last step it is eliminated"),
    KeyHelp("Ctrl R", "A unit regains a step"),
    KeyHelp("Ctrl E", "Eliminate a unit: it goes to the pool of its side"),
    KeyHelp("Ctrl X", "Take a unit out of the game"),
    KeyHelp("Ctrl B", "Bring an eliminated unit back to where it was"),
    KeyHelp("Ctrl M", "Mark a unit as moved, or remove the mark"),
    KeyHelp("Ctrl T", "Show or hide the trail of a unit's moves in this phase"),
    KeyHelp("Delete", "Remove a marker"),
)


_KEYS: Final[Mapping[CombatKind, Mapping[str, KeyHelp]]] = {
    BY_FIRE.name: {
        "Ctrl A": KeyHelp(
            "Ctrl A",
            "On an enemy unit: make its hex the target. Then on your units: attack it, or leave the attack",
        ),
        "Ctrl D": KeyHelp("Ctrl D", "On a defender: fight a round. The chat shows the dice of both sides"),
        "Ctrl L": KeyHelp("Ctrl L", "A unit takes a hit"),
    }
}
"""The descriptions of keys that differ from the default ones, by combat system."""

_LEAVES: Final = "A unit exits the map, in its move and where the rules allow it"


def _fought_by(game: Game) -> dict[str, KeyHelp]:
    """Return the descriptions of combat keys that a game changes.

    The descriptions of several combat systems are combined.
    """
    told = [_KEYS.get(way.name, {}) for way in ways(game)]
    if len(told) == 1:
        return dict(told[0])
    usual = {row.keys: row.text for row in PIECE_KEYS}
    found = {}
    for key in sorted({key for special in told for key in special}):
        texts = (special[key].text if key in special else usual[key] for special in told)
        by = zip(ways(game), texts, strict=True)
        said = (f"{_IN_PHASES[way.name]}: {text[0].lower()}{text[1:]}" for way, text in by)
        found[key] = KeyHelp(key, ". ".join(said))
    return found


_IN_PHASES: Final[Mapping[CombatKind, str]] = {"hand": "By hand", "odds": "By odds", "fire": "By fire"}


def waiting_key(game: Game) -> KeyCommand:
    """Return the key that sends a unit to the box from which it enters."""
    return TO_WAIT if any(rule.not_replaceable for rule in game.rules.replacements) else TO_POOL


def may_choose_converted_unit(game: Game) -> bool:
    """Return whether a conversion can leave players a choice between several units of a stack."""
    made = any(rule.conversions for rule in game.rules.replacements)
    return made and game.rules.stacking.limit != 1


def supply_line_word(game: Game) -> str:
    """Return the game's own term for its supply lines."""
    asked = any(when.supply for _, when in criteria_in(game.rules))
    return "supply" if asked or game.rules.out_of_supply is not None else "communication"


_STEPLESS: Final = {"Ctrl L": KeyHelp("Ctrl L", "A unit takes a loss in battle, and is eliminated")}
"""The descriptions of keys for games in which no unit has more than one step."""


def piece_keys(game: Game) -> tuple[KeyHelp, ...]:
    """Return the keys that a game uses for a selected counter."""
    rules = game.rules
    more = []
    if may_choose_converted_unit(game):
        more.append(KeyHelp("Ctrl H", "Choose the unit of a stack that the unit dragged there replaces"))
    if rules.supply_lines:
        word = supply_line_word(game)
        more.append(
            KeyHelp(
                "Ctrl U",
                f"Show the {word} lines of a unit's side, on your screen only",
            )
        )
    more += [KeyHelp(*line) for line in announcing_keys(game)]
    if takes_moves_back(game):
        more.append(KeyHelp("Ctrl C", "Take back a unit's move of this phase, or since the last overrun"))
    if rules.train_mode is not None:
        more.append(KeyHelp("Ctrl O", "A unit entrains during its move, on an open railway"))
        more.append(KeyHelp("Ctrl S", "An entrained unit detrains during its move"))
    leaving = {"Ctrl X": KeyHelp("Ctrl X", _LEAVES)} if sides_with_exits(rules.victory) else {}
    suffered = befalls(game)
    if "disrupted" in suffered:
        more += [
            KeyHelp("Ctrl I", "Disrupt a unit, while the rules aren't strict"),
            KeyHelp("Ctrl J", "A disrupted unit recovers, while the rules aren't strict"),
        ]
    if "fortified" in suffered:
        more.append(KeyHelp("Ctrl W", "A unit digs in instead of moving"))
        more.append(KeyHelp("Ctrl Y", "A unit gives up its fortification, while the rules aren't strict"))
    if rules.out_of_supply is not None and rules.out_of_supply.loss == "disrupted":
        more.append(KeyHelp("Ctrl K", "Choose a unit out of supply to survive, where not all can"))
    stepped = has_steps(game)
    special = ({} if stepped else _STEPLESS) | _fought_by(game) | leaving
    usual = (row for row in PIECE_KEYS if stepped or row.keys not in ("Ctrl F", "Ctrl R"))
    return (*(special.get(row.keys, row) for row in usual), *more)


def takes_moves_back(game: Game) -> bool:
    """Return whether the module records what a unit's move changed, so that the move can be taken back.

    It does so where hexes may be overstacked during a movement phase.
    """
    stacking = game.rules.stacking
    return bool(stacking.every) and stacking.enforced == "phase-end"


def announcing_keys(game: Game) -> tuple[tuple[str, str], ...]:
    """Return the keys, with descriptions, by which attackers announce a choice before the die roll."""
    combat = game.rules.odds_combat
    lower = (
        "Ctrl V",
        "On the defender: fight its battle one column lower; after the lowest, at full odds again",
    )
    ignore = (
        "Ctrl P",
        f"On the defender: ignore {' and '.join(combat.ignorable_results)}, or not",
    )
    return (*((lower,) if combat.may_lower_odds else ()), *((ignore,) if combat.ignorable_results else ()))


def rule_keys(game: Game) -> tuple[KeyHelp, ...]:
    """Return the keys for the actions that a game's rules allow."""
    rules = game.rules
    wanted = {"Ctrl G", "Ctrl 1 to 9", "Ctrl U"}
    if fights(game):
        wanted |= {"Ctrl A", "Ctrl D", "Ctrl L"}
    wanted |= {"Ctrl X"} if sides_with_exits(rules.victory) else set()
    wanted |= {"Ctrl H"} if may_choose_converted_unit(game) else set()
    wanted |= {line[0] for line in announcing_keys(game)}
    wanted |= {"Ctrl C"} if takes_moves_back(game) else set()
    wanted |= {"Ctrl O", "Ctrl S"} if rules.train_mode is not None else set()
    wanted |= {"Ctrl W"} if "fortified" in befalls(game) else set()
    wanted |= (
        {"Ctrl K"} if rules.out_of_supply is not None and rules.out_of_supply.loss == "disrupted" else set()
    )
    if rules.replacements and any(len(unit.steps) > 1 for unit in game.counters.units):
        wanted.add("Ctrl F")
    chosen = [row for row in piece_keys(game) if row.keys in wanted]
    return (*chosen, *(row for row in WINDOW_KEYS if row.keys in ("Alt N", "Ctrl Z")))


WINDOW_KEYS: Final = (
    KeyHelp("Alt N", "Go on to the next phase"),
    KeyHelp("Alt B", "Battle: show the next battle, fight it, or give up an advance (it asks first)"),
    KeyHelp(
        "Alt D",
        "Light the hexes where the next unit that is due may arrive; Ctrl and a number places it there",
    ),
    KeyHelp("Ctrl Z", "Undo your last step. VASSAL itself gives Undo no key; this module does"),
    KeyHelp("Alt R", "Roll a die"),
    KeyHelp("Alt C", "Charts"),
    KeyHelp("Alt I", "Inventory: where every unit is"),
    KeyHelp("Alt P", "Pieces: all counters, to drag on the map"),
    KeyHelp("Alt O", "Overview of the map"),
    KeyHelp("Ctrl + and Ctrl −", "Zoom in and out"),
    KeyHelp("Ctrl Space", "Show the stack or terrain under the mouse"),
    KeyHelp("Ctrl Alt and click", "Show the other player a spot with a flare"),
)
