"""Check for traits with more fields than their kind has."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.support.message_wording import count_noun
from hexwright.vassal.codec.trait_fields import Record


def _run(subject: CheckedModule) -> Iterator[Finding]:
    if subject.version > (3, 7, 26):
        return  # A newer VASSAL may have fields that are unknown here.
    clean: set[int] = set()
    for design in subject.module.definitions:
        for placed in design.traits:
            if id(placed.trait) in clean:
                continue
            surplus = tuple(_surplus(placed.trait))
            if not surplus:
                clean.add(id(placed.trait))
            for title, tokens in surplus:
                text = quoted("; ".join(tokens))
                yield Finding(
                    placed.place,
                    f"{title} has {count_noun(len(tokens), 'surplus field')}: {text}",
                    "an earlier field contains an unescaped delimiter",
                )


def _surplus(record: Record, title: str = "") -> Iterator[tuple[str, tuple[str, ...]]]:
    tokens = record.unknown_fields()
    if any(tokens):
        yield title or getattr(record, "TITLE", "the trait"), tokens
    for row in type(record).fields():
        value = getattr(record, row.name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Record):
                yield from _surplus(part, f"'{row.label}'")


CHECK = Check(
    code="V209",
    name="surplus-fields",
    level=Severity.ERROR,
    title="A trait with too many fields",
    why=(
        "An unescaped ; or , splits one field into two: every later field shifts, and keys or properties "
        "are bound wrongly without a message."
    ),
    since="the trait doesn't work as intended",
    remedy="Edit the trait in VASSAL's Editor, or write \\; and \\, for the literal characters.",
    run=_run,
)
