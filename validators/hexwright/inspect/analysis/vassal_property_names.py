"""The names of VASSAL's own properties, and the words of its report formats.

Source: VASSAL 3.7.26 (`BasicPiece`, `Decorator`, `Properties`, `GameModule`, `GlobalOptions`, and the
`setProperty` calls of the components' formats).
"""

from __future__ import annotations

import re
from typing import Final

from hexwright.inspect.analysis.word_sets import word_set

#: Properties of any piece, its map and the module.
BUILT_IN: Final = word_set(
    """
    AttachCount AttachList AttachName BasicName BoardOfCommand ClickedX ClickedY CloneID CurrentBoard
    CurrentMap CurrentMat CurrentMatBasicName CurrentMatBoard CurrentMatID CurrentMatLocationName
    CurrentMatMap CurrentMatOffsetX CurrentMatOffsetY CurrentMatPieceName CurrentMatProp0 CurrentMatX
    CurrentMatY CurrentMatZone CurrentX CurrentY CurrentZone DeckName DeckPosition DrawingMouseover
    DrawingMouseoverIndex FlareLocation FlareMap FlareName FlareZone HiddenBy IgnoreGrid Immobile Inner
    Invisible InvisibleDisableAutoReportMoves InvisibleToOthers IsCargo KeyCommands LocalizedBasicName
    LocalizedPieceName LocationName LocationOfCommand MapOfCommand MatBasicName MatContents MatID
    MatName MatNumCargo MatPieceName MatProp0 MaybeMoved ModuleCurrentLanguage ModuleCurrentLocale
    ModuleCurrentLocaleName ModuleDescription ModuleGameFileName ModuleName ModuleOther1 ModuleOther2
    ModuleVersion Moved NoStack Obscured ObscuredToOthers OldBoard OldDeckName OldLocationName OldMap
    OldMat OldMatBasicName OldMatID OldMatOffsetX OldMatOffsetY OldMatPieceName OldX OldY OldZone Outer
    ParentID PieceId PieceName PieceUID PlayerId PlayerName PlayerSide Restricted RestrictedMovement
    Selected StackPos StackSize UiPieceCount UiPieceIndex UniqueID VassalVersionCreated
    VassalVersionRunning ZoneOfCommand _Degrees cannotMove hiddenBy obs; playerId playerName playerSide
    visibleState
    """
)

#: Words that VASSAL sets in particular report formats, each known only there.
FORMAT_WORDS: Final = word_set(
    """
    AllLocationsChecked FromLocation NumberOfLocationsChecked PropertyValue Range ToLocation addToTotal
    commandName deckName description diff column gridLocation row keepCount keepDice label
    level1 level2 level3 level4 level5 level6 location locationName mapName menuCommand message nDice
    nSides name newPieceName newTurn newValue numericalTotal numericalValue objectName oldLocation oldMap
    oldMapName oldPieceName oldTurn oldValue pieceName plus previousLocation previousMap propertyName
    propertyPrompt rawRolls result rollDetails sentCount side sidePlayer summary tabName targetDeck
    toLocation value x y
    """
)
_NUMBERED = re.compile(r"(?:result|rawCount|count|level|Level)[0-9]{1,3}$")

#: Suffixes that dice, decks and maps add to their own names.
DICE_SUFFIXES: Final = ("_result", "_total", "_keep", "_summary")


def is_format_word(name: str) -> bool:
    """Return whether a report format may use this word without a property of that name."""
    return name in FORMAT_WORDS or _NUMBERED.match(name) is not None
