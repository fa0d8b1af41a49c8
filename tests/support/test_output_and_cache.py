from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from hexwright.diagnostics.diagnostic import InputError
from hexwright.support.atomic_writes import write_atomically
from hexwright.support.result_cache import ResultCache, cache_folder, digest_of


def test_a_written_file_holds_the_bytes_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    write_atomically(tmp_path / "deep" / "a.vmod", b"new")
    assert (tmp_path / "deep" / "a.vmod").read_bytes() == b"new"
    assert os.listdir(tmp_path / "deep") == ["a.vmod"]


def test_a_disk_that_fills_up_leaves_the_last_good_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "a.vmod"
    write_atomically(target, b"good")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match=r"W001.*No space left"):
        write_atomically(target, b"half")
    assert target.read_bytes() == b"good"
    with pytest.raises(InputError, match=r"W001.*No space left"):
        write_atomically(tmp_path / "new" / "deep" / "b.vmod", b"half")
    assert os.listdir(tmp_path) == ["a.vmod"]


def test_an_interrupt_leaves_the_last_good_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "a.vmod"
    write_atomically(target, b"good")

    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(target, b"half")
    assert os.listdir(tmp_path) == ["a.vmod"]
    assert target.read_bytes() == b"good"


def test_a_file_in_place_of_the_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("")
    with pytest.raises(InputError, match="W001"):
        write_atomically(tmp_path / "out" / "a.vmod", b"")


def test_the_cache_makes_a_thing_once(tmp_path: Path) -> None:
    cache = ResultCache(tmp_path)
    calls: list[int] = []

    def make() -> bytes:
        calls.append(1)
        return b"picture"

    key = digest_of(["a"])
    assert [cache.get_or_make(key, make) for _ in range(3)] == [b"picture"] * 3
    assert len(calls) == 1


def test_a_damaged_entry_is_made_anew(tmp_path: Path) -> None:
    cache = ResultCache(tmp_path)
    key = digest_of(["a"])
    cache.put(key, b"picture")
    (entry,) = (path for path in tmp_path.rglob("*") if path.is_file())
    entry.write_bytes(entry.read_bytes()[:-1])
    assert cache.get(key) is None
    assert cache.get_or_make(key, lambda: b"again") == b"again"


def test_an_unwritable_cache_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert ResultCache(tmp_path / "file").get_or_make(digest_of(["a"]), lambda: b"x") == b"x"


def test_pruning_drops_the_least_used_first(tmp_path: Path) -> None:
    cache = ResultCache(tmp_path)
    keys = [digest_of([str(n)]) for n in range(4)]
    for age, key in enumerate(keys):
        cache.put(key, b"x" * 100)
        path = tmp_path / key[:2] / key[2:]
        os.utime(path, (1000 + age, 1000 + age))
    cache.prune(300)
    assert [cache.get(key) is not None for key in keys] == [False, False, True, True]


def test_pruning_leaves_alone_what_is_no_entry(tmp_path: Path) -> None:
    driver = tmp_path / "engine-bridge" / "digest" / "Driver.class"
    driver.parent.mkdir(parents=True)
    driver.write_bytes(b"x" * 100)
    ResultCache(tmp_path).put(digest_of(["a"]), b"x" * 100)
    ResultCache(tmp_path).prune(0)
    assert driver.exists()
    assert ResultCache(tmp_path).get(digest_of(["a"])) is None


def test_parts_are_not_confused_by_their_borders() -> None:
    assert digest_of(["ab", "c"]) != digest_of(["a", "bc"])


def test_the_folder_can_be_named_by_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HEXWRIGHT_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path


@pytest.mark.parametrize(
    ("reason", "way_out"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "free some space"),
        (PermissionError(errno.EACCES, "Permission denied"), "choose a writable folder"),
        (IsADirectoryError(errno.EISDIR, "Is a directory"), "a folder with this name exists"),
        (NotADirectoryError(errno.ENOTDIR, "Not a directory"), "a file has the name of the folder"),
    ],
)
def test_a_refusal_is_told_with_what_helps_against_it(
    reason: OSError, way_out: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refusing(*_: object) -> None:
        raise reason

    monkeypatch.setattr("hexwright.support.atomic_writes.os.replace", refusing)
    with pytest.raises(InputError, match=way_out):
        write_atomically(tmp_path / "file", b"new")


def test_entries_that_changed_places_count_as_absent(tmp_path: Path) -> None:
    cache = ResultCache(tmp_path)
    one, two = digest_of(["one"]), digest_of(["two"])
    cache.put(one, b"one")
    cache.put(two, b"two")
    first, second = (tmp_path / key[:2] / key[2:] for key in (one, two))
    swapped = first.read_bytes(), second.read_bytes()
    second.write_bytes(swapped[0])
    first.write_bytes(swapped[1])
    assert (cache.get(one), cache.get(two)) == (None, None)
    assert cache.get_or_make(one, lambda: b"one") == b"one"
