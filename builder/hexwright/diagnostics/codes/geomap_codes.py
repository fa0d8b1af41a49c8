"""Codes of drafting a map from geography."""

from __future__ import annotations

from hexwright.diagnostics.codes.code_entry import CodeEntry

_LAYERS = "What can't be read would be missing from the map without a word."

ENTRIES = (
    CodeEntry(
        "D001",
        "The libraries of geomap",
        "Drafting a map from geography needs pyproj and shapely, which nothing else "
        "needs: they are not installed with the rest.",
        "Install them into the environment that hexwright runs in, as the message shows.",
    ),
    CodeEntry(
        "D002",
        "An empty window",
        "A map needs ground: its east lies east of its west, its north north of its south.",
        "Exchange the two, or correct one.",
    ),
    CodeEntry(
        "D003",
        "A numbering that fits no map",
        "Each hex needs an id of its own.",
        "Name {column} and {row} once each, with digits enough, such as {column:02}{row:02}.",
    ),
    CodeEntry(
        "D004",
        "Not one ground for the rest",
        "Each hex has one kind of ground; the kind without 'found' fills what no other takes.",
        "Leave 'found' out for one kind, and only there.",
    ),
    CodeEntry(
        "D005",
        "One id for two layers",
        "Layers become entries of one part of map.yaml, whose ids differ.",
        "Rename one of them.",
    ),
    CodeEntry(
        "D006",
        "A layer's file that can't be had",
        _LAYERS,
        "Correct the path, which is seen from the spec's folder, or put the file there.",
    ),
    CodeEntry(
        "D007",
        "A layer's file that is too large",
        "A map of hexes needs little detail; a file of a whole country would take minutes and gigabytes.",
        "Clip it to the map's window and simplify it in a GIS program first.",
    ),
    CodeEntry(
        "D008",
        "A layer's file that is no UTF-8",
        "Names would come out garbled.",
        "Save the file with the encoding UTF-8.",
    ),
    CodeEntry(
        "D009",
        "A number that is none",
        "Coordinates and limits must be finite numbers, with a dot for the decimals.",
        "Correct the number, or delete the point.",
    ),
    CodeEntry(
        "D010",
        "Coordinates that are no degrees",
        "Layers hold longitudes and latitudes (WGS 84, EPSG:4326); those of a projection would lie anywhere.",
        "Export the layer with longitudes and latitudes, the longitude first.",
    ),
    CodeEntry(
        "D011",
        "A GeoJSON file that is no JSON",
        _LAYERS,
        "Export the layer again; a file that was cut off while it was copied ends in the middle.",
    ),
    CodeEntry(
        "D012",
        "JSON that is no GeoJSON",
        _LAYERS,
        "Export the layer as GeoJSON; TopoJSON and other kinds must be converted.",
    ),
    CodeEntry(
        "D013",
        "A CSV that can't be read",
        _LAYERS,
        "Give each row as many cells as the header has, and each line or area its rows one after the other.",
    ),
    CodeEntry(
        "D014",
        "A column that is missing",
        "The spec says which columns hold longitude, latitude, name and values.",
        "Name the file's own columns in the spec: longitude, latitude, name.",
    ),
    CodeEntry(
        "D015",
        "A projection that doesn't serve",
        "The hexes lie on a plane in metres, which must hold the whole window.",
        'Write one that PROJ knows, such as "EPSG:32637", or delete the line: the program then makes one.',
    ),
    CodeEntry(
        "D016",
        "Too many hexes",
        "A map has at most 200 columns and 200 rows.",
        "Make the hexes larger or the window smaller.",
    ),
    CodeEntry(
        "D017",
        "A layer with nothing in it",
        "A file that adds nothing is most often the wrong file, or the window the wrong window.",
        "Correct the window or 'where', or delete the file from the spec.",
    ),
    CodeEntry(
        "D018",
        "Longitude and latitude exchanged",
        "The layer lies elsewhere on earth, but with the two exchanged it would lie in the window.",
        "For CSV exchange the columns in the spec; in GeoJSON write the longitude first.",
    ),
    CodeEntry(
        "D019",
        "A property that no feature has",
        "A filter that fits nothing, or an importance that isn't there, would leave the layer empty.",
        "Choose among the properties and values that the message lists.",
    ),
    CodeEntry(
        "D020",
        "Shapes of another kind",
        "Towns are points; rivers, railways and fronts are lines; waters and grounds are areas.",
        "Name the file under another section of the spec, or choose features with 'where'.",
    ),
    CodeEntry(
        "D021",
        "More towns than hexes",
        "Each town has a hex of its own, and none is lost.",
        "Choose fewer, or make the hexes smaller.",
    ),
    CodeEntry(
        "D022",
        "A layer or rule that names nothing",
        "Without a file, or a limit for samples, there is nothing to go by.",
        "Name a file, or delete the entry.",
    ),
    CodeEntry(
        "D023",
        "Towns beside the map",
        "No town is lost without a word: these lie near the window, but off its hexes.",
        "Widen the window, or leave them out of the file.",
    ),
    CodeEntry(
        "D024",
        "Ground that no hex has",
        "A kind of ground that is nowhere is left out of map.yaml; what refers to it would be at a loss.",
        "Lower 'share' or the limits, or move the kind up: the first that fits takes the hex.",
    ),
    CodeEntry(
        "D025",
        "A map that wasn't drafted",
        "A map.yaml without the record of its draft was written by hand; it is not overwritten.",
        "Name another file with 'map', or move this one away.",
    ),
    CodeEntry(
        "D026",
        "A record of the draft that was changed",
        "By that record a person's changes are told from the program's; changed, it would let them be "
        "overwritten.",
        "Restore it, or move map.yaml away and draft anew.",
    ),
    CodeEntry(
        "D027",
        "A map that can't be merged",
        "Changes of a person and of the new draft are only written where they make a map together.",
        "Mend the map, or undo the change that the message leads to.",
    ),
    CodeEntry(
        "D028",
        "A fact that both have changed",
        "You and the new draft changed one fact differently. Nothing of yours is overwritten.",
        "Leave it, or write what the new draft has.",
    ),
)
