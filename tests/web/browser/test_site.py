"""A site, from a plain web server, in Chromium: the rules engine runs in the page's worker."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hexwright.load.game_loading import Project, load_game
from hexwright.web.play.host import Host
from tests.web.browser.conftest import copied_project
from tests.web.browser.plain_server import Site
from tests.web.browser.playing import begin, state

PYODIDE = os.environ.get("HEXWRIGHT_PYODIDE", "")
GAME = "battle-for-moscow"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    assert PYODIDE, "HEXWRIGHT_PYODIDE names no folder of Pyodide: type make test-web"
    project = copied_project(tmp_path_factory.mktemp("project"))
    out = tmp_path_factory.mktemp("out") / "site"
    command = [
        sys.executable,
        "-m",
        "hexwright.cli",
        "-C",
        str(project),
        "site",
        GAME,
        "the-ford",
        "--no-files",
    ]
    subprocess.run([*command, "--pyodide", PYODIDE, "--out", str(out)], check=True, capture_output=True)
    found = Site(out)
    yield found
    found.server.shutdown()


@pytest.fixture
def visitor(site: Site, chromium: Any) -> Iterator[Any]:
    """Return a function that makes a new visitor of the site; errors in the console fail the test."""
    errors: list[str] = []
    contexts: list[Any] = []

    def made(width: int = 1280, height: int = 800) -> Any:
        context = chromium.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
        context.set_default_timeout(120_000)
        contexts.append(context)
        context.on("page", lambda page: page.on("pageerror", lambda fault: errors.append(str(fault))))
        return context

    yield made
    for context in contexts:
        context.close()
    assert errors == []


def opened(site: Site, context: Any, address: str = f"{GAME}/play/index.html#play") -> Any:
    page = context.new_page()
    page.goto(site.url + address)
    return page


def shown(page: Any) -> dict[str, Any]:
    page.wait_for_selector("[data-rev]")
    page.wait_for_selector(".decision")
    return state(page)


def link_of(page: Any, words: str) -> str:
    page.click("button[aria-label^='Game:']")
    page.click(f"text={words}")
    page.wait_for_function("() => document.querySelector('.link input')?.value")
    found: str = page.input_value(".link input")
    page.click(".link >> text=Close")
    return found


def test_from_the_list_of_games_to_a_game_in_play(site: Site, visitor: Any) -> None:
    page = opened(site, visitor(), "index.html")
    page.click(f"a[href='{GAME}/index.html'] >> nth=0")
    assert page.title() == "Battle for Moscow: Operation Typhoon, 1941"
    page.click("text=Play in the browser")
    begin(page)
    assert shown(page)["phase"] == "German combat"
    page.click(".acts .primary")
    page.wait_for_function("() => document.documentElement.dataset.rev === '1'")
    page.click("header button[aria-label='About the game']")
    page.wait_for_selector("text=Nothing to install")


@pytest.mark.parametrize("name", ["rules", "map", "counters", "charts", "scenarios"])
def test_the_pages_of_a_game_need_no_server(site: Site, visitor: Any, name: str) -> None:
    page = opened(site, visitor(), f"the-ford/play/index.html#{name}")
    page.wait_for_selector(f".page-{name}")
    page.wait_for_selector({"map": ".inspector"}.get(name, "main h2, main figure"))
    assert page.locator("text=Findings").count() == 0


def test_a_second_visit_takes_the_engine_from_the_browsers_memory(site: Site, visitor: Any) -> None:
    context = visitor()
    begin(opened(site, context))
    page = context.pages[0]
    page.wait_for_function("async () => (await (await caches.open('hexwright-memory')).keys()).length === 1")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    before = len(site.asked)
    again = opened(site, context)
    assert shown(again)["turn"] == "1"
    assert [one for one in site.asked[before:] if "python.bin" in one] == []


def test_a_link_continues_the_game_in_a_fresh_browser(site: Site, visitor: Any) -> None:
    page = opened(site, visitor())
    begin(page)
    page.click(".acts .primary")
    page.wait_for_function("() => document.documentElement.dataset.rev === '1'")
    link = link_of(page, "Link for both sides")
    assert len(link) < 4_100
    other = visitor(390, 844).new_page()
    other.goto(link)
    assert {key: shown(other)[key] for key in ("rev", "stage", "turn")} == {
        key: state(page)[key] for key in ("rev", "stage", "turn")
    }
    assert other.evaluate("location.hash") == "#play"


def test_at_a_seat_the_other_sides_decisions_are_not_offered(site: Site, visitor: Any) -> None:
    page = opened(site, visitor())
    begin(page)
    link = link_of(page, "Link for the Soviets")
    other = visitor().new_page()
    other.goto(link)
    assert shown(other)["primary"].startswith("Link for the Germans")
    assert other.locator(".counter.lit").count() == 0
    other.click(".acts .primary")
    other.wait_for_selector("text=decides for the Germans alone")


def test_a_damaged_link_is_told_in_a_line_and_the_game_here_stays(site: Site, visitor: Any) -> None:
    context = visitor()
    begin(opened(site, context))
    page = opened(site, context, f"{GAME}/play/index.html#link/1damaged")
    page.wait_for_selector(".note")
    assert page.text_content(".note").strip() == "The link is damaged — ask for it again, and copy it whole"
    assert shown(opened(site, context))["turn"] == "1"


def test_a_game_goes_on_without_a_connection(site: Site, visitor: Any) -> None:
    context = visitor()
    page = opened(site, context)
    begin(page)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    kept = """async () => {
        const { version } = JSON.parse(document.querySelector('meta[name="hexwright-site"]').content);
        const files = ['index.html', ...['hello.json', 'counters.json', '../game.bin', '../../shared/app.js',
            '../../shared/worker.js', '../../shared/python.bin'].map(name => `${name}?v=${version}`),
            ...['pyodide.mjs', 'pyodide.asm.js', 'pyodide.asm.wasm', 'pyodide-lock.json']
                .map(name => `../../pyodide/${name}`)];
        const found = await Promise.all(files.map(name => caches.match(new URL(name, location.href).href)));
        return found.every(Boolean) && (await (await caches.open('hexwright-memory')).keys()).length > 0;
    }"""
    page.wait_for_function(kept)
    page.close()
    context.set_offline(True)
    again = opened(site, context)
    before = shown(again)["rev"]
    again.click(".acts .primary")
    again.wait_for_function("rev => document.documentElement.dataset.rev !== rev", arg=before)
    assert int(shown(again)["rev"]) > int(before)
    context.set_offline(False)


def test_computers_play_a_whole_game(site: Site, visitor: Any) -> None:
    page = opened(site, visitor(), "the-ford/play/index.html#play")
    begin(page, {"Red": "greedy", "Blue": "greedy"})
    page.wait_for_selector("text=The game is over")
    assert page.locator(".counter.lit").count() == 0


WORKER = """async ([messages, pickled]) => {
    const site = JSON.parse(document.querySelector('meta[name="hexwright-site"]').content);
    const root = new URL(site.root, location.href);
    const worker = new Worker(new URL(`shared/worker.js?v=${site.version}`, root), { type: 'module' });
    const begin = { version: pickled, python: new URL(site.python, root).href,
        archive: new URL(`shared/python.bin?v=${site.version}`, root).href,
        game: new URL(pickled, root).href };
    const answers = [];
    return new Promise(done => {
        worker.onmessage = ({ data }) => {
            if (data.kind === 'failed') done([data.line]);
            if (data.kind !== 'answer') return;
            answers.push(data.text);
            if (answers.length === messages.length) done(answers);
        };
        worker.postMessage(begin);
        messages.forEach((message, id) => worker.postMessage({ id, text: JSON.stringify(message) }));
    });
}"""


@pytest.mark.parametrize(
    ("slug", "steps", "positions"),
    [
        (GAME, 1, 350),
        ("moscow-embattled", 1, 180),
        ("moscow-campaign", 1, 1100),
        ("battle-of-moscow", 3, 550),
    ],
)
def test_the_worker_answers_as_the_server_does(
    site: Site, visitor: Any, slug: str, steps: int, positions: int
) -> None:
    """Of a whole game by computer players: every view, and the actions of units that may act in some."""
    game = load_game(Project(Path(__file__).parents[3]), slug).game
    (site.folder / f"{slug}.bin").write_bytes(pickle.dumps(game, protocol=5))
    host = Host(game)
    first: dict[str, Any] = {"type": "new", "game": "g", "scenario": game.scenarios[0].id, "seed": 11}
    host.handle(first)
    sides = host.sessions["g"].rules.setting.sides
    messages = [first | {"computers": dict.fromkeys(sides, "greedy")}]
    answers = [host.handle(messages[0])]
    while not answers[-1].get("done"):
        messages.append({"type": "auto", "game": "g", "steps": steps})
        answers.append(host.handle(messages[-1]))
        if len(messages) % 20 == 0:
            for unit in answers[-1]["view"]["lit"][:3]:
                messages.append({"type": "actions", "game": "g", "unit": unit})
                answers.append(host.handle(messages[-1]))
    assert len(messages) > positions
    page = opened(site, visitor(), f"{GAME}/play/index.html#scenarios")
    told = page.evaluate(WORKER, [messages, f"{slug}.bin"])
    same = [
        json.loads(text) == json.loads(json.dumps(answer)) for text, answer in zip(told, answers, strict=True)
    ]
    assert same == [True] * len(messages)
