"""Recorded games, played again by messages of the page: each verdict is the rules engine's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexwright.model.words.rule_citations import sections_by_citation, with_numbers
from hexwright.players.playtesting.game_record import read_record
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE, IllegalAction
from hexwright.web.play.host import Host
from tests.shipped import shipped
from tests.tiers import sampled

RECORDS = sorted((Path(__file__).parents[1] / "playthroughs").glob("*.txt"))
QUICK = tuple(n for n, path in enumerate(RECORDS) if path.stem == "moscow-embattled.german-assault")


def standing(rules: RulesEngine, state: State) -> dict[str, tuple[str, int]]:
    """Return the hex and the step of each unit on the map, by the state alone."""
    ids = rules.setting.board.ids
    return {
        unit: (ids[at], step)
        for unit, at, step in zip(rules.setting.units, state.locations, state.steps, strict=True)
        if at >= 0
    }


def refusal(rules: RulesEngine, state: State, text: str) -> tuple[str, str] | None:
    """Return the engine's sentence and advice about an action; None if it is legal."""
    try:
        rules.parse(state, text)
    except IllegalAction as refused:
        return str(refused), refused.hint
    return None


@pytest.mark.parametrize("path", sampled(RECORDS, *QUICK), ids=lambda path: path.stem)
def test_a_recorded_game_is_judged_by_messages_as_by_the_engine(path: Path) -> None:
    record = read_record(path.read_text("utf-8"))
    game = shipped(record.game).game
    rules, host = RulesEngine(game, record.scenario, record.options), Host(game)
    sections = sections_by_citation(game)

    def ask(kind: str, **more: Any) -> Any:
        return host.handle({"id": 1, "type": kind, "game": "g", **more})

    answer = ask("new", scenario=record.scenario, options=record.options, seed=record.seed)
    assert answer["ok"], answer
    state = rules.set_up(record.seed)
    texts = [text for _, text in record.lines]
    refused = 0
    for n, text in enumerate(texts):
        shown = answer["view"]
        assert (shown["rev"], shown["who"]) == (n, rules.active_side(state))
        assert (shown["turn"], shown["phase"]) == (state.turn, rules.phase(state))
        chance = shown["who"] == CHANCE
        # An action of another moment is refused in the engine's words, with the rulebook's number.
        other = texts[(n * 7 + 3) % len(texts)]
        own = None if chance else refusal(rules, state, other)
        if own is not None:
            told = ask("act", rev=n, action=other)
            assert (told["ok"], told["refused"], told["hint"], told["reason"]) == (
                False,
                with_numbers(own[0], sections),
                own[1],
                "rules",
            )
            refused += 1
        action = rules.draw(state) if chance else rules.parse(state, text)
        assert action.text == text
        state = rules.apply(state, action)
        answer = ask("roll", rev=n) if chance else ask("act", rev=n, action=text)
        assert answer["ok"], (n, text, answer)
        placed = answer["view"]["units"]
        on_map = {unit: (placed[unit][0], placed[unit][1]) for unit in standing(rules, state)}
        assert on_map == standing(rules, state), text
    assert refused > len(texts) / 4
    assert rules.is_over(state)
    outcome = rules.outcome(state)
    assert (answer["view"]["over"]["winner"], answer["view"]["over"]["text"]) == (
        outcome.winner,
        outcome.text,
    )
    saved = ask("save")["record"]
    assert [text for _, text in read_record(saved).lines] == texts


@pytest.mark.parametrize("path", sampled(RECORDS, *QUICK), ids=lambda path: path.stem)
def test_computer_players_play_a_whole_game_by_messages(path: Path) -> None:
    record = read_record(path.read_text("utf-8"))
    host = Host(shipped(record.game).game)
    sides = host.engine(record.scenario, {}).setting.sides
    answer = host.handle(
        {
            "type": "new",
            "game": "g",
            "scenario": record.scenario,
            "seed": 3,
            "computers": dict.fromkeys(sides, "greedy"),
        }
    )
    while answer["ok"] and not answer["view"]["over"]:
        answer = host.handle({"type": "auto", "game": "g", "steps": 60})
        assert answer["events"]
    assert answer["ok"], answer
    again = host.handle(
        {"type": "open", "game": "h", "record": host.handle({"type": "save", "game": "g"})["record"]}
    )
    assert again["view"]["over"] == answer["view"]["over"]
    assert again["view"]["units"] == answer["view"]["units"]
