"""Components: the mouse-over stack viewer."""

from __future__ import annotations

from hexwright.vassal.codec.buildfile import declared_attributes as attr
from hexwright.vassal.codec.buildfile.component_element import Component, component
from hexwright.vassal.codec.field_values import Colour, KeyCommand


@component("VASSAL.build.module.map.CounterDetailViewer", "Mouse-over Stack Viewer")
class CounterDetailViewer(Component):
    version = attr.text("version", "Version", "4")
    description = attr.text("description", "Description")
    delay = attr.integer("delay", "Recommended delay before display (ms)", 700)
    hotkey = attr.key("hotkey", "Keyboard shortcut to display", KeyCommand(32, 130))
    bg_color = attr.colour("bgColor", "Background color")
    fg_color = attr.colour("fgColor", "Text color", Colour(0, 0, 0))
    border_color = attr.colour("borderColor", "Border color", Colour(0, 0, 0))
    min_display_pieces = attr.choice(
        "minDisplayPieces", "Display when at least this many pieces will be included", "2", ("0", "1", "2")
    )
    zoomlevel = attr.real("zoomlevel", "Always display when zoom level less than", 1.0)
    center_all = attr.boolean("centerAll", "Center viewer over mouse position")
    border_thickness = attr.integer("borderThickness", "Outer border thickness", 2)
    border_inner_thickness = attr.integer("borderInnerThickness", "Inner border thickness", 2)
    showgraph = attr.boolean("showgraph", "Draw pieces", True)
    center_pieces_vertically = attr.boolean(
        "centerPiecesVertically", "Center pieces vertically in box (if different sizes)"
    )
    graphics_zoom = attr.real("graphicsZoom", "Draw pieces using zoom factor", 1.0)
    showgraphsingle = attr.boolean("showgraphsingle", "Display unit graphics for single counter")
    border_width = attr.integer("borderWidth", "Width of gap between pieces")
    vertical_offset = attr.integer("verticalOffset", "Additional offset upward (entire viewer)")
    showtext = attr.boolean("showtext", "Display text")
    enable_html = attr.boolean("enableHTML", 'Enable HTML and "Quick Colors" in text')
    center_text = attr.boolean("centerText", "Center text over pieces")
    stretch_width_summary = attr.boolean("stretchWidthSummary", "Stretch summary text box to width of pieces")
    stretch_width_pieces = attr.boolean("stretchWidthPieces", "Stretch pieces box to width of summary text")
    combine_counter_summary = attr.boolean("combineCounterSummary", "Combined counter summary text box")
    only_show_first_summary = attr.boolean("onlyShowFirstSummary", "Only show first piece's summary entry")
    extra_text_padding = attr.integer("extraTextPadding", "Extra text box padding")
    vertical_top_text = attr.integer("verticalTopText", "Additional offset upward (upper text)", 5)
    vertical_bottom_text = attr.integer("verticalBottomText", "Additional offset downward (lower text)", 10)
    showtextsingle = attr.boolean("showtextsingle", "Display text report for single counter")
    font_size = attr.integer("fontSize", "Font size", 9)
    summary_report_format = attr.formatted(
        "summaryReportFormat", "Summary text above pieces", "$LocationName$"
    )
    counter_report_format = attr.formatted("counterReportFormat", "Text below each piece")
    empty_hex_report_forma = attr.formatted(
        "emptyHexReportForma", "Text for empty location", "$LocationName$"
    )
    display = attr.choice(
        "display",
        "Include individual pieces",
        "from top-most layer only",
        (
            "from top-most layer only",
            "from all layers",
            "from listed layers only",
            "from layers other than those listed",
        ),
    )
    layer_list = attr.strings("layerList", "Listed layers")
    property_filter = attr.expression("propertyFilter", "Piece selection property filter")
    show_terrain_beneath = attr.choice(
        "showTerrainBeneath",
        'Include terrain beneath as an additional "piece"',
        "never",
        ("never", "ifOne", "always"),
    )
    show_terrain_snappy = attr.boolean(
        "showTerrainSnappy", "Force snap to map grid when displaying terrain", True
    )
    show_terrain_width = attr.integer("showTerrainWidth", "Width of terrain on map to grab for display", 150)
    show_terrain_height = attr.integer(
        "showTerrainHeight", "Height of terrain on map to grab for display", 150
    )
    show_terrain_zoom = attr.real("showTerrainZoom", "Zoom factor to display terrain", 1.0)
    show_terrain_text = attr.formatted("showTerrainText", "Text below terrain", "$LocationName$")
    show_only_top_of_stack = attr.boolean("showOnlyTopOfStack", "Show only top piece in stack")
    show_no_stack = attr.boolean("showNoStack", "Include non-stacking pieces")
    show_move_selectde = attr.boolean("showMoveSelectde", "Include move-when-selected pieces")
    show_non_movable = attr.boolean("showNonMovable", "Include non-movable pieces")
    unrotate_pieces = attr.boolean("unrotatePieces", "Show pieces in un-rotated state")
    show_deck = attr.boolean("showDeck", "Include top pieces of a Deck")
    show_deck_masked = attr.boolean("showDeckMasked", "Include face down pieces in a Deck")
    show_deck_depth = attr.integer("showDeckDepth", "Number of pieces in Deck to show", 1)
    show_overlap = attr.boolean("showOverlap", "Show all pieces overlapping the first piece found")
    stop_after_showing = attr.boolean(
        "stopAfterShowing", "Don't process further Stack Viewers when this one displayed"
    )
