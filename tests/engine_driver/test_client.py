"""The client against a scripted driver: what it does when the process on the other side misbehaves."""

from __future__ import annotations

import json
import os
import re
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hexwright.engine_driver import (
    Engine,
    EngineEndedError,
    EngineError,
    EngineUnavailableError,
    ModuleNotOpenedError,
    driver_connection,
    file_exchange,
)
from hexwright.engine_driver.engine_replies import ChatLine, EngineProblem

EngineMaker = Callable[..., Engine]
LOADED = '{"event":"loaded","name":"Fake","version":"1","engine":"3.7.26"}'
DONE = '{"event":"reply","id":@ID,"ok":true,"value":null}'


@contextmanager
def held_pipe(path: Path) -> Iterator[Callable[[], bool]]:
    """Yield a question: has everyone who held the pipe for writing gone?"""
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)

    def released() -> bool:
        ready, _, _ = select.select([reader], [], [], 10)
        return bool(ready) and os.read(reader, 1) == b""

    try:
        yield released
    finally:
        os.close(reader)


def test_opened_module_is_told(fake: EngineMaker) -> None:
    with fake() as engine:
        assert (engine.module.name, engine.module.engine) == ("Fake", "3.7.26")


def test_chat_and_problems_before_a_reply_are_kept_in_order_and_taken_once(fake: EngineMaker) -> None:
    said = [json.dumps({"event": "chat", "text": text, "style": "sys"}) for text in ("one", "two")]
    problem = {"kind": "log", "level": "error", "text": "bad", "detail": "", "during": "undo"}
    with fake({"undo": [*said, json.dumps({"event": "problem", **problem}), DONE]}) as engine:
        engine.undo()
        assert engine.take_chat() == (ChatLine("one", "sys"), ChatLine("two", "sys"))
        assert engine.take_problems() == (EngineProblem(**problem),)
        assert engine.take_chat() == ()


RACE = (
    "VASSAL: IO error",
    "java.io.EOFException",
    "at java.base/java.io.RandomAccessFile.readInt(RandomAccessFile.java:842)\n"
    "\tat VASSAL.launch.ModuleManager.main(ModuleManager.java:211)",
)


def logged(text: str) -> str:
    told = {"kind": "log", "level": "warning", "text": text, "detail": "", "during": ""}
    return json.dumps({"event": "problem", **told})


@pytest.mark.parametrize("texts", [RACE, ("\n".join(RACE),), (RACE[0], "\n".join(RACE[1:]))])
def test_race_of_two_module_managers_is_no_problem(fake: EngineMaker, texts: tuple[str, ...]) -> None:
    with fake({"undo": [*map(logged, texts), DONE]}) as engine:
        engine.undo()
        assert engine.take_problems() == ()


@pytest.mark.parametrize(
    "texts",
    [
        RACE[1:],  # The same exception, but not of the Module Manager.
        (RACE[0], "bad", RACE[1]),
        (RACE[0], RACE[1], "at VASSAL.build.GameModule.main(GameModule.java:1)"),
        (RACE[0], RACE[1] + "\nCaused by: bad"),
    ],
)
def test_warnings_that_only_resemble_the_race_are_problems(fake: EngineMaker, texts: tuple[str, ...]) -> None:
    with fake({"undo": [*map(logged, texts), DONE]}) as engine:
        engine.undo()
        assert engine.take_problems()


def test_time_that_the_engine_worked_is_kept(fake: EngineMaker) -> None:
    with fake({"undo": ['{"event":"reply","id":@ID,"ok":true,"value":null,"ms":41.5}']}) as engine:
        engine.undo()
        assert engine.last_ms == 41.5


def test_refused_command_leaves_the_engine_usable(fake: EngineMaker) -> None:
    refusal = '{"event":"reply","id":@ID,"ok":false,"error":"nothing to undo","detail":"at X"}'
    with fake({"undo": [refusal], "close": [DONE]}) as engine:
        with pytest.raises(EngineError, match="nothing to undo") as caught:
            engine.undo()
        assert caught.value.detail == "at X"
        engine.close_game()


def test_silence_ends_the_process_and_all_that_it_started(fake: EngineMaker, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    with held_pipe(pipe) as released:
        first = [{"do": "spawn", "with": str(pipe)}, LOADED]
        with fake({"undo": [{"do": "hang"}]}, first=first, timeout=0.1) as engine:
            with pytest.raises(EngineEndedError, match=r"did not answer within 0\.1 s"):
                engine.undo()
            assert released()


def test_interrupted_use_ends_what_the_process_started(fake: EngineMaker, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    with held_pipe(pipe) as released:
        first = [{"do": "spawn", "with": str(pipe)}, LOADED]
        with pytest.raises(KeyboardInterrupt), fake(first=first):
            raise KeyboardInterrupt
        assert released()


def test_crash_is_told_with_exit_code_and_last_words(fake: EngineMaker) -> None:
    with fake({"undo": [{"do": "crash", "with": "OutOfMemoryError"}]}) as engine:
        with pytest.raises(EngineEndedError, match="exit code 3") as caught:
            engine.undo()
        assert caught.value.detail == "OutOfMemoryError"


def test_engine_that_is_gone_stays_gone(fake: EngineMaker) -> None:
    with fake({"undo": [{"do": "crash"}]}) as engine:
        with pytest.raises(EngineEndedError):
            engine.undo()
        with pytest.raises(EngineEndedError, match="exit code 3"):
            engine.status()


def test_only_the_end_of_the_error_output_is_kept(fake: EngineMaker) -> None:
    with fake({"undo": [{"do": "crash", "with": "x" * 100_000 + "end"}]}) as engine:
        with pytest.raises(EngineEndedError) as caught:
            engine.undo()
        assert caught.value.detail == "x" * 3997 + "end"


@pytest.mark.skipif(sys.platform == "win32", reason="there are no FIFOs")
def test_error_output_is_not_read_from_the_folder_of_the_process(fake: EngineMaker) -> None:
    with (
        pytest.raises(EngineEndedError, match="exit code 3") as caught,
        fake(first=[{"do": "shadow"}, {"do": "crash", "with": "no memory"}]),
    ):
        pass
    assert caught.value.detail == "no memory"


def test_line_without_end_is_refused(fake: EngineMaker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver_connection, "LONGEST_LINE", 1 << 20)
    with (
        fake({"undo": [{"do": "flood", "with": "x" * 1000}]}) as engine,
        pytest.raises(EngineEndedError, match="a line longer than 1 MiB"),
    ):
        engine.undo()


def test_events_without_end_are_refused(fake: EngineMaker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver_connection, "LONGEST_ANSWER", 1 << 20)
    chat = json.dumps({"event": "chat", "text": "x" * 10_000, "style": ""}) + "\n"
    with (
        fake({"undo": [{"do": "flood", "with": chat}]}) as engine,
        pytest.raises(EngineEndedError, match="more than 1 MiB before its answer"),
    ):
        engine.undo()


def test_process_that_reads_no_command_is_ended(fake: EngineMaker) -> None:
    with fake({"undo": [DONE, {"do": "hang"}]}, timeout=0.2) as engine:
        engine.undo()
        with pytest.raises(EngineEndedError, match=r"did not answer within 0\.2 s"):
            engine.answer("x" * 1_000_000)


@pytest.mark.parametrize("line", ["Exception in thread", "[1]", '{"event":7}', "{", "[" * 100_000])
def test_line_that_is_no_event_is_quoted(fake: EngineMaker, line: str) -> None:
    with (
        fake({"undo": [line]}) as engine,
        pytest.raises(EngineEndedError, match=f"is not an event: '{re.escape(line[:200])}"),
    ):
        engine.undo()


def test_answer_to_another_command_is_not_taken(fake: EngineMaker) -> None:
    with (
        fake({"undo": [DONE.replace("@ID", "99")]}) as engine,
        pytest.raises(EngineEndedError, match="answered command 99 instead of command 1"),
    ):
        engine.undo()


def test_value_of_another_shape_is_not_taken(fake: EngineMaker) -> None:
    strange = '{"event":"reply","id":@ID,"ok":true,"value":{"started":true}}'
    with fake({"status": [strange]}) as engine, pytest.raises(EngineEndedError, match="started"):
        engine.status()


@pytest.mark.parametrize(
    "fields",
    [{"text": 7}, {"level": "fatal"}, {"kind": {}}, {"detail": ["x"]}, {"more": ""}],
    ids=lambda fields: next(iter(fields)),
)
def test_event_with_fields_of_another_kind_is_not_taken(fake: EngineMaker, fields: dict[str, object]) -> None:
    sent = {"kind": "log", "level": "error", "text": "bad", "detail": "", "during": ""} | fields
    with (
        fake({"undo": [json.dumps({"event": "problem", **sent}), DONE]}) as engine,
        pytest.raises(EngineEndedError, match="expected the fields of"),
    ):
        engine.undo()


def value(told: object) -> str:
    return DONE.replace("null", json.dumps(told))


def test_file_is_put_together_of_parts(
    fake: EngineMaker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_exchange, "_PART", 3)
    given = {"new_folder": [value("")], "save": [DONE], "take_part": [value("YWI=")]}
    with fake(given) as engine:
        engine.save(tmp_path / "a.vsav")
    assert (tmp_path / "a.vsav").read_bytes() == b"ab"


@pytest.mark.parametrize(
    ("told", "message"),
    [
        (7, "expected a part of a file"),
        ("no!", "expected a part of a file"),
        ("YWJjZGVm", "expected a part of a file"),
        ("YWJj", r"a\.vsav is larger than 0 MiB"),
    ],
)
def test_file_of_no_bounded_parts_is_not_taken(
    fake: EngineMaker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: object, message: str
) -> None:
    monkeypatch.setattr(file_exchange, "_PART", 3)
    monkeypatch.setattr(file_exchange, "LARGEST_FILE", 30)
    given = {"new_folder": [value("")], "save": [DONE], "take_part": [value(told)]}
    with fake(given) as engine, pytest.raises(EngineError, match=message):
        engine.save(tmp_path / "a.vsav")
    assert not (tmp_path / "a.vsav").exists()


def test_pictures_are_named_by_us(fake: EngineMaker, tmp_path: Path) -> None:
    shot = {"title": "Map", "file": "/etc/passwd"}
    given = {
        "new_folder": [value("")], "picture_windows": [value([shot])], "take_part": [value("YWI=")],
    }  # fmt: skip
    with fake(given) as engine:
        (found,) = engine.picture_windows(tmp_path)
    assert found.file == (tmp_path / "01.png").resolve()


def test_refused_module_tells_why(fake: EngineMaker) -> None:
    refusal = '{"event":"refused","reason":"no buildFile.xml","detail":"at Y"}'
    with pytest.raises(ModuleNotOpenedError, match=r"no buildFile\.xml"), fake(first=[refusal]):
        pass


def test_process_that_ends_before_opening_is_told(fake: EngineMaker) -> None:
    with (
        pytest.raises(EngineEndedError, match="ended unexpectedly"),
        fake(first=[{"do": "crash", "with": "no main class"}]),
    ):
        pass


def test_missing_module_starts_no_process(tmp_path: Path) -> None:
    with (
        pytest.raises(ModuleNotOpenedError, match=r"no file .*absent\.vmod"),
        Engine(tmp_path / "absent.vmod"),
    ):
        pass


def test_preferences_of_the_engine_and_its_children_live_in_a_folder_gone_afterwards(
    fake: EngineMaker,
) -> None:
    with fake(first=[{"do": "options"}, LOADED]) as engine:
        (line,) = engine.take_chat()
        folders = dict(re.findall(r'"-D(\S+?)=(.+?)"', line.text))
        assert folders.keys() == {"VASSAL.conf", "user.home", "java.io.tmpdir"}
        assert Path(folders["user.home"]).is_dir()
    assert not Path(folders["user.home"]).exists()


def test_engine_outside_a_with_statement_is_not_open(fake: EngineMaker) -> None:
    with pytest.raises(EngineEndedError, match="with statement"):
        fake().status()


def test_missing_class_path_is_explained(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("VASSAL_CLASSPATH", raising=False)
    module = tmp_path / "x.vmod"
    module.touch()
    with pytest.raises(EngineUnavailableError, match="VASSAL_CLASSPATH is not set"), Engine(module):
        pass
