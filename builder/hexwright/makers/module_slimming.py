"""Make a module smaller: remove pictures that nothing uses, scale the rest, and pack it without any loss."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from hexwright.diagnostics.diagnostic import InputError
from hexwright.inspect.analysis.image_headers import ImageHeader
from hexwright.inspect.analysis.module_view import IMAGES, open_module
from hexwright.inspect.usage.name_uses import NameKind
from hexwright.inspect.usage.unused_names import UnusedName, unused_names
from hexwright.makers.module_edit import ModuleEdit
from hexwright.makers.module_scaling import ScalingResult, Watch, part_of, scale_module, scaling_lines
from hexwright.makers.packing_job import PackingJob, Picture, Pictures
from hexwright.makers.picture_packing import MAX_PIXELS, PACKED_ENDINGS
from hexwright.support.message_wording import count_noun, printable_line
from hexwright.support.workers.jobs import Engine
from hexwright.support.workers.local_engine import engine_for_work, work_on_engine
from hexwright.vassal.codec.sequence_encoder import CodecError

_TOLD: Final = 8
_SCALING: Final = 0.5
"""The share of the work that scaling is, if a module is scaled and packed."""
_LITTLE: Final = 5_000_000
"""So much work, as `_work` counts it, is done sooner than worker processes begin."""
_TOGETHER: Final = 300_000
"""The work that a worker gets at once."""
MAX_PICTURE: Final = 256 << 20
"""The maximum size of a picture that is packed, in bytes."""
_KINDS: Final = {
    ".png": "PNG pictures",
    ".svg": "SVG pictures",
    ".jpg": "JPEG pictures",
    ".jpeg": "JPEG pictures",
    ".gif": "GIF pictures",
    ".wav": "sounds",
    ".mp3": "sounds",
    ".ogg": "sounds",
    ".au": "sounds",
    ".vsav": "saved games and logs",
    ".vlog": "saved games and logs",
    ".class": "classes",
    ".html": "pages",
    ".htm": "pages",
    ".pdf": "pages",
}


@dataclass(slots=True)
class SlimResult:
    """The pictures that were removed, those that stay since they may be used, and sizes by kind of file."""

    removed: list[str] = field(default_factory=list)
    kept: list[UnusedName] = field(default_factory=list)
    packed: int = 0
    before: Counter[str] = field(default_factory=Counter)
    after: Counter[str] = field(default_factory=Counter)
    files_before: Counter[str] = field(default_factory=Counter)
    files_after: Counter[str] = field(default_factory=Counter)
    scaled: ScalingResult | None = None


def slim(
    edit: ModuleEdit,
    *,
    remove: bool = True,
    pack: bool = True,
    effort: int = 2,
    extensions: Sequence[Path] = (),
    scale: float | None = None,
    scale_pieces: bool = True,
    saves: Sequence[Path] = (),
    progress: Watch = lambda what, done, total: None,
    engine: Engine | None = None,
) -> SlimResult:
    """Remove unused pictures from a module, and pack the others; `extensions` may use its pictures too.

    With `scale`, what remains is scaled before it is packed, by `module_scaling`.
    `progress` gets what is being done, and how much of it is done and of all. Pictures whose name may
    be put together in play stay. `engine` packs pictures; by default processes do, if there is much to pack.
    Raises InputError for an extension that can't be read.
    """
    found = SlimResult()
    if remove:
        progress("looking for unused pictures", 0, 0)
        _remove_unused(edit, extensions, found)
    if scale is not None:
        watch = part_of(progress, 0, _SCALING)
        found.scaled = scale_module(edit, scale, pieces=scale_pieces, saves=saves, progress=watch)
    if pack:
        watch = part_of(progress, _SCALING, 1) if scale is not None else progress
        _pack(edit, PackingJob(effort), found, watch, engine)
    _measure(edit, found)
    return found


def _remove_unused(edit: ModuleEdit, extensions: Sequence[Path], found: SlimResult) -> None:
    if not extensions:
        unused = unused_names(edit.view, (NameKind.IMAGE,))
    else:
        with open_module([edit.path, *extensions]) as together:
            for file in together.files:
                if file.root is None:
                    what = next((t.message for t in together.troubles if t.place.file == file.name), "")
                    raise InputError.single("J001", printable_line(what), file.place.span())
            unused = unused_names(together, (NameKind.IMAGE,))
    for one in unused:
        entry = IMAGES + one.name
        if one.place.file != edit.file.name or entry not in edit.archive:
            continue
        if one.maybe:
            found.kept.append(one)
        else:
            edit.removed.add(entry)
            found.removed.append(one.name)


def _pack(edit: ModuleEdit, job: PackingJob, found: SlimResult, watch: Watch, engine: Engine | None) -> None:
    pictures = [n for n in edit.archive.names if n.startswith(IMAGES) and n not in edit.removed]
    work = {name: _work(edit, name) for name in pictures if name.lower().endswith(PACKED_ENDINGS)}
    total, done = sum(work.values()), 0
    engine = engine or engine_for_work(is_much=total > _LITTLE)
    left = dict.fromkeys(work)

    def pack(engine: Engine) -> None:
        nonlocal done
        with closing(engine(job, _tasks(edit, tuple(left), work))) as results:
            watch("packing pictures", done, total)
            for name, packed in (one for result in results for one in result):
                if packed is not None:
                    edit.entries[name] = packed
                    found.packed += 1
                del left[name]
                done += work[name]
                watch("packing pictures", done, total)

    work_on_engine(engine, pack)


def _work(edit: ModuleEdit, name: str) -> int:
    """Return how long a picture takes to be packed, compared with others: by its pixels and its bytes."""
    head = edit.view.pictures.get(name)
    pixels = head.pixels if isinstance(head, ImageHeader) and head.format == "png" else 0
    return min(pixels, MAX_PIXELS) + edit.archive.size(name) + 1


def _tasks(edit: ModuleEdit, names: Sequence[str], work: Mapping[str, int]) -> Iterator[Pictures]:
    together: list[Picture] = []
    for name in names:
        try:
            data = edit.entries.get(name) or edit.archive.read(name, MAX_PICTURE)
        except CodecError:
            data = b""
        together.append(Picture(name, data))
        if sum(work[one.name] for one in together) > _TOGETHER:
            yield tuple(together)
            together = []
    if together:
        yield tuple(together)


def _measure(edit: ModuleEdit, found: SlimResult) -> None:
    for name in edit.archive.names:
        kind, size = file_kind(name), edit.archive.size(name)
        found.before[kind] += size
        found.files_before[kind] += 1
        if name not in edit.removed:
            found.after[kind] += len(edit.entries[name]) if name in edit.entries else size
            found.files_after[kind] += 1


def file_kind(name: str) -> str:
    """Return the kind of a module's file, in the words of a report."""
    if name in ("buildFile", "buildFile.xml"):
        return "build file"
    ending = name.lower().rpartition(".")[2]
    return _KINDS.get(f".{ending}", "other files")


def slim_rows(found: SlimResult) -> Iterator[tuple[str, str, str, str, str]]:
    """Yield the rows of a table: kind of file, and number and megabytes before and after."""
    for kind in sorted(found.before, key=lambda one: -found.before[one]):
        yield (
            kind,
            str(found.files_before[kind]),
            _megabytes(found.before[kind]),
            str(found.files_after[kind]),
            _megabytes(found.after[kind]),
        )
    totals = found.files_before.total(), found.before.total(), found.files_after.total(), found.after.total()
    yield "all files", str(totals[0]), _megabytes(totals[1]), str(totals[2]), _megabytes(totals[3])


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.2f}"


def slim_lines(found: SlimResult, *, every: bool) -> list[str]:
    """Return lines about removed pictures and those that stay, the first few of each; all if `every`."""
    lines = []
    if found.removed:
        lines.append(f"removed: {count_noun(len(found.removed), 'picture')} that nothing uses")
        lines += _first([f"  {name}" for name in found.removed], every)
    if found.kept:
        lines.append(f"stay: {count_noun(len(found.kept), 'picture')} whose name play may put together")
        lines += _first([f"  {one.name} — {one.note}" for one in found.kept], every)
    if found.scaled is not None:
        lines += scaling_lines(found.scaled)
    if found.packed:
        lines.append(f"packed: {count_noun(found.packed, 'picture')}")
    return [printable_line(line) for line in lines]


def _first(rows: list[str], every: bool) -> list[str]:
    if every or len(rows) <= _TOLD + 1:
        return rows
    return [*rows[:_TOLD], f"  and {len(rows) - _TOLD:,} more; --all lists each"]
