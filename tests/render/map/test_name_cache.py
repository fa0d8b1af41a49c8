"""Names are placed with bounded work, and once for a map, also by processes that come later."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.render.canvas import Box
from hexwright.render.map.map_layers import MapLayers
from hexwright.render.map.names import map_names
from hexwright.render.map.names.label_ground import Item, LabelGround, Quad
from hexwright.render.map.names.map_names import NameMemory
from hexwright.render.map.names.placed_names_json import names_as_json, names_from_json
from hexwright.render.map.sheet.map_sheet_drawing import sheet_layers
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.theme import CLASSIC
from hexwright.support.result_cache import ResultCache
from tests.render.map.boards import game, sheet

TOY = "toy-bridge"


def test_placed_names_are_read_as_they_were_written() -> None:
    board = sheet("2022").board
    told = ("Vyazma", "Лама")
    assert names_from_json(names_as_json(board.labels, told)) == (board.labels, told)


@pytest.mark.parametrize("text", [b"", b"{}", b"[1, 2]", b'[[["a"]], []]', b"\xff"])
def test_other_content_is_no_names(text: bytes) -> None:
    assert names_from_json(text) is None


def _laid_out(cache: ResultCache, *, without_forest: bool = False) -> MapLayers:
    """Return the layout of a map by a process that remembers nothing."""
    played = game(TOY)
    terrain = tuple(
        replace(kind, hexes=kind.hexes[1:]) if without_forest and kind.art == "forest" else kind
        for kind in played.hexmap.terrain
    )
    changed = replace(played, hexmap=replace(played.hexmap, terrain=terrain))
    return sheet_layers(changed, CLASSIC, plan_sheet(changed), names=NameMemory(), cache=cache)


def test_a_changed_hex_places_no_name_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = ResultCache(tmp_path)
    before = _laid_out(cache)

    def refuse(*_: object) -> None:
        raise AssertionError("names are placed again")

    monkeypatch.setattr(map_names, "place_all_names", refuse)
    after = _laid_out(cache, without_forest=True)
    assert after.labels == before.labels
    assert after.view.hexmap.terrain != before.view.hexmap.terrain


def test_placing_a_name_asks_the_ground_a_bounded_number_of_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names have thousands of positions; a cheap one spares most of them a look at the ground."""
    asked = 0
    areas = LabelGround.areas

    def counted(self: LabelGround, items: Iterable[Item], box: Box, quad: Quad | None) -> list[float] | None:
        nonlocal asked
        asked += 1
        return areas(self, items, box, quad)

    monkeypatch.setattr(LabelGround, "areas", counted)
    played = game(TOY)
    names = sheet_layers(played, CLASSIC, plan_sheet(played), names=NameMemory()).labels
    assert asked / len(names) < 650
