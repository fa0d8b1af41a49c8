"""Codes of reading files: Y files and YAML, K keys and values, R references."""

from __future__ import annotations

from typing import Final

from hexwright.diagnostics.codes.code_entry import CodeEntry

ENTRIES: Final = (
    # Files and YAML ------------------------------------------------------------------------------
    CodeEntry(
        "Y001",
        "A file is missing",
        "A game is made of game.yaml, map.yaml, counters.yaml, oob.yaml, charts.yaml and rules.yaml; each is "
        "needed, even if it says little.",
        "Write the file; docs/reference/data-format.md shows the smallest content of each.",
    ),
    CodeEntry(
        "Y002",
        "A file can't be read",
        "A folder, a device or a file without permission stands where a data file should be.",
        "Put an ordinary, readable text file there.",
    ),
    CodeEntry(
        "Y003",
        "A file is too large",
        "Data files are bounded, so that a file which isn't one can't use up the machine. The largest real "
        "game stays far below the bound.",
        "Look whether the right file stands there; pictures belong into art/.",
    ),
    CodeEntry(
        "Y004",
        "A file is not UTF-8",
        "In another encoding, names with accents or Cyrillic letters would come out wrong everywhere.",
        "Save the file as UTF-8 in your editor; a byte order mark does no harm.",
    ),
    CodeEntry(
        "Y005",
        "A control character",
        "Invisible characters slip in by copying; they break pictures and the module, and nobody sees why.",
        "Delete the place named and type it again.",
    ),
    CodeEntry(
        "Y006",
        "A tab in the indentation",
        "YAML forbids tabs there, since nobody can tell how wide one is.",
        "Indent with blanks; most editors can do so when the tab key is pressed.",
    ),
    CodeEntry(
        "Y007",
        "A syntax error",
        "The file is no YAML from here on, so nothing after this place was read.",
        "Check quotes, brackets, colons and indentation at the place named and just above it.",
    ),
    CodeEntry(
        "Y008",
        "A key written twice",
        "YAML readers keep one of two equal keys without a word, so one of two units would vanish.",
        "Rename or delete one of them.",
    ),
    CodeEntry(
        "Y009",
        "Anchors, aliases and merge keys",
        "They make a file hard to read and to correct, and a small file with them can grow without limit.",
        "Write the data out. A text that begins with '&' or '*' needs quotes.",
    ),
    CodeEntry(
        "Y010",
        "A tag",
        "Tags such as !!str choose types; here the key alone decides what a value is.",
        "Delete the tag. A text that begins with '!' needs quotes.",
    ),
    CodeEntry(
        "Y011",
        "A second document in a file",
        "Each file holds one thing; a second document after '---' would be ignored.",
        "Delete the line '---', or move what follows to a file of its own.",
    ),
    CodeEntry(
        "Y012",
        "Data nested too deep",
        "No data of a game are nested so deep; brackets without end are a mistake or an attack.",
        "Look for stray brackets or growing indentation.",
    ),
    CodeEntry(
        "Y013",
        "A key that is no text",
        "Keys are names; a list, a mapping or nothing can't be one.",
        "Write a name before the colon; put quotes around text with brackets.",
    ),
    CodeEntry(
        "Y014",
        "An empty file",
        "The file is there, but says nothing, or holds comments only.",
        "Write its content; docs/reference/data-format.md shows the smallest one.",
    ),
    CodeEntry(
        "Y015",
        "Too many faults",
        "Beyond some hundreds of faults nobody reads on, and looking for more takes time for nothing.",
        "Mend the first ones and check again; many faults of one kind often have one cause.",
    ),
    CodeEntry(
        "Y016",
        "Curly quotes",
        "Word processors turn straight quotes into curly ones, which YAML takes for letters of the text.",
        "Type straight quotes, or write the file in an editor for plain text. Curly quotes that belong to a "
        "text stand between straight ones.",
    ),
    CodeEntry(
        "Y017",
        "A comment that cuts a text off (a warning)",
        "YAML begins a comment at every '#' behind a blank, so 'Hill #3' is read as 'Hill'.",
        "Put quotes around the whole text; a comment that is one begins with '#' and a blank.",
    ),
    # Keys and values -----------------------------------------------------------------------------
    CodeEntry(
        "K001",
        "A key is missing",
        "The game can't be built without what this key says.",
        "Add the key; the message or docs/reference/data-format.md shows an example.",
    ),
    CodeEntry(
        "K002",
        "An unknown key",
        "A misspelt key would be ignored silently, and the game would be built without what you wrote.",
        "Correct the spelling; notes of your own go into comments that begin with '#'.",
    ),
    CodeEntry(
        "K003",
        "The wrong kind of value",
        "A text, a list and a mapping are told apart, so that a missing dash or bracket is noticed.",
        "Write the kind that the message asks for.",
    ),
    CodeEntry("K004", "Not a whole number", "The game counts with this value.", "Write figures alone."),
    CodeEntry(
        "K005",
        "Not a number",
        "The game measures with this value.",
        "Write figures, with a dot for the fraction.",
    ),
    CodeEntry(
        "K006",
        "Neither true nor false",
        "Only these two words are taken, so that 'no' and 'off' always stay texts.",
        "Write true or false.",
    ),
    CodeEntry(
        "K007",
        "Not one of the choices",
        "The house knows how to draw or play these choices only.",
        "Take one of the choices listed.",
    ),
    CodeEntry(
        "K008",
        "A key without a value",
        "Nothing stands after the colon, or a '#' turned the value into a comment.",
        "Write the value, with quotes if it begins with '#', or delete the line.",
    ),
    CodeEntry(
        "K009",
        "A number out of sense",
        "The number is outside the bounds in which a game can be built, so it is most likely a slip.",
        "Correct the number.",
    ),
    CodeEntry(
        "K010",
        "An id that can't be one",
        "Ids go into file names, into the module and into references; blanks and signs would break them.",
        "Use letters, figures and hyphens; the name beside it may be any text.",
    ),
    CodeEntry(
        "K011",
        "Ids that differ only in capitals",
        "On Windows and macOS their files would overwrite each other.",
        "Rename one of them.",
    ),
    CodeEntry(
        "K013",
        "A text of the wrong form",
        "Colours, versions, numberings and the like are read by the house, not only shown.",
        "Write it in the form that the message shows.",
    ),
    CodeEntry(
        "K014",
        "A character without a glyph",
        "The fonts are pinned so that every machine draws the same; a character that they lack would be "
        "drawn as nothing or a box.",
        "Write it with other characters.",
    ),
    CodeEntry(
        "K015",
        "Text from right to left",
        "The pictures set text from left to right; Hebrew or Arabic would come out reversed.",
        "Write the name in Latin, Greek or Cyrillic letters.",
    ),
    # References ----------------------------------------------------------------------------------
    CodeEntry(
        "R001",
        "A name of something that isn't there",
        "The entry named is written nowhere, so the reference leads to nothing.",
        "Correct the name, or write the entry in the file that the message names.",
    ),
    CodeEntry(
        "R002",
        "The same name twice in a list",
        "A unit or side listed twice counts once; the second was probably meant to be another.",
        "Correct or delete one of them.",
    ),
    CodeEntry(
        "R003",
        "A condition on an unknown option",
        "An entry with such a 'when' would never be in force.",
        "Correct the option's name, or write the option in game.yaml.",
    ),
    CodeEntry(
        "R004",
        "A condition on an unknown choice",
        "An entry with such a 'when' would never be in force.",
        "Take one of the option's choices.",
    ),
    CodeEntry(
        "R005",
        "An option whose default is no choice of it",
        "Without a valid default the game can't be built unless somebody chooses.",
        "Set the default to one of the choices.",
    ),
    CodeEntry(
        "R006",
        "A ruling told where it doesn't belong",
        "Players look up how a question was decided in the section of the rule; a mark that names no ruling "
        "of its section leads nobody anywhere.",
        "Name a case of the ledger that has a 'ruling', in the section that the case's id begins with.",
    ),
    CodeEntry(
        "R007",
        "A ruling that the rules don't tell (a warning)",
        "The booklet promises that rulings are marked; a player who reads only the booklet must learn of it.",
        "Tell it in its section of 'summary', and begin the sentence with 'Ruling[CASE]:'.",
    ),
    CodeEntry(
        "R008",
        "A rule that isn't there (a warning)",
        "When the module refuses something it names the rule, and players look it up.",
        "Name a section of 'summary', or a case that begins with one.",
    ),
)
