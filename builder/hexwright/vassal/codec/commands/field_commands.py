"""Commands that consist of a keyword and a row of fields, in the format of VASSAL 3.7.26."""

from __future__ import annotations

from typing import ClassVar, Self

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.field_kinds import RemainingKind
from hexwright.vassal.codec.trait_fields import Record, record


@record
class FieldCommand(Record):
    """The base class of commands that begin with their own keyword."""

    DELIMITER: ClassVar[str] = "\t"
    #: The word, including its separator from the fields.
    WORD: ClassVar[str] = ""
    JAVA: ClassVar[str] = ""
    #: Fields that identify a player: VASSAL uses players' passwords, in clear text, as their ids.
    SECRET_FIELDS: ClassVar[tuple[str, ...]] = ()
    #: With fewer fields than this, VASSAL's own decoder fails, so it must be another command.
    MIN_FIELDS: ClassVar[int] = 1

    @classmethod
    def decode(cls, text: str) -> Self | None:
        """Parse the command.

        Return None if it has too few fields, or if encoding it again would give a different string.
        """
        made = cls.parse(text[len(cls.WORD) :])
        given = made.source.type if made.source is not None else None
        if given is None or len(given) < cls.MIN_FIELDS or made.encode() != text:
            return None
        return made

    def encode(self) -> str:
        """Return the keyword and the fields as text.

        Raises CodecError, which names the field, for an invalid value.
        """
        return self.WORD + self.format()

    @property
    def labelled_fields(self) -> dict[str, str]:
        """Return the fields keyed by label. Fields that identify a player are left out."""
        return {
            row.label: " ".join(row.kind.write(getattr(self, row.name)))
            for row in self.fields()
            if row.name not in self.SECRET_FIELDS
        }


@record
class TextCommand(FieldCommand):
    """The base class of commands that consist of a keyword and one unescaped string."""

    text: str = trait_fields.text("Text")

    @classmethod
    def decode(cls, text: str) -> Self | None:
        """Parse the command from a string that begins with its keyword."""
        return cls(text=text[len(cls.WORD) :])

    def encode(self) -> str:
        """Return the keyword and the string."""
        return self.WORD + self.text


# Players and the whole game ---------------------------------------------------------------------------


@record
class AddPlayer(FieldCommand):
    """The command that assigns a player to a side. The player's id is derived from a password."""

    WORD: ClassVar[str] = "PLAYER\t"
    JAVA: ClassVar[str] = "VASSAL.build.module.PlayerRoster.Add"
    SECRET_FIELDS: ClassVar[tuple[str, ...]] = (
        "id",
        "name",
    )
    MIN_FIELDS: ClassVar[int] = 3

    id: str = trait_fields.text("Id")
    name: str = trait_fields.text("Name")
    side: str = trait_fields.text("Side")


@record
class RemovePlayer(FieldCommand):
    """The command that removes a player from their side."""

    WORD: ClassVar[str] = "PYREMOVE\t"
    JAVA: ClassVar[str] = "VASSAL.build.module.PlayerRoster.Remove"
    SECRET_FIELDS: ClassVar[tuple[str, ...]] = ("id",)

    id: str = trait_fields.text("Id")


@record
class SetGlobalProperty(FieldCommand):
    """The command that sets a global property when a game is loaded.

    ``container`` is the module, a map or a zone.
    """

    DELIMITER: ClassVar[str] = ";"
    WORD: ClassVar[str] = "GlobalProperty\t;"
    JAVA: ClassVar[str] = "VASSAL.build.module.properties.GlobalProperty"
    MIN_FIELDS: ClassVar[int] = 3

    property_id: str = trait_fields.text("Property")
    value: str = trait_fields.text("Value")
    container: str = trait_fields.text("Container")


@record
class ChangeProperty(FieldCommand):
    """The command that changes a global property during play."""

    WORD: ClassVar[str] = "MutableProperty\t"
    JAVA: ClassVar[str] = "VASSAL.build.module.properties.ChangePropertyCommandEncoder"
    MIN_FIELDS: ClassVar[int] = 3

    name: str = trait_fields.text("Property")
    old: str = trait_fields.text("Old value")
    new: str = trait_fields.text("New value")
    container: str = trait_fields.text("Container")


@record
class SetTurn(FieldCommand):
    """The command that sets a turn counter."""

    WORD: ClassVar[str] = "TURN"
    JAVA: ClassVar[str] = "VASSAL.build.module.turn.TurnTracker"
    MIN_FIELDS: ClassVar[int] = 2

    tracker: str = trait_fields.text("Counter")
    state: str = trait_fields.text("State")


@record
class LockOptions(FieldCommand):
    """The command that records whether a scenario options tab is locked."""

    WORD: ClassVar[str] = "LOCKSPOTAB\t"
    JAVA: ClassVar[str] = "VASSAL.build.module.properties.ScenarioPropertiesOptionTab"
    SECRET_FIELDS: ClassVar[tuple[str, ...]] = (
        "by",
        "password",
    )

    tab: str = trait_fields.text("Tab")
    by: str = trait_fields.text("Locked by")
    password: str = trait_fields.text("Password")
    date: str = trait_fields.text("Date")


@record
class StartupCommandApplied(FieldCommand):
    """The command that records whether a startup global key command was applied in this game."""

    WORD: ClassVar[str] = "SGKC\t"
    JAVA: ClassVar[str] = "VASSAL.build.module.StartupGlobalKeyCommand"

    id: str = trait_fields.text("Component")
    applied: bool = trait_fields.boolean("Applied", True)


@record
class UseExtension(FieldCommand):
    """The command that records that an extension was loaded."""

    WORD: ClassVar[str] = "EXT\t"
    JAVA: ClassVar[str] = "VASSAL.build.module.ExtensionsLoader"
    MIN_FIELDS: ClassVar[int] = 2

    name: str = trait_fields.text("Name")
    version: str = trait_fields.text("Version")


@record
class UsePlugin(FieldCommand):
    """The command that records that a plugin was loaded."""

    WORD: ClassVar[str] = "PLUGIN\t"
    JAVA: ClassVar[str] = "VASSAL.build.module.PluginsLoader"
    MIN_FIELDS: ClassVar[int] = 2

    name: str = trait_fields.text("Name")
    version: str = trait_fields.text("Version")


# Clocks -----------------------------------------------------------------------------------------------


@record
class SetClock(FieldCommand):
    """The command that sets a side's chess clock. Times are in milliseconds."""

    WORD: ClassVar[str] = "CLOCK\t"
    JAVA: ClassVar[str] = "VASSAL.build.module.chessclockcontrol.ChessClock"
    SECRET_FIELDS: ClassVar[tuple[str, ...]] = ("who",)
    MIN_FIELDS: ClassVar[int] = 2

    who: str = trait_fields.text("Sent by")
    name: str = trait_fields.text("Clock")
    elapsed: str = trait_fields.text("Elapsed", "0")
    verified: str = trait_fields.text("Verified", "0")
    ticking: bool = trait_fields.boolean("Ticking")
    restore: bool = trait_fields.boolean("Restore")


@record
class ShowClocks(FieldCommand):
    """The command that shows or hides the chess clocks."""

    WORD: ClassVar[str] = "CLOCKCONTROL\t"
    JAVA: ClassVar[str] = "VASSAL.build.module.ChessClockControl"

    showing: bool = trait_fields.boolean("Showing")
    online: bool = trait_fields.boolean("Online")


# Notes ------------------------------------------------------------------------------------------------


@record
class ScenarioNote(TextCommand):
    """The command that sets the notes of the scenario."""

    WORD: ClassVar[str] = "NOTES\t"
    JAVA: ClassVar[str] = "VASSAL.build.module.NotesWindow.SetScenarioNote"


@record
class PublicNote(TextCommand):
    """The command that sets the notes shared by all players."""

    WORD: ClassVar[str] = "PNOTES\t"
    JAVA: ClassVar[str] = "VASSAL.build.module.NotesWindow.SetPublicNote"


@record
class PrivateNote(FieldCommand):
    """The command that sets a player's private notes. The owner's id is derived from a password."""

    WORD: ClassVar[str] = "PNOTE\t"
    JAVA: ClassVar[str] = "VASSAL.build.module.noteswindow.PrivateNotesController"
    SECRET_FIELDS: ClassVar[tuple[str, ...]] = (
        "owner",
        "text",
    )

    owner: str = trait_fields.text("Owner")
    text: str = trait_fields.text("Text")


@record
class DelayedNote(FieldCommand):
    """The command that adds a note that its owner reveals later. Until then, only its name is public."""

    WORD: ClassVar[str] = "SNOTE\t"
    JAVA: ClassVar[str] = "VASSAL.build.module.noteswindow.SecretNotesController"
    SECRET_FIELDS: ClassVar[tuple[str, ...]] = (
        "owner",
        "hidden",
        "text",
        "date",
        "handle",
    )
    MIN_FIELDS: ClassVar[int] = 4

    name: str = trait_fields.text("Name")
    owner: str = trait_fields.text("Owner")
    hidden: bool = trait_fields.boolean("Hidden")
    text: str = trait_fields.text("Text")
    date: str = trait_fields.text("Date")
    handle: str = trait_fields.text("Player")


# Talk, dice and signs on the map ------------------------------------------------------------------------


@record
class ChatText(TextCommand):
    """The command that writes a line to the chat."""

    WORD: ClassVar[str] = "CHAT"
    JAVA: ClassVar[str] = "VASSAL.build.module.Chatter.DisplayText"


@record
class PlaySound(TextCommand):
    """The command that plays a sound of the module."""

    WORD: ClassVar[str] = "AUDIO\t"
    JAVA: ClassVar[str] = "VASSAL.command.PlayAudioClipCommand"


@record
class SpecialDice(FieldCommand):
    """The command that shows the result of symbolic dice as the numbers of their faces."""

    WORD: ClassVar[str] = "SHOW_RESULTS\t"
    JAVA: ClassVar[str] = "VASSAL.build.module.SpecialDiceButton"

    button: str = trait_fields.text("Button")
    faces: tuple[str, ...] = trait_fields.declare(RemainingKind("faces"), "Faces", ())


@record
class ShowFlare(FieldCommand):
    """The command that flashes a marker at a point on a map."""

    WORD: ClassVar[str] = "FLARE\t"
    JAVA: ClassVar[str] = "VASSAL.build.module.map.Flare"

    id: str = trait_fields.text("Component")
    x: int = trait_fields.integer("X")
    y: int = trait_fields.integer("Y")


@record
class SightLine(FieldCommand):
    """The command that draws a line of sight between two points: its anchor and its arrow."""

    WORD: ClassVar[str] = "LOS\t"
    JAVA: ClassVar[str] = "VASSAL.build.module.map.LOS_Thread"

    id: str = trait_fields.text("Component")
    anchor_x: int = trait_fields.integer("Anchor X")
    anchor_y: int = trait_fields.integer("Anchor Y")
    arrow_x: int = trait_fields.integer("Arrow X")
    arrow_y: int = trait_fields.integer("Arrow Y")
    persisting: bool = trait_fields.boolean("Stays")
    mirroring: bool = trait_fields.boolean("Seen by all")
    reset: bool = trait_fields.boolean("Reset")


# Other commands ---------------------------------------------------------------------------------------


@record
class AllowUnmasking(FieldCommand):
    """The command that sets which players' masked pieces other players may unmask."""

    WORD: ClassVar[str] = "UNMASK\t"
    JAVA: ClassVar[str] = "VASSAL.build.module.ObscurableOptions"
    SECRET_FIELDS: ClassVar[tuple[str, ...]] = ("ids",)

    ids: tuple[str, ...] = trait_fields.declare(RemainingKind("players"), "Players", ())


@record
class SecurityEvents(TextCommand):
    """The command that records security events of the module."""

    WORD: ClassVar[str] = "Events"
    JAVA: ClassVar[str] = "VASSAL.build.module.EventLog.StoreEvents"


@record
class LoadDeck(TextCommand):
    """The command that loads a deck from a file on the player's computer."""

    WORD: ClassVar[str] = "DECK\t"
    JAVA: ClassVar[str] = "VASSAL.counters.Deck.LoadDeckCommand"


@record
class UndoMark(TextCommand):
    """The command that marks the beginning or the end of an undo."""

    WORD: ClassVar[str] = "UNDO\t"
    JAVA: ClassVar[str] = "VASSAL.build.module.BasicLogger.UndoCommand"


@record
class SecondaryEmail(TextCommand):
    """The command that sets the second e-mail address for a dice server."""

    WORD: ClassVar[str] = "SEMAIL\t"
    JAVA: ClassVar[str] = "VASSAL.build.module.InternetDiceButton"
    SECRET_FIELDS: ClassVar[tuple[str, ...]] = ("text",)


FIELD_COMMANDS: tuple[type[FieldCommand], ...] = (
    *(
        AddPlayer,
        RemovePlayer,
        SetGlobalProperty,
        ChangeProperty,
        SetTurn,
        LockOptions,
        StartupCommandApplied,
    ),
    *(UseExtension, UsePlugin, SetClock, ShowClocks, ScenarioNote, PublicNote, PrivateNote, DelayedNote),
    *(
        ChatText,
        PlaySound,
        SpecialDice,
        ShowFlare,
        SightLine,
        AllowUnmasking,
        SecurityEvents,
        LoadDeck,
        UndoMark,
    ),
    SecondaryEmail,
)
"""The commands of saved games and logs that consist of a keyword and a row of fields."""


def decode_field_command(text: str) -> FieldCommand | None:
    """Parse a string as one of `FIELD_COMMANDS`; return None if it contains any other command."""
    for kind in FIELD_COMMANDS:
        if text.startswith(kind.WORD):
            return kind.decode(text)
    return None
