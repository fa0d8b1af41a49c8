"""Exports for other tables, read back: a saved object of Tabletop Simulator, and sheets with a manifest."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from hexwright.cli.app import ExitCode, run
from hexwright.paper.counters.image_sheets import MOST_PX, PX, cell_pixels, sheet_files, two_faced
from hexwright.paper.counters.tabletop_simulator import map_picture, tabletop_files
from hexwright.paper.pages.print_settings import PrintSettings
from tests.paper.test_counter_shapes import shapes

OBJECT_KEYS = {"GUID", "Name", "Transform", "Nickname", "Description", "ColorDiffuse", "Locked"}
"""Keys that each object of the documented format has."""
CARD_KEYS = {"FaceURL", "BackURL", "NumWidth", "NumHeight", "BackIsHidden", "UniqueBack", "Type"}
BASE = "https://example.org/ford"


@cache
def files() -> Mapping[str, bytes]:
    picture = ("the-ford-map.png", png("green"))
    return tabletop_files(shapes().game, PrintSettings(), picture, lambda name: f"{BASE}/{name}")


def png(colour: str) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (40, 20), colour).save(buffer, "PNG")
    return buffer.getvalue()


@cache
def told() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(files()["the-ford.json"])
    return found


def every(objects: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield each object, those in decks and those of states too."""
    for each in objects:
        yield each
        yield from every(each.get("ContainedObjects", []))
        yield from every(list(each.get("States", {}).values()))


def picture_at(url: str) -> Image.Image:
    """Return the picture of an address, which must be one of the files."""
    assert url.startswith(f"{BASE}/")
    return Image.open(io.BytesIO(files()[url.removeprefix(f"{BASE}/")]))


def test_each_object_has_the_keys_of_the_format_and_its_own_guid() -> None:
    objects = list(every(told()["ObjectStates"]))
    assert all(each.keys() >= OBJECT_KEYS for each in objects)
    guids = [each["GUID"] for each in objects]
    assert len(set(guids)) == len(guids)
    assert all(len(guid) == 6 and int(guid, 16) >= 0 for guid in guids)
    assert {each["Name"] for each in objects} == {"Custom_Board", "DeckCustom", "CardCustom", "Custom_Tile"}
    assert told()["SaveName"] == shapes().game.info.title


def test_each_card_is_a_cell_of_its_sheets() -> None:
    cards = [each for each in every(told()["ObjectStates"]) if each["Name"] == "CardCustom"]
    assert len(cards) == len(two_faced(shapes().game))
    seen = set()
    for card in cards:
        deck, cell = divmod(card["CardID"], 100)
        sheet = card["CustomDeck"][str(deck)]
        assert sheet.keys() == CARD_KEYS
        assert cell < sheet["NumWidth"] * sheet["NumHeight"]
        assert 2 <= sheet["NumWidth"] <= 10
        assert 2 <= sheet["NumHeight"] <= 7
        for key in ("FaceURL", "BackURL"):
            picture = picture_at(sheet[key]).convert("RGB")
            wide, high = picture.width // sheet["NumWidth"], picture.height // sheet["NumHeight"]
            assert (picture.width % sheet["NumWidth"], picture.height % sheet["NumHeight"]) == (0, 0)
            row, column = divmod(cell, sheet["NumWidth"])
            part = picture.crop((column * wide, row * high, (column + 1) * wide, (row + 1) * high))
            assert part.getextrema() != ((255, 255),) * 3
        seen.add(card["CardID"])
    assert len(seen) == len(cards)


def test_decks_list_their_cards_and_shapes_have_their_numbers() -> None:
    decks = [each for each in told()["ObjectStates"] if each["Name"] == "DeckCustom"]
    assert all(deck["DeckIDs"] == [card["CardID"] for card in deck["ContainedObjects"]] for deck in decks)
    types = {
        card["Nickname"]: next(iter(card["CustomDeck"].values()))["Type"]
        for card in every(told()["ObjectStates"])
        if card["Name"] == "CardCustom"
    }
    assert (types["Marshal Ney"], types["Legio X"], types["Mikasa"]) == (4, 3, 0)


def test_a_block_has_a_state_for_each_step() -> None:
    (block,) = [each for each in told()["ObjectStates"] if each["Name"] == "Custom_Tile"]
    assert list(block["States"]) == ["2", "3", "4"]
    urls = {each["CustomImage"]["ImageURL"] for each in (block, *block["States"].values())}
    assert len(urls) == 4
    assert {picture_at(url).size for url in urls} == {(PX, PX)}


def test_sheets_of_long_counters_have_fewer_pixels_rather_than_too_many() -> None:
    assert cell_pixels((2 * PX, PX), 10, 7) == (2 * PX, PX)
    for face, columns, rows in (((1200, 300), 10, 7), ((4000, 4000), 10, 7), ((300, 4000), 2, 7)):
        wide, high = cell_pixels(face, columns, rows)
        assert MOST_PX * 0.9 < max(wide * columns, high * rows) <= MOST_PX
        assert wide / high == pytest.approx(face[0] / face[1], rel=0.01)


def test_the_map_is_a_locked_board() -> None:
    board = told()["ObjectStates"][0]
    assert (board["Name"], board["Locked"]) == ("Custom_Board", True)
    assert picture_at(board["CustomImage"]["ImageURL"]).size == (40, 20)


def test_a_manifest_says_where_each_counter_is() -> None:
    found = sheet_files(shapes().game, PrintSettings())
    manifest = json.loads(found["the-ford-manifest.json"])
    names = {sheet[key] for sheet in manifest["sheets"] for key in ("front", "back")}
    names |= {name for entry in manifest["more_faces"] for name in entry["faces"]}
    assert names == found.keys() - {"the-ford-manifest.json"}
    ids = {counter["id"] for sheet in manifest["sheets"] for counter in sheet["counters"]}
    mix = shapes().game.counters
    whole = {unit.id for unit in mix.units} | {marker.id for marker in mix.markers}
    assert ids | {entry["id"] for entry in manifest["more_faces"]} == whole
    long = next(sheet for sheet in manifest["sheets"] if sheet["width_mm"] == 30)
    assert Image.open(io.BytesIO(found[long["front"]])).size == (2 * PX * long["columns"], PX * long["rows"])


def test_exports_of_two_games_share_a_folder_without_loss() -> None:
    mix = shapes().game.counters
    game = replace(shapes().game, counters=replace(mix, units=mix.units[:1], markers=mix.markers[:1]))
    other = replace(game, slug="the-bridge")
    picture, settings = ("map", b""), PrintSettings()
    assert not sheet_files(game, settings).keys() & sheet_files(other, settings).keys()
    both = (
        tabletop_files(game, settings, picture, str).keys()
        & tabletop_files(other, settings, picture, str).keys()
    )
    assert both == {picture[0]}
    assert {map_picture(each, settings)[0] for each in (game, other)} == {
        "the-ford-map.png",
        "the-bridge-map.png",
    }


def test_one_kind_of_export_is_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    toy = str(Path(__file__).parents[1] / "toy")
    assert run(["-C", toy, "export", "toy-bridge", "--tts", "--csv", "--out", str(tmp_path)]) != ExitCode.OK
    assert "write one of --csv, --tts and --sheets" in "".join(capsys.readouterr())
    assert run(["-C", toy, "export", "toy-bridge", "--sheets", "--out", str(tmp_path)]) == ExitCode.OK
    assert (tmp_path / "toy-bridge-manifest.json").is_file()
