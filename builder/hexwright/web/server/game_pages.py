"""The pages of one game: its host, its pictures, its files watched, and the pages that listen."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import process_time, strftime

from anyio import CapacityLimiter, to_thread
from watchfiles import awatch

from hexwright.load.game_loading import Project
from hexwright.render.theme import Theme
from hexwright.support.result_cache import ResultCache, cache_folder
from hexwright.web.play.json_values import Json
from hexwright.web.workbench.board_pictures import BoardDrawer
from hexwright.web.workbench.snapshot import Snapshot, changes_between, take_snapshot
from hexwright.web.workbench.workbench_host import WorkbenchHost

_LOG = logging.getLogger("uvicorn.error")
INTERNAL_ERROR: Json = {
    "ok": False,
    "refused": "This is a fault of hexwright: the message couldn't be answered.",
    "hint": "nothing is lost; the terminal in which 'hexwright serve' runs shows what to report",
    "reason": "internal",
}
NOT_READ = "A fault of hexwright: what was saved last couldn't be drawn. The terminal shows what to report."
NOT_DRAWN = "A fault of hexwright: the map couldn't be drawn. The terminal shows what to report."
_DEBOUNCE_MS = 60
_LOOK_AGAIN_MS = 1000
"""The time after which it is looked for folders that came or went."""
_MOST_WAITING = 200
"""The number of messages that wait for one page; a page that reads none of them is dropped."""


class GamePages:
    """One game as it is served."""

    def __init__(self, project: Project, slug: str, options: Mapping[str, str], theme: Theme) -> None:
        self.project, self.slug = project, slug
        self._options, self._theme = options, theme
        self._listeners: set[asyncio.Queue[Json]] = set()
        self._loop = asyncio.get_running_loop()
        self._one_at_a_time = CapacityLimiter(1)
        self._reading = CapacityLimiter(1)
        self._drawing = CapacityLimiter(1)
        self._tiles = CapacityLimiter(2)
        self._cache = ResultCache(cache_folder())
        self._drawer = BoardDrawer(self._cache)
        self._watching: asyncio.Task[None] | None = None
        self._late: asyncio.Task[None] | None = None
        self.host: WorkbenchHost | None = None

    async def start(self) -> None:
        """Read the game, and begin to watch its files. A map that isn't drawn yet follows."""
        shot = await self._take()
        self.host = WorkbenchHost(self.project, self.slug, shot, self.push_from_thread)
        self._watching = asyncio.create_task(self._watch())
        self._draw_late(shot, [])

    async def _take(self) -> Snapshot:
        take = partial(
            take_snapshot,
            self.project,
            self.slug,
            self._options,
            self._theme,
            self._drawer,
            at_once=False,
        )
        return await to_thread.run_sync(take, limiter=self._reading)

    async def stop(self) -> None:
        """Stop watching, and what runs in the background."""
        for task in (self._watching, self._late):
            if task is not None:
                task.cancel()
        if self.host is not None:
            self.host.close()

    @property
    def snapshot(self) -> Snapshot:
        """Return the game as last read."""
        assert self.host is not None
        return self.host.snapshot

    async def ask(self, message: Json) -> Json:
        """Return the answer to a page's message; messages are answered one at a time.

        Diagrams take seconds and change nothing, so that others don't wait for them.
        """
        assert self.host is not None
        limiter = self._drawing if message.get("type") == "figures" else self._one_at_a_time
        try:
            answer: Json = await to_thread.run_sync(self.host.handle, message, limiter=limiter)
        except Exception:
            _LOG.exception("the message %r couldn't be answered", message.get("type"))
            return INTERNAL_ERROR | {"id": message.get("id")}
        if answer["ok"] and "view" in answer and message.get("type") not in ("view", "new", "open", "import"):
            self.push({"type": "played", "game": message.get("game"), "rev": answer["view"]["rev"]})
        return answer

    async def tile(self, level: int, column: int, row: int, hidden: frozenset[str]) -> bytes | None:
        """Return a tile of the map; None if there is no such tile."""
        board = self.snapshot.board
        if board is None:
            return None
        make = partial(board.tile, level, column, row, hidden, self._cache)
        return await to_thread.run_sync(make, limiter=self._tiles)

    # Unasked messages --------------------------------------------------------------------------------

    def push(self, message: Json) -> None:
        """Send a message to all pages of the game."""
        for queue in list(self._listeners):
            if queue.qsize() >= _MOST_WAITING:
                self._listeners.discard(queue)
            else:
                queue.put_nowait(message)

    def push_from_thread(self, message: Json) -> None:
        """Send a message to all pages of the game, from any thread."""
        self._loop.call_soon_threadsafe(self.push, message)

    async def listen(self) -> AsyncIterator[Json]:
        """Yield the messages for one page as they come."""
        queue: asyncio.Queue[Json] = asyncio.Queue()
        self._listeners.add(queue)
        try:
            while queue in self._listeners:
                try:
                    yield await asyncio.wait_for(queue.get(), timeout=15)
                except TimeoutError:
                    yield {"type": "alive"}
        finally:
            self._listeners.discard(queue)

    # Reload on save ----------------------------------------------------------------------------------

    def _folders(self) -> dict[Path, int]:
        """Return the game's folders that are there; a folder that was put in another's place differs."""
        found = {}
        for folder in self.project.game_folders(self.slug):
            with suppress(OSError):
                if folder.is_dir():
                    found[folder] = folder.stat().st_ino
        return found

    async def _watch(self) -> None:
        """Read the game anew at each change of its folders, also when one of them comes or goes."""
        while True:
            folders = self._folders()
            await self._watch_folders(folders)
            gone = sorted(map(self.project.display, {*folders} ^ {*self._folders()}))
            await self.reload(gone or sorted(map(self.project.display, folders)))

    async def _watch_folders(self, folders: Mapping[Path, int]) -> None:
        """Read the game anew at each change within folders, until there are others."""
        if not folders:
            while not self._folders():
                await asyncio.sleep(_LOOK_AGAIN_MS / 1000)
            return
        watch = awatch(
            *folders,
            debounce=_DEBOUNCE_MS,
            step=20,
            rust_timeout=_LOOK_AGAIN_MS,
            yield_on_timeout=True,
            ignore_permission_denied=True,
        )
        async for changed in watch:
            if self._folders() != folders:
                return
            files = sorted({self.project.display(Path(name)) for _, name in changed})
            files = [name for name in files if not name.rpartition("/")[2].startswith(".")]
            if files:
                await self.reload(files)

    async def reload(self, files: list[str]) -> None:
        """Read the game anew, and tell all pages what changed. A map that has to be drawn anew follows."""
        old = self.snapshot
        try:
            new = await self._take()
        except Exception:
            _LOG.exception("%s couldn't be read or drawn", self.slug)
            await self._show(old, replace(old, fault=NOT_READ), files)
            return
        shown = new
        if new.board is None and old.board is not None and old.facts.get("frame") == new.facts.get("frame"):
            shown = replace(new, board=old.board)
        await self._show(old, shown, files)
        if new.board is None:
            self._draw_late(shown, files)

    def _draw_late(self, shot: Snapshot, files: list[str]) -> None:
        """Draw the map of a reading in the background; a later reading ends it."""
        if self._late is not None:
            self._late.cancel()
        if shot.pictures is not None and (shot.board is None or shot.board.key != shot.pictures.board_key):
            self._late = asyncio.create_task(self._draw_map(shot, files))

    async def _draw_map(self, shot: Snapshot, files: list[str]) -> None:
        assert shot.pictures is not None
        begin = process_time()
        try:
            board = await to_thread.run_sync(self._drawer.draw, shot.pictures, limiter=self._drawing)
        except Exception:
            _LOG.exception("the map of %s couldn't be drawn", self.slug)
            drawn = replace(shot, fault=NOT_DRAWN)
        else:
            drawn = replace(shot, board=board, seconds=shot.seconds + process_time() - begin)
        if self.snapshot is shot:
            await self._show(shot, drawn, files)

    async def _show(self, old: Snapshot, new: Snapshot, files: list[str]) -> None:
        """Answer pages by a newer reading from now on, and tell them what changed."""
        assert self.host is not None
        changes = await to_thread.run_sync(changes_between, old, new)
        await to_thread.run_sync(self.host.update, new, limiter=self._one_at_a_time)
        self.push(
            {
                "type": "changed",
                "files": files,
                "time": strftime("%H:%M:%S"),
                "seconds": round(new.seconds, 2),
                "errors": sum(one.severity.value == "error" for one in new.findings),
                "changes": changes,
            }
        )
