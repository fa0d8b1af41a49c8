"""Check for key commands that no trait answers."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.key_bindings import Identity, key_as_words, key_identity
from hexwright.inspect.analysis.module_place import ModulePlace
from hexwright.inspect.analysis.piece_key_commands import answered_keys, sent_to_self
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.field_values import KeyCommand


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for sent in subject.keys.to_pieces:
        if key_identity(sent.key) not in subject.keys.piece_answers:
            yield Finding(sent.place, f"{sent.label}: no piece responds to {key_as_words(sent.key)}")
    # A prototype may send keys that only some of its pieces answer. A key that none of them answers is an
    # error.
    answered: dict[tuple[ModulePlace, str, Identity], bool] = {}
    keys: dict[tuple[ModulePlace, str, Identity], KeyCommand] = {}
    for design in subject.module.pieces:
        expanded = subject.module.expanded(design)
        answers: set[Identity] | None = None
        for placed in expanded:
            for key, label in sent_to_self(subject.module, placed.trait):
                name = key_identity(key)
                if name is None:
                    continue
                if answers is None:
                    answers = {a for p in expanded for a in answered_keys(subject.module, p.trait)}
                spot = (placed.place, label, name)
                keys[spot] = key
                answered[spot] = answered.get(spot, False) or name in answers
    for spot, found in answered.items():
        if not found:
            yield Finding(spot[0], f"{spot[1]}: no trait of the piece responds to {key_as_words(keys[spot])}")


CHECK = Check(
    code="V601",
    name="key-unanswered",
    level=Severity.WARNING,
    title="A key command that nothing responds to",
    why=(
        "A key command has no effect if no trait responds to it. Usually its name is misspelt, or "
        "the trait was removed."
    ),
    since="nothing breaks, and usually the command is a leftover",
    remedy="Correct the key command's name; names are case-sensitive.",
    run=_run,
    needs_module=True,
)
