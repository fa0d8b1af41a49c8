"""Check for boards that don't exist."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.expression_analysis import constant_text
from hexwright.inspect.analysis.module_place import quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.vassal.codec.traits import SendToLocation


def _run(subject: CheckedModule) -> Iterator[Finding]:
    yield from _of_stacks(subject)
    yield from _of_set_ups(subject)
    yield from _of_shaders(subject)
    for placed, trait in subject.module.traits(SendToLocation):
        board = constant_text(trait.board)
        if trait.destination in "GL" and board and board not in subject.module.board_names:
            yield Finding(placed.place, f"sends to the board {quoted(board)}, which doesn't exist")


def _of_stacks(subject: CheckedModule) -> Iterator[Finding]:
    for node in subject.module.all(c.SetupStack, c.DrawPile):
        name = node.component.get("owningBoard", "")
        window = next((a for a in node.ancestors() if isinstance(a.component, c.Map)), None)
        if name and name not in ("<any>", "null") and window is not None:
            # A map without boards of its own may have those of an extension.
            known = (
                (window, name) in subject.module.named_boards
                if window in subject.module.boards_by_map
                else name in subject.module.board_names
            )
            if not known:
                yield Finding(node.place, f"belongs to the board {quoted(name)}, which this map lacks")


def _of_set_ups(subject: CheckedModule) -> Iterator[Finding]:
    for node in subject.module.all(c.BoardPicker):
        picker = node.component
        assert isinstance(picker, c.BoardPicker)
        try:
            chosen = picker.setup
        except CodecError:
            continue
        for choice in chosen.boards if chosen is not None else ():
            if choice.name not in subject.module.board_names:
                yield Finding(
                    node.place,
                    (f"the default set-up uses the board {quoted(choice.name)}, which this map lacks"),
                )


def _of_shaders(subject: CheckedModule) -> Iterator[Finding]:
    for node in subject.module.all(c.MapShader):
        shader = node.component
        if isinstance(shader, c.MapShader) and shader.boards != "Yes":
            for name in shader.board_list:
                if name and name not in subject.module.board_names:
                    yield Finding(node.place, f"shades the board {quoted(name)}, which doesn't exist")


CHECK = Check(
    code="V401",
    name="unknown-board",
    level=Severity.ERROR,
    title="A board that doesn't exist",
    why=(
        "An at-start stack on a board that doesn't exist is never set up, and a piece sent to such a "
        "board stays where it is. VASSAL doesn't report this."
    ),
    since="pieces are not where they should be",
    remedy="Correct the board's name.",
    run=_run,
    needs_module=True,
)
