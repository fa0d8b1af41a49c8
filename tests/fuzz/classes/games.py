"""Folders of YAML: what `check` takes must become a map, counters, charts and a module."""

from __future__ import annotations

import io
import re
from functools import cache
from pathlib import Path
from random import Random

from PIL import Image

from hexwright.diagnostics.diagnostic import InputError
from hexwright.load.game_loading import load_game
from hexwright.load.new_game import small_game
from hexwright.load.project_folder import Project
from hexwright.model.game import Game
from hexwright.render.charts import chart_html, chart_pictures
from hexwright.render.counters.counter_batch import counter_svgs
from hexwright.render.fonts import missing_glyphs
from hexwright.render.map.sheet.map_sheet_drawing import sheet_svg
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.theme import CLASSIC
from hexwright.vassal.codec.module_archive import zip_entries
from hexwright.vassal.module.module_compiler import compile_module
from hexwright.vassal.module.module_pieces import ModulePieces
from tests.fuzz.frame import ROOT, Input
from tests.fuzz.mutating import SPICE, mutated_bytes, mutated_text
from tests.fuzz.tool import hexwright

SLUG = "the-game"
_TOYS = ROOT / "tests" / "toy" / "data"
_WORD = re.compile(r"[\w./-]+|\[[^\[\]]*\]|\{[^{}]*\}")
_SIGNS = (
    " ", "\n", ": ", "- ", "#", " #", "[", "]", "&a ", "*a", "!x ", "<<: ", "---\n", "...\n", "%", "? ", "~",
    "no", "0101", "1e9", ".nan", ".inf", "0", "00", "1_000", "0x10", "A1/A2", "../x", '"\\ud800"', '"\\0"',
    "\u2028", "\ufeff", "א", "x" * 200, "999999999", "-0.0", "{column:٣}{row}", "{column:09999999}{row}",
    "{row}", "{column:A}", "{value}{value}", "{{}}",
)  # fmt: skip


@cache
def games() -> tuple[dict[str, str], ...]:
    """Return the small game that `new` writes, and the toys, each path → text."""
    found = [small_game("The Game")]
    for folder in sorted(_TOYS.iterdir()):
        paths = [path for path in sorted(folder.rglob("*.yaml")) if path.name != "gpids.yaml"]
        texts = {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in paths}
        # Pictures are a class of their own.
        found.append(
            {
                name: re.sub(
                    r"(?m)^ *(?:symbol_picture|back_picture|picture): [\w/]+\.(?:svg|png)\n", "", text
                )
                for name, text in texts.items()
            }
        )
    return tuple(found)


@cache
def _words(number: int) -> tuple[str, ...]:
    return tuple(sorted({word for text in games()[number].values() for word in _WORD.findall(text)}))


def mutant(chance: Random) -> bytes:
    """Return, below a line that tells the game and the file, one file of a game with damage."""
    number = chance.choice((0, 0, 0, 1, 2))
    name = chance.choice(sorted(games()[number]))
    text = games()[number][name]
    way = chance.random()
    if way < 0.65:
        for _ in range(chance.choice((1, 1, 2, 3))):
            spots = list(_WORD.finditer(text))
            if spots:
                spot = chance.choice(spots)
                other = (
                    chance.choice((*_words(number), *_SIGNS[-20:]))
                    if chance.random() < 0.8
                    else _figure(chance)
                )
                text = text[: spot.start()] + other + text[spot.end() :]
        data = text.encode("utf-8", "replace")
    elif way < 0.95:
        data = mutated_text(chance, text, (*SPICE, *_SIGNS)).encode("utf-8", "replace")
    else:
        data = mutated_bytes(chance, text.encode())
    return f"{number} {name}\n".encode() + data


def _figure(chance: Random) -> str:
    """Return a number, large or small."""
    return chance.choice(("", "-")) + str(
        chance.choice((0, 1, 2, 3, 7, 26, 27, 99, 100, 199, 200, 1000, 10**6, 10**18))
    )


def run(path: Path) -> bool:
    """Check a project with the game; draw and compile the game where it passes."""
    head, _, data = path.read_bytes().partition(b"\n")
    number, _, name = head.decode().partition(" ")
    folder = path.parent / "data" / SLUG
    for other, text in games()[int(number)].items():
        (folder / other).parent.mkdir(parents=True, exist_ok=True)
        (folder / other).write_text(text, encoding="utf-8")
    (folder / name).write_bytes(data)
    if not hexwright("--project", path.parent, "check", SLUG):
        return False
    loaded = load_game(Project(path.parent), SLUG, glyph_faults=missing_glyphs)
    try:
        _make(loaded.game)
    except InputError:
        # Texts that the module can't carry are told by the build.
        return False
    return True


def _make(game: Game) -> None:
    """Make everything that a build makes, except the pictures' pixels."""
    plan = plan_sheet(game)
    sheet_svg(game, CLASSIC)
    faces = counter_svgs(game, CLASSIC)
    chart_pictures(game, CLASSIC)
    chart_html(game, CLASSIC)
    dot = io.BytesIO()
    Image.new("RGBA", (2, 2)).save(dot, "PNG")
    module = compile_module(
        ModulePieces.of(game, plan), dot.getvalue(), dict.fromkeys(faces, dot.getvalue()), []
    )
    zip_entries(module.files)


INPUT = Input("games", "Folders of YAML", ".yaml", mutant, run, sample=8)
