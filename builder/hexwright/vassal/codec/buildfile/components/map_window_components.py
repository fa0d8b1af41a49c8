"""Components: map windows and the components that every map contains."""

from __future__ import annotations

from hexwright.vassal.codec.buildfile import declared_attributes as attr
from hexwright.vassal.codec.buildfile.component_element import Component, component
from hexwright.vassal.codec.field_values import Colour


@component("VASSAL.build.module.Map", "Map Window")
class Map(Component):
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
        ("Always", "Never", "Use Preferences Setting"),
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


@component("VASSAL.build.module.PrivateMap", "Private Window")
class PrivateMap(Map):
    side = attr.strings("side", "Belongs to side")
    visible = attr.boolean("visible", "Visible to all players")
    use_boards = attr.text("useBoards", "Use same boards as this map", omitted=True)


@component("VASSAL.build.module.PlayerHand", "Player Hand")
class PlayerHand(PrivateMap):
    """The Player Hand component. It has the attributes of a private window."""


@component("VASSAL.build.widget.WidgetMap", "Map Window")
class WidgetMap(Map):
    """The Map Window component inside a chart window. It has the attributes of a map window."""


@component("VASSAL.build.module.map.StackMetrics", "Stacking options")
class StackMetrics(Component):
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


@component("VASSAL.build.module.map.HandMetrics", "Stacking options")
class HandMetrics(StackMetrics):
    ex_sep_x = attr.integer("exSepX", "Horizontal separation when expanded", 12)
    ex_sep_y = attr.integer("exSepY", "Vertical separation when expanded")
    unex_sep_x = attr.integer("unexSepX", "Horizontal separation when not expanded", 12)
    unex_sep_y = attr.integer("unexSepY", "Vertical separation when not expanded")


@component("VASSAL.build.module.map.PieceMover", "Piece Mover")
class PieceMover(Component):
    icon = attr.text("icon", "Icon", omitted=True)


@component("VASSAL.build.module.map.KeyBufferer", "Key Bufferer")
class KeyBufferer(Component):
    """The Key Bufferer component, which holds the selected pieces. It has no attributes."""


@component("VASSAL.build.module.map.MenuDisplayer", "Menu Displayer")
class MenuDisplayer(Component):
    """The Menu Displayer component, which shows the menus of pieces. It has no attributes."""


@component("VASSAL.build.module.map.StackExpander", "Stack Expander")
class StackExpander(Component):
    """The Stack Expander component. It has no attributes."""


@component("VASSAL.build.module.map.MapCenterer", "Map Centerer")
class MapCenterer(Component):
    """The Map Centerer component. It has no attributes."""


@component("VASSAL.build.module.map.Scroller", "Scroller")
class Scroller(Component):
    prompt = attr.text("prompt", "Prompt", omitted=True)


@component("VASSAL.build.module.map.ForwardToKeyBuffer", "Forward To Key Buffer")
class ForwardToKeyBuffer(Component):
    """The Forward To Key Buffer component. It has no attributes."""


@component("VASSAL.build.module.map.ForwardToChatter", "Forward To Chatter")
class ForwardToChatter(Component):
    """The Forward To Chatter component. It has no attributes."""


@component("VASSAL.build.module.map.SelectionHighlighters", "Additional Selection Highlighters")
class SelectionHighlighters(Component):
    CHILDREN = ("SelectionHighlighter",)


@component("VASSAL.build.module.map.SelectionHighlighter", "Highlighter")
class SelectionHighlighter(Component):
    name = attr.text("name", "Name", omitted=True)
    match = attr.expression("match", "Active if properties match")
    use_image = attr.boolean("useImage", "Use image")
    color = attr.colour("color", "Border color", Colour(255, 0, 0))
    thickness = attr.integer("thickness", "Border thickness", 3)
    image = attr.image("image", "Image")
    xoffset = attr.integer("xoffset", "X offset")
    yoffset = attr.integer("yoffset", "Y offset")


@component("VASSAL.build.module.map.HighlightLastMoved", "Last Move Highlighter")
class HighlightLastMoved(Component):
    enabled = attr.boolean("enabled", "Enabled", True)
    color = attr.colour("color", "Color", Colour(255, 0, 0))
    thickness = attr.integer("thickness", "Thickness", 2)


@component("VASSAL.build.module.map.LayeredPieceCollection", "Game Piece Layers")
class LayeredPieceCollection(Component):
    CHILDREN = ("LayerControl",)

    description = attr.text("description", "Description", omitted=True)
    property = attr.text("property", "Property name for layer", "Layer")
    layer_order = attr.strings("layerOrder", "Layer order (Lowest first)")


@component("VASSAL.build.module.map.LayerControl", "Game Piece Layer Control")
class LayerControl(Component):
    text_ = attr.formatted("text", "Button text", "Reset layers")
    tooltip = attr.text("tooltip", "Tooltip text", "Reset layers")
    icon = attr.image("icon", "Button icon", omitted=True)
    hotkey = attr.key("hotkey", "Hotkey")
    can_disable, property_gate, hide_when_disabled, disabled_icon = attr.disabling()
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
