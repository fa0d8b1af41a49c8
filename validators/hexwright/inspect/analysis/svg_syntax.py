"""The syntax of values in an SVG, as Batik reads them: lengths, paths, transforms, colours, styles."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from hexwright.inspect.analysis.word_sets import word_set
from hexwright.support.linear_regex import LinearRegex

_NUMBER: Final = r"[+-]?+(?:[0-9]++(?:\.[0-9]*+)?+|\.[0-9]++)(?:[eE][+-]?+[0-9]++)?+"
_LENGTH: Final = re.compile(rf"\s*+({_NUMBER})(%|e[mx]|p[xct]|in|cm|mm)?+\s*+", re.A)
_TRANSFORM: Final = re.compile(r"\s*+([A-Za-z]++)\s*+\(([^()]*+)\)[\s,]*+")
_TRANSFORMS: Final = {
    "matrix": (6,),
    "translate": (1, 2),
    "scale": (1, 2),
    "rotate": (1, 3),
    "skewX": (1,),
    "skewY": (1,),
}
_COUNTS: Final = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7, "z": 0}
_PATH_NUMBER: Final = re.compile(rf"\s*+({_NUMBER})\s*+(,)?+", re.A)
_FLAG: Final = re.compile(r"\s*+([01])\s*+(,)?+", re.A)
_URL: Final = re.compile(r"url\(\s*+[\"']?+([^\"')\s]*+)[\"']?+\s*+\)\s*+(.*+)", re.S)
_DECLARATION: Final = LinearRegex(r"([-_\pL\pN]+)\s*:\s*([^;{}]+)")
_COMMENT: Final = LinearRegex(r"(?s)/\*.*?\*/")
_PIXELS: Final = {"in": 96.0, "cm": 96 / 2.54, "mm": 96 / 25.4, "pt": 96 / 72, "pc": 16.0}
_PLAIN_COLOUR: Final = re.compile(
    r"(?:#(?:[0-9a-f]{3}|[0-9a-f]{6})(?![0-9a-z])|rgb\(\s*[+-]?\d+\s*(?:,\s*[+-]?\d+\s*){2}\)"
    r"|rgb\(\s*[-+.\d]+%\s*(?:,\s*[-+.\d]+%\s*){2}\)|none|currentcolor|inherit|url\(.*|icc-color\(.*)",
    re.S,
)
_COLOURS: Final = ("fill", "stroke", "stop-color", "flood-color", "lighting-color", "color")
_OPACITIES: Final = ("opacity", "fill-opacity", "stroke-opacity", "stop-opacity", "flood-opacity")
#: The presentation attributes that are judged.
JUDGED: Final = (*_COLOURS, *_OPACITIES, "filter", "clip-path", "mask")
_NAMED: Final = word_set(
    """
    aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown
    burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan
    darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid
    darkred darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet
    deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro
    ghostwhite gold goldenrod gray grey green greenyellow honeydew hotpink indianred indigo ivory khaki
    lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow
    lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray
    lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine
    mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise
    mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab
    orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru
    pink plum powderblue purple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell
    sienna silver skyblue slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato
    turquoise violet wheat white whitesmoke yellow yellowgreen activeborder activecaption appworkspace
    background buttonface buttonhighlight buttonshadow buttontext captiontext graytext highlight
    highlighttext inactiveborder inactivecaption inactivecaptiontext infobackground infotext menu menutext
    scrollbar threeddarkshadow threedface threedhighlight threedlightshadow threedshadow window
    windowframe windowtext
    """
)


class UrlValue(NamedTuple):
    """A value that refers to something: `target` is in the brackets, `rest` follows them."""

    target: str
    rest: str


def length(text: str) -> float | None:
    """Return the number of a length, without its unit; None if it isn't one."""
    found = _LENGTH.fullmatch(text)
    return float(found[1]) if found else None


def size_fault(width: str | None, height: str | None, box: str | None) -> str:
    """Return why a picture has no size in VASSAL; an empty string if it has one."""
    sides: list[float | None] = []
    shape = None
    if box:
        numbers = _numbers(box)
        if numbers is None or len(numbers) != 4:
            return f'viewBox="{box[:40]}" isn\'t four numbers'
        shape = numbers[2], numbers[3]
    for name, text, at in (("width", width, 0), ("height", height, 1)):
        found = _LENGTH.fullmatch(text or "")
        if text and (found is None or found[2] in ("em", "ex") or float(found[1]) < 0):
            return f'{name}="{text[:40]}" is no size'
        if found is None:
            sides.append(shape[at] if shape and all(shape) else None)
        elif found[2] == "%":
            sides.append(float(found[1]) / 100 * (shape[at] if shape and all(shape) else 1))
        else:
            sides.append(float(found[1]) * _PIXELS.get(found[2] or "", 1))
    known = next((side for side in sides if side is not None), 0)
    if any(round((known if side is None else side) + 1e-9) <= 0 for side in sides):
        return "it has no size: neither width and height nor a viewBox"
    return ""


def is_points(text: str) -> bool:
    """Return whether a list of points can be read."""
    numbers = _numbers(text)
    return numbers is not None and len(numbers) % 2 == 0


def _numbers(text: str) -> list[float] | None:
    """Return the numbers of a list; None if it can't be read. Commas and spaces at its end don't matter."""
    numbers: list[float] = []
    at = 0
    text = text.rstrip(", \t\r\n")
    while at < len(text):
        found = _PATH_NUMBER.match(text, at)
        if found is None:
            return None
        numbers.append(float(found[1]))
        at = found.end()
    return numbers


def is_transform(text: str) -> bool:
    """Return whether a list of transforms can be read."""
    at = 0
    while at < len(text.rstrip()):
        found = _TRANSFORM.match(text, at)
        if found is None or found[2].rstrip().endswith(","):
            return False
        if len(_numbers(found[2]) or ()) not in _TRANSFORMS.get(found[1], ()):
            return False
        at = found.end()
    return True


def is_path(text: str) -> bool:
    """Return whether the data of a path can be read."""
    at, command = 0, ""
    text = text.rstrip()
    while True:
        while at < len(text) and text[at].isspace() and text[at].isascii():
            at += 1
        if at == len(text):
            return True
        if text[at].isalpha():
            command = text[at]
            at += 1
            if command.lower() not in _COUNTS or (
                at == 1 + len(text) - len(text.lstrip()) and command not in "mM"
            ):
                return False
            if command in "zZ":
                continue
        elif command in ("", "z", "Z"):
            return False
        end = _arguments(text, at, _COUNTS[command.lower()], flags=command in "aA")
        if end is None:
            return False
        at = end


def _arguments(text: str, at: int, count: int, *, flags: bool) -> int | None:
    """Return the end of a command's numbers; None if they can't be read. A comma needs a number after it."""
    open_ = False
    for number in range(count):
        found = _FLAG.match(text, at) if flags and number in (3, 4) else _PATH_NUMBER.match(text, at)
        if found is None:
            return None
        at, open_ = found.end(), found[2] is not None
    return None if open_ and _PATH_NUMBER.match(text, at) is None else at


def url(value: str) -> UrlValue | None:
    """Return what a value refers to; None if it refers to nothing."""
    found = _URL.match(value.strip())
    return UrlValue(found[1], found[2].removesuffix("!important").strip()) if found else None


def declarations(text: str) -> list[tuple[str, str]]:
    """Return the declarations of a style or a style sheet."""
    if not text:
        return []
    plain = _COMMENT.sub("", text)
    return [(found[1].lower(), found[2].strip()) for found in _DECLARATION.finditer(plain)]


def ignored_style(property_: str, value: str) -> str:
    """Return a value with its property if Batik ignores it; an empty string if it doesn't."""
    bare = value.strip().lower().removesuffix("!important").strip()
    shown = f"{property_}: {' '.join(value.split())[:40]}"
    return shown if bare and _is_ignored(property_, bare) else ""


def _is_ignored(property_: str, bare: str) -> bool:
    if property_ == "stroke" and bare == "transparent":
        return False  # Without the value there is no stroke either.
    if property_ in _COLOURS:
        return (bare.split()[0] not in _NAMED and _PLAIN_COLOUR.match(bare) is None) or "var(" in bare
    if property_ in _OPACITIES:
        return bare.endswith("%") or "(" in bare
    if property_ in ("filter", "clip-path", "mask"):
        return "(" in bare and not bare.startswith("url(")
    if property_ == "mix-blend-mode":
        return bare not in ("normal", "inherit", "initial")
    return property_ == "transform" and bare != "none"
