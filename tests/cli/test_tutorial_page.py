"""docs/tutorial.md leads to a game: its commands run in order, its snippets load when they come."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml

from builder.cli.app import Exit, run

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial.md"
_BLOCK = re.compile(r"^```(console|yaml|python)(?: title=\"(\S+)\")?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def steps() -> list[tuple[str, str, str]]:
    """Return the tutorial's blocks in order: language, file, text."""
    return [(m[1], m[2], m[3]) for m in _BLOCK.finditer(TUTORIAL.read_text(encoding="utf-8"))]


def merge(old: Any, new: Any) -> Any:
    """Put a snippet's keys into a file's; what is no mapping is written anew."""
    if isinstance(old, dict) and isinstance(new, dict):
        return {**old, **{key: merge(old.get(key), value) for key, value in new.items()}}
    return new


def write(file: Path, snippet: str) -> None:
    old = yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    new = merge(old, yaml.load(snippet, Loader=yaml.BaseLoader))
    file.write_text(yaml.safe_dump(new, default_style='"', sort_keys=False, allow_unicode=True), "utf-8")


def test_the_tutorial_leads_to_a_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    commands = 0
    for language, file, text in steps():
        if language == "yaml":
            write(tmp_path / file, text)
            continue
        if language == "python":
            (tmp_path / file).write_text(text, encoding="utf-8")
            continue
        for line in text.splitlines():
            if line.startswith("$ "):
                prompt, *arguments = shlex.split(line[2:])
                assert prompt == "hexwright"
                assert run(arguments) == Exit.FINE, f"{line}\n{capsys.readouterr().err}"
                commands += 1
    assert commands > 10
    assert (tmp_path / "modules_out" / "hill-3-0.1.vmod").is_file()
