"""Diagnostic codes for game data: M map, C counters, S scenarios, T charts, O order of battle, G games."""

from __future__ import annotations

from typing import Final

from hexwright.diagnostics.codes.code_entry import CodeEntry

ENTRIES: Final = (
    # Map -----------------------------------------------------------------------------------------
    CodeEntry(
        "M001",
        "A hex that is not on the map",
        "The grid of map.yaml has no hex with this number.",
        "Correct the number, or the grid's columns, rows, numbering or absent hexes.",
    ),
    CodeEntry(
        "M002",
        "Not a hexside",
        "A hexside is the border of two hexes. One hex alone has six, so both must be named.",
        "Write both hexes with a '/' between them.",
    ),
    CodeEntry(
        "M003",
        "A hexside between hexes that aren't adjacent",
        "Hexes that aren't adjacent have no hexside in common; one of the numbers is wrong.",
        "Correct one of the two numbers; the message lists the adjacent hexes.",
    ),
    CodeEntry(
        "M004",
        "A hexside listed twice",
        "A hexside listed twice is drawn twice; one entry was probably meant to name another hexside.",
        "Delete or correct one of the two entries. Variants under different options may share hexsides.",
    ),
    CodeEntry(
        "M005",
        "A path with a gap",
        "Railways and roads lead from hex to adjacent hex; a hex is missing or wrong.",
        "Insert the hex that the message suggests, or correct the number.",
    ),
    CodeEntry(
        "M006",
        "A line that leaves the map from its middle",
        "A line can leave the map only at one of its ends.",
        "Choose an end of the path, or split the line.",
    ),
    CodeEntry(
        "M007",
        "An exit into the map",
        "There is another hex beyond that hexside, so the line doesn't leave the map there.",
        "Choose a hexside without a hex beyond it, or add the hex to the path.",
    ),
    CodeEntry(
        "M008",
        "A direction that the hexes don't have",
        "A flat-topped hex has no hexsides e and w; a pointy-topped hex has no hexsides n and s.",
        "Choose one of the six directions that the message lists.",
    ),
    CodeEntry(
        "M009",
        "A hex in two terrains",
        "A hex has exactly one terrain; anything on top of the terrain is a feature.",
        "Delete the hex from one of the two terrains.",
    ),
    CodeEntry(
        "M010",
        "A hex listed twice",
        "The second entry was probably meant to name another hex.",
        "Correct or delete one of the two entries.",
    ),
    CodeEntry(
        "M011",
        "Two places in one hex",
        "The rules treat a hex as one place; if it contained two places, the rules would be ambiguous.",
        "Move one of the places to another hex, or make it a label with 'kind: name'.",
    ),
    CodeEntry(
        "M012",
        "Not exactly one terrain for the rest of the map",
        "Hexes that no terrain lists have the terrain without 'hexes', so only one terrain may omit 'hexes'.",
        "Omit 'hexes' for exactly one terrain.",
    ),
    CodeEntry(
        "M013",
        "A numbering with duplicate or missing ids",
        "Each hex needs a unique id that gives its column and row.",
        "Use {column} and {row} once each, and separate numbers or give them a fixed width.",
    ),
    CodeEntry(
        "M015",
        "A line with too few hexes",
        "A line with fewer than two hexes and no exit can't be drawn or used.",
        "Write the hexes that the line runs through.",
    ),
    CodeEntry(
        "M016",
        "An absent hex outside the grid",
        "'absent' removes hexes from the rectangle of columns and rows; this hex isn't in the rectangle.",
        "Delete the hex from 'absent', or correct its number.",
    ),
    CodeEntry(
        "M017",
        "An edge hex inside the map",
        "An edge lists hexes on the border of the map; this hex has neighbours on all sides.",
        "Correct the number of the hex.",
    ),
    CodeEntry(
        "M018",
        "A sheet that needs a lot of memory (a warning)",
        "The map is one picture, held in memory as a whole when it is drawn, and by each player's VASSAL.",
        "Make the hexes or the sheet smaller relative to the counters: a counter has at least 50 pixels "
        "on the board.",
    ),
    CodeEntry(
        "M019",
        "A sheet that is too large to draw",
        "The map is one picture, held in memory as a whole; a larger picture can't be shown, here or on a "
        "player's "
        "computer.",
        "Make the hexes or the sheet smaller, or reduce the number of columns or rows.",
    ),
    CodeEntry(
        "M020",
        "A group's id with more than two letters",
        "A feature drawn as 'letters' shows the id of each group on a small disc with room for two letters.",
        "Shorten the group's id to one or two letters or digits.",
    ),
    CodeEntry(
        "M021",
        "A scan whose size and position are unknown",
        "hexwright turns and scales a scanned map to its own grid. For that it needs the picture, and the "
        "pixels of two hexes, or of one hex with the width of a hex.",
        "Name the picture, and give the pixels of hexes that are far apart, such as those in the corners.",
    ),
    CodeEntry(
        "M022",
        "A scan that doesn't fit the grid",
        "The hexes of the grid must lie on those of the scan, or counters would stand between them. One "
        "wrong pixel or another numbering moves them by many pixels.",
        "Correct the pixel that is named, or 'shifted', 'corner' and the numbers of the grid. 'hexwright "
        "render --in-spite-of-errors' draws the grid over the scan: 'scan-check.jpg'.",
    ),
    CodeEntry(
        "M023",
        "Hexes that a scan doesn't show (a warning)",
        "Hexes outside the picture are drawn as plain ground.",
        "Correct the pixels or the size of the grid, list the hexes as absent, or scan the whole map.",
    ),
    CodeEntry(
        "M024",
        "A river that begins or ends nowhere (advice)",
        "A river ends in a lake, a sea, a river or at the map's edge, and begins there or at a spring. A "
        "river that stops elsewhere lacks hexsides, or its spring isn't told.",
        "Write the hexsides that are missing, or the river's 'source', 'mouth', 'source_hexes' or "
        "'mouth_hexes'.",
    ),
    CodeEntry(
        "M025",
        "A railway or road that ends in open land (advice)",
        "Railways and roads lead to a place, another line or the map's edge; one that ends elsewhere lacks "
        "hexes.",
        "Write the hexes up to a place or to the map's edge, with an exit there.",
    ),
    CodeEntry(
        "M026",
        "An area that isn't on the scan",
        "What the sheet shows of a scan, and the boxes printed on it, are rectangles of its picture.",
        "Write left, top, right and bottom in pixels of the picture, left and top being smaller.",
    ),
    # Counters ------------------------------------------------------------------------------------
    CodeEntry(
        "C001",
        "A unit without steps",
        "A counter needs at least one face.",
        "Write the unit's steps, strongest first.",
    ),
    CodeEntry(
        "C002",
        "A missing art file",
        "The counter would have no picture.",
        "Put the file into the game's art folder, or correct its name.",
    ),
    CodeEntry(
        "C003",
        "An art file that isn't a picture",
        "Only PNG, JPEG, WebP and SVG are supported; a damaged file would break the module on the player's "
        "computer.",
        "Export the picture again as PNG, JPEG, WebP or SVG, with the ending of its format.",
    ),
    CodeEntry(
        "C004",
        "Art from outside the art folder",
        "A game is one folder that can be given to others. A path outside the folder works on one "
        "computer only, and could put your private files into a module.",
        "Copy the picture into the game's art folder.",
    ),
    CodeEntry(
        "C005",
        "A unit and a marker with the same id",
        "The module and saved games identify counters by their ids.",
        "Rename one of them.",
    ),
    CodeEntry(
        "C006",
        "A marker with the wrong number of faces",
        "A counter has a front and a back; a marker that shows which side controls a place has a face "
        "for each side.",
        "Write one or two faces, or one for each side with 'symbol: control'.",
    ),
    CodeEntry(
        "C007",
        "An art file that is too large",
        "A counter is a few hundred pixels wide, and a map has 12 pixels for each millimetre in print; huge "
        "pictures enlarge the module and can exhaust memory.",
        "Scale the picture down. Pictures of the whole map may have 100 million pixels and 64 MB, others 16 "
        "million and 8 MB.",
    ),
    CodeEntry(
        "C008",
        "An SVG that does more than draw",
        "An SVG can contain scripts and refer to files and addresses. Drawing it could put your own files "
        "into a module or print sheet, or fetch an address chosen by someone else.",
        "Save the picture as plain SVG, with pictures inside it embedded as PNG or JPEG.",
    ),
    CodeEntry(
        "C009",
        "A picture that can't be drawn",
        "The file is valid, but its picture has no size, is far too long, is animated, or uses "
        "features that the renderer lacks.",
        "Export the picture again as the message suggests.",
    ),
    CodeEntry(
        "C010",
        "Text with too little contrast (a warning; an error if it is illegible)",
        "Numbers must be legible across a table. A contrast of 4.5 to 1 (WCAG 2) is the minimum for small "
        "text; black on white has 21.",
        "Make the ink darker or the background lighter; on a dark background, the ink lighter or the "
        "background darker.",
    ),
    CodeEntry(
        "C011",
        "A text on a counter that is shortened (a warning)",
        "Text that doesn't fit on a counter at 6 points, the smallest legible size, ends in an ellipsis, "
        "and two units may look the same.",
        "Write the short form for the counter, such as '3/II', and the full form under 'name'; or make the "
        "counters larger.",
    ),
    CodeEntry(
        "C012",
        "A name in a counter's layout that doesn't exist",
        "A layout names values, columns of data, fonts, colours and drawings. A misspelt one would leave an "
        "empty place on every counter, or letters without glyphs.",
        "Write one of the names that the message lists, or add the column to 'data'.",
    ),
    CodeEntry(
        "C013",
        "A font that can't be used",
        "The file isn't a TrueType or OpenType font, or is damaged.",
        "Export the font again as .ttf or .otf, or use another.",
    ),
    CodeEntry(
        "C014",
        "A text that doesn't fit its part of a layout (a warning)",
        "The text was broken, set closer and made smaller as far as the layout allows, and is still larger "
        "than its box: it runs into other parts or over the edge.",
        "Shorten the text, or give the part a larger 'box', a smaller 'min' or more 'lines'.",
    ),
    CodeEntry(
        "C015",
        "Text on a counter under 5 points (a warning)",
        "Players read counters at arm's length; below 5 points at true size, letters close up in print.",
        "Make the text larger, or leave it out.",
    ),
    CodeEntry(
        "C016",
        "Parts of a layout that overlap or leave the safe area (a warning)",
        "Text on text or on a symbol can't be read. Cuts are inexact by half a millimetre, so text near the "
        "edge may be cut off.",
        "Move a 'box'; write 'ignore: true' at a part that may do so.",
    ),
    CodeEntry(
        "C017",
        "Text on a counter with too little contrast (a warning)",
        "As for sides: small text needs a contrast of 4.5 to 1 with its ground, in both themes.",
        "Choose a darker or lighter colour for the text, or another ground.",
    ),
    CodeEntry(
        "C018",
        "Counters that colour-blind players can't tell apart (a warning)",
        "One man in twelve sees red and green alike. A full and a reduced face, or the units of two sides, "
        "must differ at a glance in a fifth of the face, in both themes, without green, red or blue.",
        "Choose colours that differ in lightness, or draw a band or plate on one of the two faces.",
    ),
    # Scenarios -----------------------------------------------------------------------------------
    CodeEntry(
        "S001",
        "A unit placed twice",
        "Each unit is one counter.",
        "Delete the unit from one of the two entries.",
    ),
    CodeEntry(
        "S002",
        "A unit both on the map and in a box",
        "Each unit is one counter: it is on the map or in a box.",
        "Delete the unit from one of the two lists.",
    ),
    CodeEntry(
        "S003",
        "A turn that isn't on the turn track",
        "The turn track shows only the turns listed in charts.yaml.",
        "Write a turn of the turn track, or add the turn to the track in charts.yaml.",
    ),
    CodeEntry(
        "S004",
        "A scenario that ends before it begins",
        "The scenario would have no turns.",
        "Swap the first turn and the last.",
    ),
    CodeEntry(
        "S005",
        "A step that a unit doesn't have",
        "Steps are counted from 1, which is full strength; counters.yaml lists the steps of each unit.",
        "Write a smaller number, or add the step to the unit in counters.yaml.",
    ),
    CodeEntry(
        "S006",
        "A unit both used and listed as unused",
        "'unused_units' lists units that take no part in the scenario.",
        "Delete the unit from one of the two lists.",
    ),
    CodeEntry(
        "S007",
        "Units that a scenario doesn't mention (a warning)",
        "A unit that isn't on the map, in a box, among the reinforcements or listed under "
        "'unused_units' was probably forgotten.",
        "Place the unit, put it in a box, add it to the reinforcements, or list it under 'unused_units'.",
    ),
    CodeEntry(
        "S008",
        "A unit in the other side's set-up area",
        "A side sets up only its own units.",
        "Move the unit to an area of its side.",
    ),
    CodeEntry(
        "S009",
        "A game without scenarios",
        "A module opens with a scenario, so a game needs at least one scenario.",
        "Write a scenario as a YAML file in the game's folder scenarios/.",
    ),
    CodeEntry(
        "S010",
        "An invalid name of a scenario file",
        "The file name is the scenario's id; it goes into the module's file names.",
        "Use lowercase letters, digits and single hyphens.",
    ),
    CodeEntry(
        "S011",
        "An overstacked hex in the set-up",
        "A set-up must follow the game's stacking rule.",
        "Move some of the units to other hexes, or allow more units per hex with 'stacking' in rules.yaml.",
    ),
    CodeEntry(
        "S012",
        "A hex of the set-up with units of two sides",
        "No unit may enter a hex with an enemy, so none may begin in one.",
        "Move the units of one side to another hex.",
    ),
    CodeEntry(
        "S013",
        "An area with fewer units than hexes to fill",
        "Each hex of such an area needs a unit, so no set-up would be legal.",
        "Write 'fill: false' if hexes may stay empty, or add units.",
    ),
    CodeEntry(
        "S014",
        "A unit that arrives later and has no box",
        "From the first turn on, each counter is on the map or in a box and shows one of its steps.",
        "Write the unit's box, and its step if it isn't 1, under 'in_boxes' in the scenario's set-up.",
    ),
    CodeEntry(
        "S015",
        "A unit that begins in a place owned by another side",
        "The side of the last unit in a place owns it, so a unit can't begin in a place owned by "
        "another side.",
        "Make the unit's side the owner of the place at the start, or place the unit elsewhere.",
    ),
    CodeEntry(
        "S016",
        "A scenario whose first phase isn't played on its first turn",
        "The game begins in that phase, which is impossible if that phase is skipped.",
        "Write the first phase that is played on that turn, regardless of the weather.",
    ),
    CodeEntry(
        "S017",
        "A unit that is on the map and arrives later (a warning)",
        "Each unit is one counter, so it can't arrive if it is already on the map.",
        "Put the unit in a box until its turn, or delete it from 'reinforcements'.",
    ),
    CodeEntry(
        "S018",
        "An owner for a place that no side can own",
        "Only a place with an owner in map.yaml can change owners and has a marker.",
        "Write an owner for the place in map.yaml, or delete the place from 'owners'.",
    ),
    CodeEntry(
        "S019",
        "A scenario based on one that has 'based_on' itself",
        "Keys would be copied from a third file; the scenario under 'based_on' must be complete.",
        "Write the id of a complete scenario under 'based_on'.",
    ),
    CodeEntry(
        "S020",
        "An unknown group of a feature",
        "An entry about some hexes of a feature must name one of the feature's groups in map.yaml.",
        "Write a group of the feature, or omit 'group' for all its hexes.",
    ),
    CodeEntry(
        "S021",
        "A set-up limit that leaves no room",
        "Some units can't start anywhere else, so no set-up would be legal.",
        "Increase 'max', or give these units other hexes in which to start.",
    ),
    CodeEntry(
        "S022",
        "Hexes that a side can't cover at start",
        "No unit of the side may start in them, or adjacent to them with a ZOC.",
        "Extend an area of the side, or choose other hexes to cover.",
    ),
    # Charts --------------------------------------------------------------------------------------
    CodeEntry(
        "T001",
        "A table without a row for a roll",
        "Sooner or later the die will show that number.",
        "Write a row for each side of the die.",
    ),
    CodeEntry(
        "T002",
        "A row for an impossible roll",
        "The die has no such side; the name of the row is probably a mistake.",
        "Name the rows after the rolls, from 1 upward.",
    ),
    CodeEntry(
        "T003",
        "A row of the wrong length",
        "A row has one result for each column; if one is missing, later results are in the wrong columns.",
        "Write one result for each column.",
    ),
    CodeEntry(
        "T004",
        "A result that isn't explained",
        "Players look up abbreviations in the list of results.",
        "Correct the abbreviation, or write the result under 'results'.",
    ),
    CodeEntry(
        "T005",
        "Turns out of order",
        "The turn track lists consecutive turns.",
        "Number the turns without gaps or repetition.",
    ),
    CodeEntry(
        "T006",
        "A terrain effect for something that isn't on the map",
        "The chart shows a sample from the map beside each row.",
        "Write a terrain, feature, hexside feature or line of map.yaml, or 'place:' and a kind.",
    ),
    CodeEntry(
        "T007",
        "Two columns with the same head",
        "Players can't distinguish such columns.",
        "Rename or delete one of the two columns.",
    ),
    CodeEntry(
        "T008",
        "A combat result without an effect",
        "The table can give this result, but neither the rules engine nor the module knows its effect.",
        "Write the result under 'effects' of 'combat' in rules.yaml; '[]' means no effect.",
    ),
    CodeEntry(
        "T009",
        "A weather roll that doesn't match a die",
        "The weather of a turn is determined by one die; a missing number would give no weather.",
        "Write the numbers on the die from 1 upward without a gap.",
    ),
    CodeEntry(
        "T010",
        "A row of the wrong length in a plain table",
        "A row has one cell for each column; if one is missing, later cells are in the wrong columns.",
        "Write one cell for each column.",
    ),
    CodeEntry(
        "T011",
        "An invalid column head",
        "A battle's odds or differential select its column, so each head needs a number to compare with.",
        "Write odds such as '1:2' or '3-1', or 'kind: differential' and heads such as '-1' or '+2'.",
    ),
    CodeEntry(
        "T012",
        "Column heads that aren't in ascending order",
        "A battle uses the last column whose head isn't above its odds or differential, so order matters.",
        "Sort the columns from lowest to highest, and the results of each row with them.",
    ),
    CodeEntry(
        "T013",
        "Two charts with the same name",
        "Each chart is a window of the module, named by its title; if two charts have the same name, one "
        "of them can't be found.",
        "Rename one of the charts. 'Map' is reserved, as are 'Terrain effects', 'Weather', 'Sequence of "
        "play' "
        "and 'Hits by one roll' in games that have them.",
    ),
    CodeEntry(
        "T014",
        "Terrain with a cost that no chart shows",
        "The rules charge this cost, but players can't find it in the terrain effects chart.",
        "Write a row for the terrain under 'terrain_effects' in charts.yaml.",
    ),
    # Order of battle -----------------------------------------------------------------------------
    CodeEntry(
        "O001",
        "An arrival after the last turn",
        "No scenario lasts that long, so the units would never arrive.",
        "Correct the turn, or the turn track.",
    ),
    CodeEntry(
        "O002",
        "Replacements that end before they begin",
        "No side would receive the replacements.",
        "Swap 'first_turn' and 'last_turn'.",
    ),
    CodeEntry(
        "O003",
        "A unit that arrives for the other side",
        "Each unit has its side in counters.yaml.",
        "Correct the unit's side in counters.yaml, or the side of the entry in oob.yaml.",
    ),
    CodeEntry(
        "O004",
        "An impossible conversion",
        "A side converts only its own units, and only from the turn on which the new unit arrives.",
        "Write the new unit under 'reinforcements' in oob.yaml, or choose a unit of the same side.",
    ),
    CodeEntry(
        "O005",
        "A unit that arrives twice",
        "A unit arrives only once in a game, so the turn is ambiguous.",
        "List the unit in only one entry per scenario.",
    ),
    # Games, options, project ---------------------------------------------------------------------
    CodeEntry(
        "G001",
        "No project",
        "The command needs a folder that contains data/: the current folder or one above it.",
        "Change to that folder, or give its path to --project.",
    ),
    CodeEntry(
        "G002",
        "An unknown game",
        "A game is a folder data/<name>/ with a game.yaml.",
        "Correct the name; `hexwright games` lists all games.",
    ),
    CodeEntry(
        "G003",
        "A game's folder with an invalid name",
        "The name is used in file names on every system, and in the module.",
        "Use lowercase letters, digits and single hyphens.",
    ),
    CodeEntry(
        "G005",
        "An option that the game doesn't have",
        "An unknown option was probably misspelled.",
        "Use an option from the game's game.yaml.",
    ),
    CodeEntry(
        "G006",
        "A choice that the option doesn't have",
        "The game can't be built with an unknown choice.",
        "Use one of the choices listed.",
    ),
    CodeEntry(
        "G008",
        "A YAML file that isn't read (a warning)",
        "A misspelled file name would otherwise go unnoticed.",
        "Correct the name (.yaml, not .yml), or move the file out of the game's folder.",
    ),
    CodeEntry(
        "G009",
        "A new game's folder that already exists",
        "`hexwright new` never overwrites files.",
        "Choose another name, or move the folder away.",
    ),
    CodeEntry(
        "G010",
        "A title that is too long, or longer than one line",
        "It is printed on the map, on charts and in the module's menus.",
        "Write one line of at most 60 characters.",
    ),
)
