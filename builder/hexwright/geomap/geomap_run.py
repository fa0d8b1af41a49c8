"""Run `geomap`: read a spec, draft its map, keep the user's edits, and write pictures and lists for
review.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hexwright.diagnostics.diagnostic import Diagnostic
from hexwright.geomap.draft_yaml import draft_as_yaml
from hexwright.geomap.map_draft import draft_map
from hexwright.geomap.map_file_update import MapUpdate, update_map_file
from hexwright.geomap.moved_features import MovedFeature, as_csv, as_json
from hexwright.geomap.source_overlay import overlay_svg
from hexwright.geomap.spec_loading import read_spec
from hexwright.render.svg_raster import rasterise
from hexwright.render.theme import CLASSIC
from hexwright.support.atomic_writes import write_atomically
from hexwright.support.message_wording import count_noun
from hexwright.support.progress_stages import ProgressListener

_PX_PER_MM = 4
_MOST_PX = 12_000


@dataclass(frozen=True, slots=True)
class GeomapResult:
    """The files that a run wrote, and a summary of the draft."""

    map_update: MapUpdate
    pictures: tuple[Path, ...]
    lists: tuple[Path, ...]
    moved: tuple[MovedFeature, ...]
    contents: str
    """A summary of the draft's content, as text."""
    diagnostics: tuple[Diagnostic, ...]


def run_geomap(path: Path, file: str, out: Path | None, watch: ProgressListener) -> GeomapResult:
    """Draft the map of a spec, which messages call `file`; raise `InputError` for errors in the spec, its
    layers or the map.

    The picture and the lists are written to `out`, by default the folder of the spec.
    """
    spec = read_spec(path, file)
    draft = draft_map(spec, watch)
    watch.stage("draw the source over the draft")
    svg, width = overlay_svg(draft, CLASSIC)
    png = rasterise(svg, min(_MOST_PX, round(width * _PX_PER_MM)))
    watch.stage("write")
    kept = update_map_file(spec, draft_as_yaml(draft.hexmap, path.name))
    folder = out or path.parent
    files = {
        f"{spec.stem}-overlay.svg": svg.encode(),
        f"{spec.stem}-overlay.png": png,
        f"{spec.stem}-moved.csv": as_csv(draft.moved),
        f"{spec.stem}-moved.json": as_json(draft.moved),
    }
    inputs = (path, *(spec.folder / name for name in spec.layer_files))
    for name, data in files.items():
        write_atomically(folder / name, data, durable=False, inputs=inputs)
    paths = [folder / name for name in files]
    hexmap = draft.hexmap
    contents = (
        f"{hexmap.grid.columns} × {hexmap.grid.rows} hexes, {count_noun(len(hexmap.places), 'place')}, "
        f"{count_noun(sum(len(line.hexsides) for f in hexmap.hexsides for line in f.lines), 'hexside')}, "
        f"{count_noun(sum(len(f.lines) for f in hexmap.lines), 'line')}"
    )
    return GeomapResult(
        kept, tuple(paths[:2]), tuple(paths[2:]), draft.moved, contents, (*spec.report, *kept.diagnostics)
    )
