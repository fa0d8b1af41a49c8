"""The web application: pages, pictures and messages below a secret path, for this machine's browsers only."""

from __future__ import annotations

import asyncio
import html
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from hexwright.load.game_loading import Project
from hexwright.render.map.board.board_regions import LAYERS
from hexwright.render.theme import Theme
from hexwright.web.server.game_pages import GamePages
from hexwright.web.server.page_files import page_file

_LOG = logging.getLogger("uvicorn.error")
NOT_BEGUN: Final = (
    "A fault of hexwright: the game couldn't be read or drawn. The terminal shows what to report; "
    "load the page again after a change."
)
MOST_MESSAGE: Final = 40 << 20
"""The size of the largest message in bytes: a saved game in base 64."""
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS: Final = {
    "Content-Security-Policy": _POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class ThisMachineOnly:
    """Refuses requests that were sent to another name than this machine's, or by a page from elsewhere."""

    def __init__(self, app: ASGIApp, port: int) -> None:
        self.app = app
        self.hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        origin = headers.get("origin")
        if headers.get("host") not in self.hosts or (
            origin is not None and origin.removeprefix("http://") not in self.hosts
        ):
            refusal = PlainTextResponse("This server answers this machine's own pages only.", 403)
            await refusal(scope, receive, send)
            return
        await self.app(scope, receive, send)


class WebApp:
    """The games of a project, each served from its first visit on."""

    def __init__(
        self, project: Project, options: Mapping[str, str], theme: Theme, token: str, port: int, editor: str
    ) -> None:
        self.project, self.options, self.theme = project, options, theme
        self.token, self.port, self.editor = token, port, editor
        self._begun: dict[str, asyncio.Future[GamePages]] = {}

    def asgi(self) -> ASGIApp:
        """Return the application."""
        at = f"/{self.token}"
        routes = [
            Route(f"{at}/", self.list_games),
            Route(f"{at}/{{slug}}/", self.index),
            Route(f"{at}/{{slug}}/ask", self._of_game(self.ask), methods=["POST"]),
            Route(f"{at}/{{slug}}/events", self._of_game(self.events)),
            Route(
                f"{at}/{{slug}}/tiles/{{level:int}}/{{column:int}}/{{row:int}}.jpg", self._of_game(self.tile)
            ),
            Route(f"{at}/{{slug}}/counters.json", self._of_game(self.counters)),
            Route(f"{at}/{{slug}}/{{name}}", self.file),
            Route(f"{at}/{{name}}", self.file),
        ]
        return ThisMachineOnly(Starlette(routes=routes, lifespan=self._lifespan), self.port)

    @asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        try:
            yield
        finally:
            for begun in self._begun.values():
                if begun.done() and not begun.exception():
                    await begun.result().stop()

    async def _begin(self, slug: str) -> GamePages:
        pages = GamePages(self.project, slug, self.options, self.theme)
        await pages.start()
        return pages

    def _of_game(
        self, answer: Callable[[Request, GamePages], Awaitable[Response]]
    ) -> Callable[[Request], Awaitable[Response]]:
        """Return a function that finds the game of a request first."""

        async def found(request: Request) -> Response:
            slug = request.path_params["slug"]
            if not self._is_game(slug):
                return PlainTextResponse(f"There is no game {slug!r} in this project.", 404, _HEADERS)
            if slug not in self._begun:
                self._begun[slug] = asyncio.ensure_future(self._begin(slug))
            begun = self._begun[slug]
            try:
                pages = await asyncio.shield(begun)
            except Exception:
                if self._begun.get(slug) is begun:  # It is tried anew when the page is loaded again.
                    del self._begun[slug]
                    _LOG.exception("%s couldn't be read or drawn", slug)
                return PlainTextResponse(NOT_BEGUN, 500, _HEADERS)
            return await answer(request, pages)

        return found

    def _is_game(self, slug: str) -> bool:
        """Whether there is such a game. One that is served already goes on if its files are taken away."""
        return slug in self._begun or slug in self.project.games()

    async def list_games(self, _request: Request) -> Response:
        """Return the page that lists the project's games."""
        items = "".join(
            f'<li><a href="{html.escape(slug)}/">{html.escape(slug)}</a></li>'
            for slug in self.project.games()
        )
        body = (
            '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>hexwright</title>'
            '<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="app.css"></head>'
            f'<body class="hw-list"><main><h1>Games</h1><ul>{items}</ul></main></body></html>'
        )
        return Response(body, headers=_HEADERS, media_type="text/html")

    async def index(self, request: Request) -> Response:
        """Return the page of a game, which then asks for the rest: drawing a large map takes a while."""
        slug = request.path_params["slug"]
        if not self._is_game(slug):
            return PlainTextResponse(f"There is no game {slug!r} in this project.", 404, _HEADERS)
        found = page_file("index.html")
        assert found is not None
        page = found[0].replace(b"{{editor}}", html.escape(self.editor).encode())
        return Response(page, headers=_HEADERS, media_type=found[1])

    async def ask(self, request: Request, pages: GamePages) -> Response:
        """Answer a message."""
        body = bytearray()
        async for part in request.stream():
            body += part
            if len(body) > MOST_MESSAGE:
                return PlainTextResponse("The message is too large.", 413, _HEADERS)
        try:
            message = json.loads(body)
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            return PlainTextResponse("A message is a JSON object.", 400, _HEADERS)
        answer = json.dumps(await pages.ask(message), ensure_ascii=False, separators=(",", ":"))
        return Response(answer, headers=_HEADERS, media_type="application/json")

    async def events(self, _request: Request, pages: GamePages) -> Response:
        """Stream the messages that come unasked."""

        async def stream() -> AsyncIterator[str]:
            yield ": open\n\n"
            async for message in pages.listen():
                yield f"data: {json.dumps(message, ensure_ascii=False)}\n\n"

        return StreamingResponse(stream(), headers=_HEADERS, media_type="text/event-stream")

    async def tile(self, request: Request, pages: GamePages) -> Response:
        """Return a tile of the map; its address changes whenever it does, so that a browser may keep it."""
        level, column, row = (request.path_params[name] for name in ("level", "column", "row"))
        hidden = frozenset(LAYERS).intersection(request.query_params.get("hide", "").split(","))
        data = await pages.tile(level, column, row, hidden)
        if data is None:
            return PlainTextResponse("There is no such tile.", 404, _HEADERS)
        kept = _HEADERS | {"Cache-Control": "private, max-age=86400, immutable"}
        return Response(data, headers=kept, media_type="image/jpeg")

    async def counters(self, request: Request, pages: GamePages) -> Response:
        """Return counter faces as SVG documents by name: all, or those that `names` lists."""
        pictures = pages.snapshot.pictures
        faces = pictures.counters if pictures is not None else {}
        names = request.query_params.get("names")
        wanted = names.split(",") if names else list(faces)
        found = {name: faces[name] for name in wanted if name in faces}
        return Response(json.dumps(found), headers=_HEADERS, media_type="application/json")

    async def file(self, request: Request) -> Response:
        """Return a file of the page."""
        found = page_file(request.path_params["name"])
        if found is None:
            return PlainTextResponse("There is no such page.", 404, _HEADERS)
        return Response(found[0], headers=_HEADERS, media_type=found[1])
