"""The documentation site builds strictly: no dead link or missing picture, and each page is in the menu."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
import yaml
from lxml import html

from tests.tiers import sampled

ROOT = Path(__file__).parents[1]
CONFIG = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
"""`make site` adds the pages of games to play, which `web/test_site.py` tests."""
PAGES = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
OWN_OF_THE_THEME = {"404.html"}
"""Pages whose links are absolute, since any address may show them."""


def build(folder: Path) -> subprocess.CompletedProcess[str]:
    """Build the site of a folder with mkdocs.yml and docs/, warnings being errors."""
    command = [sys.executable, "-m", "zensical", "build", "--strict"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def entries(menu: object) -> Iterator[str]:
    """Yield the pages of the menu."""
    if isinstance(menu, str):
        yield menu
    elif isinstance(menu, dict):
        for inner in menu.values():
            yield from entries(inner)
    elif isinstance(menu, list):
        for inner in menu:
            yield from entries(inner)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    shutil.copy(ROOT / "mkdocs.yml", folder)
    shutil.copytree(ROOT / "docs", folder / "docs")
    built = build(folder)
    assert built.returncode == 0, built.stdout + built.stderr
    out = folder / str(CONFIG["site_dir"])
    for games in re.findall(rf"hexwright site \S+ --out {CONFIG['site_dir']}/(\S+)", MAKEFILE):
        (out / games).mkdir()
        (out / games / "index.html").write_text("<html><p>written by hexwright site</p></html>", "utf-8")
    return out


def test_the_menu_names_every_page_once() -> None:
    named = list(entries(CONFIG["nav"]))
    assert sorted(named) == sorted(PAGES)


def test_every_page_was_built(site: Path) -> None:
    built = {path.relative_to(site).with_suffix(".md").as_posix() for path in site.rglob("*.html")}
    assert built >= PAGES


def test_every_address_in_the_site_exists(site: Path) -> None:
    pages = {path: html.parse(str(path)).getroot() for path in site.rglob("*.html")}
    names = {path: {*page.xpath("//@id"), *page.xpath("//a/@name")} for path, page in pages.items()}
    broken, checked = [], 0
    for path, page in pages.items():
        if path.name in OWN_OF_THE_THEME:
            continue
        for address in page.xpath("//a/@href | //img/@src | //script/@src | //link/@href"):
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                continue
            checked += 1
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            fragment = unquote(parts.fragment)
            if not target.is_file() or (target in names and fragment and fragment not in names[target]):
                broken.append(f"{path.relative_to(site)}: {address}")
    assert broken == []
    assert checked > 100


def test_a_reader_without_network_sees_all(site: Path) -> None:
    for path in site.rglob("*.html"):
        for address in (
            html.parse(str(path))
            .getroot()
            .xpath("//img/@src | //script/@src | //link[@rel='stylesheet']/@href")
        ):
            assert not urlsplit(address).netloc, f"{path.relative_to(site)} loads {address}"


@pytest.mark.parametrize("link", sampled(["[dead](gone.md)", "[dead](index.md#gone)"], 1))
def test_a_dead_link_stops_the_build(tmp_path: Path, link: str) -> None:
    (tmp_path / "mkdocs.yml").write_text("site_name: small\n", "utf-8")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text(f"# Home\n\n{link}\n", "utf-8")
    assert build(tmp_path).returncode != 0
