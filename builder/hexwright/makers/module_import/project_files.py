"""The files of an imported game as YAML, laid out as in the games that come with hexwright."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

_SCHEMA: Final = "# yaml-language-server: $schema={up}docs/schemas/{name}.schema.json"
_PLAIN: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*(?: [A-Za-z0-9_.+-]+)*")
"""A text that YAML reads as itself without quotes."""
_WORDS: Final = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null", "none", "nan", "inf"})
"""Words that a reader of YAML may take for something else than text."""


class Line(dict[str, Any]):
    """A mapping that is written on one line."""


def yaml_text(name: str, content: Mapping[str, Any], note: str = "") -> str:
    """Return the text of a file such as map.yaml; `note` is a comment at its top.

    Tuples are written on one line, and lists with a line for each entry.
    """
    up = "../../../" if "/" in name else "../../"
    schema = "scenario" if "/" in name else name.partition(".")[0]
    lines = [_SCHEMA.format(up=up, name=schema), *([f"# {note}"] if note else []), *_block(content, "")]
    return "\n".join(lines) + "\n"


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write texts into a new folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")


def _block(content: Mapping[str, Any], indent: str) -> Iterator[str]:
    for key, value in content.items():
        here = f"{indent}{_scalar(key)}:"
        if isinstance(value, dict) and value and not isinstance(value, Line):
            yield here
            yield from _block(value, indent + "  ")
        elif isinstance(value, list) and value:
            yield here
            yield from (f"{indent}  - {_flow(entry)}" for entry in value)
        else:
            yield f"{here} {_flow(value)}"


def _flow(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_scalar(key)}: {_flow(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return _scalar(value)


def _scalar(value: Any) -> str:
    if value is None or isinstance(value, bool | int | float):
        return json.dumps(value)
    text = str(value)
    plain = _PLAIN.fullmatch(text) is not None and text.lower() not in _WORDS
    return text if plain else json.dumps(text, ensure_ascii=False)
