"""Components: inventory, notes, clocks and charts."""

from __future__ import annotations

from hexwright.vassal.codec.buildfile import declared_attributes as attr
from hexwright.vassal.codec.buildfile.component_element import Component, component
from hexwright.vassal.codec.field_values import Colour


@component("VASSAL.build.module.Inventory", "Game Piece Inventory Window")
class Inventory(Component):
    name = attr.text("name", "Description", "Inventory")
    text_ = attr.formatted("text", "Button text", "Inventory")
    tooltip = attr.text("tooltip", "Tooltip text", "Show inventory of all pieces")
    icon = attr.image("icon", "Button icon", "/images/inventory.gif")
    hotkey = attr.key("hotkey", "Hotkey")
    can_disable, property_gate, hide_when_disabled, disabled_icon = attr.disabling()
    include = attr.expression("include", "Show only pieces matching these properties")
    group_by = attr.strings("groupBy", "Sort and group by properties")
    non_leaf_format = attr.text("nonLeafFormat", "Label for folders", "$PropertyValue$")
    folders_only = attr.boolean("foldersOnly", "Show only folders")
    leaf_format = attr.formatted("leafFormat", "Label for pieces", "$PieceName$")
    sort_pieces = attr.boolean("sortPieces", "Sort?", True)
    sort_format = attr.formatted("sortFormat", "Label for sort", "$PieceName$")
    sorting = attr.text("sorting", "Sorting method", "alpha")
    center_on_piece = attr.boolean("centerOnPiece", "Center on selected piece", True)
    forward_keystroke = attr.boolean("forwardKeystroke", "Forward Key Commands to selected piece", True)
    show_menu = attr.boolean("showMenu", "Show right-click menu of piece", True)
    draw_pieces = attr.boolean("drawPieces", "Draw piece images", True)
    zoom_on = attr.boolean("zoomOn", "Show zoom in/out buttons")
    piece_zoom = attr.real("pieceZoom", "Zoom factor (default)", 0.25)
    piece_zoom2 = attr.real("pieceZoom2", "Zoom factor (closer)", 0.33)
    piece_zoom3 = attr.real("pieceZoom3", "Zoom factor (closest)", 0.4)
    sides = attr.strings("sides", "Available to these sides")
    launch_function = attr.text("launchFunction", "Toolbar button when showing", "functionHide")
    refresh_hotkey = attr.key("refreshHotkey", "Refresh hotkey")


@component("VASSAL.build.module.NotesWindow", "Notes Window")
class NotesWindow(Component):
    button_text = attr.formatted("buttonText", "Button text", "Notes")
    tooltip = attr.text("tooltip", "Tooltip text", "Notes")
    icon = attr.image("icon", "Button icon", "/images/notes.gif")
    hotkey = attr.key("hotkey", "Hotkey")
    can_disable = attr.boolean("canDisable", "Toolbar button can be disabled by a property", omitted=True)
    property_gate = attr.text(
        "propertyGate", 'Global Property to disable this button when "true"', omitted=True
    )
    hide_when_disabled = attr.boolean("hideWhenDisabled", "Hide button when disabled", omitted=True)
    disabled_icon = attr.image("disabledIcon", "Button Icon when disabled", omitted=True)
    description = attr.text("description", "Description", omitted=True)


@component("VASSAL.build.module.ChessClockControl", "Chess Clock Control")
class ChessClockControl(Component):
    CHILDREN = ("ChessClock",)

    name = attr.text("name", "Name", "Chess Clock Control")
    description = attr.text("description", "Description", omitted=True)
    icon = attr.image("icon", "Button icon", "chess_clock.png")
    button_text = attr.text("buttonText", "Button text", "Chess Clocks")
    button_tooltip = attr.text("buttonTooltip", "Tooltip text", "Tooltip text")
    show_hotkey = attr.key("showHotkey", "Show clocks hotkey")
    next_hotkey = attr.key("nextHotkey", "Start next clock hotkey")
    start_opponent_hotkey = attr.key("startOpponentHotkey", "Start opponent's clock hotkey")
    pause_hotkey = attr.key("pauseHotkey", "Pause all clocks hotkey")
    show_tenths = attr.choice("showTenths", "Show tenths of seconds", "Auto", ("Always", "Auto", "Never"))
    show_seconds = attr.choice("showSeconds", "Show seconds", "Auto", ("Always", "Auto", "Never"))
    show_hours = attr.choice("showHours", "Show hours", "Auto", ("Always", "Auto", "Never"))
    show_days = attr.choice("showDays", "Show days", "Auto", ("Always", "Auto", "Never"))
    allow_reset = attr.boolean("allowReset", "Allow manual reset of Chess Clock timers")


@component("VASSAL.build.module.chessclockcontrol.ChessClock", "Chess Clock")
class ChessClock(Component):
    description = attr.text("description", "Description", omitted=True)
    side = attr.text("side", "Player side for timer", "Player")
    button_text = attr.text("buttonText", "Timer button text", "Player")
    icon = attr.image("icon", "Timer icon", omitted=True)
    start_hotkey = attr.key("startHotkey", "Start clock hotkey")
    stop_hotkey = attr.key("stopHotkey", "Stop clock hotkey")
    ticking_background_color = attr.colour(
        "tickingBackgroundColor", "Ticking background color", Colour(255, 255, 0)
    )
    ticking_font_color = attr.colour("tickingFontColor", "Ticking foreground color", Colour(51, 51, 51))
    tocking_font_color = attr.colour("tockingFontColor", "Tocking foreground color", Colour(0, 0, 0))
    tooltip = attr.text("tooltip", "Chess clock tooltip", omitted=True)


@component("VASSAL.build.module.ChartWindow", "Chart Window Menu")
class ChartWindow(Component):
    CHILDREN = (
        "BoxWidget",
        "Chart",
        "HtmlChart",
        "ListWidget",
        "MapWidget",
        "PanelWidget",
        "TabWidget",
    )

    name = attr.text("name", "Name", "Chart Window Menu")
    description = attr.text("description", "Description", omitted=True)
    text_ = attr.text("text", "Button text", "Chart Window Menu")
    tooltip = attr.text("tooltip", "Tooltip text", "Chart Window Menu")
    icon = attr.image("icon", "Button icon", omitted=True)
    hotkey = attr.key("hotkey", "Hotkey")


@component("VASSAL.build.widget.Chart", "Chart")
class Chart(Component):
    chart_name = attr.text("chartName", "Name", omitted=True)
    description = attr.text("description", "Description", omitted=True)
    file_name = attr.image("fileName", "Image", omitted=True)


@component("VASSAL.build.widget.HtmlChart", "HTML Chart")
class HtmlChart(Component):
    chart_name = attr.text("chartName", "Name", omitted=True)
    description = attr.text("description", "Description", omitted=True)
    file_name = attr.file("fileName", "HTML file", omitted=True)


@component("VASSAL.build.widget.MapWidget", "Map")
class MapWidget(Component):
    entry_name = attr.text("entryName", "Name", omitted=True)
    description = attr.text("description", "Description", omitted=True)
