"""The server answers this machine's own pages only, and tells pages what changed."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import hexwright.cli.commands  # noqa: F401 - registers the commands
from hexwright.cli.app import app
from hexwright.diagnostics.diagnostic import InputError
from hexwright.load.game_loading import Project
from hexwright.load.new_game import start_game
from hexwright.render.theme import CLASSIC
from hexwright.web.server import game_pages, page_files, web_app
from hexwright.web.server.game_pages import GamePages
from hexwright.web.server.run_server import bound_socket
from hexwright.web.server.web_app import MOST_MESSAGE, WebApp
from hexwright.web.workbench.board_pictures import BoardDrawer

HERE = {"host": "127.0.0.1:8741"}


def broken(*_: Any, **__: Any) -> Any:
    raise RuntimeError("no ink")


@pytest.fixture
def ford(tmp_path: Path) -> Project:
    (tmp_path / "data").mkdir()
    start_game(Project(tmp_path), "ford")
    return Project(tmp_path)


class Answer:
    def __init__(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        self.status, self.headers, self.body = status, headers, body


async def request(to: Any, path: str, headers: Mapping[str, str] = HERE, body: bytes | None = None) -> Answer:
    """Send a request to the application, without a network."""
    sent: list[Any] = []
    scope = {
        "type": "http",
        "method": "GET" if body is None else "POST",
        "path": path.partition("?")[0],
        "raw_path": path.encode(),
        "query_string": path.partition("?")[2].encode(),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "scheme": "http",
        "http_version": "1.1",
        "root_path": "",
    }

    async def receive() -> Any:
        return {"type": "http.request", "body": body or b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    await to(scope, receive, send)
    found = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return Answer(sent[0]["status"], found, b"".join(one.get("body", b"") for one in sent[1:]))


def served(project: Project) -> Any:
    return WebApp(project, {}, CLASSIC, "secret", 8741, "").asgi()


def test_only_this_machines_own_pages_are_answered(ford: Project) -> None:
    async def check() -> None:
        to = served(ford)
        for headers in (
            {"host": "evil.example:8741"},
            {"host": "127.0.0.1:9999"},
            {},
            HERE | {"origin": "http://evil.example"},
            HERE | {"origin": "null"},
        ):
            refused = await request(to, "/secret/ford/ask", headers, b"{}")
            assert refused.status == 403
        assert (await request(to, "/wrong/ford/ask", HERE, b"{}")).status == 404
        assert (await request(to, "/ford/", HERE)).status == 404
        good = await request(
            to, "/secret/ford/ask", HERE | {"origin": "http://127.0.0.1:8741"}, b'{"type":"hello","id":4}'
        )
        assert good.status == 200
        assert json.loads(good.body)["id"] == 4

    asyncio.run(check())


def test_pages_have_a_strict_policy_and_files_stay_where_they_are(ford: Project) -> None:
    async def check() -> None:
        to = served(ford)
        page = await request(to, "/secret/")
        policy = page.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert b'href="ford/"' in page.body
        font = await request(to, "/secret/ford/serif-bold.ttf")
        assert font.status == 200
        assert font.headers["content-type"] == "font/ttf"
        for name in ("page_files.py", "../server/page_files.py", "no.js", "..%2fplay%2fhost.py"):
            assert (await request(to, f"/secret/ford/{name}")).status == 404
        assert (await request(to, "/secret/nowhere/")).status == 404

    asyncio.run(check())


def test_a_long_message_without_a_length_is_refused(ford: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        to = served(ford)
        monkeypatch.setattr(web_app, "MOST_MESSAGE", 1_000)
        assert (await request(to, "/secret/ford/ask", HERE, b" " * 1_001)).status == 413

    asyncio.run(check())


def test_pictures_and_bad_messages(ford: Project) -> None:
    async def check() -> None:
        to = served(ford)
        for _ in range(600):
            if (tile := await request(to, "/secret/ford/tiles/0/0/0.jpg?v=1&hide=names")).status == 200:
                break
            await asyncio.sleep(0.1)
        assert tile.body.startswith(b"\xff\xd8")
        assert "immutable" in tile.headers["cache-control"]
        assert (await request(to, "/secret/ford/tiles/0/99/0.jpg")).status == 404
        faces = json.loads((await request(to, "/secret/ford/counters.json")).body)
        assert faces["red-1-1"].startswith("<svg ")
        for body in (b"{", b"[1]", b"\xff", b"[" * 100_000):
            assert (await request(to, "/secret/ford/ask", HERE, body)).status == 400
        large = await request(
            to, "/secret/ford/ask", HERE | {"content-length": "99999999"}, b" " * (MOST_MESSAGE + 1)
        )
        assert large.status == 413

    asyncio.run(check())


def test_a_save_tells_all_pages_what_changed(ford: Project) -> None:
    async def check() -> None:
        pages = GamePages(ford, "ford", {}, CLASSIC)
        await pages.start()
        heard = pages.listen()
        waiting = asyncio.ensure_future(anext(heard))
        await asyncio.sleep(0)
        path = ford.folder("ford") / "counters.yaml"
        path.write_text(path.read_text("utf-8").replace('designation: "1"', 'designation: "9"', 1), "utf-8")
        push = await asyncio.wait_for(waiting, 20)
        assert push["type"] == "changed"
        assert push["files"] == ["data/ford/counters.yaml"]
        assert push["changes"]["counters"]
        assert not push["changes"]["map"]
        await pages.stop()

    asyncio.run(check())


def test_folders_that_come_and_go_are_seen_and_the_game_stays(
    ford: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "index.html").write_text("the page")
    monkeypatch.setattr(page_files, "BUNDLE", tmp_path)

    async def check() -> None:
        app = WebApp(ford, {}, CLASSIC, "secret", 8741, "")
        to = app.asgi()
        assert (await request(to, "/secret/ford/ask", HERE, b'{"type":"hello"}')).status == 200
        pages = app._begun["ford"].result()
        heard: Any = pages.listen()

        async def after(change: Any) -> Any:
            waiting = asyncio.ensure_future(anext(heard))
            await asyncio.sleep(0.3)  # The watch has to begin.
            change()
            push = await asyncio.wait_for(waiting, 20)
            assert push["type"] == "changed"
            return push

        ford.art("ford").parent.mkdir()
        came = await after(ford.art("ford").mkdir)
        assert came["files"] == ["art/ford"]
        picture = ford.art("ford") / "wood.png"
        assert (await after(lambda: picture.write_bytes(b"a picture")))["files"] == ["art/ford/wood.png"]
        gone = await after(lambda: ford.folder("ford").rename(tmp_path / "aside"))
        assert gone["errors"] >= 1
        told = await request(to, "/secret/ford/ask", HERE, b'{"type":"findings"}')
        assert "there is no game 'ford'" in json.loads(told.body)["findings"][0]["message"]
        assert (await request(to, "/secret/ford/", HERE)).status == 200
        back = await after(lambda: (tmp_path / "aside").rename(ford.folder("ford")))
        assert back["errors"] == 0
        await heard.aclose()
        await pages.stop()

    asyncio.run(check())


def test_a_fault_while_the_map_is_drawn_is_told_and_logged(
    ford: Project, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(BoardDrawer, "known", lambda *_: None)
    monkeypatch.setattr(BoardDrawer, "draw", broken)
    pushed: list[Any] = []

    async def check() -> None:
        pages = GamePages(ford, "ford", {}, CLASSIC)
        monkeypatch.setattr(pages, "push", pushed.append)
        await pages.start()
        assert pages._late is not None
        await pages._late
        told = await pages.ask({"type": "hello"})
        await pages.stop()
        assert [one["type"] for one in pushed] == ["changed"]
        assert told["fault"] == game_pages.NOT_DRAWN
        assert not told["pictures"]["drawing"]

    asyncio.run(check())
    assert "no ink" in caplog.text


def test_a_fault_after_a_save_is_told_until_a_later_save_is_drawn(
    ford: Project, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def check() -> None:
        pages = GamePages(ford, "ford", {}, CLASSIC)
        await pages.start()
        with monkeypatch.context() as patch:
            patch.setattr(game_pages, "take_snapshot", broken)
            await pages.reload(["data/ford/map.yaml"])
        told = await pages.ask({"type": "hello"})
        assert told["fault"] == game_pages.NOT_READ
        assert told["playable"]
        await pages.reload(["data/ford/map.yaml"])
        assert (await pages.ask({"type": "hello"}))["fault"] == ""
        await pages.stop()

    asyncio.run(check())
    assert "no ink" in caplog.text


def test_a_game_that_cannot_be_begun_is_told_in_a_line_and_tried_again(
    ford: Project, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def check() -> None:
        to = served(ford)
        with monkeypatch.context() as patch:
            patch.setattr(game_pages, "take_snapshot", broken)
            refused = await request(to, "/secret/ford/ask", HERE, b'{"type":"hello"}')
        assert (refused.status, refused.body.decode()) == (500, web_app.NOT_BEGUN)
        assert (await request(to, "/secret/ford/ask", HERE, b'{"type":"hello"}')).status == 200

    asyncio.run(check())
    assert "no ink" in caplog.text


def test_a_second_server_on_the_port_is_told_in_one_line() -> None:
    with closing(bound_socket(0)) as first:
        first.listen()
        port = first.getsockname()[1]
        with pytest.raises(InputError, match="is in use on this machine") as told:
            bound_socket(port)
        assert told.value.diagnostics[0].hint.endswith(f"--port {port + 1}")
        assert isinstance(first, socket.socket)


def test_a_checkout_without_the_page_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(page_files, "BUNDLE", tmp_path)
    result = CliRunner().invoke(app, ["serve", "battle-for-moscow", "--no-browser"])
    assert isinstance(result.exception, InputError)
    assert result.exception.diagnostics[0].hint == "type: make web (it needs Node.js)"
