"""A site: its folder, its engine, and what it refuses. `browser/test_site.py` plays it."""

from __future__ import annotations

import ast
import gzip
import json
import os
import pickle
import shutil
import subprocess
import sys
import tokenize
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.web.server import page_files
from hexwright.web.site import site_pictures
from hexwright.web.site.bare_sources import bare_source
from hexwright.web.site.engine_modules import engine_modules
from hexwright.web.site.pyodide_files import PYODIDE_VERSION
from hexwright.web.site.python_archive import python_archive, sources_digest
from hexwright.web.site.standard_library import used_part
from tests.shipped import shipped

FRONTEND = Path(page_files.__file__).parents[1] / "frontend/src"
SCRIPTS = ("app.js", "app.css", "front.js", "front.css", "worker.js", "sw.js")
Told = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    assert run(["-C", str(folder), "new", "the-ford"]) == ExitCode.OK
    game = folder / "data/the-ford/game.yaml"
    text = game.read_text("utf-8")
    first = next(line for line in text.splitlines() if line.startswith("title:"))
    game.write_text(text.replace(first, 'title: "The <b>Ford</b> & \\"River\\""'), "utf-8")
    return folder


@pytest.fixture(scope="module", autouse=True)
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The page as it is built, without its scripts; and a map in two resolutions, which is drawn fast."""
    folder = tmp_path_factory.mktemp("bundle")
    shutil.copy(FRONTEND / "index.html", folder)
    for name in SCRIPTS:
        (folder / name).write_text(f"/* {name} */", "utf-8")
    (folder / "python.bin").write_bytes(b"compiled")
    compiled = {"pyodide": PYODIDE_VERSION, "sources": sources_digest()}
    (folder / "python.json").write_text(json.dumps(compiled), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page_files, "BUNDLE", folder)
        patch.setattr(site_pictures, "SITE_LEVELS", site_pictures.SITE_LEVELS[:2])
        yield folder


def site(project: Path, out: Path, *more: str) -> int:
    return run(["-C", str(project), "site", "the-ford", "--no-files", "--out", str(out), *more])


def content(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def written(project: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a site of a small game."""
    out = tmp_path_factory.mktemp("out") / "site"
    assert site(project, out) == ExitCode.OK
    return content(out)


def test_a_site_is_a_folder_with_all_that_its_pages_ask_for(written: dict[str, bytes]) -> None:
    assert {
        "index.html",
        "sw.js",
        "hexwright-site.json",
        "shared/worker.js",
        "shared/python.bin",
        "shared/serif-bold.ttf",
        "the-ford/index.html",
        "the-ford/game.bin",
        "the-ford/play/index.html",
        "the-ford/play/tiles/0/0/0.jpg",
        "the-ford/play/rules.json",
        "the-ford/pictures/cover.jpg",
        "the-ford/pictures/play.jpg",
    } <= set(written)
    hello = json.loads(written["the-ford/play/hello.json"])
    for level, resolution in enumerate(hello["pictures"]["levels"]):
        edge = hello["pictures"]["tile"] / resolution
        columns, rows = (-(-size // edge) for size in hello["facts"]["frame"][2:])
        assert f"the-ford/play/tiles/{level}/{int(columns) - 1}/{int(rows) - 1}.jpg" in written
    faces = json.loads(written["the-ford/play/counters.json"])["faces"]
    assert set(faces) == set(hello["pictures"]["counters"])


def test_what_the_service_worker_keeps_is_there(written: dict[str, bytes]) -> None:
    parts = json.loads(written["sw.js"].split(b"const SITE = ")[1].split(b";\n")[0])
    own = [name.split("?")[0] for name in parts["files"] if not name.startswith("https:")]
    assert [name for name in own if name != "./" and name not in written] == []
    assert sum(name.startswith(parts["python"]) for name in parts["files"]) == 4


def test_texts_of_the_game_are_escaped_in_every_page(written: dict[str, bytes]) -> None:
    for name in ("index.html", "the-ford/index.html", "the-ford/play/index.html"):
        page = written[name].decode()
        assert "The &lt;b&gt;Ford&lt;/b&gt; &amp; &#34;River&#34;" in page
        assert "<b>" not in page


def test_the_front_page_tells_licence_and_the_source_of_each_kind_of_data(
    written: dict[str, bytes], project: Path, tmp_path: Path
) -> None:
    assert b"The game is original" in written["the-ford/index.html"]
    copy = tmp_path / "project"
    shutil.copytree(project, copy)
    game, charts = copy / "data/the-ford/game.yaml", copy / "data/the-ford/charts.yaml"
    game.write_text(game.read_text("utf-8") + "\nlicence: CC0 <1.0>\n", "utf-8")
    invented = "provenance: {status: ruling, source: invented}"
    text = charts.read_text("utf-8")
    assert invented in text
    rebuilt = "provenance: {status: reconstructed, source: a <photo>, note: blurred}"
    charts.write_text(text.replace(invented, rebuilt), "utf-8")
    assert site(copy, tmp_path / "site") == ExitCode.OK
    page = (tmp_path / "site/the-ford/index.html").read_text("utf-8")
    assert "CC0 &lt;1.0&gt;" in page
    assert "Reconstructed from a &lt;photo&gt;. blurred" in " ".join(page.split())
    assert "The game is original" not in page


@pytest.mark.parametrize("address", ["https://example.org/a", "https://example.org/a/"])
def test_previews_of_links_have_addresses_of_the_web(project: Path, tmp_path: Path, address: str) -> None:
    assert site(project, tmp_path / "site", "--address", address) == ExitCode.OK
    for page, own in (
        ("index.html", "the-ford/index.html"),
        ("the-ford/index.html", "the-ford/index.html"),
        ("the-ford/play/index.html", "the-ford/play/index.html"),
    ):
        text = (tmp_path / "site" / page).read_text("utf-8")
        assert '"og:image" content="https://example.org/a/the-ford/pictures/cover.jpg' in text
        assert f'"og:url" content="https://example.org/a/{own}"' in text


def test_no_page_of_a_site_names_the_folder_it_was_written_in(
    written: dict[str, bytes], project: Path
) -> None:
    assert [name for name, data in written.items() if os.fsencode(project) in data] == []


@pytest.mark.slow
def test_the_same_game_gives_the_same_bytes_in_another_process(
    written: dict[str, bytes], project: Path, bundle: Path, tmp_path: Path
) -> None:
    code = (
        "from pathlib import Path; from hexwright.web.server import page_files; import sys;"
        "from hexwright.web.site import site_pictures;"
        f"page_files.BUNDLE = Path({str(bundle)!r});"
        "site_pictures.SITE_LEVELS = site_pictures.SITE_LEVELS[:2];"
        "from hexwright.cli.app import run; sys.exit(run(sys.argv[1:]))"
    )
    out = tmp_path / "site"
    command = ["-C", str(project), "site", "the-ford", "--no-files", "--out", str(out)]
    subprocess.run(
        [sys.executable, "-c", code, *command], check=True, env=os.environ | {"PYTHONHASHSEED": "9"}
    )
    assert content(out) == written


# The engine ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def archive() -> bytes:
    """The compiled modules for the Python of the tests, with a library of one module."""
    library = BytesIO()
    with zipfile.ZipFile(library, "w") as sources:
        sources.writestr("json/__init__.py", '"""Told to nobody."""\n')
    return gzip.decompress(python_archive(library.getvalue()))


def test_the_archive_answers_for_a_game_with_nothing_else_at_hand(archive: bytes, tmp_path: Path) -> None:
    """Isolated from what is installed here, as in a browser: the standard library and the archive alone."""
    (tmp_path / "python.zip").write_bytes(archive)
    game = shipped("battle-for-moscow").game
    (tmp_path / "game.bin").write_bytes(pickle.dumps(game, protocol=5))
    code = f"""
import sys
sys.path.append({str(tmp_path / "python.zip")!r})
import builtins
from hexwright.web.play.dataclass_code import compiled_dataclasses
run, compiled_here = builtins.exec, []
def noted(code, *scopes):
    if isinstance(code, str) and "__create_fn__" in code:
        compiled_here.append(code)
    run(code, *scopes)
builtins.exec = noted
with compiled_dataclasses():
    import hexwright.web.play.browser_worker
assert not compiled_here, compiled_here
from importlib import import_module
for name in {list(engine_modules())!r}: import_module(name)
from hexwright.web.play.browser_worker import BrowserWorker
worker = BrowserWorker(open({str(tmp_path / "game.bin")!r}, "rb").read())
print(worker.answer('{{"id": 4, "type": "new", "game": "g", "scenario": "operation-typhoon", "seed": 1}}'))
print(worker.answer('{{"id": 5, "type": "act", "game": "g", "action": ["no text"]}}'))
"""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], check=True, capture_output=True, text=True
    )
    begun, refused = map(json.loads, done.stdout.splitlines())
    assert (begun["id"], begun["ok"], begun["view"]["turn"]) == (4, True, 1)
    assert (refused["id"], refused["ok"]) == (5, False)


def test_the_archive_holds_compiled_modules_alone(archive: bytes) -> None:
    with zipfile.ZipFile(BytesIO(archive)) as found:
        others = [name for name in found.namelist() if not name.endswith(".pyc")]
        assert others == ["hexwright/web/play/dataclass_code.bin"]
        assert "json/__init__.pyc" in found.namelist()
        assert b"Told to nobody" not in archive


def test_the_page_is_compiled_for_the_pyodide_that_sites_ask_for() -> None:
    package = json.loads((FRONTEND.parent / "package.json").read_text("utf-8"))
    assert package["devDependencies"]["pyodide"] == PYODIDE_VERSION


def test_the_archive_contains_what_functions_import_late() -> None:
    assert "hexwright.players.search_policy" in engine_modules()
    assert not [
        name for name in engine_modules() if name.split(".")[1] in ("load", "render", "vassal", "cli")
    ]


_TRICKY = (
    "class A(B):  # why\n    'what'\n",
    "\"\"\"é\nü\"\"\" # é\nfrom __future__ import annotations\nx = '# no comment'\n'''a\nb'''  # last\n",
)


def _kept(source: str | bytes) -> str:
    """Return the tree of a source, with all texts that stand alone empty, and the lines of its statements."""
    tree = ast.parse(source)
    lines = []
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str()) as text):
                text.value = ""
            case ast.stmt():
                lines.append(node.lineno)
    return f"{ast.dump(tree)} {lines}"


def test_the_archive_has_the_code_line_by_line_without_comments_and_docstrings() -> None:
    sources = [path.read_text("utf-8") for path in engine_modules().values()]
    assert len(sources) > 250
    for source in [*sources[::9], *_TRICKY]:
        bare = bare_source(source)
        assert bare.count(b"\n") == source.count("\n")
        assert len(bare) < len(source.encode())
        assert not [one for one in tokenize.tokenize(BytesIO(bare).readline) if one.type == tokenize.COMMENT]
        assert _kept(bare) == _kept(source)


def test_the_standard_library_is_cut_to_what_is_imported_at_any_depth() -> None:
    files = {
        "json/__init__.py": "from .decoder import x\nfrom . import scanner\n",
        "json/decoder.py": "def late():\n    import re._parser\n",
        "json/scanner.py": "import later\nfrom os import path\nimport doctest\n",
        "later.py": "",
        "re/__init__.py": "",
        "re/_parser.py": "import sys\n",
        "re/unused.py": "",
        "turtle.py": "",
        "os.py": "",
        "doctest.py": "",
        "_pyodide/_base.py": "import ast\n",
        "ast.py": "",
    }
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    part = used_part(packed.getvalue(), ["json", "decimal.Decimal"])
    assert part == {
        name: text.encode()
        for name, text in files.items()
        if name not in ("turtle.py", "re/unused.py", "os.py", "doctest.py")
    }


# What is refused -----------------------------------------------------------------------------------------


def test_a_folder_with_other_files_is_left_alone(project: Path, tmp_path: Path, capsys: Told) -> None:
    (tmp_path / "thesis.txt").write_text("mine", "utf-8")
    assert site(project, tmp_path) == ExitCode.FINDINGS
    assert "error[H004]" in capsys.readouterr().err
    assert content(tmp_path) == {"thesis.txt": b"mine"}


@pytest.mark.parametrize("more", [["--pyodide", "nowhere"], ["--option", "map=none"]])
def test_a_site_that_fails_leaves_the_old_one(
    project: Path, tmp_path: Path, capsys: Told, more: list[str]
) -> None:
    out = tmp_path / "site"
    out.mkdir()
    (out / "hexwright-site.json").write_text("{}", "utf-8")
    assert site(project, out, *more) != ExitCode.OK
    assert content(tmp_path) == {"site/hexwright-site.json": b"{}"}
    assert capsys.readouterr().err.count("error") == 1


def test_an_incomplete_folder_of_pyodide_is_told_by_its_missing_file(
    project: Path, tmp_path: Path, capsys: Told
) -> None:
    (tmp_path / "pyodide.mjs").write_text("", "utf-8")
    assert site(project, tmp_path / "site", "--pyodide", str(tmp_path)) == ExitCode.FINDINGS
    told = capsys.readouterr().err
    assert "error[H005]" in told
    assert "pyodide.asm.js is missing" in told


@pytest.mark.parametrize("compiled", [None, {"pyodide": PYODIDE_VERSION, "sources": "older"}])
def test_an_engine_that_was_not_compiled_as_it_is_now_is_told(
    project: Path, tmp_path: Path, bundle: Path, capsys: Told, compiled: dict[str, str] | None
) -> None:
    other = tmp_path / "bundle"
    shutil.copytree(bundle, other)
    (other / "python.json").unlink()
    if compiled:
        (other / "python.json").write_text(json.dumps(compiled), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page_files, "BUNDLE", other)
        assert site(project, tmp_path / "site") == ExitCode.FINDINGS
    told = capsys.readouterr().err
    assert "error[H003]" in told
    assert "type: make web" in told
    assert not (tmp_path / "site").exists()


@pytest.mark.parametrize(
    "address", ["example.org", "ftp://example.org/", "https:///x", "https://a.org/?b", "https://a.org/b c"]
)
def test_an_address_that_no_link_can_have_is_refused(
    project: Path, tmp_path: Path, capsys: Told, address: str
) -> None:
    assert site(project, tmp_path / "site", "--address", address) == ExitCode.USAGE
    assert "such as https://example.org/game/" in " ".join(capsys.readouterr().err.split())
    assert not (tmp_path / "site").exists()


def test_a_game_with_errors_has_no_site(project: Path, tmp_path: Path, capsys: Told) -> None:
    copy = tmp_path / "project"
    shutil.copytree(project, copy)
    charts = copy / "data/the-ford/charts.yaml"
    charts.write_text(charts.read_text("utf-8") + "\nnonsense: 1\n", "utf-8")
    assert site(copy, tmp_path / "site") == ExitCode.FINDINGS
    assert "nonsense" in capsys.readouterr().err
    assert not (tmp_path / "site").exists()
