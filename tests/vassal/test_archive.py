"""Archives: the same bytes each time, and nothing from strangers taken on trust."""

from __future__ import annotations

import io
import struct
import warnings
import zipfile
from pathlib import Path

import pytest

from hexwright.vassal.codec import module_archive
from hexwright.vassal.codec.module_archive import Archive, ArchiveError, SavedGame, write, zip_entries

ENTRIES = {
    "buildFile.xml": b"<x/>" * 99,
    "images/b.png": b"png",
    "images/é.svg": b"<svg/>",
    "moduledata": b"m",
}


def made(*entries: tuple[str | zipfile.ZipInfo, bytes]) -> bytes:
    buffer = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as out:
        warnings.simplefilter("ignore")
        for name, data in entries:
            out.writestr(name, data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def test_archive_is_the_same_whatever_the_order_of_entries() -> None:
    assert zip_entries(ENTRIES) == zip_entries(dict(reversed(ENTRIES.items())))


def test_archive_is_sorted_and_without_times() -> None:
    infos = zipfile.ZipFile(io.BytesIO(zip_entries(ENTRIES))).infolist()
    assert [info.filename for info in infos] == sorted(ENTRIES)
    assert {info.date_time for info in infos} == {(1980, 1, 1, 0, 0, 0)}
    assert {info.external_attr >> 16 for info in infos} == {0o100644}


def test_pictures_are_stored_and_text_is_packed() -> None:
    kinds = {
        info.filename: info.compress_type
        for info in zipfile.ZipFile(io.BytesIO(zip_entries(ENTRIES))).infolist()
    }
    assert kinds["images/b.png"] == zipfile.ZIP_STORED
    assert kinds["buildFile.xml"] == zipfile.ZIP_DEFLATED


def test_entries_come_back(tmp_path: Path) -> None:
    path = tmp_path / "m.vmod"
    write(path, ENTRIES)
    with Archive(path) as read:
        assert {name: read.read(name) for name in read.names} == ENTRIES
        assert read.size("buildFile.xml") == 396
        assert read.head("buildFile.xml", 3) == b"<x/"
        assert "moduledata" in read
        assert "other" not in read


def test_failed_write_leaves_the_old_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "m.vmod"
    write(path, ENTRIES)
    before = path.read_bytes()
    with pytest.raises(ArchiveError):
        write(path, {"../x": b""})
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["m.vmod"]


@pytest.mark.parametrize(
    "name", ["/etc/passwd", "../x", "a/../../x", "a\\..\\b", "C:x", "a//b", "./a", "a\nb", "x" * 600]
)
def test_name_that_leaves_the_archive_is_refused(name: str) -> None:
    with pytest.raises(ArchiveError) as caught:
        Archive(made((name, b"")))
    assert caught.value.field == name
    with pytest.raises(ArchiveError):
        zip_entries({name: b""})


def test_of_entries_with_one_name_the_last_is_read_as_java_does() -> None:
    with Archive(made(("a", b"1"), ("b", b""), ("a", b"22"))) as read:
        assert read.read("a") == b"22"
        assert read.repeated == ("a",)


def test_a_name_with_a_backslash_is_read_as_java_does_but_never_written() -> None:
    with Archive(made(("images\\a.png", b"1"))) as read:
        assert read.names == ("images\\a.png",)
    with pytest.raises(ArchiveError, match="backslash"):
        zip_entries({"images\\a.png": b""})


@pytest.mark.parametrize("flagged", [False, True])
@pytest.mark.parametrize("raw", [b"gr\xfcn.png", b"gr\x81n.png", b"\xed\xa0\x80.png", b"\xc0\xaf.png"])
def test_a_name_that_is_not_utf8_is_refused_as_java_does(raw: bytes, flagged: bool) -> None:
    plain = "x" * len(raw)
    data = made((plain, b"1")).replace(plain.encode(), raw)
    if flagged:
        data = data.replace(b"PK\x01\x02\x14\x03\x14\x00\x00\x00", b"PK\x01\x02\x14\x03\x14\x00\x00\x08")
        assert b"\x14\x00\x00\x08" in data
    with pytest.raises(ArchiveError, match="isn't UTF-8, so VASSAL can't open the file") as caught:
        Archive(data)
    assert caught.value.field == raw.decode("utf-8", "backslashreplace")


def test_a_name_in_utf8_is_read_without_its_flag() -> None:
    data = made(("xxxx.png", b"1")).replace(b"xxxx.png", "gün.png".encode())
    with Archive(data) as read:
        assert read.names == ("gün.png",)


@pytest.mark.parametrize("cut", [40, 60, 200])
def test_an_archive_that_is_cut_short_names_its_last_entry(cut: int) -> None:
    data = made(("first", b"1" * 40), ("second", bytes(range(200)))).split(b"PK\x01\x02")[0]
    with pytest.raises(ArchiveError, match="cut short in or after its entry") as caught:
        Archive(data[:cut])
    assert ("'first'" if cut < 80 else "'second'") in caught.value.reason


def test_symbolic_link_is_refused() -> None:
    link = zipfile.ZipInfo("a")
    link.external_attr = 0o120777 << 16
    with pytest.raises(ArchiveError, match="link"):
        Archive(made((link, b"/etc/passwd")))


def test_bomb_is_refused_by_its_claim() -> None:
    with pytest.raises(ArchiveError, match="times its size"):
        Archive(made(("a", bytes(9 << 20))))


def test_claim_smaller_than_the_truth_does_not_get_more_out() -> None:
    data = made(("a", bytes(100_000)))
    small = struct.pack("<I", 10)
    lying = data.replace(struct.pack("<I", 100_000), small)
    with Archive(lying) as read:
        assert read.size("a") == 10
        with pytest.raises(ArchiveError):
            read.read("a")


def test_too_many_and_too_much_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module_archive, "MAX_ENTRIES", 2)
    with pytest.raises(ArchiveError, match="more than 2"):
        Archive(made(("a", b""), ("b", b""), ("c", b"")))
    monkeypatch.setattr(module_archive, "MAX_TOTAL", 10)
    with pytest.raises(ArchiveError, match="unpacks to more"):
        Archive(made(("a", b"123456"), ("b", b"123456")))
    monkeypatch.setattr(module_archive, "MAX_DIRECTORY", 10)
    with pytest.raises(ArchiveError, match="directory"):
        Archive(made(("a", b"")))


def test_entry_beyond_the_readers_limit_is_refused() -> None:
    with Archive(made(("a", b"123456"))) as read, pytest.raises(ArchiveError, match="larger than 5"):
        read.read("a", 5)


def test_overlapping_entries_are_refused() -> None:
    data = bytearray(made(("a", b"same"), ("b", b"same")))
    second = data.rfind(b"PK\x01\x02")
    data[second + 42 : second + 46] = struct.pack("<I", 0)
    with pytest.raises(ArchiveError, match="overlaps"):
        Archive(bytes(data))


def test_every_truncation_is_refused_or_read_without_a_crash() -> None:
    data = zip_entries(ENTRIES)
    for end in range(0, len(data), 7):
        with pytest.raises(ArchiveError):
            Archive(data[:end])


def test_no_single_damaged_byte_makes_a_crash() -> None:
    data = made(("a", b"some text"), ("b/c", b"more"))
    for at in range(len(data)):
        damaged = data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :]
        try:
            with Archive(damaged) as read:
                for name in read.names:
                    read.read(name)
        except ArchiveError:
            continue


def test_missing_file_and_missing_entry_are_told(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match="can't be opened"):
        Archive(tmp_path / "none.vmod")
    with Archive(zip_entries(ENTRIES)) as read, pytest.raises(ArchiveError, match="no such entry"):
        read.read("none")


def test_saved_game_round_trips_in_disguise() -> None:
    game = SavedGame(b"m", b"s", "begin_save\x1bé\x1bend_save")
    data = game.encode()
    assert data == game.encode()
    assert SavedGame.decode(data) == game
    with Archive(data) as read:
        assert read.read("savedGame").startswith(b"!VCSK")


def test_saved_game_without_disguise_is_read_alike() -> None:
    game = SavedGame(b"m", b"s", "begin_save\x1bé\x1bend_save")
    data = game.encode(disguised=False)
    assert SavedGame.decode(data) == game
    with Archive(data) as read:
        assert read.read("savedGame") == "begin_save\x1bé\x1bend_save".encode()
