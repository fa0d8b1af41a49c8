"""Components: images of game pieces that VASSAL composes from shapes, symbols and text."""

from __future__ import annotations

from hexwright.vassal.codec.buildfile import declared_attributes as attr
from hexwright.vassal.codec.buildfile.component_element import Component, component


@component("VASSAL.build.module.gamepieceimage.GamePieceImageDefinitions", "Game Piece Image Definitions")
class GamePieceImageDefinitions(Component):
    CHILDREN = (
        "ColorManager",
        "FontManager",
        "GamePieceLayoutsContainer",
    )


@component("VASSAL.build.module.gamepieceimage.GamePieceLayoutsContainer", "Game Piece Layouts")
class GamePieceLayoutsContainer(Component):
    CHILDREN = ("GamePieceLayout",)


@component("VASSAL.build.module.gamepieceimage.GamePieceLayout", "Game Piece Layout")
class GamePieceLayout(Component):
    CHILDREN = ("GamePieceImage",)

    name = attr.text("name", "Name")
    width = attr.integer("width", "Counter width", 54)
    height = attr.integer("height", "Counter height", 54)
    border = attr.choice("border", "Border style", "3D", ("Plain", "Fancy", "3D", "None"))
    layout = attr.text("layout", "Layout")


@component("VASSAL.build.module.gamepieceimage.GamePieceImage", "Game Piece Image")
class GamePieceImage(Component):
    name = attr.text("name", "Name")
    bg_color = attr.text("bgColor", "Background color", "WHITE")
    border_color = attr.text("borderColor", "Border color", "BLACK")
    props = attr.text("props", "Props")
    version = attr.text("version", "Version", "0")


@component("VASSAL.build.module.gamepieceimage.ImageItem", "Image Item")
class ImageItem(Component):
    name = attr.text("name", "Name")
    location = attr.choice(
        "location",
        "Location",
        "Center",
        ("Center", "Top", "Bottom", "Right", "Left", "Top Right", "Top Left", "Bottom Right", "Bottom Left"),
    )
    image = attr.image("image", "Image")
    source = attr.choice(
        "source",
        "Image option",
        "Fixed for this layout",
        ("Specified in individual images", "Fixed for this layout"),
    )
    advanced = attr.boolean("advanced", "Advanced options")
    xoffset = attr.integer("xoffset", "X offset")
    yoffset = attr.integer("yoffset", "Y offset")
    rotation = attr.integer("rotation", "Rotation (degrees)")
    antialias = attr.boolean("antialias", "Anti-alias", True)


@component("VASSAL.build.module.gamepieceimage.ImageItemInstance", "Image Item Instance")
class ImageItemInstance(Component):
    image = attr.image("image", "Image")


@component("VASSAL.build.module.gamepieceimage.ShapeItem", "Shape Item")
class ShapeItem(Component):
    name = attr.text("name", "Name")
    location = attr.choice(
        "location",
        "Location",
        "Center",
        ("Center", "Top", "Bottom", "Right", "Left", "Top Right", "Top Left", "Bottom Right", "Bottom Left"),
    )
    width = attr.integer("width", "Width", 40)
    height = attr.integer("height", "Height", 30)
    shape = attr.choice("shape", "Shape", "Rectangle", ("Rectangle", "Rounded Rectangle", "Oval"))
    bevel = attr.integer("bevel", "Bevel", 5)
    advanced = attr.boolean("advanced", "Advanced options")
    xoffset = attr.integer("xoffset", "X offset")
    yoffset = attr.integer("yoffset", "Y offset")
    rotation = attr.integer("rotation", "Rotation (degrees)")
    antialias = attr.boolean("antialias", "Anti-alias", True)


@component("VASSAL.build.module.gamepieceimage.ShapeItemInstance", "Shape Item Instance")
class ShapeItemInstance(Component):
    fg_color = attr.text("fgColor", "Foreground color", "CLEAR")
    border_color = attr.text("borderColor", "Border color", "BLACK")


@component("VASSAL.build.module.gamepieceimage.SymbolItem", "Symbol Item")
class SymbolItem(Component):
    name = attr.text("name", "Name")
    location = attr.choice(
        "location",
        "Location",
        "Center",
        ("Center", "Top", "Bottom", "Right", "Left", "Top Right", "Top Left", "Bottom Right", "Bottom Left"),
    )
    set_ = attr.text("set", "Symbol set")
    width = attr.integer("width", "Width", 40)
    height = attr.integer("height", "Height", 30)
    linewidth = attr.real("linewidth", "Line width", 1.0)
    advanced = attr.boolean("advanced", "Advanced options")
    xoffset = attr.integer("xoffset", "X offset")
    yoffset = attr.integer("yoffset", "Y offset")
    rotation = attr.integer("rotation", "Rotation (degrees)")
    antialias = attr.boolean("antialias", "Anti-alias", True)


@component("VASSAL.build.module.gamepieceimage.SymbolItemInstance", "Symbol Item Instance")
class SymbolItemInstance(Component):
    size = attr.text("size", "Unit size", omitted=True)
    symbol1 = attr.text("symbol1", "1st symbol", omitted=True)
    symbol2 = attr.text("symbol2", "2nd symbol", omitted=True)
    fg_color = attr.text("fgColor", "Symbol color", "BLACK")
    bg_color = attr.text("bgColor", "Background color", "CLEAR")
    size_color = attr.text("sizeColor", "Size color", "BLACK")


@component("VASSAL.build.module.gamepieceimage.TextItem", "Text Item")
class TextItem(Component):
    name = attr.text("name", "Name")
    location = attr.choice(
        "location",
        "Location",
        "Center",
        ("Center", "Top", "Bottom", "Right", "Left", "Top Right", "Top Left", "Bottom Right", "Bottom Left"),
    )
    font = attr.text("font", "Font style", "Default")
    source = attr.choice(
        "source",
        "Text option",
        "Specified in individual images",
        ("Specified in individual images", "Fixed for this layout"),
    )
    text_ = attr.text("text", "Text")
    advanced = attr.boolean("advanced", "Advanced options")
    xoffset = attr.integer("xoffset", "X offset")
    yoffset = attr.integer("yoffset", "Y offset")
    rotation = attr.integer("rotation", "Rotation (degrees)")
    antialias = attr.boolean("antialias", "Anti-alias", True)


@component("VASSAL.build.module.gamepieceimage.TextItemInstance", "Text Item Instance")
class TextItemInstance(Component):
    value = attr.text("value", "Value", "Xx")
    fg_color = attr.text("fgColor", "Foreground color", "BLACK")
    bg_color = attr.text("bgColor", "Background color", "CLEAR")
    outline_color = attr.text("outlineColor", "Outline color", "RED")


@component("VASSAL.build.module.gamepieceimage.TextBoxItem", "Text Box Item")
class TextBoxItem(TextItem):
    width = attr.integer("width", "Width", 40)
    height = attr.integer("height", "Height", 30)
    use_html = attr.boolean("use_html", "Use HTML")


@component("VASSAL.build.module.gamepieceimage.TextBoxItemInstance", "Text Box Item Instance")
class TextBoxItemInstance(Component):
    value = attr.text("value", "Value", "Xx")
    fg_color = attr.text("fgColor", "Foreground color", "BLACK")
    bg_color = attr.text("bgColor", "Background color", "CLEAR")
    outline_color = attr.text("outlineColor", "Outline color", "RED")


@component("VASSAL.build.module.gamepieceimage.ColorManager", "Named Colors")
class ColorManager(Component):
    CHILDREN = ("ColorSwatch",)


@component("VASSAL.build.module.gamepieceimage.ColorSwatch", "Named Color")
class ColorSwatch(Component):
    name = attr.text("name", "Color name")
    color = attr.colour("color", "Color")


@component("VASSAL.build.module.gamepieceimage.FontManager", "Font Styles")
class FontManager(Component):
    CHILDREN = ("FontStyle",)


@component("VASSAL.build.module.gamepieceimage.FontStyle", "Font Style")
class FontStyle(Component):
    name = attr.text("name", "Style name", "Default")
    style = attr.text("style", "Font Style", "Dialog,0,12,false")
