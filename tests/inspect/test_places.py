"""`show` leads to every place that `verify` tells, whole or as the screen shows it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hexwright.inspect.analysis.module_place import shorten_place
from hexwright.inspect.show.open_as_items import open_file
from hexwright.inspect.show.path_search import find_items
from hexwright.module_checks.module_verdict import verify_paths
from hexwright.vassal.codec.module_archive import write
from tests.module_checks.damages import DAMAGES, Damage
from tests.module_checks.sound import NAME, Files, files

_LONG = "A name of more letters than a line of the screen has room for, with an end of its own: "


def _told(tmp_path: Path, made: Files) -> list[str]:
    write(tmp_path / NAME, made.entries)
    return [d.span.file for d in verify_paths([tmp_path / NAME]).diagnostics if d.span is not None]


def _leads(tmp_path: Path, place: str) -> list[str]:
    return [item.path for item in find_items(open_file(tmp_path / NAME), place)]


_SHOWN = [damage for damage in DAMAGES if damage.code not in ("V002",)]


@pytest.mark.parametrize("damage", _SHOWN, ids=lambda damage: damage.name.replace(" ", "_"))
def test_show_leads_to_every_place_that_verify_tells(damage: Damage, tmp_path: Path) -> None:
    made = files()
    damage.do(made)
    for place in _told(tmp_path, made):
        path = place.partition("!")[2]
        for given in (place, path):
            (led,) = _leads(tmp_path, given)
            assert led in (path, f"files / {path}", path.replace("images/", "images / "), "")


_STRANGE: dict[str, Callable[[str], str]] = {
    "a step's sign in a name": lambda name: f"{name} / of two / and three",
    "a name that is long": lambda name: _LONG * 6 + name,
    "a name with a break": lambda name: f"{name}&#10;second line",
    "a name with the sign of a file": lambda name: f"{name}!{name}",
}


@pytest.mark.parametrize("kind", _STRANGE)
def test_show_leads_to_strange_names(kind: str, tmp_path: Path) -> None:
    made = files()
    made.replace('name="Vanguard"', f'name="{_STRANGE[kind]("Vanguard")}"')
    made.replace('name="Pieces"', f'name="{_STRANGE[kind]("Pieces")}"')
    text = made.entries["buildFile.xml"].decode()
    made.entries["buildFile.xml"] = text.replace("prototype;Unit", "prototype;Unix").encode()
    places = [place for place in _told(tmp_path, made) if "(Prototype)" in place]
    assert len(places) == 2
    for place in places:
        for limit in (2_000, 160, 80):
            (led,) = _leads(tmp_path, shorten_place(place, limit))
            assert led.endswith("trait 2 (Prototype)")


def test_a_place_is_never_cut_in_data(tmp_path: Path) -> None:
    made = files()
    made.replace('name="Pieces"', f'name="{_LONG * 6}one"')
    text = made.entries["buildFile.xml"].decode()
    made.entries["buildFile.xml"] = text.replace("prototype;Unit", "prototype;Unix").encode()
    assert any(f"{_LONG * 6}one" in place for place in _told(tmp_path, made))


def test_a_place_on_the_screen_keeps_its_begin_and_its_end() -> None:
    place = "x.vmod!Pieces / " + " / ".join(f"Tabbed Panel {n}" for n in range(20)) + " / trait 3 (Layer)"
    short = shorten_place(place, 80)
    assert len(short) <= 80
    assert short.startswith("x.vmod!Pieces / … / ")
    assert short.endswith("/ trait 3 (Layer)")
    assert shorten_place("x.vmod!Pieces", 80) == "x.vmod!Pieces"
