"""Write pages of docs/reference/ about files from the dataclasses: every file, every key.

Run `python -m hexwright.load.format_documentation` in the repository's root to write documents and schemas.
"""

from __future__ import annotations

from dataclasses import fields
from importlib import resources
from pathlib import Path
from typing import Any, Final, get_origin

from hexwright.load.json_schema import KINDS, SPECS, summary, write_schemas
from hexwright.load.new_game import small_game
from hexwright.load.record_keys import (
    NAMED_KINDS,
    KeyAnnotations,
    RecordKey,
    base_record,
    inherited_keys,
    keys_of,
    split_annotations,
    split_optional,
    walk_type,
)
from hexwright.load.scalar_readers import ID
from hexwright.model.game import GameInfo
from hexwright.model.provenance import Provenance
from hexwright.support.atomic_writes import write_atomically
from hexwright.support.message_wording import class_name_words, join_with_and, with_article

DATA_FORMAT: Final = "docs/reference/data-format.md"
"""The page on the data format, to which messages refer: its path in a project."""


def render_format_doc() -> str:
    """Return the page on the data format as Markdown."""
    introduction = resources.files("hexwright.load") / "templates" / "data-format-introduction.md"
    parts = [introduction.read_text(encoding="utf-8").rstrip()]
    told: set[type] = {Provenance}
    parts.append("## Provenance\n\n" + _record(Provenance, keys_of(GameInfo)["provenance"]))
    for kind, cls in KINDS.items():
        file = "scenarios/<name>.yaml" if kind == "scenario" else f"{kind}.yaml"
        example = "\n".join(_example_lines(cls, ""))
        parts.append(f"## {file}\n\n{summary(cls)}\n\n{_table(cls)}\n\n```yaml\n{example}\n```")
        parts.extend(_nested(cls, told))
    parts.append(_example_section())
    return "\n\n".join(parts) + "\n"


def render_spec_doc(kind: str) -> str:
    """Return the page on a kind of file that a command reads, such as `geomap`, as Markdown."""
    cls = SPECS[kind]
    introduction = resources.files("hexwright.load") / "templates" / f"{kind}-introduction.md"
    example = "\n".join(_example_lines(cls, ""))
    told: set[type] = {Provenance}
    has_provenance = any(one.name == "provenance" for one in fields(cls))
    told_elsewhere = " `provenance` is that of every file ([data-format.md](data-format.md#provenance))."
    parts = [
        introduction.read_text(encoding="utf-8").rstrip(),
        f"## Every key\n\n{summary(cls)}{told_elsewhere if has_provenance else ''}\n\n"
        f"{_table(cls)}\n\n```yaml\n{example}\n```",
        *_nested(cls, told),
    ]
    return "\n\n".join(parts).replace("(#provenance)", "(data-format.md#provenance)") + "\n"


def _nested(cls: type, told: set[type]) -> list[str]:
    """Return a section for each record nested in a file, in the order of its keys; skip records in `told`."""
    parts: list[str] = []
    for key in keys_of(cls).values():
        for inner in record_types_in(key.type):
            if inner not in told:
                told.add(inner)
                parts.append(f"### {_title(inner)}\n\n{_record(inner, key)}")
                base = base_record(inner)
                if base is not None and base not in told:
                    told.add(base)
                    parts.append(f"### {_title(base)}\n\n{_common(base)}")
                parts.extend(_nested(inner, told))
    return parts


def _title(cls: type) -> str:
    return class_name_words(cls.__name__).capitalize()


def record_types_in(hint: Any) -> list[type]:
    """Return the record classes that a value of a type contains."""
    bare, _ = split_optional(split_annotations(hint)[0])
    found: list[type] = walk_type(
        bare,
        record=lambda cls: [cls],
        sequence=lambda item, _keyed: record_types_in(item),
        fixed=lambda items: [cls for item in items for cls in record_types_in(item)],
        table=lambda _key, value: record_types_in(value),
        choice=lambda _choices: [],
        union=lambda members: [cls for member in members for cls in record_types_in(member)],
        scalar=lambda _kind, _name: [],
    )
    return found


def _record(cls: type, under: RecordKey) -> str:
    """Return the section on a record; `under` is the first key that contains it."""
    if "id" in keys_of(cls):
        opening, indent = (
            [f"{under.name}:", f"  my-{class_name_words(cls.__name__).replace(' ', '-')}:"],
            "    ",
        )
    elif get_origin(split_optional(under.type)[0]) is tuple:
        opening, indent = [f"{under.name}:"], "  - "
    else:
        opening, indent = [f"{under.name}:"], "  "
    lines = [*opening, *_example_lines(cls, indent)]
    return f"{summary(cls)}\n\n{_table(cls)}\n\n```yaml\n" + "\n".join(lines) + "\n```"


def _common(cls: type) -> str:
    """Return the section on the keys that several records share."""
    lines = _example_lines(cls, "")
    return f"{summary(cls)}\n\n{_table(cls)}\n\n```yaml\n" + "\n".join(lines) + "\n```"


def _example_lines(cls: type, indent: str) -> list[str]:
    """Return example lines with every required key, and every other key that has an example."""
    lines: list[str] = []
    for name, key in keys_of(cls).items():
        example = key.notes.doc.example if key.notes.doc else ""
        records = record_types_in(key.type)
        if name == "id" or name in inherited_keys(cls) or (not key.required and not example):
            continue
        if example:
            lines.append(f"{indent}{name}: {example}")
        elif records:
            lines.append(f"{indent}{name}:  # see {_title(records[0])}")
        else:
            lines.append(f"{indent}{name}: {_filler(key)}")
        indent = " " * len(indent)
    return lines


def _filler(key: RecordKey) -> str:
    bare, _ = split_optional(key.type)
    if get_origin(bare) is tuple:
        return "[…]"
    return "{…: …}" if get_origin(bare) is not None else "…"


def _table(cls: type) -> str:
    rows = ["| Key | Value | Needed | Meaning |", "| --- | --- | --- | --- |"]
    for name, key in keys_of(cls).items():
        if name == "id" or name in inherited_keys(cls):
            continue
        meaning = key.notes.doc.text if key.notes.doc else ""
        rows.append(
            f"| `{name}` | {_cell(type_words(key.type, key.notes))} | {_needed(key)} | {_cell(meaning)} |"
        )
    if (base := base_record(cls)) is not None:
        refused = [f"`{key}`" for key in getattr(cls, "unused", ())]
        but = f", except {join_with_and(refused, 'and')}, which are refused here" if refused else ""
        rows.append(
            f"\nIt also has the keys of [{class_name_words(base.__name__)}]({_anchor(base)}), which say when "
            f"it applies{but}."
        )
    return "\n".join(rows)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _needed(key: RecordKey) -> str:
    if key.required:
        return "yes"
    if isinstance(key.default, bool):
        return f"no; `{str(key.default).lower()}`"
    if isinstance(key.default, str | int | float) and key.default != "":
        return f"no; `{key.default}`"
    return "no"


def type_words(hint: Any, notes: KeyAnnotations) -> str:
    """Return the type of a key in words: "list of hex ids", "whole number from 1 to 99"."""
    bare, inner = split_annotations(hint)
    notes = inner.inside(notes)
    bare, _ = split_optional(bare)
    passed = KeyAnnotations(reference=notes.reference, range=notes.range, pattern=notes.pattern)

    def sequence(item: Any, keyed: bool) -> str:
        if not keyed:
            several = "list: " + type_words(item, passed)
            return f"{type_words(item, passed)}, or {several}" if notes.one_or_more else several
        cls = split_annotations(item)[0]
        form = "" if (keys_of(cls)["id"].notes.pattern or ID) is ID else " (its abbreviation)"
        return f"mapping from id{form} to [{class_name_words(cls.__name__)}]({_anchor(cls)})"

    def scalar(kind: type, name: str) -> str:
        named = notes.reference or NAMED_KINDS.get(name)
        if named is not None:
            return "number of a hex" if named == "hex" else f"id of {with_article(named)}"
        if kind is str:
            return notes.pattern.words if notes.pattern else "text"
        if kind is bool:
            return "`true` or `false`"
        number = "whole number" if kind is int else "number"
        return f"{number} from {notes.range.low:g} to {notes.range.high:g}" if notes.range else number

    words: str = walk_type(
        bare,
        record=lambda cls: f"[{class_name_words(cls.__name__)}]({_anchor(cls)})",
        sequence=sequence,
        fixed=lambda items: "list of " + ", ".join(type_words(item, passed) for item in items),
        table=lambda key, value: (
            f"mapping from {type_words(key, KeyAnnotations())} to {type_words(value, passed)}"
        ),
        choice=lambda choices: "one of " + ", ".join(f"`{choice}`" for choice in choices),
        union=lambda members: " or ".join(type_words(member, passed) for member in members),
        scalar=scalar,
        keyed=notes.keyed,
    )
    return f"{words}, or the name of [a CSV or XLSX file](#tables)" if notes.from_table else words


def _anchor(cls: type) -> str:
    return "#" + class_name_words(cls.__name__).replace(" ", "-")


def _example_section() -> str:
    parts = [
        "## A complete small game",
        "A complete game needs seven files. `hexwright new the-ford` writes these, which can be "
        "built and played.",
    ]
    for name, text in small_game("The Ford").items():
        parts.append(f"`data/the-ford/{name}`\n\n```yaml\n{text.rstrip()}\n```")
    return "\n\n".join(parts)


def write_docs(root: Path) -> None:
    """Write the pages of docs/reference/ about files, and docs/schemas/, below a folder."""
    write_schemas(root / "docs" / "schemas")
    write_atomically(root / DATA_FORMAT, render_format_doc().encode())
    for kind in SPECS:
        write_atomically(root / "docs" / "reference" / f"{kind}.md", render_spec_doc(kind).encode())


if __name__ == "__main__":
    write_docs(Path.cwd())
