"""The pages of one game: its host, its pictures, its files watched, and the pages that listen."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from functools import partial
from pathlib import Path
from time import strftime

from anyio import CapacityLimiter, to_thread
from watchfiles import awatch

from hexwright.load.game_loading import Project
from hexwright.render.theme import Theme
from hexwright.support.result_cache import ResultCache, cache_folder
from hexwright.web.play.json_values import Json
from hexwright.web.workbench.snapshot import Snapshot, changes_between, take_snapshot
from hexwright.web.workbench.workbench_host import WorkbenchHost

_LOG = logging.getLogger("uvicorn.error")
INTERNAL_ERROR: Json = {
    "ok": False,
    "refused": "This is a fault of hexwright: the message couldn't be answered.",
    "hint": "nothing is lost; the terminal in which 'hexwright serve' runs shows what to report",
    "reason": "internal",
}
_DEBOUNCE_MS = 60
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
        self._drawing = CapacityLimiter(1)
        self._cache = ResultCache(cache_folder())
        self._watching: asyncio.Task[None] | None = None
        self._bitmaps: dict[str, bytes] = {}
        self.host: WorkbenchHost | None = None

    async def start(self) -> None:
        """Read the game, and begin to watch its files."""
        shot = await self._take(None)
        self.host = WorkbenchHost(self.project, self.slug, shot, self.push_from_thread)
        self._watching = asyncio.create_task(self._watch())

    async def _take(self, before: Snapshot | None) -> Snapshot:
        take = partial(
            take_snapshot, self.project, self.slug, self._options, self._theme, before, self._cache
        )
        return await to_thread.run_sync(take, limiter=self._drawing)

    async def stop(self) -> None:
        """Stop watching, and what runs in the background."""
        if self._watching is not None:
            self._watching.cancel()
        if self.host is not None:
            self.host.close()

    @property
    def snapshot(self) -> Snapshot:
        """Return the game as last read."""
        assert self.host is not None
        return self.host.snapshot

    async def ask(self, message: Json) -> Json:
        """Return the answer to a page's message; messages are answered one at a time."""
        assert self.host is not None
        try:
            answer: Json = await to_thread.run_sync(self.host.handle, message, limiter=self._one_at_a_time)
        except Exception:
            _LOG.exception("the message %r couldn't be answered", message.get("type"))
            return INTERNAL_ERROR | {"id": message.get("id")}
        if answer["ok"] and "view" in answer and message.get("type") not in ("view", "new", "open", "import"):
            self.push({"type": "played", "game": message.get("game"), "rev": answer["view"]["rev"]})
        return answer

    async def bitmap(self) -> bytes:
        """Return the map as JPEG; it is made once for each map."""
        pictures = self.snapshot.pictures
        if pictures is None:
            return b""
        digest = pictures.board_digest
        if digest not in self._bitmaps:
            made = await to_thread.run_sync(pictures.bitmap, self._cache, limiter=self._drawing)
            self._bitmaps = {digest: made}
        return self._bitmaps[digest]

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

    async def _watch(self) -> None:
        folders = [folder for folder in self.project.game_folders(self.slug) if folder.is_dir()]
        async for changed in awatch(*folders, debounce=_DEBOUNCE_MS, step=20, recursive=True):
            files = sorted({self.project.display(Path(name)) for _, name in changed})
            files = [name for name in files if not name.rpartition("/")[2].startswith(".")]
            if files:
                await self.reload(files)

    async def reload(self, files: list[str]) -> None:
        """Read the game anew, and tell all pages what changed."""
        assert self.host is not None
        old = self.snapshot
        shot = await self._take(old)
        changes = await to_thread.run_sync(changes_between, old, shot)
        await to_thread.run_sync(self.host.update, shot, limiter=self._one_at_a_time)
        self.push(
            {
                "type": "changed",
                "files": files,
                "time": strftime("%H:%M:%S"),
                "seconds": round(shot.seconds, 2),
                "errors": sum(one.severity.value == "error" for one in shot.findings),
                "changes": changes,
            }
        )
