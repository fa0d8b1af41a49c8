"""Measure the large game beside the small one and beside itself without rules.

By hand: `python -m tests.bench.large`.

Every figure of a line is of one run on one machine, and targets that are ratios are judged within it. VASSAL
is measured in milliseconds of its own work, the emulator and the builder in processor time.
"""

from __future__ import annotations

import io
import math
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from PIL import Image

from hexwright.emulator import EmulatedGame
from hexwright.engine_driver import Engine, EngineEndedError, ModuleNotOpenedError
from hexwright.vassal.codec import commands
from hexwright.vassal.codec.module_archive import Archive, SavedGame
from hexwright.vassal.codec.piece_text import AddPiece
from hexwright.vassal.module.property_names import BOTH_SIDES, MAIN_MAP, UNIT_ID
from tests.bench.cost import Cost, run
from tests.bench.large_game import SLUG, Large

ROOT: Final = Path(__file__).resolve().parents[2]
DRAGS: Final = 20
PHASES: Final = 4
SCENARIOS: Final = 24
"""Scenarios of the game with many set-ups: two of each."""
FULL_MAP: Final = 4_000
"""Hexes of the largest map that is foreseen."""

Figures = dict[str, float]
Timed = Callable[[Callable[[], object]], float]
"""Does something and tells the milliseconds that it took."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A module to measure, and a unit that may go to a hex."""

    module: Path
    unit: str
    to: str
    phases: int
    """How many phases after the start it may move."""
    figures: Figures = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Row:
    """One figure, and the limits of the large game's: a number, and ratios to the same figure of others."""

    figure: str
    unit: str
    most: float | None = None
    over_small: float | None = None
    over_bare: float | None = None

    def targets(self, small: Figures, large: Figures, bare: Figures) -> str:
        """Return the limits, and whether each is kept."""
        value = large[self.figure]
        limits = {
            f"{self.most} {self.unit}": self.most,
            f"{self.over_small} x small": self.over_small and self.over_small * small[self.figure],
            f"{self.over_bare} x no rules": self.over_bare and self.over_bare * bare[self.figure],
        }
        return ", ".join(
            f"<= {name} {'met' if value <= limit else 'MISSED'}"
            for name, limit in limits.items()
            if limit is not None
        )


ROWS: Final = (
    Row("cold build, CPU", "s", most=12),
    Row("cold build, peak memory", "MB", most=350),
    Row("cold render, CPU", "s", most=12),
    Row("cold render, peak memory", "MB", most=350),
    Row("module", "MB"),
    Row("module of 48 set-ups", "MB", most=40),
    Row("board", "MB"),
    Row("board, megapixels", ""),
    Row("board of 4,000 hexes, reckoned", "MB", most=8),
    Row("a unit's type and state", "B", most=4096),
    Row("virtual: opening", "ms"),
    Row("virtual: start", "ms"),
    Row("virtual: first drag", "ms"),
    Row("virtual: drag", "ms", most=40),
    Row("virtual: phase change", "ms"),
    Row("real: opening, tiles cut first", "ms", over_bare=1.5),
    Row("real: opening", "ms", over_bare=1.5),
    Row("real: first start", "ms", over_bare=1.5),
    Row("real: start", "ms", over_bare=1.5),
    Row("real: saving", "ms", over_bare=1.5),
    Row("real: size of a save", "KB", over_bare=1.5),
    Row("real: first drag", "ms", over_small=2),
    Row("real: drag", "ms", most=150, over_small=2),
    Row("real: slowest drag", "ms"),
    Row("real: phase change", "ms", most=500),
)


def tell() -> None:
    """Build and play all subjects, and print a line for each figure."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        stripped = _of_size(folder / "bare", Large(rules=False))
        subjects = (_small(folder / "small"), _large(folder / "large"), stripped)
        for subject in subjects:
            print(f"  playing {subject.module.stem} …", file=sys.stderr)
            subject.figures.update(_virtual(subject))
            if os.environ.get("VASSAL_CLASSPATH"):
                subject.figures.update(_real(subject, folder))
            told = ", ".join(f"{name} {_written(value)}" for name, value in subject.figures.items())
            print(f"  {told}", file=sys.stderr)
    small, large, bare = (subject.figures for subject in subjects)
    print(f"{'figure':<32}{'':>3}{'small':>9}{'large':>9}{'no rules':>9}   target of the large game")
    for row in ROWS:
        if row.figure in large:
            values = "".join(f"{_written(figures.get(row.figure)):>9}" for figures in (small, large, bare))
            print(f"{row.figure:<32}{row.unit:>3}{values}   {row.targets(small, large, bare)}".rstrip())
    if not os.environ.get("VASSAL_CLASSPATH"):
        print("set VASSAL_CLASSPATH to have the real engine measured as well (docs/how-to/real-engine.md)")


def _written(value: float | None) -> str:
    if value is None:
        return "-"
    if value == math.inf:
        return "fails"
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


# Building -----------------------------------------------------------------------------------------


def _small(root: Path) -> Subject:
    """Build Battle for Moscow."""
    for part in ("data", "art"):
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, root / part)
    slug = "battle-for-moscow"
    module, figures = _built(root, slug)
    return Subject(module, "german-xlvi", "0307", 1, figures | _rendered(root, slug))


def _large(root: Path) -> Subject:
    """Build the large game, and weigh it with many set-ups."""
    subject = _of_size(root, Large())
    subject.figures.update(_rendered(root, SLUG))
    many = Large(scenarios=SCENARIOS).write(root.with_name("many")).root
    _hexwright(many, "build", SLUG, root / "cache")
    subject.figures["module of 48 set-ups"] = _module(many).stat().st_size / 1e6
    return subject


def _of_size(root: Path, game: Large) -> Subject:
    game.write(root)
    first = game.stands("red")[0]
    beside = f"{first[:2]}{int(first[2:]) + 1:02}"
    module, figures = _built(root, SLUG)
    figures["board of 4,000 hexes, reckoned"] = figures["board"] * FULL_MAP / (game.columns * game.rows)
    return Subject(module, "red-1", beside, 1, figures)


def _hexwright(root: Path, command: str, slug: str, cache: Path) -> Cost:
    """Run a command that makes something of a game."""
    line = [sys.executable, "-m", "hexwright.cli", "-C", str(root), command, slug, "--out", str(root / "out")]
    print(f"  {command} of the {root.name} game …", file=sys.stderr)
    return run(line, {"HEXWRIGHT_CACHE": str(cache)}, ROOT)


def _module(root: Path) -> Path:
    (module,) = (root / "out").glob("*.vmod")
    return module


def _rendered(root: Path, slug: str) -> Figures:
    """Measure drawing the pictures alone, with nothing known."""
    cost = _hexwright(root, "render", slug, root / "cache-of-render")
    return {"cold render, CPU": cost.cpu, "cold render, peak memory": cost.peak_mb}


def _built(root: Path, slug: str) -> tuple[Path, Figures]:
    """Build a module with nothing known, and weigh it and what it holds."""
    cost = _hexwright(root, "build", slug, root / "cache")
    module = _module(root)
    figures = {"cold build, CPU": cost.cpu, "cold build, peak memory": cost.peak_mb}
    figures["module"] = module.stat().st_size / 1e6
    with Archive(module) as archive:
        (board,) = (name for name in archive.names if name.startswith("images/map-"))
        data = archive.read(board)
        figures["board"] = len(data) / 1e6
        with Image.open(io.BytesIO(data)) as picture:
            figures["board, megapixels"] = picture.width * picture.height / 1e6
        saves = [name for name in archive.names if name.endswith(".vsav")]
        figures["a unit's type and state"] = max(map(_heaviest, (archive.read(name) for name in saves)))
    return module, figures


def _heaviest(save: bytes) -> int:
    """Return how many bytes the heaviest unit of a saved game takes, its type and state."""
    told = commands.decode(SavedGame.decode(save).text)
    assert isinstance(told, commands.Compound)
    pieces = [part.piece for part in told.commands if isinstance(part, AddPiece)]
    types = [(piece, piece.encode_type()) for piece in pieces]
    return max(len((kind + piece.encode_state()).encode()) for piece, kind in types if UNIT_ID in kind)


# Playing ------------------------------------------------------------------------------------------


def _virtual(subject: Subject) -> Figures:
    """Measure the virtual engine, in processor time."""

    def timed(deed: Callable[[], object]) -> float:
        began = time.process_time()
        deed()
        return 1000 * (time.process_time() - began)

    began = time.process_time()
    with EmulatedGame.open(subject.module) as game:
        opening = 1000 * (time.process_time() - began)
        played = _played(game, subject, timed)
    return {"virtual: opening": opening} | {f"virtual: {name}": value for name, value in played.items()}


def _real(subject: Subject, folder: Path) -> Figures:
    """Measure the real engine, with 1 GB for Java as it comes."""
    figures: Figures = {}
    for tile, name in ((True, "opening, tiles cut first"), (False, "opening")):
        began = time.perf_counter()
        try:
            with Engine(subject.module, tile=tile) as engine:
                figures[name] = 1000 * (time.perf_counter() - began)
                if "drag" not in figures:
                    figures |= _played_for_real(engine, subject, folder)
        except (ModuleNotOpenedError, EngineEndedError) as refusal:
            print(f"  {subject.module.stem} doesn't open: {refusal}", file=sys.stderr)
            figures[name] = math.inf
    return {f"real: {name}": value for name, value in figures.items()}


def _played_for_real(engine: Engine, subject: Subject, folder: Path) -> Figures:
    def timed(deed: Callable[[], object]) -> float:
        deed()
        return engine.last_ms

    first = timed(lambda: engine.start(engine.setups()[0].title, BOTH_SIDES))
    file = folder / "game.vsav"
    played = _played(engine, subject, timed)
    saving = statistics.median(timed(lambda: engine.save(file)) for _ in range(3))
    return {"first start": first, **played, "saving": saving, "size of a save": file.stat().st_size / 1000}


def _played(player: EmulatedGame | Engine, subject: Subject, timed: Timed) -> Figures:
    """Start a game, drag a unit again and again, and go on phase by phase.

    Raises ValueError when the unit stays where it was.
    """
    title = player.setups()[0].title
    start = statistics.median(timed(lambda: player.start(title, BOTH_SIDES)) for _ in range(3))
    for _ in range(subject.phases):
        _phase(player, timed)
    [unit] = [p.id for p in player.pieces((UNIT_ID,)) if p.properties[UNIT_ID] == subject.unit]
    drags = []
    for _ in range(DRAGS):
        drags.append(timed(lambda: player.drag(unit, MAIN_MAP, subject.to)))
        stands = player.pieces((), ids=unit)[0].location
        if stands != subject.to:
            raise ValueError(f"{subject.unit} stands on {stands} and should on {subject.to}")
        player.undo()
    phases = [_phase(player, timed) for _ in range(PHASES)]
    return {
        "start": start,
        "first drag": drags[0],
        "drag": statistics.median(drags),
        "slowest drag": max(drags[1:]),
        "phase change": max(phases),
    }


def _phase(player: EmulatedGame | Engine, timed: Timed) -> float:
    """Go on to the next phase and return what the press that did it cost: the first one may only ask."""
    stood = player.turn()
    for _ in range(2):
        cost = timed(lambda: player.press("Next phase"))
        if player.turn() != stood:
            return cost
    raise ValueError(f"Next phase doesn't go on from {stood.shown}")


if __name__ == "__main__":
    tell()
