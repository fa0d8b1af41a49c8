"""The functions that VASSAL's expressions know, and the meaning of their arguments.

Source: `VASSAL/script/init_expression.bsh` of VASSAL 3.7.26.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from hexwright.inspect.analysis.word_sets import word_set


@dataclass(frozen=True, slots=True)
class ExpressionFunction:
    """The kinds of a function's arguments, for each number of arguments that it accepts.

    The letters mean: p property, e expression, x property or expression, m map, z zone, l location, a
    attachment, v any value. `scans` is true if VASSAL visits many pieces to compute the function.
    """

    shapes: tuple[str, ...]
    scans: bool = False
    since: str = ""


def _row(*shapes: str, scans: bool = True, since: str = "") -> ExpressionFunction:
    return ExpressionFunction(shapes, scans, since)


FUNCTIONS: Final[Mapping[str, ExpressionFunction]] = MappingProxyType(
    {
        "Alert": _row("v", "vv", scans=False),
        "Audit": _row("v", "vv", "vvv", scans=False, since="3.7"),
        "Count": _row("e", "em"),
        "CountAttach": _row("ax", "ape", since="3.7"),
        "CountLocation": _row("", "x", "vv", "lmx", "lmpe"),
        "CountMap": _row("", "v", "vv", "mpe"),
        "CountMat": _row("", "x", "pe"),
        "CountRange": _row("vv", "vvx", "vvpe", since="3.7"),
        "CountRangePx": _row("vv", "vvx", "vvpe", since="3.7"),
        "CountStack": _row("", "x", "pe"),
        "CountZone": _row("", "x", "vv", "zmx", "zmpe"),
        "GetAttachProperty": _row("ap", "apv", scans=False, since="3.7"),
        "GetLocalizedProperty": _row("p", scans=False),
        "GetMapProperty": _row("pm", scans=False),
        "GetProperty": _row("p", scans=False),
        "GetString": _row("p", scans=False),
        "GetZoneProperty": _row("pz", "pzm", scans=False),
        "If": _row("vvv", scans=False),
        "IsRandom": _row("", "v", scans=False),
        "MaxAttach": _row("ap", since="3.7"),
        "MinAttach": _row("ap", since="3.7"),
        "Random": _row("v", "vv", scans=False),
        "Range": _row("a", "vv", "vvvv", "vvvvm", scans=False, since="3.7"),
        "RangePx": _row("a", "vv", "vvvv", "vvvvm", scans=False, since="3.7"),
        "Sleep": _row("v", scans=False),
        "Sum": _row("pe", "pem"),
        "SumAttach": _row("ap", "ape", since="3.7"),
        "SumLocation": _row("p", "pe", "plm", "plme"),
        "SumMap": _row("p", "pv", "pme"),
        "SumMat": _row("p", "pe"),
        "SumRange": _row("vvp", "vvpe", since="3.7"),
        "SumRangePx": _row("vvp", "vvpe", since="3.7"),
        "SumStack": _row("p", "pe"),
        "SumZone": _row("p", "pe", "pzm", "pzme"),
        "unwrap": _row("v", scans=False),
        "booleanValue": _row("v", scans=False),
    }
)

#: Commands built into bsh.
BSH_COMMANDS: Final = word_set(
    """
    addClassPath bind cat debug error eval exec extend getClass getInterpreter importCommands
    importObject javap load object pathToFile print println run save setNameSpace show source unset
    which
    """
)

#: Classes whose methods an expression may call without naming a package.
JAVA_CLASSES: Final = word_set(
    """
    Array ArrayList Arrays Boolean Byte Character Class Collections Color Date Double Float HashMap
    HashSet Integer KeyStroke LinkedHashMap List Locale Long Map Math Number Object Objects Pattern
    Point Random Set Short String StringBuilder StringTokenizer System Thread Toolkit TreeMap UUID
    VASSAL bsh global java javax org super this
    """
)

#: String methods that may be called on a property's name.
STRING_METHODS: Final = word_set(
    """
    compareTo compareToIgnoreCase contains endsWith equals equalsIgnoreCase format hashCode indexOf
    isBlank isEmpty lastIndexOf length matches regionMatches repeat replace replaceAll replaceFirst
    startsWith strip stripLeading stripTrailing substring toLowerCase toString toUpperCase trim
    """
)
