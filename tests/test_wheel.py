"""The wheel holds the package and nothing else, and works outside the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tomllib
import venv
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]
FRONTEND = ROOT / "builder/hexwright/web/frontend"
"""The sources of the page: the wheel holds the page as built from them, if it was built."""
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
INFO = f"hexwright-{PROJECT['version']}.dist-info"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    [built] = folder.iterdir()
    return built


def test_the_wheel_holds_every_file_of_both_roots_once_and_nothing_else(wheel: Path) -> None:
    sources = [
        file.relative_to(ROOT / root).as_posix()
        for root in ("builder", "validators")
        for file in (ROOT / root / "hexwright").rglob("*")
        if file.is_file() and file.suffix != ".pyc" and FRONTEND not in file.parents
    ]
    with ZipFile(wheel) as archive:
        names = archive.namelist()
    assert len(set(sources)) == len(sources)
    assert sorted(name for name in names if not name.startswith(f"{INFO}/")) == sorted(sources)
    kinds = {Path(name).suffix for name in names}
    assert "hexwright/py.typed" in names
    assert {".bsh", ".html", ".j2", ".java", ".py", ".yaml"} <= kinds


def test_the_metadata_name_the_command_the_licence_and_the_pythons(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        metadata = Parser().parsestr(archive.read(f"{INFO}/METADATA").decode())
        commands = archive.read(f"{INFO}/entry_points.txt").decode()
        assert f"{INFO}/licenses/LICENSE" in archive.namelist()
    assert metadata["Requires-Python"] == ",".join(sorted(PROJECT["requires-python"].split(",")))
    assert not any(line.startswith("Private") for line in metadata.get_all("Classifier", []))
    assert "hexwright = hexwright.cli:main" in commands


@pytest.mark.slow
def test_the_installed_wheel_makes_a_game_outside_the_checkout(wheel: Path, tmp_path: Path) -> None:
    # A new environment has only the wheel. The libraries come from ours by a path; the link from ours to the
    # checkout doesn't count there, because files .pth are read in the environment's own folder only.
    home = tmp_path / "venv"
    venv.create(home, with_pip=False, symlinks=os.name != "nt")
    places = sysconfig.get_paths(scheme="venv", vars={"base": str(home), "platbase": str(home)})
    python = Path(places["scripts"]) / Path(sys.executable).name
    site = Path(places["purelib"])
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps", "--no-index"]
    subprocess.run([*pip, "--disable-pip-version-check", str(wheel)], check=True, capture_output=True)
    assert sorted(path.name for path in site.iterdir()) == ["hexwright", INFO]
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")

    project = tmp_path / "project"
    project.mkdir()
    environment = {**os.environ, "HEXWRIGHT_CACHE": str(tmp_path / "cache")}
    environment.pop("PYTHONPATH", None)

    def run(*words: str) -> str:
        done = subprocess.run(
            words, cwd=project, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    where = run(
        str(python), "-c", "import hexwright.cli as c, hexwright.rules as r; print(c.__file__, r.__file__)"
    )
    assert all(Path(path).is_relative_to(site) for path in where.split())
    hexwright = str(Path(places["scripts"]) / "hexwright")
    assert run(hexwright, "--version") == f"hexwright {PROJECT['version']}\n"
    run(hexwright, "new", "the-ford")
    run(hexwright, "check", "the-ford")
    run(hexwright, "build", "the-ford")
    run(hexwright, "print", "the-ford")
    [module] = (project / "modules_out").glob("*.vmod")
    run(hexwright, "verify", str(module))
    assert len(list((project / "modules_out").glob("*.pdf"))) == 4
