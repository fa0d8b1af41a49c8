"""Diagnostic codes for printing, from P101. P001 to P099 belong to the rules engine."""

from __future__ import annotations

from hexwright.diagnostics.codes.code_entry import CodeEntry

ENTRIES = (
    CodeEntry(
        "P101",
        "An unknown paper size",
        "The layout of sheets depends on the paper size.",
        "Use a paper size that the message lists, or write width x height, such as 330x480 or 22x34in.",
    ),
    CodeEntry(
        "P102",
        "Paper too small for a block of counters",
        "The counters of a block are kept together, so that one set of cut marks serves all of them.",
        "Use larger paper with --paper, or smaller blocks in the sheet of counters.yaml.",
    ),
    CodeEntry(
        "P103",
        "An offset larger than the margin",
        "Backs are moved by the offset; beyond the margin they would leave the printable area.",
        "Print the calibration page at 100 %, not fitted to the page, and measure the offset again.",
    ),
    CodeEntry(
        "P104",
        "An invalid bleed",
        "Bleed is the background printed beyond the cutting line; print shops ask for 3 mm.",
        "Give --bleed a number of mm from 0 to 20.",
    ),
    CodeEntry(
        "P105",
        "Paper too small for tiles of the map",
        "A tile overlaps the edges of its neighbours for glueing; very small paper leaves little "
        "room for the map.",
        "Use larger paper with --paper, or one sheet of the map's size with --paper sheet.",
    ),
    CodeEntry(
        "P106",
        "An implausible measured length",
        "A printer at 100 % is off by one or two per cent; a larger error means that the page was "
        "fitted to the paper.",
        "Print the calibration page without fitting, measure its two lines in mm, and pass both to "
        "--measured.",
    ),
    CodeEntry(
        "P107",
        "Stored printer corrections that can't be read",
        "The measurements of each printer are stored in a file, which may have been damaged.",
        "Delete the file that the message names and calibrate again.",
    ),
    CodeEntry(
        "P108",
        "A printer without stored corrections",
        "Otherwise, if the name were misspelled, the sheets would be printed without the correction "
        "and without a message.",
        "Use one of the names that the message lists, or calibrate under this name first.",
    ),
    CodeEntry(
        "P109",
        "A picture with too low a resolution for a print shop",
        "Below 300 dots per inch, pixel images look rough in print.",
        "Put a larger picture, or an SVG, into the game's art folder.",
    ),
    CodeEntry(
        "P110",
        "An ICC profile that isn't one of a CMYK press",
        "The profile tells the shop for which press the colours are meant; those of screens don't fit.",
        "Ask the shop for its profile, such as one of FOGRA39 or GRACoL, and pass the file to --icc.",
    ),
    CodeEntry(
        "P111",
        "An invalid width of hexes",
        "Hexes are measured from side to side, as a ruler is laid across the printed map.",
        "Give --hex a number of mm from 5 to 200.",
    ),
    CodeEntry(
        "P112",
        "Counters that fill the hexes",
        "Published games leave a fifth of the hex free, so that fingers lift a stack without moving its "
        "neighbours, and hex numbers are read beside it.",
        "Print the map with larger hexes by --hex, or write a smaller counter_mm or a larger hex_mm.",
    ),
)
