"""Components: game piece images drawn by VASSAL itself."""

from __future__ import annotations

from hexwright.vassal.codec.buildfile import declared_attributes as attr
from hexwright.vassal.codec.buildfile.component_element import Component


class GamePieceImageDefinitions(Component):
    """Game Piece Image Definitions (VASSAL.build.module.gamepieceimage.GamePieceImageDefinitions)."""

    TAG = "VASSAL.build.module.gamepieceimage.GamePieceImageDefinitions"
    TITLE = "Game Piece Image Definitions"
    CHILDREN = (
        "ColorManager",
        "FontManager",
        "GamePieceLayoutsContainer",
    )


class GamePieceLayoutsContainer(Component):
    """Game Piece Layouts (VASSAL.build.module.gamepieceimage.GamePieceLayoutsContainer)."""

    TAG = "VASSAL.build.module.gamepieceimage.GamePieceLayoutsContainer"
    TITLE = "Game Piece Layouts"
    CHILDREN = ("GamePieceLayout",)


class GamePieceLayout(Component):
    """Game Piece Layout (VASSAL.build.module.gamepieceimage.GamePieceLayout)."""

    TAG = "VASSAL.build.module.gamepieceimage.GamePieceLayout"
    TITLE = "Game Piece Layout"
    CHILDREN = ("GamePieceImage",)

    name = attr.text("name", "Name")
    width = attr.integer("width", "Counter width", 54)
    height = attr.integer("height", "Counter height", 54)
    border = attr.choice(
        "border",
        "Border style",
        "3D",
        (
            "Plain",
            "Fancy",
            "3D",
            "None",
        ),
    )
    layout = attr.text("layout", "Layout")


class GamePieceImage(Component):
    """Game Piece Image (VASSAL.build.module.gamepieceimage.GamePieceImage)."""

    TAG = "VASSAL.build.module.gamepieceimage.GamePieceImage"
    TITLE = "Game Piece Image"

    name = attr.text("name", "Name")
    bg_color = attr.text("bgColor", "Background color", "WHITE")
    border_color = attr.text("borderColor", "Border color", "BLACK")
    props = attr.text("props", "Props")
    version = attr.text("version", "Version", "0")


class ImageItem(Component):
    """Image Item (VASSAL.build.module.gamepieceimage.ImageItem)."""

    TAG = "VASSAL.build.module.gamepieceimage.ImageItem"
    TITLE = "Image Item"

    name = attr.text("name", "Name")
    location = attr.choice(
        "location",
        "Location",
        "Center",
        (
            "Center",
            "Top",
            "Bottom",
            "Right",
            "Left",
            "Top Right",
            "Top Left",
            "Bottom Right",
            "Bottom Left",
        ),
    )
    image = attr.image("image", "Image")
    source = attr.choice(
        "source",
        "Image option",
        "Fixed for this layout",
        (
            "Specified in individual images",
            "Fixed for this layout",
        ),
    )
    advanced = attr.boolean("advanced", "Advanced options")
    xoffset = attr.integer("xoffset", "X offset")
    yoffset = attr.integer("yoffset", "Y offset")
    rotation = attr.integer("rotation", "Rotation (degrees)")
    antialias = attr.boolean("antialias", "Anti-alias", True)


class ImageItemInstance(Component):
    """Image Item Instance (VASSAL.build.module.gamepieceimage.ImageItemInstance)."""

    TAG = "VASSAL.build.module.gamepieceimage.ImageItemInstance"
    TITLE = "Image Item Instance"

    image = attr.image("image", "Image")


class ShapeItem(Component):
    """Shape Item (VASSAL.build.module.gamepieceimage.ShapeItem)."""

    TAG = "VASSAL.build.module.gamepieceimage.ShapeItem"
    TITLE = "Shape Item"

    name = attr.text("name", "Name")
    location = attr.choice(
        "location",
        "Location",
        "Center",
        (
            "Center",
            "Top",
            "Bottom",
            "Right",
            "Left",
            "Top Right",
            "Top Left",
            "Bottom Right",
            "Bottom Left",
        ),
    )
    width = attr.integer("width", "Width", 40)
    height = attr.integer("height", "Height", 30)
    shape = attr.choice(
        "shape",
        "Shape",
        "Rectangle",
        (
            "Rectangle",
            "Rounded Rectangle",
            "Oval",
        ),
    )
    bevel = attr.integer("bevel", "Bevel", 5)
    advanced = attr.boolean("advanced", "Advanced options")
    xoffset = attr.integer("xoffset", "X offset")
    yoffset = attr.integer("yoffset", "Y offset")
    rotation = attr.integer("rotation", "Rotation (degrees)")
    antialias = attr.boolean("antialias", "Anti-alias", True)


class ShapeItemInstance(Component):
    """Shape Item Instance (VASSAL.build.module.gamepieceimage.ShapeItemInstance)."""

    TAG = "VASSAL.build.module.gamepieceimage.ShapeItemInstance"
    TITLE = "Shape Item Instance"

    fg_color = attr.text("fgColor", "Foreground color", "CLEAR")
    border_color = attr.text("borderColor", "Border color", "BLACK")


class SymbolItem(Component):
    """Symbol Item (VASSAL.build.module.gamepieceimage.SymbolItem)."""

    TAG = "VASSAL.build.module.gamepieceimage.SymbolItem"
    TITLE = "Symbol Item"

    name = attr.text("name", "Name")
    location = attr.choice(
        "location",
        "Location",
        "Center",
        (
            "Center",
            "Top",
            "Bottom",
            "Right",
            "Left",
            "Top Right",
            "Top Left",
            "Bottom Right",
            "Bottom Left",
        ),
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


class SymbolItemInstance(Component):
    """Symbol Item Instance (VASSAL.build.module.gamepieceimage.SymbolItemInstance)."""

    TAG = "VASSAL.build.module.gamepieceimage.SymbolItemInstance"
    TITLE = "Symbol Item Instance"

    size = attr.text("size", "Unit size", omitted=True)
    symbol1 = attr.text("symbol1", "1st symbol", omitted=True)
    symbol2 = attr.text("symbol2", "2nd symbol", omitted=True)
    fg_color = attr.text("fgColor", "Symbol color", "BLACK")
    bg_color = attr.text("bgColor", "Background color", "CLEAR")
    size_color = attr.text("sizeColor", "Size color", "BLACK")


class TextItem(Component):
    """Text Item (VASSAL.build.module.gamepieceimage.TextItem)."""

    TAG = "VASSAL.build.module.gamepieceimage.TextItem"
    TITLE = "Text Item"

    name = attr.text("name", "Name")
    location = attr.choice(
        "location",
        "Location",
        "Center",
        (
            "Center",
            "Top",
            "Bottom",
            "Right",
            "Left",
            "Top Right",
            "Top Left",
            "Bottom Right",
            "Bottom Left",
        ),
    )
    font = attr.text("font", "Font style", "Default")
    source = attr.choice(
        "source",
        "Text option",
        "Specified in individual images",
        (
            "Specified in individual images",
            "Fixed for this layout",
        ),
    )
    text_ = attr.text("text", "Text")
    advanced = attr.boolean("advanced", "Advanced options")
    xoffset = attr.integer("xoffset", "X offset")
    yoffset = attr.integer("yoffset", "Y offset")
    rotation = attr.integer("rotation", "Rotation (degrees)")
    antialias = attr.boolean("antialias", "Anti-alias", True)


class TextItemInstance(Component):
    """Text Item Instance (VASSAL.build.module.gamepieceimage.TextItemInstance)."""

    TAG = "VASSAL.build.module.gamepieceimage.TextItemInstance"
    TITLE = "Text Item Instance"

    value = attr.text("value", "Value", "Xx")
    fg_color = attr.text("fgColor", "Foreground color", "BLACK")
    bg_color = attr.text("bgColor", "Background color", "CLEAR")
    outline_color = attr.text("outlineColor", "Outline color", "RED")


class TextBoxItem(TextItem):
    """Text Box Item (VASSAL.build.module.gamepieceimage.TextBoxItem)."""

    TAG = "VASSAL.build.module.gamepieceimage.TextBoxItem"
    TITLE = "Text Box Item"

    width = attr.integer("width", "Width", 40)
    height = attr.integer("height", "Height", 30)
    use_html = attr.boolean("use_html", "Use HTML")


class TextBoxItemInstance(Component):
    """Text Box Item Instance (VASSAL.build.module.gamepieceimage.TextBoxItemInstance)."""

    TAG = "VASSAL.build.module.gamepieceimage.TextBoxItemInstance"
    TITLE = "Text Box Item Instance"

    value = attr.text("value", "Value", "Xx")
    fg_color = attr.text("fgColor", "Foreground color", "BLACK")
    bg_color = attr.text("bgColor", "Background color", "CLEAR")
    outline_color = attr.text("outlineColor", "Outline color", "RED")


class ColorManager(Component):
    """Named Colors (VASSAL.build.module.gamepieceimage.ColorManager)."""

    TAG = "VASSAL.build.module.gamepieceimage.ColorManager"
    TITLE = "Named Colors"
    CHILDREN = ("ColorSwatch",)


class ColorSwatch(Component):
    """Named Color (VASSAL.build.module.gamepieceimage.ColorSwatch)."""

    TAG = "VASSAL.build.module.gamepieceimage.ColorSwatch"
    TITLE = "Named Color"

    name = attr.text("name", "Color name")
    color = attr.colour("color", "Color")


class FontManager(Component):
    """Font Styles (VASSAL.build.module.gamepieceimage.FontManager)."""

    TAG = "VASSAL.build.module.gamepieceimage.FontManager"
    TITLE = "Font Styles"
    CHILDREN = ("FontStyle",)


class FontStyle(Component):
    """Font Style (VASSAL.build.module.gamepieceimage.FontStyle)."""

    TAG = "VASSAL.build.module.gamepieceimage.FontStyle"
    TITLE = "Font Style"

    name = attr.text("name", "Style name", "Default")
    style = attr.text("style", "Font Style", "Dialog,0,12,false")
