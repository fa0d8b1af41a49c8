"""A server of the project's games, and Chromium: for `make test-web` alone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
BROWSER = os.environ.get("HEXWRIGHT_BROWSER", "")
collect_ignore_glob = [] if BROWSER else ["test_*.py"]


class Server:
    """`hexwright serve` in a process of its own, on a copy of the games."""

    def __init__(self, project: Path) -> None:
        self.project = project
        self.port = 0
        self.url = ""
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start the server; at a later start, on the same port."""
        command = [sys.executable, "-m", "hexwright.cli", "-C", str(self.project), "serve", "--no-browser"]
        self.process = subprocess.Popen(
            [*command, "--port", str(self.port)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "http://" in line, "the server didn't start"
        self.url = line[line.index("http://") :].strip()
        self.port = int(self.url.split(":")[2].split("/")[0])

    def stop(self) -> None:
        """Stop the server."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(20)
            assert self.process.stdout is not None
            self.process.stdout.close()
            self.process = None


def copied_project(folder: Path) -> Path:
    """Copy the project's games to a folder, and add a game as `hexwright new` makes it."""
    shutil.copytree(ROOT / "data", folder / "data", ignore=shutil.ignore_patterns("geography"))
    if (ROOT / "art").is_dir():
        shutil.copytree(ROOT / "art", folder / "art")
    command = [sys.executable, "-m", "hexwright.cli", "-C", str(folder), "new", "the-ford"]
    subprocess.run(command, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(copied_project(tmp_path_factory.mktemp("project")))
    found.start()
    yield found
    found.stop()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    path = shutil.which(BROWSER)
    assert path is not None, f"{BROWSER} isn't installed"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        )
        yield browser
        browser.close()


@pytest.fixture
def visit(server: Server, chromium: Any) -> Iterator[Any]:
    """Return a function that opens a page of a game; errors in its console fail the test at the end."""
    if server.process is None:
        server.start()
    errors: list[str] = []
    contexts: list[Any] = []

    def opened(
        slug: str, page: str = "map", width: int = 1280, height: int = 800, context: Any = None, **more: Any
    ) -> Any:
        if context is None:
            options = {"reduced_motion": "reduce", "color_scheme": "light", "bypass_csp": False} | more
            context = chromium.new_context(viewport={"width": width, "height": height}, **options)
            context.set_default_timeout(40_000)
            contexts.append(context)
        found = context.new_page()
        found.on("console", lambda one: errors.append(one.text) if one.type == "error" else None)
        found.on("pageerror", lambda fault: errors.append(str(fault)))
        found.goto(f"{'/'.join(server.url.split('/')[:4])}/{slug}/#{page}")
        found.wait_for_selector(".app, .start", timeout=120_000)
        return found

    opened.errors = errors  # type: ignore[attr-defined]
    yield opened
    for context in contexts:
        context.close()
    assert errors == []
