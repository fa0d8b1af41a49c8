"""Diagnostic codes for drafting a map from geographic data."""

from __future__ import annotations

from hexwright.diagnostics.codes.code_entry import CodeEntry

_LAYERS = "Data that can't be read would silently be missing from the map."

ENTRIES = (
    CodeEntry(
        "D001",
        "Missing libraries for geomap",
        "Drafting a map from geographic data needs pyproj and shapely, which aren't installed by default "
        "because nothing else needs them.",
        "Install them into the environment that hexwright runs in, as the message shows.",
    ),
    CodeEntry(
        "D002",
        "An empty window",
        "East must be east of west, and north must be north of south.",
        "Swap the two values, or correct one of them.",
    ),
    CodeEntry(
        "D003",
        "An invalid numbering",
        "Each hex needs a unique id.",
        "Use {column} and {row} once each, with enough digits, such as {column:02}{row:02}.",
    ),
    CodeEntry(
        "D004",
        "Not exactly one terrain for the remaining hexes",
        "Each hex has one terrain; the terrain without 'found' fills the hexes that match no other terrain.",
        "Omit 'found' for exactly one terrain.",
    ),
    CodeEntry(
        "D005",
        "Two layers with the same id",
        "Layers become entries of one list of map.yaml, so they need different ids.",
        "Rename one of the two layers.",
    ),
    CodeEntry(
        "D006",
        "A layer's file that can't be read",
        _LAYERS,
        "Correct the path, which is relative to the spec's folder, or put the file there.",
    ),
    CodeEntry(
        "D007",
        "A layer's file that is too large",
        "A hex map needs little detail; reading a file for a whole country would take minutes and "
        "gigabytes of memory.",
        "Clip the layer to the map's window and simplify it in a GIS program first.",
    ),
    CodeEntry(
        "D008",
        "A layer's file that isn't UTF-8",
        "Names would be garbled.",
        "Save the file with the encoding UTF-8.",
    ),
    CodeEntry(
        "D009",
        "An invalid number",
        "Coordinates and limits must be finite numbers, with a dot before the decimals.",
        "Correct the number, or delete the point.",
    ),
    CodeEntry(
        "D010",
        "Coordinates that aren't degrees",
        "Layers need longitudes and latitudes (WGS 84, EPSG:4326); projected coordinates would be misplaced.",
        "Export the layer with longitudes and latitudes, longitude first.",
    ),
    CodeEntry(
        "D011",
        "A GeoJSON file that isn't JSON",
        _LAYERS,
        "Export the layer again; a file that was truncated while copying ends in the middle.",
    ),
    CodeEntry(
        "D012",
        "JSON that isn't GeoJSON",
        _LAYERS,
        "Export the layer as GeoJSON; TopoJSON and other kinds must be converted.",
    ),
    CodeEntry(
        "D013",
        "A CSV file that can't be read",
        _LAYERS,
        "Give each row as many cells as the header has, and keep the rows of each line or area together.",
    ),
    CodeEntry(
        "D014",
        "A missing column",
        "The spec says which columns hold longitude, latitude, name and values.",
        "Write the file's own column names in the spec: longitude, latitude, name.",
    ),
    CodeEntry(
        "D015",
        "An unsuitable projection",
        "The hexes are laid out on a plane in metres, which must contain the whole window.",
        'Write a projection known to PROJ, such as "EPSG:32637", or omit it, so that geomap chooses one.',
    ),
    CodeEntry(
        "D016",
        "Too many hexes",
        "A map has at most 200 columns and 200 rows.",
        "Make the hexes larger or the window smaller.",
    ),
    CodeEntry(
        "D017",
        "A layer without content",
        "A file that adds nothing is usually the wrong file, or the window is wrong.",
        "Correct the window or 'where', or delete the file from the spec.",
    ),
    CodeEntry(
        "D018",
        "Longitude and latitude swapped",
        "The layer is elsewhere on earth, but would be in the window if longitude and latitude were swapped.",
        "For CSV, swap the columns in the spec; in GeoJSON, write the longitude first.",
    ),
    CodeEntry(
        "D019",
        "An unknown property",
        "A filter without matches, or a missing importance, would leave the layer empty.",
        "Choose from the properties and values that the message lists.",
    ),
    CodeEntry(
        "D020",
        "Shapes of the wrong kind",
        "Towns are points; rivers, railways and fronts are lines; waters and terrain are areas.",
        "List the file under another section of the spec, or select features with 'where'.",
    ),
    CodeEntry(
        "D021",
        "More towns than hexes",
        "Each town needs a separate hex, and no town is dropped.",
        "Choose fewer towns with 'where', or make the hexes smaller.",
    ),
    CodeEntry(
        "D022",
        "A layer or rule without a source",
        "Without a file, or a limit for samples, there is nothing to read.",
        "Add a file, or delete the entry.",
    ),
    CodeEntry(
        "D023",
        "Towns outside the map",
        "No town is dropped silently: these are near the window, but not on its hexes.",
        "Widen the window, or remove the towns from the file.",
    ),
    CodeEntry(
        "D024",
        "Terrain that no hex has",
        "A terrain without hexes is omitted from map.yaml; references to it would fail.",
        "Lower 'share' or the limits, or move the terrain up the list: a hex gets the first terrain "
        "that matches.",
    ),
    CodeEntry(
        "D025",
        "A map that isn't a draft",
        "A map.yaml without the record of its draft was written by hand and isn't overwritten.",
        "Write another file name under 'map', or move the existing file away.",
    ),
    CodeEntry(
        "D026",
        "A changed record of the draft",
        "The record distinguishes your edits from the draft; if it is changed, edits could be overwritten.",
        "Restore the record, or move map.yaml away and create a new draft.",
    ),
    CodeEntry(
        "D027",
        "A map that can't be merged",
        "Your edits and the new draft are written only if they make a valid map together.",
        "Correct the map, or undo the edit that the message names.",
    ),
    CodeEntry(
        "D028",
        "A fact that both you and the new draft have changed",
        "Both versions differ from the last draft and from each other. Your version is kept.",
        "Keep your version, or copy the new draft's version into map.yaml.",
    ),
    CodeEntry(
        "D029",
        "Shapes that are too complex",
        "Time and memory grow with each crossing of two edges, and with each point near the map.",
        "Repair and simplify the layer in a GIS program, or raise the limits for a file that you trust.",
    ),
    CodeEntry(
        "D030",
        "A projection that isn't supported",
        "PROJ opens the files that a projection names, so only EPSG codes and plain projections reach it.",
        "Write an EPSG code, or +proj=… with numbers.",
    ),
)
