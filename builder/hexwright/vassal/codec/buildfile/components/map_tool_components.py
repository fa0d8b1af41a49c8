"""Components: the tools of a map, such as zoom, overview, LOS thread, flare, captures and shading."""

from __future__ import annotations

from hexwright.vassal.codec.buildfile import declared_attributes as attr
from hexwright.vassal.codec.buildfile.component_element import Component, component
from hexwright.vassal.codec.field_values import Colour, KeyCommand


@component("VASSAL.build.module.map.Zoomer", "Zoom capability")
class Zoomer(Component):
    zoom_start = attr.text("zoomStart", "Zoom start", "3")
    zoom_levels = attr.text(
        "zoomLevels", "Preset zoom levels", "0.2,0.25,0.333,0.4,0.5,0.555,0.625,0.75,1.0,1.25,1.6"
    )
    in_tooltip = attr.text("inTooltip", "Zoom in tooltip text", "Zoom in")
    in_button_text = attr.text("inButtonText", "Zoom in button text")
    in_icon_name = attr.image("inIconName", "Zoom in icon", "/images/zoomIn.gif")
    zoom_in_key = attr.key("zoomInKey", "Zoom in hotkey")
    pick_tooltip = attr.text("pickTooltip", "Zoom select tooltip text", "Select Zoom")
    pick_button_text = attr.text("pickButtonText", "Zoom select button text")
    pick_icon_name = attr.image("pickIconName", "Zoom select icon", "/images/zoom.png")
    zoom_pick_key = attr.key("zoomPickKey", "Zoom select hotkey")
    out_tooltip = attr.text("outTooltip", "Zoom out tooltip text", "Zoom out")
    out_button_text = attr.text("outButtonText", "Zoom out button text")
    out_icon_name = attr.image("outIconName", "Zoom out icon", "/images/zoomOut.gif")
    zoom_out_key = attr.key("zoomOutKey", "Zoom out hotkey")


@component("VASSAL.build.module.map.GlobalMap", "Overview window")
class GlobalMap(Component):
    tooltip = attr.text("tooltip", "Tooltip text", "Show/Hide overview window")
    button_text = attr.text("buttonText", "Button text")
    icon = attr.image("icon", "Button icon", omitted=True)
    hotkey = attr.key("hotkey", "Hotkey to show/hide", KeyCommand(79, 195))
    scale = attr.real("scale", "Scale factor", 0.19444444)
    color = attr.colour("color", "Visible rectangle highlight color", Colour(0, 0, 0))


@component("VASSAL.build.module.map.LOS_Thread", "Line of Sight Thread")
class LosThread(Component):
    thread_name = attr.text("threadName", "Description", "Thread")
    label = attr.formatted("label", "Button text", "Thread")
    tooltip = attr.text("tooltip", "Tooltip text", "Show LOS thread")
    icon_name = attr.image("iconName", "Button icon", "/images/thread.gif")
    hotkey = attr.key("hotkey", "Hotkey")
    can_disable, property_gate, hide_when_disabled, disabled_icon = attr.disabling()
    report = attr.formatted(
        "report", "Report format", "$playerId$ Checked LOS from $FromLocation$ to $AllLocationsChecked$"
    )
    persistence = attr.choice(
        "persistence", "Persistence", "Ctrl-Click & Drag", ("Ctrl-Click & Drag", "Never", "Always")
    )
    persistent_icon_name = attr.image("persistentIconName", "Button icon when LOS persisting", omitted=True)
    global_ = attr.choice("global", "Visible to opponent", "Always", ("When Persisting", "Never", "Always"))
    snap_start = attr.boolean("snapStart", "Force start of thread to snap to grid")
    snap_end = attr.boolean("snapEnd", "Force end of thread to snap to grid")
    draw_range = attr.boolean("drawRange", "Draw range")
    scale = attr.integer("scale", "Pixels per range unit (0 to use Grid calculation)")
    round = attr.choice(
        "round", "Round fractions", "Nearest whole number", ("Up", "Down", "Nearest whole number")
    )
    hide_counters = attr.boolean("hideCounters", "Hide pieces while drawing")
    hide_opacity = attr.integer("hideOpacity", "Opacity of hidden pieces (0-100%)")
    los_thickness = attr.integer("losThickness", "Thread thickness in pixels", 1)
    thread_color = attr.colour("threadColor", "Color", omitted=True)
    range_fg = attr.text("rangeFg", "Range fg", "255,255,255")
    range_bg = attr.text("rangeBg", "Range bg", "0,0,0")


@component("VASSAL.build.module.map.Flare", "Map Flare")
class Flare(Component):
    flare_name = attr.text("flareName", "Name", "Map Flare")
    description = attr.text("description", "Description", omitted=True)
    flare_key = attr.choice(
        "flareKey",
        "Flare key/mouse combination",
        "keyAlt",
        ("keyAlt", "keyCtrl", "keyAltShift", "keyCtrlShift", "keyCtrlAlt", "keyCtrlAltShift"),
    )
    circle_size = attr.integer("circleSize", "Diameter of Flare circle in pixels", 100)
    circle_color = attr.colour("circleColor", "Color of Flare circle", Colour(255, 0, 0))
    circle_scale = attr.boolean("circleScale", "Scale to map zoom level", True)
    flare_pulses = attr.integer("flarePulses", "Pulses", 6)
    flare_pulses_per_sec = attr.integer("flarePulsesPerSec", "Pulses per second", 3)
    report_format = attr.formatted("reportFormat", "Report format")


@component("VASSAL.build.module.map.HidePiecesButton", "Hide Pieces Button")
class HidePiecesButton(Component):
    button_text = attr.text("buttonText", "Button text")
    tooltip = attr.text("tooltip", "Tooltip text", "Hide all pieces on this map")
    hotkey = attr.key("hotkey", "Hotkey")
    showing_icon = attr.image("showingIcon", "Icon when pieces are showing", omitted=True)
    hidden_icon = attr.image("hiddenIcon", "Icon when pieces are hidden", omitted=True)


@component("VASSAL.build.module.map.ImageSaver", "Image Capture Tool")
class ImageSaver(Component):
    button_text = attr.formatted("buttonText", "Button text")
    tooltip = attr.text("tooltip", "Tooltip text", "Save map as PNG image")
    icon = attr.image("icon", "Button icon", "/images/camera.gif")
    hotkey = attr.key("hotkey", "Hotkey")
    can_disable, property_gate, hide_when_disabled, disabled_icon = attr.disabling()


@component("VASSAL.build.module.map.TextSaver", "Text Capture Tool")
class TextSaver(Component):
    button_text = attr.formatted("buttonText", "Button text", "Save text")
    tooltip = attr.text("tooltip", "Tooltip text", "Save map contents as plain text file")
    icon = attr.image("icon", "Button icon", omitted=True)
    hotkey = attr.key("hotkey", "Hotkey")
    can_disable, property_gate, hide_when_disabled, disabled_icon = attr.disabling()


@component("VASSAL.build.module.map.PieceRecenterer", "Recenter Pieces Button")
class PieceRecenterer(Component):
    text_ = attr.formatted("text", "Button text", "Recenter")
    tooltip = attr.text("tooltip", "Tooltip text", "Recenter")
    icon = attr.image("icon", "Button icon", "/images/recenter.gif")
    hotkey = attr.key("hotkey", "Hotkey")
    can_disable, property_gate, hide_when_disabled, disabled_icon = attr.disabling()


@component("VASSAL.build.module.map.MoveCameraButton", "Move Camera Button")
class MoveCameraButton(Component):
    text_ = attr.formatted("text", "Button text", "Center On Position")
    tooltip = attr.text("tooltip", "Tooltip text", "Centers the view on specified position")
    icon = attr.image("icon", "Button icon", "/images/recenter.gif")
    hotkey = attr.key("hotkey", "Hotkey")
    can_disable, property_gate, hide_when_disabled, disabled_icon = attr.disabling()
    move_camera_mode = attr.choice("moveCameraMode", "Destination", "L", ("G", "L", "Z", "R", "A", "C", "N"))
    board_name = attr.formatted("boardName", "Board")
    zone_name = attr.formatted("zoneName", "Zone")
    region_name = attr.formatted("regionName", "Region")
    grid_location = attr.formatted("gridLocation", "Grid Location")
    x_pos = attr.formatted("xPos", "X position")
    y_pos = attr.formatted("yPos", "Y position")
    x_offset = attr.formatted("xOffset", "Additional X offset", "0")
    y_offset = attr.formatted("yOffset", "Additional Y offset", "0")
    property_filter = attr.expression("propertyFilter", "Property match")
    zoom = attr.formatted("zoom", "Zoom level")


@component("VASSAL.build.module.map.MapShader", "Map Shading")
class MapShader(Component):
    name = attr.text("name", "Name", "Shading")
    always_on = attr.boolean("alwaysOn", "Shading always on")
    starts_on = attr.boolean("startsOn", "Shading Starts turned on")
    button_text = attr.text("buttonText", "Button text", "Shade")
    tooltip = attr.text("tooltip", "Tooltip text", "Shade")
    icon = attr.image("icon", "Button icon", omitted=True)
    add_to_map_toolbar = attr.boolean("addToMapToolbar", "Add to map-level Toolbar")
    hotkey = attr.key("hotkey", "Hotkey")
    boards = attr.choice(
        "boards",
        "All boards in map get Shaded",
        "Yes",
        ("Yes", "No, exclude Boards in list", "No, only shade Boards in List"),
    )
    board_list = attr.strings("boardList", "Board list")
    type = attr.choice("type", "Type", "Foreground", ("Foreground", "Background"))
    draw_over = attr.boolean("drawOver", "Draw shade on top of counters")
    pattern = attr.choice(
        "pattern", "Shade pattern", "25%", ("25%", "50%", "75%", "100% (Solid)", "Custom Image")
    )
    color = attr.colour("color", "Color", Colour(0, 0, 0))
    image = attr.image("image", "Image", omitted=True)
    scale_image = attr.boolean("scaleImage", "Scale image with map zoom?")
    opacity = attr.integer("opacity", "Opacity(%)", 100)
    border = attr.boolean("border", "Border")
    border_color = attr.colour("borderColor", "Border color", Colour(0, 0, 0))
    border_width = attr.integer("borderWidth", "Border width", 1)
    border_opacity = attr.integer("borderOpacity", "Border opacity(%)", 100)
