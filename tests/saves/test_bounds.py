"""What a saved game or log costs grows with its size, or a limit ends it with a message."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from random import Random

import pytest
from PIL import Image

from hexwright.diagnostics.diagnostic import InputError
from hexwright.inspect.analysis import log_position, player_names
from hexwright.inspect.analysis.log_position import LogPosition
from hexwright.inspect.analysis.player_names import MAX_LINE, MAX_SEAT, PlayerNames
from hexwright.inspect.analysis.word_search import MAX_NAME, WordSearch
from hexwright.saves import log_story
from hexwright.saves.change_sentences import ModuleNames
from hexwright.saves.film_encoding import encode_film
from hexwright.support.message_wording import escape_markdown, single_line
from hexwright.vassal.codec.commands import AddPlayer, ChatText, Compound, MovePiece
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from tests.counted_work import assert_linear, lines_run
from tests.saves.recording import recorded


def with_steps(*steps: Compound) -> SavedGameFile:
    log = SavedGameFile.read(recorded("by-hand.vlog"))
    return SavedGameFile.of(log.moduledata, log.savedata, Compound(log.without_log().commands), steps)


def say(*lines: str) -> Compound:
    return Compound(tuple(ChatText(text=line) for line in lines))


def told_by(log: SavedGameFile) -> log_story.LogStory:
    return log_story.write_story(log, ModuleNames(), {})


def naive(text: str, name: str) -> set[int]:
    """Return where a name stands in a text as a whole word."""
    return {
        at
        for at in range(len(text))
        if text.startswith(name, at)
        and not text[at - 1 : at].isalnum()
        and not text[at + len(name) : at + len(name) + 1].isalnum()
    }


def test_names_are_found_where_a_naive_search_finds_them() -> None:
    chance = Random(7)
    for _ in range(300):
        names = {"".join(chance.choices("ab1 -_é", k=chance.randint(1, 4))) for _ in range(4)}
        text = "".join(chance.choices("ab1 -_é", k=30))
        found = {(at, name) for at, here in WordSearch(names).occurrences(text) for name in here}
        assert found == {(at, name) for name in names for at in naive(text, name)}


def test_seats_that_contain_names_are_not_replaced_again() -> None:
    seats = [
        AddPlayer(str(n), name, "the player of player") for n, name in enumerate(("player", "of", "the"))
    ]
    hide = PlayerNames(with_steps(Compound(tuple(seats)))).hide
    assert hide("<player> - of") == "the player of the player of player - the player of the player of player"


def test_a_line_grows_only_to_its_limit() -> None:
    hide = PlayerNames(with_steps(Compound((AddPlayer("1", "x", "S" * 10_000),)))).hide
    assert len(hide("x")) == MAX_SEAT + 1
    assert len(hide("x " * 1_000_000)) == MAX_LINE + 1


def test_many_talkers_take_time_in_proportion_to_the_log() -> None:
    def work(count: int) -> int:
        log = with_steps(*(say(f"<n{n}> - hello there") for n in range(count)))
        return lines_run(lambda: told_by(log))

    assert_linear(work, 200)


def test_pieces_and_lines_of_one_step_take_time_in_proportion_to_their_number() -> None:
    base = with_steps()
    pieces = list(LogPosition(base).pieces)[:8]

    def work(count: int) -> int:
        moves = tuple(MovePiece(piece, "Map", n, n, None, None, 0, 0, None) for n, piece in enumerate(pieces))
        log = with_steps(Compound((*moves, *say(*(f"line {n}" for n in range(count))).commands)))
        return lines_run(lambda: told_by(log))

    assert_linear(work, 200)


@pytest.mark.parametrize("names", [["x" * (MAX_NAME + 1)], [f"{n:0100}" for n in range(11)]])
def test_names_beyond_their_limit_are_refused_unless_they_are_shown(
    names: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player_names, "MAX_NAMES", 1_000)
    log = with_steps(Compound(tuple(AddPlayer(str(n), name, "Soviet") for n, name in enumerate(names))))
    with pytest.raises(InputError, match=r"N022.*--players"):
        PlayerNames(log)
    assert PlayerNames(log, shown=True).hide("hello") == "hello"


def test_a_story_beyond_its_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_story, "MAX_STORY", 100)
    with pytest.raises(InputError, match="N022"):
        told_by(with_steps(say("x" * 101)))


def test_stacks_that_are_moved_too_often_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    log = SavedGameFile.read(recorded("by-hand.vsav"))
    position = LogPosition(log)
    stack, members = next((s, len(m)) for s, m in position.stacks.items() if len(m) > 1)
    monkeypatch.setattr(log_position, "MAX_CARRIED", 5 * members)
    for n in range(5):
        position.step(MovePiece(stack, "Map", n, n, None, None, 0, 0, None))
    with pytest.raises(InputError, match="N022"):
        position.step(MovePiece(stack, "Map", 9, 9, None, None, 0, 0, None))


FORGED = "nothing\n\nDice\n  German: 600 d6\r8 steps: no violations\x85\u2028\u2029\v\f\x1c!"


def test_line_ends_in_the_chat_are_shown_as_such() -> None:
    story = told_by(with_steps(say(FORGED)))
    lines = log_story.as_text(story).splitlines()
    assert [line for line in lines if "Dice" in line] == [f"  1  {single_line(FORGED)}"]
    (entry,) = [line for line in log_story.as_markdown(story).splitlines() if "Dice" in line]
    assert entry.startswith(r"1. nothing\\n\\nDice\\n  German: 600 d6\\r8 steps")


def test_line_ends_of_a_module_and_its_facts_are_shown_as_such() -> None:
    story = log_story.write_story(with_steps(say("x")), ModuleNames(), {"comment": "a\n2. forged"})
    assert r"comment: a\n2. forged" in log_story.as_text(story)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("6. forged", "6\\. forged"),
        ("- forged", "\\- forged"),
        ("--- forged", "\\--- forged"),
        ("# forged", "\\# forged"),
        ("a\n# forged", "a\\\\n\\# forged"),
        ("&#35; forged", "\\&\\#35; forged"),
        ("plain 1. text", "plain 1. text"),
    ],
)
def test_markdown_shows_text_literally(text: str, shown: str) -> None:
    assert escape_markdown(text) == shown


def test_spaces_of_all_widths_stay() -> None:
    assert single_line("a\u00a0b\u2009c\td") == "a\u00a0b\u2009c\td"
    assert single_line("a\u202eb") == "a\\u202eb"


@pytest.mark.parametrize("form", ["webp", "gif"])
def test_a_film_holds_few_frames_at_a_time(form: str) -> None:
    alive: set[int] = set()
    most = 0

    def frames() -> Iterator[Image.Image]:
        nonlocal most
        for number in range(30):
            frame = Image.new("RGB", (40, 30), (8 * number, 100, 50))
            alive.add(number)
            weakref.finalize(frame, alive.discard, number)
            most = max(most, len(alive))
            yield frame
            del frame

    made = encode_film(frames(), 30, form)
    assert most <= 3
    assert len(made) < 100_000
