"""Components: map windows and what belongs to every one of them."""

from __future__ import annotations

from hexwright.vassal.codec.buildfile import declared_attributes as attr
from hexwright.vassal.codec.buildfile.component_element import Component
from hexwright.vassal.codec.field_values import Colour


class Map(Component):
    """Map Window (VASSAL.build.module.Map)."""

    TAG = "VASSAL.build.module.Map"
    TITLE = "Map Window"
    CHILDREN = (
        "CounterDetailViewer",
        "DoActionButton",
        "DrawPile",
        "Flare",
        "GlobalMap",
        "HidePiecesButton",
        "HighlightLastMoved",
        "ImageSaver",
        "LOS_Thread",
        "LayeredPieceCollection",
        "MapShader",
        "MapSubFolder",
        "MassKeyCommand",
        "MoveCameraButton",
        "MultiActionButton",
        "PieceRecenterer",
        "SetupStack",
        "TextSaver",
        "ToolbarMenu",
        "Zoomer",
    )

    map_name = attr.text("mapName", "Map name", omitted=True)
    description = attr.text("description", "Description", omitted=True)
    mark_moved = attr.choice(
        "markMoved",
        "Mark pieces that move (if they possess the proper trait)",
        "Always",
        (
            "Always",
            "Never",
            "Use Preferences Setting",
        ),
    )
    mark_unmoved_text = attr.text("markUnmovedText", '"Mark unmoved" button text')
    mark_unmoved_tooltip = attr.text(
        "markUnmovedTooltip", '"Mark unmoved" tooltip text', "Mark all pieces on this map as not moved"
    )
    mark_unmoved_icon = attr.image("markUnmovedIcon", '"Mark unmoved" button icon', "/images/unmoved.gif")
    mark_unmoved_hotkey = attr.key("markUnmovedHotkey", '"Mark unmoved" hotkey')
    mark_unmoved_report = attr.text("markUnmovedReport", '"Mark unmoved" report text')
    edge_width = attr.integer("edgeWidth", "Horizontal padding")
    edge_height = attr.integer("edgeHeight", "Vertical padding")
    backgroundcolor = attr.colour("backgroundcolor", "Background color", Colour(255, 255, 255))
    allow_multiple = attr.boolean("allowMultiple", "Can contain multiple boards", omitted=True)
    color = attr.colour("color", "Border color for selected counters", Colour(0, 0, 0))
    thickness = attr.integer("thickness", "Border thickness for selected counters", 3)
    launch = attr.boolean(
        "launch", "Include toolbar button to show/hide (Docking state won't change until module restarted)"
    )
    button_name = attr.text("buttonName", "Button text", omitted=True)
    tooltip = attr.text("tooltip", "Tooltip text", omitted=True)
    icon = attr.image("icon", "Button icon", omitted=True)
    hotkey = attr.key("hotkey", "Hotkey to show/hide window", omitted=True)
    show_key = attr.key("showKey", "Hotkey to show window")
    hide_key = attr.key("hideKey", "Hotkey to hide window")
    only_report_changed_location = attr.boolean(
        "onlyReportChangedLocation",
        'Only auto-report move "within this map" if piece\'s Location Name changed',
    )
    move_within_format = attr.formatted(
        "moveWithinFormat",
        "Auto-report format for movement within this map",
        "$pieceName$ moves $previousLocation$ &rarr; $location$ *",
    )
    move_to_format = attr.formatted(
        "moveToFormat",
        "Auto-report format for movement to this map",
        "$pieceName$ moves $previousLocation$ &rarr; $location$ *",
    )
    create_format = attr.formatted(
        "createFormat",
        "Auto-report format for units created in this map",
        "$pieceName$ created in $location$ *",
    )
    change_format = attr.formatted(
        "changeFormat", "Auto-report format for units modified on this map", "$message$"
    )
    move_key = attr.key("moveKey", "Key command to apply to all units ending movement on this map")


class PrivateMap(Map):
    """Private Window (VASSAL.build.module.PrivateMap)."""

    TAG = "VASSAL.build.module.PrivateMap"
    TITLE = "Private Window"
    CHILDREN = (
        "CounterDetailViewer",
        "DoActionButton",
        "DrawPile",
        "Flare",
        "GlobalMap",
        "HidePiecesButton",
        "HighlightLastMoved",
        "ImageSaver",
        "LOS_Thread",
        "LayeredPieceCollection",
        "MapShader",
        "MapSubFolder",
        "MassKeyCommand",
        "MoveCameraButton",
        "MultiActionButton",
        "PieceRecenterer",
        "SetupStack",
        "TextSaver",
        "ToolbarMenu",
        "Zoomer",
    )

    side = attr.strings("side", "Belongs to side")
    visible = attr.boolean("visible", "Visible to all players")
    use_boards = attr.text("useBoards", "Use same boards as this map", omitted=True)


class PlayerHand(PrivateMap):
    """Player Hand (VASSAL.build.module.PlayerHand)."""

    TAG = "VASSAL.build.module.PlayerHand"
    TITLE = "Player Hand"
    CHILDREN = (
        "CounterDetailViewer",
        "DoActionButton",
        "DrawPile",
        "Flare",
        "GlobalMap",
        "HidePiecesButton",
        "HighlightLastMoved",
        "ImageSaver",
        "LOS_Thread",
        "LayeredPieceCollection",
        "MapShader",
        "MapSubFolder",
        "MassKeyCommand",
        "MoveCameraButton",
        "MultiActionButton",
        "PieceRecenterer",
        "SetupStack",
        "TextSaver",
        "ToolbarMenu",
        "Zoomer",
    )


class WidgetMap(Map):
    """Map Window (VASSAL.build.widget.WidgetMap)."""

    TAG = "VASSAL.build.widget.WidgetMap"
    TITLE = "Map Window"
    CHILDREN = (
        "CounterDetailViewer",
        "DoActionButton",
        "DrawPile",
        "Flare",
        "GlobalMap",
        "HidePiecesButton",
        "HighlightLastMoved",
        "ImageSaver",
        "LOS_Thread",
        "LayeredPieceCollection",
        "MapShader",
        "MapSubFolder",
        "MassKeyCommand",
        "MoveCameraButton",
        "MultiActionButton",
        "PieceRecenterer",
        "SetupStack",
        "TextSaver",
        "ToolbarMenu",
        "Zoomer",
    )


class StackMetrics(Component):
    """Stacking options (VASSAL.build.module.map.StackMetrics)."""

    TAG = "VASSAL.build.module.map.StackMetrics"
    TITLE = "Stacking options"

    disabled = attr.boolean("disabled", "Disable stacking")
    ex_sep_x = attr.integer("exSepX", "Horizontal separation when expanded", 6)
    ex_sep_y = attr.integer("exSepY", "Vertical separation when expanded", 18)
    unex_sep_x = attr.integer("unexSepX", "Horizontal separation when not expanded", 2)
    unex_sep_y = attr.integer("unexSepY", "Vertical separation when not expanded", 4)
    color = attr.colour("color", "Color of pieces when not expanded", omitted=True)
    top = attr.text("top", "Top", "38,0")
    bottom = attr.text("bottom", "Bottom", "40,0")
    up = attr.text("up", "Up", "39,0")
    down = attr.text("down", "Down", "37,0")


class HandMetrics(StackMetrics):
    """Stacking options (VASSAL.build.module.map.HandMetrics)."""

    TAG = "VASSAL.build.module.map.HandMetrics"
    TITLE = "Stacking options"

    ex_sep_x = attr.integer("exSepX", "Horizontal separation when expanded", 12)
    ex_sep_y = attr.integer("exSepY", "Vertical separation when expanded")
    unex_sep_x = attr.integer("unexSepX", "Horizontal separation when not expanded", 12)
    unex_sep_y = attr.integer("unexSepY", "Vertical separation when not expanded")


class PieceMover(Component):
    """Piece Mover (VASSAL.build.module.map.PieceMover)."""

    TAG = "VASSAL.build.module.map.PieceMover"
    TITLE = "Piece Mover"

    icon = attr.text("icon", "Icon", omitted=True)


class KeyBufferer(Component):
    """Key Bufferer (VASSAL.build.module.map.KeyBufferer)."""

    TAG = "VASSAL.build.module.map.KeyBufferer"
    TITLE = "Key Bufferer"


class MenuDisplayer(Component):
    """Menu Displayer (VASSAL.build.module.map.MenuDisplayer)."""

    TAG = "VASSAL.build.module.map.MenuDisplayer"
    TITLE = "Menu Displayer"


class StackExpander(Component):
    """Stack Expander (VASSAL.build.module.map.StackExpander)."""

    TAG = "VASSAL.build.module.map.StackExpander"
    TITLE = "Stack Expander"


class MapCenterer(Component):
    """Map Centerer (VASSAL.build.module.map.MapCenterer)."""

    TAG = "VASSAL.build.module.map.MapCenterer"
    TITLE = "Map Centerer"


class Scroller(Component):
    """Scroller (VASSAL.build.module.map.Scroller)."""

    TAG = "VASSAL.build.module.map.Scroller"
    TITLE = "Scroller"

    prompt = attr.text("prompt", "Prompt", omitted=True)


class ForwardToKeyBuffer(Component):
    """Forward To Key Buffer (VASSAL.build.module.map.ForwardToKeyBuffer)."""

    TAG = "VASSAL.build.module.map.ForwardToKeyBuffer"
    TITLE = "Forward To Key Buffer"


class ForwardToChatter(Component):
    """Forward To Chatter (VASSAL.build.module.map.ForwardToChatter)."""

    TAG = "VASSAL.build.module.map.ForwardToChatter"
    TITLE = "Forward To Chatter"


class SelectionHighlighters(Component):
    """Additional Selection Highlighters (VASSAL.build.module.map.SelectionHighlighters)."""

    TAG = "VASSAL.build.module.map.SelectionHighlighters"
    TITLE = "Additional Selection Highlighters"
    CHILDREN = ("SelectionHighlighter",)


class SelectionHighlighter(Component):
    """Highlighter (VASSAL.build.module.map.SelectionHighlighter)."""

    TAG = "VASSAL.build.module.map.SelectionHighlighter"
    TITLE = "Highlighter"

    name = attr.text("name", "Name", omitted=True)
    match = attr.expression("match", "Active if properties match")
    use_image = attr.boolean("useImage", "Use image")
    color = attr.colour("color", "Border color", Colour(255, 0, 0))
    thickness = attr.integer("thickness", "Border thickness", 3)
    image = attr.image("image", "Image")
    xoffset = attr.integer("xoffset", "X offset")
    yoffset = attr.integer("yoffset", "Y offset")


class HighlightLastMoved(Component):
    """Last Move Highlighter (VASSAL.build.module.map.HighlightLastMoved)."""

    TAG = "VASSAL.build.module.map.HighlightLastMoved"
    TITLE = "Last Move Highlighter"

    enabled = attr.boolean("enabled", "Enabled", True)
    color = attr.colour("color", "Color", Colour(255, 0, 0))
    thickness = attr.integer("thickness", "Thickness", 2)


class LayeredPieceCollection(Component):
    """Game Piece Layers (VASSAL.build.module.map.LayeredPieceCollection)."""

    TAG = "VASSAL.build.module.map.LayeredPieceCollection"
    TITLE = "Game Piece Layers"
    CHILDREN = ("LayerControl",)

    description = attr.text("description", "Description", omitted=True)
    property = attr.text("property", "Property name for layer", "Layer")
    layer_order = attr.strings("layerOrder", "Layer order (Lowest first)")


class LayerControl(Component):
    """Game Piece Layer Control (VASSAL.build.module.map.LayerControl)."""

    TAG = "VASSAL.build.module.map.LayerControl"
    TITLE = "Game Piece Layer Control"

    text_ = attr.formatted("text", "Button text", "Reset layers")
    tooltip = attr.text("tooltip", "Tooltip text", "Reset layers")
    icon = attr.image("icon", "Button icon", omitted=True)
    hotkey = attr.key("hotkey", "Hotkey")
    can_disable = attr.boolean("canDisable", "Toolbar button can be disabled by a property")
    property_gate = attr.text("propertyGate", 'Global Property to disable this button when "true"')
    hide_when_disabled = attr.boolean("hideWhenDisabled", "Hide button when disabled")
    disabled_icon = attr.image("disabledIcon", "Button Icon when disabled", omitted=True)
    description = attr.text("description", "Description", omitted=True)
    command = attr.choice(
        "command",
        "Action",
        "Reset All Layers",
        (
            "Rotate Layer Order Up",
            "Rotate Layer Order Down",
            "Make Layer Active",
            "Make Layer Inactive",
            "Switch Layer between Active and Inactive",
            "Reset All Layers",
        ),
    )
    skip = attr.boolean("skip", "Skip layers with no counters", True)
    layers = attr.strings("layers", "Affect which layers (Use layer names or numbers)")
