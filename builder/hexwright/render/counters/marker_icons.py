"""Our icons for markers: they say at a glance what a marker means."""

from __future__ import annotations

from typing import Final

from hexwright.render.counters.drawing_paths import Drawing, Layer


def _can(x: float) -> tuple[Layer, ...]:
    return (
        Layer("lit", f"M{x} 30H{x + 42}V86H{x}Z", "ink", 5.0),
        Layer(None, f"M{x + 8} 38L{x + 34} 78M{x + 34} 38L{x + 8} 78", "ink", 4.0),
        Layer(None, f"M{x + 8} 30V20H{x + 24}V30M{x + 29} 29V21H{x + 38}V29", "ink", 5.0),
    )


_BURST: Final = (
    "M50 8L56 34L76 20L65 41L88 50L65 59L76 80L56 66L50 92L44 66L24 80L35 59L12 50L35 41L24 20L44 34Z"
)

MARKER_ICONS: Final[tuple[Drawing, ...]] = (
    Drawing(
        "out-of-supply",
        100,
        100,
        (
            *_can(12),
            *_can(46),
            Layer(None, "M4 92L96 12", "lit", 18.0),
            Layer(None, "M2 94L98 10", "second", 10.0),
        ),
        "two cans behind a bar",
    ),
    Drawing("supply", 100, 100, (*_can(6), *_can(52)), "two cans"),
    Drawing(
        "disrupted",
        104,
        100,
        (
            Layer("lit", "M4 24H54L42 44L56 52L40 76H4Z", "ink", 5.5),
            Layer(None, "M4 24L46 50L4 76", "ink", 4.5),
            Layer("lit", "M70 30H98V82H58L72 60L58 52Z", "ink", 5.5),
            Layer(None, "M100 36L72 60L100 88", "ink", 4.5),
            Layer("second", "M60 0L42 40L54 46L38 100L78 38L62 33L76 0Z", "lit", 3.4),
        ),
        "a unit box struck by lightning",
    ),
    Drawing(
        "fortified",
        104,
        90,
        (
            Layer("lit", "M4 74V32H14V16H30V32H42V16H64V32H76V16H92V32H100V74Z", "ink", 5.0),
            Layer(
                None,
                "M6 46H98M6 60H98M24 46V60M50 46V60M76 46V60M36 60V72M62 60V72M88 60V72M36 33V46M64 33V46",
                "ink",
                2.6,
            ),
            Layer(None, "M4 86L14 78L24 86L34 78L44 86L54 78L64 86L74 78L84 86L94 78L100 83", "second", 4.4),
        ),
        "a wall",
    ),
    Drawing(
        "rail-cut",
        124,
        100,
        (
            Layer(None, "M0 30H38M86 30H124M0 70H38M86 70H124", "ink", 8.0),
            Layer(None, "M8 14V86M24 14V86M100 14V86M116 14V86", "ink", 8.0),
            Layer(None, "M38 30L50 14M38 70L52 86M86 30L76 14M86 70L74 86", "ink", 8.0),
            Layer(
                "second",
                "M62 8L68 34L88 20L77 41L100 50L77 59L88 80L68 66L62 92L56 66L36 80"
                "L47 59L24 50L47 41L36 20L56 34Z",
                "lit",
                5.0,
            ),
        ),
        "a railway that is broken by a blast",
    ),
    Drawing("hit", 100, 100, (Layer("second", _BURST, "ink", 4.0), Layer("lit", "O50 50 12")), "a blast"),
    Drawing(
        "moved",
        100,
        80,
        (Layer("second", "M6 28H52V6L96 40L52 74V52H6L18 40Z", "ink", 4.0),),
        "an arrow",
    ),
    Drawing(
        "fired",
        100,
        90,
        (
            Layer("ink", "M4 58L44 40L50 54L10 72Z"),
            Layer("ink", "M14 70L24 88H34L26 66Z"),
            Layer("second", "M52 42L96 12L74 40L98 44L72 52L86 74L56 58Z", "ink", 3.0),
        ),
        "a gun that fires",
    ),
    Drawing(
        "broken",
        100,
        100,
        (
            Layer("lit", "M14 10H86V90H14Z", "ink", 5.0),
            Layer("second", "M58 10L42 40L58 50L36 90H14V10Z"),
            Layer(None, "M58 10L42 40L58 50L36 90", "ink", 5.0),
        ),
        "a broken plate",
    ),
    Drawing(
        "objective",
        100,
        100,
        (
            Layer(None, "M22 98V6", "ink", 7.0),
            Layer("second", "M26 8H92L78 28L92 48H26Z", "ink", 4.0),
            Layer("ink", "M10 92H34V98H10Z"),
        ),
        "a flag",
    ),
    Drawing(
        "weather",
        100,
        100,
        (
            Layer("second", "O36 36 20"),
            Layer(None, "M36 2V10M36 62V70M2 36H10M12 12L18 18M60 12L54 18M12 60L18 54", "second", 5.0),
            Layer("lit", "M30 82C18 82 18 64 32 64C34 48 60 48 62 62C78 56 86 82 70 82Z", "ink", 4.0),
        ),
        "sun and cloud",
    ),
    Drawing(
        "entrenched",
        104,
        80,
        (
            Layer("second", "M2 60C16 34 34 30 52 46C70 30 88 34 102 60V72H2Z", "ink", 4.0),
            Layer(None, "M14 62C24 44 34 42 46 54M58 54C70 42 80 44 90 62", "ink", 3.0),
            Layer(
                None,
                "M6 26H98M20 14L34 38M34 14L20 38M46 14L60 38M60 14L46 38M72 14L86 38M86 14L72 38",
                "ink",
                3.4,
            ),
        ),
        "earthworks and wire",
    ),
)
"""The icons, in the order of the documentation."""
