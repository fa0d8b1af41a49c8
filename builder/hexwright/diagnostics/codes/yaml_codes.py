"""Diagnostic codes for reading files: Y files and YAML, K keys and values, R references."""

from __future__ import annotations

from typing import Final

from hexwright.diagnostics.codes.code_entry import CodeEntry

ENTRIES: Final = (
    # Files and YAML ------------------------------------------------------------------------------
    CodeEntry(
        "Y001",
        "A file is missing",
        "A game needs game.yaml, map.yaml, counters.yaml, oob.yaml, charts.yaml and rules.yaml, even if "
        "one has little content.",
        "Write the file; docs/reference/data-format.md shows the minimum content of each.",
    ),
    CodeEntry(
        "Y002",
        "A file can't be read",
        "The path of a data file leads to a folder, a device or a file without read permission.",
        "Put a regular, readable text file there.",
    ),
    CodeEntry(
        "Y003",
        "A file is too large",
        "The size is limited, so that a wrong file can't exhaust the computer's resources. The largest "
        "real game is far below the limit.",
        "Check that it is the right file; pictures belong in art/.",
    ),
    CodeEntry(
        "Y004",
        "A file is not UTF-8",
        "In another encoding, names with accents or Cyrillic letters would be garbled.",
        "Save the file as UTF-8 in your editor; a byte order mark is allowed.",
    ),
    CodeEntry(
        "Y005",
        "A control character",
        "Invisible characters are easily copied by accident; they break pictures and the module.",
        "Delete the text at the column that the message names, and type it again.",
    ),
    CodeEntry(
        "Y006",
        "A tab in the indentation",
        "YAML forbids tabs there, because their width is ambiguous.",
        "Indent with spaces; most editors can insert them when you press the tab key.",
    ),
    CodeEntry(
        "Y007",
        "A syntax error",
        "The file isn't valid YAML from this line on, so the rest of the file was not read.",
        "Check quotes, brackets, colons and indentation on the line that the message names and just above "
        "it.",
    ),
    CodeEntry(
        "Y008",
        "A repeated key",
        "YAML readers silently keep one of two equal keys, so one of two units would vanish.",
        "Rename or delete one of the two keys.",
    ),
    CodeEntry(
        "Y009",
        "Anchors, aliases and merge keys",
        "Aliases make a file hard to read and correct, and a small file with aliases can grow without limit.",
        "Write the data in full. Put quotes around text that begins with '&' or '*'.",
    ),
    CodeEntry(
        "Y010",
        "A tag",
        "Tags such as !!str choose types; here the key alone determines the type of a value.",
        "Delete the tag. Put quotes around text that begins with '!'.",
    ),
    CodeEntry(
        "Y011",
        "A second document in a file",
        "Each file contains one document; a second one after '---' would be ignored.",
        "Delete the line '---', or move the text after it to a separate file.",
    ),
    CodeEntry(
        "Y012",
        "Data nested too deeply",
        "No game data are nested that deeply; endless brackets are a mistake or an attack.",
        "Look for stray brackets or growing indentation.",
    ),
    CodeEntry(
        "Y013",
        "A key that isn't a string",
        "Keys are names; a list, a mapping or an empty value can't be one.",
        "Write a name before the colon; put quotes around text with brackets.",
    ),
    CodeEntry(
        "Y014",
        "An empty file",
        "The file is empty or contains only comments.",
        "Write the file's content; docs/reference/data-format.md shows the minimum.",
    ),
    CodeEntry(
        "Y015",
        "Too many errors",
        "Nobody reads hundreds of errors, and finding more takes time.",
        "Correct the first errors and check again; many errors of one kind often have one cause.",
    ),
    CodeEntry(
        "Y016",
        "Curly quotes",
        "Word processors turn straight quotes into curly ones, which YAML treats as letters of the text.",
        "Type straight quotes, or write the file in a plain text editor. Put text that contains curly "
        "quotes between straight ones.",
    ),
    CodeEntry(
        "Y017",
        "A comment that cuts off text (a warning)",
        "YAML starts a comment at every '#' after a space, so 'Hill #3' is read as 'Hill'.",
        "Put quotes around the whole text; write a real comment with '#' and a space.",
    ),
    CodeEntry(
        "Y018",
        "A table that can't be read",
        "A CSV or XLSX file must be one table of bounded size, with headings in its first row.",
        "Correct the row that the message names; docs/reference/data-format.md describes tables.",
    ),
    CodeEntry(
        "Y019",
        "The library for XLSX is missing",
        "Workbooks are read with openpyxl, which isn't installed with hexwright unless asked for.",
        "Save the table as CSV, or install the library as the message says.",
    ),
    # Keys and values -----------------------------------------------------------------------------
    CodeEntry(
        "K001",
        "A key is missing",
        "The game can't be built without the value of this key.",
        "Add the key; the message or docs/reference/data-format.md shows an example of it.",
    ),
    CodeEntry(
        "K002",
        "An unknown key",
        "A misspelled key would be ignored silently, and the game would be built without its value.",
        "Correct the spelling; write notes of your own as comments that begin with '#'.",
    ),
    CodeEntry(
        "K003",
        "The wrong kind of value",
        "Strings, lists and mappings are distinguished, so that a missing dash or bracket is noticed.",
        "Write the kind of value that the message names.",
    ),
    CodeEntry("K004", "Not a whole number", "The value is used for counting.", "Write only digits."),
    CodeEntry(
        "K005",
        "Not a number",
        "The value is used for measuring.",
        "Write a number, with a dot before the decimals.",
    ),
    CodeEntry(
        "K006",
        "Neither true nor false",
        "Only these two words are accepted, so that 'no' and 'off' always stay strings.",
        "Write true or false.",
    ),
    CodeEntry(
        "K007",
        "Not one of the choices",
        "Only the listed choices can be drawn or played.",
        "Use one of the choices listed.",
    ),
    CodeEntry(
        "K008",
        "A key without a value",
        "There is nothing after the colon, or a '#' turned the value into a comment.",
        "Write the value, with quotes if it begins with '#', or delete the line.",
    ),
    CodeEntry(
        "K009",
        "A number out of range",
        "The number is outside the range in which a game can be built, so it is probably a mistake.",
        "Correct the number.",
    ),
    CodeEntry(
        "K010",
        "An invalid id",
        "Ids are used in file names, in the module and in references; spaces and special characters "
        "would break them.",
        "Use letters, digits and hyphens; the name may be any text.",
    ),
    CodeEntry(
        "K011",
        "Ids that differ only in case",
        "On Windows and macOS their files would overwrite each other.",
        "Rename one of the two.",
    ),
    CodeEntry(
        "K013",
        "A string in the wrong format",
        "Colours, versions, numberings and similar strings are parsed, not only shown.",
        "Write the value in the format that the message shows.",
    ),
    CodeEntry(
        "K014",
        "A character without a glyph",
        "The fonts are bundled so that every computer draws the same; a missing character would be "
        "left out or drawn as a box.",
        "Write the text with other characters.",
    ),
    CodeEntry(
        "K015",
        "Text from right to left",
        "The pictures are typeset from left to right; Hebrew or Arabic would be reversed.",
        "Write the name in Latin, Greek or Cyrillic letters.",
    ),
    # References ----------------------------------------------------------------------------------
    CodeEntry(
        "R001",
        "An unknown name",
        "The file that should define this name has no such entry.",
        "Correct the name, or write the entry in the file that the message names.",
    ),
    CodeEntry(
        "R002",
        "The same name twice in a list",
        "A unit or side listed twice counts once; the second entry was probably meant to name another one.",
        "Correct or delete one of the two entries.",
    ),
    CodeEntry(
        "R003",
        "An unknown option under 'option'",
        "An entry with such an 'option' would never be used.",
        "Correct the option's name, or define the option in game.yaml.",
    ),
    CodeEntry(
        "R004",
        "An unknown choice under 'option'",
        "An entry with such an 'option' would never be used.",
        "Use one of the option's choices.",
    ),
    CodeEntry(
        "R005",
        "An option whose default isn't one of its choices",
        "Without a valid default, the game can be built only if a choice is selected.",
        "Set the default to one of the choices.",
    ),
    CodeEntry(
        "R006",
        "A ruling marked in the wrong section",
        "Players look up rulings in the section of the rule; a mark without a ruling in its section leads "
        "nowhere.",
        "Write a case of the ledger that has a 'ruling', in the section that the case's id begins with.",
    ),
    CodeEntry(
        "R007",
        "A ruling that the rules don't mark (a warning)",
        "The booklet marks rulings; players who read only the booklet need to see the rulings.",
        "Write 'Ruling[CASE]' in its section of 'summary'; readers see the ruling of the ledger there.",
    ),
    CodeEntry(
        "R008",
        "An unknown rule (a warning)",
        "When the module refuses an action, it cites the rule, and players look it up.",
        "Write the id of a section in 'summary', or the id of a case that starts with a section's id.",
    ),
    CodeEntry(
        "R009",
        "A ruling written out in the rules",
        "The text of a ruling belongs only in the ledger, so that booklet, help and ledger agree.",
        "Write only 'Ruling[CASE]' here, and the text of the ruling as 'ruling' of the case in ledger.yaml.",
    ),
)
