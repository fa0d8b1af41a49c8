"""Write a site: the pages of games, their pictures and files, and what plays them in the browser."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from hexwright.diagnostics.diagnostic import Diagnostic, InputError, Severity, Span
from hexwright.load.game_loading import Project
from hexwright.model.game import Game
from hexwright.render.html_templates import render
from hexwright.render.theme import THEMES, ThemeName
from hexwright.support.atomic_writes import write_atomically
from hexwright.support.progress_stages import ProgressListener, StageTimer
from hexwright.web.server import page_files
from hexwright.web.site import site_pictures
from hexwright.web.site.game_files import GameFile, game_files
from hexwright.web.site.pyodide_files import (
    PYODIDE_ADDRESS,
    PYODIDE_FILES,
    PYODIDE_VERSION,
    pyodide_files,
)
from hexwright.web.site.python_archive import sources_digest
from hexwright.web.site.site_pictures import cover_picture, map_tiles, play_picture
from hexwright.web.workbench.board_pictures import short_digest
from hexwright.web.workbench.snapshot import Snapshot, take_snapshot
from hexwright.web.workbench.workbench_host import WorkbenchHost

_MARKER: Final = "hexwright-site.json"
"""The file by which a folder is known as a site, so that a new one may take its place."""
_SHARED: Final = ("app.js", "app.css", "front.js", "front.css", "worker.js")


@dataclass(frozen=True)
class SiteRequest:
    """A site to write: its games, and where it goes."""

    project: Project
    slugs: Sequence[str]
    out: Path
    options: Mapping[str, str] = field(default_factory=dict)
    theme: ThemeName = "classic"
    pyodide: Path | None = None
    """The folder of Pyodide to copy; None if the site fetches it from its own address."""
    files: bool = True
    """Whether print files and the module are offered."""
    address: str = ""
    """The address at which the site will stand, with a last slash; the picture of a link needs it."""


@dataclass(frozen=True)
class WrittenSite:
    """A site that was written."""

    files: int
    size: int
    """The size of all files in bytes."""
    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True)
class _SiteGame:
    game: Game
    shot: Snapshot
    downloads: tuple[GameFile, ...]


def write_site(request: SiteRequest, watch: ProgressListener | None = None) -> WrittenSite:
    """Write a site; raise InputError if a game has errors, or the folder isn't empty and isn't a site.

    The folder of an earlier site is replaced once the new one is whole.
    """
    _require_own_folder(request.out)
    _require_compiled_engine()
    stages = StageTimer(watch)
    games: list[_SiteGame] = []
    for slug in request.slugs:
        with stages.stage(f"read and draw {slug}"):
            shot = take_snapshot(request.project, slug, request.options, THEMES[request.theme])
        if shot.sound is None:
            raise InputError(shot.findings)
        games.append(_SiteGame(shot.sound, shot, ()))
    request.out.parent.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir=request.out.parent, prefix=f".{request.out.name}-"))
    try:
        if request.files:
            games = [_with_files(request, one, folder, stages) for one in games]
        with stages.stage("write the site"):
            _write_pages(request, games, folder, stages)
        sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
        folder.chmod(0o755)
        _take_place(folder, request.out)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    found = [one for game in games for one in game.shot.findings if one.severity is not Severity.ERROR]
    return WrittenSite(len(sizes), sum(sizes), tuple(found))


def _require_own_folder(out: Path) -> None:
    """Raise InputError (H004) for a folder whose files aren't those of a site."""
    if not out.exists() or (out / _MARKER).is_file():
        return
    if out.is_dir() and not any(out.iterdir()):
        return
    raise InputError.single(
        "H004",
        "the folder contains other files than those of a site",
        Span(out.as_posix()),
        "choose a new folder, or an empty one",
    )


def _require_compiled_engine() -> None:
    """Raise InputError (H003) if `make web` compiled another rules engine than this one, or none."""
    try:
        compiled = json.loads((page_files.BUNDLE / "python.json").read_bytes())
    except FileNotFoundError:
        raise InputError.single("H003", page_files.MISSING_BUNDLE, None, page_files.NEEDS_BUNDLE) from None
    if compiled != {"pyodide": PYODIDE_VERSION, "sources": sources_digest()}:
        raise InputError.single(
            "H003", "the rules engine changed after the page was built", None, page_files.NEEDS_BUNDLE
        )


def _take_place(folder: Path, out: Path) -> None:
    """Put a folder in the place of another."""
    old = Path(tempfile.mkdtemp(dir=out.parent, prefix=f".{out.name}-old-"))
    try:
        if out.exists():
            os.replace(out, old / "site")
        try:
            os.replace(folder, out)
        except OSError:
            if (old / "site").exists():
                os.replace(old / "site", out)
            raise
    finally:
        shutil.rmtree(old, ignore_errors=True)


def _with_files(request: SiteRequest, one: _SiteGame, folder: Path, stages: StageTimer) -> _SiteGame:
    slug = one.game.slug
    with stages.stage(f"print {slug}, and build its module"):
        files = game_files(request.project, slug, folder / slug / "files", request.options, request.theme)
    return _SiteGame(one.game, one.shot, files)


def _write_pages(request: SiteRequest, games: Sequence[_SiteGame], folder: Path, stages: StageTimer) -> None:
    shared: dict[str, bytes] = {name: (page_files.BUNDLE / name).read_bytes() for name in _SHARED}
    shared |= {name: path.read_bytes() for name, path in page_files.font_files().items()}
    shared["python.bin"] = (page_files.BUNDLE / "python.bin").read_bytes()
    python = {} if request.pyodide is None else dict(pyodide_files(request.pyodide))
    pages = {one.game.slug: dict(_game_data(request, one)) for one in games}
    version = _digest(shared, python, *pages.values())
    address = PYODIDE_ADDRESS if request.pyodide is None else "pyodide/"
    for name, data in shared.items():
        _write(folder / "shared" / name, data)
    for name, data in python.items():
        _write(folder / "pyodide" / name, data)
    for one in games:
        slug = one.game.slug
        with stages.stage(f"write {slug}"):
            for name, data in pages[slug].items():
                _write(folder / slug / name, data)
            facts = {"version": version, "root": "../../", "python": address}
            page = _play_page(one.game, facts, _preview(request, slug, "../", f"{slug}/play/index.html"))
            _write(folder / slug / "play" / "index.html", page.encode())
            preview = _preview(request, slug, "", f"{slug}/index.html")
            front = _front_page(one, version, preview, several=len(games) > 1, base="", root="../")
            _write(folder / slug / "index.html", front.encode())
    if len(games) == 1:
        base = f"{games[0].game.slug}/"
        preview = _preview(request, games[0].game.slug, base, f"{base}index.html")
        front = _front_page(games[0], version, preview, several=False, base=base, root="")
    else:
        listed = [
            {
                "slug": one.game.slug,
                "title": one.game.info.title,
                "description": _text(one.game.info.description),
            }
            for one in games
        ]
        preview = _preview(request, games[0].game.slug, f"{games[0].game.slug}/", "")
        front = render("hexwright.web.site", "games.html", games=listed, version=version, preview=preview)
    _write(folder / "index.html", front.encode())
    parts = {
        "version": version,
        "python": address,
        "files": _kept_files(shared, python, [one.game.slug for one in games], version, address),
    }
    _write(
        folder / "sw.js",
        b"const SITE = " + _json(parts) + b";\n" + (page_files.BUNDLE / "sw.js").read_bytes(),
    )
    _write(folder / _MARKER, _json({"version": version, "games": [one.game.slug for one in games]}))


def _kept_files(
    shared: Mapping[str, bytes], python: Mapping[str, bytes], slugs: Sequence[str], version: str, address: str
) -> list[str]:
    """Return the addresses of what the service worker keeps for all games."""
    names = python or PYODIDE_FILES
    return [
        "./",
        "index.html",
        *(f"{slug}/index.html" for slug in slugs),
        *(f"shared/{name}{'' if name.endswith('.ttf') else f'?v={version}'}" for name in shared),
        *(f"{address}{name}" for name in names),
    ]


def _game_data(request: SiteRequest, one: _SiteGame) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a game that its pages load, by their names in the game's folder."""
    shot, game = one.shot, one.game
    pictures, board = shot.pictures, shot.board
    assert pictures is not None
    assert board is not None
    host = WorkbenchHost(request.project, game.slug, shot, lambda _message: None)

    def answer(kind: str) -> dict[str, Any]:
        found = host.handle({"type": kind})
        return {key: value for key, value in found.items() if key not in ("id", "ok")}

    hello = answer("hello")
    hello["root"] = ""
    charts = _json(answer("charts"))
    hello["pictures"] |= {
        "levels": list(site_pictures.SITE_LEVELS),
        "layers": [],
        "charts": short_digest(charts),
    }
    yield "game.bin", pickle.dumps(game, protocol=5)
    yield "play/hello.json", _json(hello)
    yield "play/counters.json", _json({"faces": dict(pictures.counters)})
    yield "play/rules.json", _json(answer("rules"))
    yield "play/figures.json", _json(answer("figures"))
    yield "play/charts.json", charts
    for name, tile in map_tiles(board, pictures.plan.frame):
        yield f"play/tiles/{name}", tile
    yield "pictures/cover.jpg", cover_picture(pictures, board)
    yield "pictures/play.jpg", play_picture(pictures, board, game.scenarios[0])


@dataclass(frozen=True, slots=True)
class _Preview:
    """What a link to a page shows elsewhere; its addresses are whole if the site's address is known."""

    picture: str
    address: str
    """The page's own address; empty if it isn't known."""


def _preview(request: SiteRequest, slug: str, base: str, page: str) -> _Preview:
    """Return the preview of a page of the site, from whose folder `base` leads to the game's."""
    picture = "pictures/cover.jpg"
    if not request.address:
        return _Preview(f"{base}{picture}", "")
    return _Preview(f"{request.address}{quote(slug)}/{picture}", f"{request.address}{quote(page)}")


def _play_page(game: Game, facts: Mapping[str, str], preview: _Preview) -> str:
    page = (page_files.BUNDLE / "index.html").read_text(encoding="utf-8")
    version = facts["version"]
    shared = f"{facts['root']}shared/"
    head = render(
        "hexwright.web.site",
        "play_head.html",
        title=game.info.title,
        description=_text(game.info.description),
        facts=json.dumps(facts),
        version=version,
        preview=preview,
    )
    for old, new in (
        ("<title>hexwright</title>\n", head),
        ('<meta name="hexwright-editor" content="{{editor}}">\n', ""),
        ('href="app.css"', f'href="{shared}app.css?v={version}"'),
        ('src="app.js"', f'src="{shared}app.js?v={version}"'),
    ):
        if old not in page:
            raise ValueError(f"the page has no {old!r}")
        page = page.replace(old, new)
    return page


def _front_page(
    one: _SiteGame, version: str, preview: _Preview, *, several: bool, base: str, root: str
) -> str:
    info = one.game.info
    published = [info.publisher, str(info.published), info.period]
    return render(
        "hexwright.web.site",
        "front.html",
        game={
            "title": info.title,
            "subtitle": info.subtitle,
            "description": _text(info.description),
            "credits": [{"role": line.role, "names": list(line.names)} for line in info.credits],
            "copyright": _text(info.copyright),
            "licence": info.licence,
        },
        preview=preview,
        published=" · ".join(filter(None, published)),
        sources=[] if one.game.invented else list(_sources(one.game)),
        invented=_text(info.provenance.words) if one.game.invented else "",
        scenarios=[
            {
                "id": scenario.id,
                "title": scenario.title,
                "description": _text(scenario.description),
                "first_turn": scenario.first_turn,
                "last_turn": scenario.last_turn,
            }
            for scenario in one.game.scenarios
        ],
        files=[file.row() for file in one.downloads],
        several=several,
        version=version,
        base=base,
        root=root,
    )


def _sources(game: Game) -> Iterator[dict[str, str]]:
    """Yield the source of each kind of data, with the remark for readers who have the original."""
    for name, part in (
        ("Rules", game.rules),
        ("Map", game.hexmap),
        ("Counters", game.counters),
        ("Order of battle", game.oob),
        ("Charts", game.charts),
    ):
        origin = part.provenance
        yield {"name": name, "words": _text(origin.words), "note": _text(origin.note)}


def _text(value: str) -> str:
    return " ".join(value.split())


def _digest(*parts: Mapping[str, bytes]) -> str:
    found = hashlib.sha256()
    for part in parts:
        for name, data in sorted(part.items()):
            found.update(f"{name}:{len(data)}:".encode())
            found.update(data)
    return found.hexdigest()[:12]


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _write(path: Path, data: bytes) -> None:
    write_atomically(path, data, durable=False)
