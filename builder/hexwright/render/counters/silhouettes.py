"""Our drawings of soldiers, horses, guns, vehicles, ships, aircraft and leaders, by era."""

from __future__ import annotations

from typing import Final

from hexwright.render.counters.drawing_paths import Drawing, Layer, tokens_of


def _wheels(xs: tuple[float, ...], y: float, r: float) -> str:
    return "".join(f"O{x} {y} {r}" for x in xs)


_TANK_WHEELS: Final = (20.5, 32.3, 44.1, 55.9, 67.7, 79.5)

_SOLDIER: Final = (
    "M43 13C43 8 47 6 52 6L58 7C61 8 62 11 61 14L61 16C62 20 60 25 57 27L58 30C64 31 68 35 69 41L71 56L66 60"
    "L68 66L69 76L75 94L77 97H66L60 78L56 70L50 80L40 96L28 97V94L36 88L44 72L45 60L41 58L34 60L31 57L40 50"
    "L43 36C44 33 46 31 49 30L48 27C45 26 44 23 44 19L38 17V15Z"
)
_MUSKET: Final = "M33 60L72 -2L74.5 -0.5L38 63Z"
_BELT: Final = "M47 33L66 56L63 59L45 38Z"


def _moved(data: str, dx: float, dy: float, scale: float = 1.0) -> str:
    """Return path data moved and scaled; H and V are single numbers, so their axis is known."""
    out: list[str] = []
    command, axis = "M", 0
    for token in tokens_of(data):
        if token.isalpha():
            command, axis = token, 0
            out.append(token)
            continue
        value = float(token)
        if command == "O" and axis == 2:
            value *= scale
        elif command == "V" or (command != "H" and axis % 2 == 1):
            value = value * scale + dy
        else:
            value = value * scale + dx
        out.append(f"{value:.2f} ")
        axis = (axis + 1) % {"O": 3, "H": 1, "V": 1}.get(command, 2)
    return "".join(out)


def _rank(count: int, pitch: float, scale: float) -> tuple[Layer, ...]:
    """Return a rank of marching soldiers with muskets, the foremost last."""
    found: list[Layer] = []
    for n in reversed(range(count)):
        dx = n * pitch - 28 * scale
        found += [
            Layer("second", _moved(_MUSKET, dx, 4, scale)),
            Layer("ink", _moved(_SOLDIER, dx, 4, scale)),
            Layer("second", _moved(_BELT, dx, 4, scale)),
        ]
    return tuple(found)


_HELMETED: Final = (
    Layer("ink", "M62 2L66 3L58 66L52 66Z", "lit", 1.2),
    Layer("ink", "M2 80C3 58 12 52 24 48H42C54 52 61 58 62 80Z", "lit", 1.6),
    Layer("body", "M21 30C21 44 27 52 33 52C39 52 45 44 45 30Z", "ink", 2.2),
    Layer("shade", "M33 30V52C39 52 45 44 45 30Z"),
    Layer(
        "ink",
        "M10 32C8 30 13 28 14 24C14 10 23 4 33 4C43 4 52 10 52 24C53 28 58 30 56 32C46 29 20 29 10 32Z",
        "lit",
        1.6,
    ),
    Layer(None, "M20 52L30 80M46 52L36 80", "lit", 2.0),
)


def _placed(layers: tuple[Layer, ...], dx: float, dy: float, scale: float) -> tuple[Layer, ...]:
    return tuple(
        Layer(one.fill, _moved(one.data, dx, dy, scale), one.line, one.width * scale) for one in layers
    )


_BUST: Final = (
    Layer("second", "M4 100C6 78 22 72 40 66L50 74L60 66C78 72 94 78 96 100Z"),
    Layer("body", "M40 56H60V70L50 78L40 70Z"),
    Layer("lit", "M40 66L50 74L44 92L30 78ZM60 66L50 74L56 92L70 78Z"),
    Layer("body", "M34 34C33 56 41 68 50 68C59 68 67 56 66 34Z"),
    Layer("shade", "M50 34V68C59 68 67 56 66 34Z"),
)
_PEAKED_CAP: Final = (
    Layer("second", "M18 21C26 3 74 3 82 21C80 27 73 29 69 33H31C27 29 20 27 18 21Z"),
    Layer("ink", "M31 31H69L68 37C58 34 42 34 32 37Z"),
    Layer("ink", "M30 37C42 33 58 33 70 37C66 45 34 45 30 37Z"),
    Layer("lit", "O50 20 3.6"),
)
_BICORNE: Final = (
    Layer("ink", "M31 40C30 52 31 60 35 64L37 40ZM69 40C70 52 69 60 65 64L63 40Z"),
    Layer("second", "M6 38C12 34 20 8 50 4C80 8 88 34 94 38C80 34 66 33 50 36C34 33 20 34 6 38Z", "lit", 1.8),
    Layer("lit", "O62 20 4.4"),
    Layer("ink", "O62 20 2.2"),
    Layer("lit", "M2 76C6 70 22 70 26 76L24 84H4ZM74 76C78 70 94 70 98 76L96 84H76Z"),
)
_KEPI: Final = (
    Layer("second", "M32 12C40 6 60 6 68 10L70 33H30Z"),
    Layer("ink", "M30 28H70V34H30Z"),
    Layer("ink", "M28 37C40 32 58 32 72 37C70 41 62 42 50 41C40 42 30 41 28 37Z"),
    Layer("ink", "M36 52C36 64 42 72 50 72C58 72 64 64 64 52C58 57 42 57 36 52Z"),
)
_GUN_WHEEL: Final = (
    Layer(None, "O0 0 17", "ink", 3.4),
    Layer(None, "M-16 0H16M0 -16V16M-11 -11L11 11M-11 11L11 -11", "ink", 1.8),
    Layer("ink", "O0 0 4.4"),
)

SILHOUETTES: Final[tuple[Drawing, ...]] = (
    Drawing(
        "tank",
        104,
        50,
        (
            Layer("ink", "M66 12.4H100V15.8H66ZM96 11.2H101V17H96Z"),
            Layer("body", "M33 22L36 11L43 7H42V3H51V7H61L67 10.5H71V18H69.5L69 22Z", "ink", 1.6),
            Layer("body", "M5 30L8 23L12 21.4H80L92 25L96 30Z", "ink", 1.6),
            Layer("shade", "M40 11H52V15H40ZM15 24.4H30V27H15Z"),
            Layer(None, "M76 22.4V29M34 22.4V29", "ink", 1.0),
            Layer(
                "ink",
                "M7 29.5C2.6 30 2 36 5.6 40C8.6 43.6 12 45 17 45H82"
                "C88 45 92.6 42 95.6 37.4C98 33.4 97 30 92 29.5Z",
            ),
            Layer("body", _wheels(_TANK_WHEELS, 38.6, 4.5), "lit", 0.9),
            Layer("ink", _wheels(_TANK_WHEELS, 38.6, 1.3)),
            Layer("body", "O8.8 35.4 4O90.6 35.4 4", "lit", 0.9),
            Layer("ink", "O8.8 35.4 1.2O90.6 35.4 1.2"),
        ),
        "a medium tank of 1941",
    ),
    Drawing(
        "assault-gun",
        104,
        46,
        (
            Layer("ink", "M62 15.4H102V18.6H62ZM98 14.4H103V19.6H98Z"),
            Layer("body", "M14 22L20 12H52L66 14L74 22Z", "ink", 1.6),
            Layer("body", "M4 29L8 22H82L93 25L97 29Z", "ink", 1.6),
            Layer("shade", "M24 14.5H40V18H24Z"),
            Layer(
                "ink",
                "M7 28.5C2.6 29 2 34 5.6 37.5C8.6 40.5 12 42 17 42H82"
                "C88 42 92.6 39 95.6 35C98 31.5 97 29 92 28.5Z",
            ),
            Layer("body", _wheels(_TANK_WHEELS, 36, 4.2), "lit", 0.9),
            Layer("ink", _wheels(_TANK_WHEELS, 36, 1.2)),
            Layer("body", "O8.8 33.4 3.8O90.6 33.4 3.8", "lit", 0.9),
        ),
        "an assault gun of 1941",
    ),
    Drawing(
        "half-track",
        104,
        50,
        (
            Layer("ink", "M46 8H64V10.4H46ZM44 10.4H50V16H44Z"),
            Layer("body", "M6 30L10 15H58L64 20L84 24L92 26V34H6Z", "ink", 1.6),
            Layer("shade", "M14 19H54V22H14Z"),
            Layer(
                "ink", "M5 32C3 34 3 40 7 42.4C10 44.4 14 45 18 45H52C58 45 62 42 63 38C64 34 62 32 60 32Z"
            ),
            Layer("body", _wheels((14, 24.5, 35, 45.5, 55), 38.4, 4.6), "lit", 0.9),
            Layer("ink", "O80 37 8.6"),
            Layer("body", "O80 37 4.2", "lit", 0.9),
        ),
        "an armoured half-track",
    ),
    Drawing(
        "truck",
        104,
        54,
        (
            Layer("body", "M4 14C16 9 44 9 56 14V36H4Z", "ink", 1.6),
            Layer(None, "M17 11V36M30 10.4V36M43 11V36", "ink", 0.9),
            Layer("second", "M58 18H72L76 26L92 28L96 32V40H58Z", "ink", 1.6),
            Layer("lit", "M61 20.6H70.4L73.4 26.6H61Z", "ink", 0.9),
            Layer("ink", "M2 36H98V40H2Z"),
            Layer("ink", "O18 42 8.4O40 42 8.4O84 42 8.4"),
            Layer("lit", "O18 42 3.4O40 42 3.4O84 42 3.4"),
        ),
        "a truck",
    ),
    Drawing(
        "armoured-car",
        104,
        54,
        (
            Layer("ink", "M58 10.6H88V13H58Z"),
            Layer("body", "M34 20L38 7H56L61 13L62 20Z", "ink", 1.6),
            Layer("body", "M6 33L12 20H74L94 25L98 34L90 39H12Z", "ink", 1.6),
            Layer("shade", "M22 23H44V26H22Z"),
            Layer("ink", "O22 41 9.4O46 41 9.4O80 41 9.4"),
            Layer("body", "O22 41 4.2O46 41 4.2O80 41 4.2", "lit", 0.9),
        ),
        "an armoured car",
    ),
    Drawing(
        "field-gun",
        104,
        52,
        (
            Layer("ink", "M34 18L98 9L98.6 13L36 25ZM93 8L99 7.2L99.8 14.4L94 15.2Z"),
            Layer("second", "M30 16H58L60 20L34 24Z", "ink", 1.2),
            Layer("ink", "M40 26L4 44L2 50H9L44 32Z"),
            Layer("body", "M52 4L58 3L56 36L50 38Z", "ink", 1.6),
            *_placed(_GUN_WHEEL, 44, 33, 0.95),
        ),
        "a field gun with a shield, 1900 to 1945",
    ),
    Drawing(
        "cannon",
        104,
        54,
        (
            Layer(
                "ink", "M40 20C38 16 41 12 46 12L90 9L96 8V17L92 18L50 25C44 26 41 24 40 20ZM36 18O35 19 2.6Z"
            ),
            Layer("second", "M50 24L6 46L2 46L3 52H10L58 32Z", "ink", 1.4),
            *_placed(_GUN_WHEEL, 58, 35, 1.05),
        ),
        "a smooth-bore cannon, 1750 to 1865",
    ),
    Drawing(
        "infantry-line",
        124,
        102,
        _rank(5, 20, 0.95),
        "a rank of marching infantry with muskets, 1750 to 1870",
    ),
    Drawing(
        "squad",
        132,
        86,
        (
            *_placed(_HELMETED, -1, 14, 0.86),
            *_placed(_HELMETED, 74, 14, 0.86),
            *_placed(_HELMETED, 32, 0, 1.06),
        ),
        "three helmeted soldiers with rifles, 1939 to 1960",
    ),
    Drawing(
        "rifleman",
        68,
        82,
        _HELMETED,
        "a helmeted soldier with a rifle",
    ),
    Drawing(
        "legionary",
        76,
        100,
        (
            Layer("ink", "M64 2L68 2L66.6 98H63.4Z"),
            Layer("ink", "M66 -2L71 14H61Z"),
            Layer("second", "M22 26C22 4 54 4 54 26C50 17 26 17 22 26Z"),
            Layer("body", "M26 24H50V36C50 46 45 50 38 50C31 50 26 46 26 36Z", "ink", 1.6),
            Layer("ink", "M24 26C24 14 52 14 52 26L55 38H50L47 28H29L26 38H21Z"),
            Layer("second", "M8 48C20 42 54 42 64 48V92C50 100 22 100 8 92Z", "lit", 2.4),
            Layer("lit", "O36 70 8"),
            Layer("ink", "O36 70 4"),
            Layer(None, "M36 50V60M36 80V92M14 70H26M46 70H58", "lit", 2.4),
        ),
        "a legionary behind his shield",
    ),
    Drawing(
        "horse",
        100,
        100,
        (
            Layer(
                "ink",
                "M30 98C30 84 34 74 40 66C37 67 33 68 30 72C26 76 20 77 16 73"
                "C12 70 11 66 14 62L30 42C31 34 34 27"
                " 41 22L40 10L49 18C62 17 74 25 81 38C88 52 90 74 88 98Z",
            ),
            Layer(
                "second",
                "M49 18C62 17 74 25 81 38C88 52 90 74 88 98H72C74 76 70 56 60 40C55 31 51 25 49 18Z",
            ),
            Layer("lit", "O38.5 36 2.6"),
            Layer(None, "M33 44L47 57M47 57C52 50 53 38 46 27M47 57L60 72M21 55L31 66", "lit", 2.6),
        ),
        "a horse's head, for cavalry of all eras",
    ),
    Drawing(
        "fighter",
        100,
        100,
        (
            Layer(
                "second",
                "M50 2C53 4 55 9 55 16L56 29L90 35C96 36 98 39 98 43L97 47L57 53L54 80"
                "L69 85C71 86 71 88 71 91L53 92"
                "L50 98L47 92L29 91C29 88 29 86 31 85L46 80L43 53L3 47L2 43"
                "C2 39 4 36 10 35L44 29L45 16C45 9 47 4"
                " 50 2Z",
                "lit",
                1.8,
            ),
            Layer("lit", "M47 24C47 18 53 18 53 24L52.4 44H47.6Z"),
            Layer("lit", "O20 42 5O80 42 5"),
            Layer("second", "O20 42 2.6O80 42 2.6"),
        ),
        "a single-engined aircraft from above",
    ),
    Drawing(
        "bomber",
        120,
        100,
        (
            Layer(
                "second",
                "M60 2C64 5 66 12 66 20V30L74 31V22C74 17 82 17 82 22V33L112 39"
                "C117 40 119 43 118 47L66 54L64 80L82 86"
                "C84 87 84 91 82 92L62 93L60 98L58 93L38 92C36 91 36 87 38 86L56 80"
                "L54 54L2 47C1 43 3 40 8 39L38 33"
                "V22C38 17 46 17 46 22V31L54 30V20C54 12 56 5 60 2Z",
                "lit",
                1.8,
            ),
            Layer("lit", "M56.5 9C57 5 63 5 63.5 9L63 16H57ZM57.5 26H62.5V40H57.5Z"),
            Layer("lit", "O22 42.6 4.6O98 42.6 4.6"),
            Layer("second", "O22 42.6 2.3O98 42.6 2.3"),
        ),
        "a twin-engined aircraft from above",
    ),
    Drawing(
        "battleship",
        300,
        96,
        (
            Layer(None, "M92 62L89 2M206 62L203 2", "ink", 2.6),
            Layer("ink", "M83 24H97L95 30H85ZM197 24H211L209 30H199Z"),
            Layer(None, "M78 12H101M192 12H215", "ink", 1.4),
            Layer(None, "M89 4H203M89 4L22 64M203 4L276 62", "ink", 0.7),
            Layer("ink", "M124 22H141L142 60H123ZM154 22H171L172 60H153Z"),
            Layer("lit", "M123 26H142V30H123ZM153 26H172V30H153Z"),
            Layer("ink", "M122 20H143V23H122ZM152 20H173V23H152Z"),
            Layer("ink", "M78 50H110V56H186V44H222V52H230V64H70V56H78Z"),
            Layer("ink", "M190 36H212V45H190ZM84 44H100V51H84Z"),
            Layer(
                "lit", "".join(f"M{114 + q * 12} 57H{120 + q * 12}V60.4H{114 + q * 12}Z" for q in range(6))
            ),
            Layer("ink", "M232 54C232 46 236 45 244 45C254 45 258 50 258 64H230Z"),
            Layer("ink", "M68 54C68 46 64 45 56 45C46 45 42 50 42 64H70Z"),
            Layer(None, "M254 50.5L282 47.5M46 50.5L18 47.5", "ink", 3.0),
            Layer(
                "ink", "M6 62L40 63L44 66H232L262 62L294 58L288 74C287 80 291 84 294 88H20C12 86 9 76 6 62Z"
            ),
            Layer(None, "M16 73H288", "lit", 1.5),
            Layer("lit", "".join(f"M{82 + q * 18} 67.2H{91 + q * 18}V69.8H{82 + q * 18}Z" for q in range(8))),
            Layer(
                "second",
                "M0 88C14 84 24 92 40 88C56 84 66 92 82 88C98 84 108 92 124 88"
                "C140 84 150 92 166 88C182 84 192 92"
                " 208 88C224 84 234 92 250 88C266 84 280 90 300 87V96H0Z",
            ),
        ),
        "a battleship of 1904",
    ),
    Drawing(
        "destroyer",
        300,
        80,
        (
            Layer(None, "M106 48L102 4M214 46L211 10", "ink", 2.2),
            Layer(None, "M102 6L211 12M102 6L30 52M211 12L280 46", "ink", 0.7),
            Layer("ink", "M126 22H142L144 50H124ZM158 24H173L175 50H156Z"),
            Layer("lit", "M125 26H143V29H125ZM157 28H174V31H157Z"),
            Layer("ink", "M196 24H220V34H232V50H190V34H196Z"),
            Layer("lit", "M199 27H217V30H199Z"),
            Layer(
                "ink",
                "M238 42H256V50H236ZM252 43L274 40L274.4 42.4L254 46ZM60 42H78V50H58Z"
                "M62 43L40 40L39.6 42.4L60 46Z",
            ),
            Layer("ink", "M84 44H112V50H84Z"),
            Layer("ink", "M8 50H230L266 46L294 40C290 52 286 62 280 72H22C14 66 10 58 8 50Z"),
            Layer(None, "M14 58H288", "lit", 1.4),
            Layer(
                "second",
                "M0 72C14 68 24 76 40 72C56 68 66 76 82 72C98 68 108 76 124 72"
                "C140 68 150 76 166 72C182 68 192 76"
                " 208 72C224 68 234 76 250 72C266 68 280 74 300 71V80H0Z",
            ),
        ),
        "a destroyer, 1914 to 1945",
    ),
    Drawing(
        "submarine",
        300,
        64,
        (
            Layer("ink", "M128 8H150L154 34H124ZM138 -4H141V8H138ZM144 0H146V8H144Z"),
            Layer("lit", "M130 14H148V17H130Z"),
            Layer("ink", "M176 22H190V26H208V28.4H190V34H176Z"),
            Layer(
                "ink",
                "M4 36C30 32 60 33 100 33H210C250 33 276 33 298 28C290 46 270 56 240 56H60C34 56 14 48 4 36Z",
            ),
            Layer(None, "M20 42H282", "lit", 1.4),
            Layer(
                "second",
                "M0 52C14 48 24 56 40 52C56 48 66 56 82 52C98 48 108 56 124 52"
                "C140 48 150 56 166 52C182 48 192 56"
                " 208 52C224 48 234 56 250 52C266 48 280 54 300 51V64H0Z",
            ),
        ),
        "a submarine on the surface",
    ),
    Drawing(
        "ship-of-the-line",
        160,
        120,
        (
            Layer(None, "M36 88V8M78 88V2M118 88V10M118 84L158 66", "ink", 2.4),
            Layer("lit", "M22 18H50L54 40C46 44 26 44 18 40ZM17 44H55L60 70C48 75 24 75 12 70Z", "ink", 1.2),
            Layer(
                "lit", "M62 12H94L99 36C90 41 66 41 57 36ZM56 40H100L106 70C92 76 64 76 50 70Z", "ink", 1.2
            ),
            Layer(
                "lit",
                "M104 20H132L136 42C128 46 108 46 100 42ZM99 46H137L142 70C130 75 106 75 94 70Z",
                "ink",
                1.2,
            ),
            Layer("second", "M78 2H92L88 5.5L92 9H78Z"),
            Layer("ink", "M6 74L22 80H126L150 74L146 92C144 100 140 106 134 110H30C18 106 10 94 6 74Z"),
            Layer(None, "M14 88H146M20 98H142", "lit", 3.4),
            Layer(
                "ink",
                "".join(
                    f"M{30 + 12 * n} 86H{35 + 12 * n}V90H{30 + 12 * n}ZM{34 + 12 * n} 96"
                    f"H{39 + 12 * n}V100H{34 + 12 * n}Z"
                    for n in range(9)
                ),
            ),
            Layer(
                "second",
                "M0 110C14 106 24 114 40 110C56 106 66 114 82 110"
                "C98 106 108 114 124 110C140 106 150 112 160 109V120H0Z",
            ),
        ),
        "a ship of the line, 1700 to 1830",
    ),
    Drawing(
        "locomotive",
        104,
        64,
        (
            Layer(
                "ink",
                "M6 48V16H14V8H10V0H34V8H31V20H58V12H54V4H70V12H66V20H74V6H84V20H88"
                "C93 20 95 24 95 29V48H99L102 56H2V48Z",
            ),
            Layer("lit", "M14.5 11H22.5V20H14.5Z"),
            Layer("ink", _wheels((24, 44, 64), 52, 9.4), "lit", 2.2),
            Layer("lit", _wheels((24, 44, 64), 52, 2.4)),
            Layer("ink", "O85 56 5.6", "lit", 2.0),
            Layer(None, "M20 54H66", "lit", 2.2),
        ),
        "a steam locomotive",
    ),
    Drawing("leader-peaked-cap", 100, 100, (*_BUST, *_PEAKED_CAP), "a leader in a peaked cap, 1890 to 1990"),
    Drawing("leader-bicorne", 100, 100, (*_BUST, *_BICORNE), "a leader in a bicorne, 1790 to 1815"),
    Drawing("leader-kepi", 100, 100, (*_BUST, *_KEPI), "a bearded leader in a kepi, 1850 to 1880"),
)
"""The silhouettes, in the order of the documentation."""
