"""Codes of printing. P001 to P099 belong to the rules engine; printing begins at P101."""

from __future__ import annotations

from hexwright.diagnostics.codes.code_entry import CodeEntry

ENTRIES = (
    CodeEntry(
        "P101",
        "Paper that isn't known",
        "Sheets are laid out for a paper before anything is drawn, so its size must be known.",
        "Name a paper that the message lists, or give width x height in mm, such as 330x480.",
    ),
    CodeEntry(
        "P102",
        "Paper too small for a block of counters",
        "The counters of a block stay together, so that one set of marks serves all of them.",
        "Take larger paper with --paper, or ask for smaller blocks in the sheet of counters.yaml.",
    ),
    CodeEntry(
        "P103",
        "An offset beyond the outer gutter",
        "Backs are moved by the offset; beyond the margin they would leave the part that printers reach.",
        "Print the calibration page at 100 %, not fitted to the page, and read the offset anew.",
    ),
    CodeEntry(
        "P104",
        "A bleed without sense",
        "Bleed is the ground that runs past the line of cut; shops ask for 3 mm.",
        "Give --bleed a number of mm from 0 to 20.",
    ),
    CodeEntry(
        "P105",
        "Paper too small for tiles of the map",
        "A tile shows the edges of its neighbours for glue; on very small paper little else would be left.",
        "Take larger paper with --paper, or one sheet of the map's own size with --paper sheet.",
    ),
    CodeEntry(
        "P106",
        "A measured length that can't be right",
        "A printer at 100 % is off by a per cent or two; more means that the page was fitted to the paper.",
        "Print the calibration page without fitting, measure its two lines in mm, and give both with "
        "--measured.",
    ),
    CodeEntry(
        "P107",
        "Kept values of printers that can't be read",
        "What was measured for each printer is kept in a file, which another program may have damaged.",
        "Delete the file that the message names and calibrate again.",
    ),
    CodeEntry(
        "P108",
        "A printer without kept values",
        "A misspelt name would otherwise print without the correction and nobody would notice.",
        "Take one of the names that the message lists, or calibrate under this name first.",
    ),
    CodeEntry(
        "P109",
        "A picture too coarse for a shop",
        "Below 300 dots an inch a picture of pixels prints visibly rough.",
        "Put a larger picture, or an SVG, into the game's art folder.",
    ),
)
