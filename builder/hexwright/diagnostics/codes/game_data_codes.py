"""Codes of game data: M map, C counters, S scenarios, T charts, O order of battle, G games."""

from __future__ import annotations

from typing import Final

from hexwright.diagnostics.codes.code_entry import CodeEntry

ENTRIES: Final = (
    # Map -----------------------------------------------------------------------------------------
    CodeEntry(
        "M001",
        "A hex that is not on the map",
        "The grid of map.yaml has no hex of this number.",
        "Correct the number, or the grid's columns, rows, numbering or absent hexes.",
    ),
    CodeEntry(
        "M002",
        "Not a hexside",
        "A hexside lies between two hexes; one hex alone has six, so both are named.",
        "Write both hexes with a '/' between them.",
    ),
    CodeEntry(
        "M003",
        "A hexside between hexes that don't touch",
        "Two hexes that don't touch have no side in common; one of the numbers is wrong.",
        "Correct one of them; the message lists what touches.",
    ),
    CodeEntry(
        "M004",
        "A hexside listed twice",
        "The same stretch of river listed twice is drawn twice, and one was probably meant to be another.",
        "Delete or correct one of them. Variants under different options may share hexsides.",
    ),
    CodeEntry(
        "M005",
        "A path with a gap",
        "Railways and roads run from hex to touching hex; a hex is missing or wrong.",
        "Put in the hex that the message proposes, or correct the number.",
    ),
    CodeEntry(
        "M006",
        "A line that leaves the map from its middle",
        "A line runs off the map at one of its ends.",
        "Name an end of the path, or split the line.",
    ),
    CodeEntry(
        "M007",
        "An exit into the map",
        "Beyond that side lies another hex, so the line doesn't leave the map there.",
        "Name a side without a hex beyond it, or add the hex to the path.",
    ),
    CodeEntry(
        "M008",
        "A side that the hexes don't have",
        "A flat-topped hex has no e and w, a pointy-topped one no n and s.",
        "Take one of the six sides that the message lists.",
    ),
    CodeEntry(
        "M009",
        "A hex in two terrains",
        "One terrain fills a hex; what stands on top of it is a feature.",
        "Delete the hex from one of the two.",
    ),
    CodeEntry(
        "M010",
        "A hex listed twice",
        "The second entry of the same hex was probably meant to be another.",
        "Correct or delete one of them.",
    ),
    CodeEntry(
        "M011",
        "Two places in one hex",
        "A hex counts as one place; with two, the rules couldn't say which.",
        "Move one, or make it lettering only with 'kind: name'.",
    ),
    CodeEntry(
        "M012",
        "Not exactly one terrain for the rest of the map",
        "The hexes in no list take the one terrain that has no list.",
        "Leave 'hexes' out of exactly one terrain.",
    ),
    CodeEntry(
        "M013",
        "A numbering that names hexes twice or not at all",
        "Each hex needs an id of its own that says its column and row.",
        "Name {column} and {row} once each, and keep figures apart or of fixed width.",
    ),
    CodeEntry(
        "M015",
        "A line that leads nowhere",
        "A line with fewer than two hexes and no exit can't be drawn or travelled.",
        "Name the hexes it runs through.",
    ),
    CodeEntry(
        "M016",
        "An absent hex outside the grid",
        "'absent' cuts hexes out of the rectangle of columns and rows; this one isn't in it.",
        "Delete it, or correct its number.",
    ),
    CodeEntry(
        "M017",
        "An edge hex inside the map",
        "An edge lists hexes with at least one side open; this one has neighbours all around.",
        "Correct the number.",
    ),
    CodeEntry(
        "M018",
        "A sheet that takes much memory (a warning)",
        "The map is one picture, which is held whole when it is drawn, and by each player's VASSAL.",
        "Make hexes or sheet smaller, measured in counters: a counter has at least 50 pixels on the board.",
    ),
    CodeEntry(
        "M019",
        "A sheet that is too large to draw",
        "The map is one picture, held whole in memory; larger ones end in an error, here or at a player's.",
        "Make hexes, columns, rows or sheet smaller.",
    ),
    CodeEntry(
        "M020",
        "A key with more than two letters",
        "A feature drawn as 'letters' shows the id of each group on a small disc, which holds two.",
        "Shorten the group's id to one or two letters or figures.",
    ),
    # Counters ------------------------------------------------------------------------------------
    CodeEntry(
        "C001",
        "A unit without steps",
        "A counter needs at least one face.",
        "Write its steps, the strongest first.",
    ),
    CodeEntry(
        "C002",
        "An art file that isn't there",
        "The counter would have no picture.",
        "Put the file into the game's art folder, or correct its name.",
    ),
    CodeEntry(
        "C003",
        "An art file that is no picture",
        "PNG and SVG are read; a damaged file would break the module on the player's machine.",
        "Export it again as PNG or SVG.",
    ),
    CodeEntry(
        "C004",
        "Art from outside the art folder",
        "A game is one folder that can be sent to others; a path out of it works on one machine only, and "
        "could show a stranger's module your own files.",
        "Copy the picture into the game's art folder.",
    ),
    CodeEntry(
        "C005",
        "A unit and a marker of one id",
        "Ids name counters in the module and in saved games.",
        "Rename one of them.",
    ),
    CodeEntry(
        "C006",
        "A marker without a face or with three",
        "A counter has a front and a back; what shows who holds a place has a face for each side.",
        "Write one or two faces, or with 'symbol: control' one for each side.",
    ),
    CodeEntry(
        "C007",
        "An art file that is too large",
        "A counter is a few hundred pixels wide; huge pictures swell the module and can use up the memory.",
        "Scale the picture down.",
    ),
    CodeEntry(
        "C008",
        "An SVG that does more than draw",
        "An SVG may hold scripts and refer to files and addresses. Drawn, it would carry files of your own "
        "into a module or a print sheet, or fetch what a stranger chose.",
        "Save it as plain SVG, with the pictures that it shows embedded as PNG or JPEG.",
    ),
    CodeEntry(
        "C009",
        "A picture that can't be drawn",
        "It is sound in itself, and yet nothing here can draw it: of no size, far too long, moving, or "
        "beyond the renderer.",
        "Export it again as the message says.",
    ),
    CodeEntry(
        "C010",
        "Lettering that its ground swallows (a warning, an error where nothing can be read)",
        "Figures are read across a table and by weak eyes. A contrast of 4.5 to 1 (WCAG 2) is the least at "
        "which small lettering is read without effort; black on white has 21.",
        "Make the ink darker or the ground lighter; on a dark ground, the ink lighter or the ground darker.",
    ),
    CodeEntry(
        "C011",
        "A designation that is cut short (a warning)",
        "What a counter has no room for at 6 points, the smallest size that is read, ends in an ellipsis, "
        "and two units may look the same.",
        "Write the short form that counters bear, such as '3/II', and the whole under 'name'.",
    ),
    # Scenarios -----------------------------------------------------------------------------------
    CodeEntry(
        "S001", "A unit placed twice", "Each unit is one counter.", "Take it out of one of the two places."
    ),
    CodeEntry(
        "S002",
        "A unit both placed and held",
        "Each unit is one counter: it stands on the map or waits in a box.",
        "Take it out of one of the two.",
    ),
    CodeEntry(
        "S003",
        "A turn that the timetable lacks",
        "The turn track shows the turns of the timetable and no others.",
        "Choose one of its turns, or add the turn in charts.yaml.",
    ),
    CodeEntry(
        "S004", "A scenario that ends before it begins", "It would have no turns.", "Exchange the two turns."
    ),
    CodeEntry(
        "S005",
        "A step that a unit doesn't have",
        "Steps count from 1, full strength; a unit has as many as counters.yaml lists.",
        "Ask for a lower step, or add the face to the unit.",
    ),
    CodeEntry(
        "S006",
        "A unit both used and not used",
        "'not_used' names the units that stay in the box for the whole scenario.",
        "Take it out of one of the two.",
    ),
    CodeEntry(
        "S007",
        "Units that a scenario forgets (a warning)",
        "A unit that is neither placed, held, arriving nor left out was probably forgotten.",
        "Place it, hold it, let it arrive, or list it under 'not_used'.",
    ),
    CodeEntry(
        "S008",
        "A unit in the other side's set-up area",
        "A side sets up its own units.",
        "Move the unit to an area of its side.",
    ),
    CodeEntry(
        "S009",
        "A game without scenarios",
        "A module opens with a scenario, so there has to be one.",
        "Write one file in scenarios/.",
    ),
    CodeEntry(
        "S010",
        "A scenario's file name that can't be one",
        "The file name is the scenario's id; it goes into the module's file names.",
        "Use small letters, figures and single hyphens.",
    ),
    CodeEntry(
        "S011",
        "A hex of the set-up with more units than may stay",
        "A game that begins against its own stacking rule can't go on by it.",
        "Move some of the units, or let more stay there by 'stacking' in rules.yaml.",
    ),
    CodeEntry(
        "S012",
        "A hex of the set-up with units of two sides",
        "No unit enters a hex with an enemy, so none begins there.",
        "Move one of them.",
    ),
    CodeEntry(
        "S013",
        "An area with fewer units than hexes to fill",
        "Nobody could set the game up: each hex of such an area gets a unit.",
        "Write 'fill: false' where hexes may stay empty, or add units.",
    ),
    CodeEntry(
        "S014",
        "A unit that arrives later and waits nowhere",
        "A counter lies somewhere from the first turn on, and shows a step there.",
        "Name the box, and the step if it isn't the first, under 'held' in the scenario's set-up.",
    ),
    CodeEntry(
        "S015",
        "A unit that begins in a place of another side",
        "Who last stood in a place holds it, so a unit can't begin in a place that belongs to another.",
        "Give the place the owner that it has when the game begins, or let the unit begin elsewhere.",
    ),
    CodeEntry(
        "S016",
        "A scenario whose first phase isn't played on its first turn",
        "The game begins in that phase, and a phase that is left out can't be begun in.",
        "Write the first phase that is played on that turn, whatever its weather.",
    ),
    CodeEntry(
        "S017",
        "A unit that stands on the map and arrives later (a warning)",
        "Each unit is one counter, so it can't come when it is there already.",
        "Hold it in a box until its turn, or take it out of 'arrivals'.",
    ),
    CodeEntry(
        "S018",
        "An owner of a place that is never anybody's",
        "Only a place with an owner in map.yaml changes hands and has a marker.",
        "Write its usual owner in map.yaml, or leave it out of 'owners'.",
    ),
    CodeEntry(
        "S019",
        "A scenario like one that is itself like another",
        "What is taken would stand in a third file; one scenario of a family is written whole.",
        "Name that one under 'like'.",
    ),
    CodeEntry(
        "S020",
        "A group that a feature hasn't",
        "What speaks of some hexes of a feature names one of the groups that map.yaml gives it.",
        "Name a group of the feature, or leave 'group' out for all its hexes.",
    ),
    CodeEntry(
        "S021",
        "A limit of a set-up that leaves no room",
        "Some units can start nowhere else, so no set-up would be legal.",
        "Raise 'at_most', or give the units hexes elsewhere.",
    ),
    CodeEntry(
        "S022",
        "Hexes that a side can't cover at start",
        "No unit of the side may start in them, or beside them with a zone of control.",
        "Let an area of the side reach there, or cover other hexes.",
    ),
    # Charts --------------------------------------------------------------------------------------
    CodeEntry(
        "T001",
        "A table without a row for a roll",
        "Sooner or later the die gives that number.",
        "Write a row for each side of the die.",
    ),
    CodeEntry(
        "T002",
        "A row for a roll that can't come",
        "The die has no such side; the row's name is probably a slip.",
        "Name the rows by the rolls from 1 upward.",
    ),
    CodeEntry(
        "T003",
        "A row of the wrong length",
        "A row has one result for each column; with one too few, all that follow are shifted.",
        "Write one result for each column.",
    ),
    CodeEntry(
        "T004",
        "A result that isn't explained",
        "Players look up the letters in the list of results.",
        "Correct the letters, or write the result under 'results'.",
    ),
    CodeEntry(
        "T005",
        "Turns out of order",
        "The turn track runs through the turns one by one.",
        "Number the turns without gap or repeat.",
    ),
    CodeEntry(
        "T006",
        "A terrain effect of something that the map lacks",
        "The chart shows a sample from the map beside each row.",
        "Name a terrain, feature, hexside feature or line of map.yaml, or 'place:' and a kind.",
    ),
    CodeEntry(
        "T007",
        "A column written twice",
        "Two columns of the same head can't be told apart.",
        "Rename or delete one of them.",
    ),
    CodeEntry(
        "T008",
        "A combat result without an effect",
        "The die gives this result, and neither the rules reference nor the module would know what to do.",
        "Write the result under combat, effects in rules.yaml; '[]' means that nothing happens.",
    ),
    CodeEntry(
        "T009",
        "A weather roll that is no die",
        "The weather of a turn is read by the face of one die; with a face left out, a roll brings nothing.",
        "Name the faces from 1 upward without a gap.",
    ),
    CodeEntry(
        "T010",
        "A row of a plain table of the wrong length",
        "A row has one text for each column; with one too few, all that follow are shifted.",
        "Write one text for each column.",
    ),
    CodeEntry(
        "T011",
        "A column head that can't be read",
        "A battle is fought in the column whose head its strengths reach; a head without figures names none.",
        "Write odds such as '1:2' or '3-1', or 'by: difference' and heads such as '-1' or '+2'.",
    ),
    CodeEntry(
        "T012",
        "Column heads that don't rise",
        "The last column that a battle reaches counts, so the columns stand from the lowest to the highest.",
        "Sort the columns, and the results of each row with them.",
    ),
    CodeEntry(
        "T013",
        "Two charts of one name",
        "Each chart is a window of the module by its title; of two named alike players would find one.",
        "Rename one of them. 'Map' is taken, and where a game has them 'Terrain effects', 'Weather', "
        "'Sequence of play' and 'Hits by one roll'.",
    ),
    CodeEntry(
        "T014",
        "Ground with a cost that no chart tells",
        "Reference and module charge it, and players who look at the terrain effects chart would not know.",
        "Write a row for it under 'terrain_effects' in charts.yaml.",
    ),
    # Order of battle -----------------------------------------------------------------------------
    CodeEntry(
        "O001",
        "An arrival after the last turn",
        "No scenario lasts that long, so the units would never come.",
        "Correct the turn, or the timetable.",
    ),
    CodeEntry(
        "O002", "Replacements that end before they begin", "Nobody would get them.", "Exchange the two turns."
    ),
    CodeEntry(
        "O003",
        "A unit that arrives for the other side",
        "Each unit has its side in counters.yaml.",
        "Correct the side of one of the two.",
    ),
    CodeEntry(
        "O004",
        "A unit made of others that can't be made",
        "It is made on the turn on which it arrives, by a side that it belongs to; or else never.",
        "Write it under 'arrivals' in oob.yaml, or name a unit of the side.",
    ),
    CodeEntry(
        "O005",
        "A unit that arrives twice",
        "Nobody could tell which turn is meant: a unit comes into a game once.",
        "Name it in one entry of a scenario.",
    ),
    # Games, options, project ---------------------------------------------------------------------
    CodeEntry(
        "G001",
        "No project",
        "The command works on a folder that holds data/, the current one or one above it.",
        "Go there, or name it with --project.",
    ),
    CodeEntry(
        "G002",
        "An unknown game",
        "A game is a folder data/<name>/ with a game.yaml.",
        "Correct the name; `hexwright games` lists all.",
    ),
    CodeEntry(
        "G003",
        "A game's folder with an unusable name",
        "The name goes into file names on every system, and into the module.",
        "Use small letters, figures and single hyphens.",
    ),
    CodeEntry(
        "G005",
        "An option that the game doesn't have",
        "An option that is asked for in vain was probably misspelt.",
        "Take an option from the game's game.yaml.",
    ),
    CodeEntry(
        "G006",
        "A choice that the option doesn't have",
        "The game can't be built with it.",
        "Take one of the choices listed.",
    ),
    CodeEntry(
        "G008",
        "A YAML file that nothing reads (a warning)",
        "A misspelt file name goes unnoticed otherwise.",
        "Correct the name (.yaml, not .yml), or move the file out of the game's folder.",
    ),
    CodeEntry(
        "G009",
        "A new game's folder that exists",
        "`hexwright new` never writes over anything.",
        "Choose another name, or move the folder away.",
    ),
    CodeEntry(
        "G010",
        "A title that is too long, or no single line",
        "It stands on the map, on charts and in the module's menus.",
        "Give one line of at most 60 characters.",
    ),
)
