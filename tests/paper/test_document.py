"""The page that explains printing shows what exists."""

from __future__ import annotations

import re

from typer.testing import CliRunner

import hexwright.cli.commands  # noqa: F401 - registers the commands
from hexwright.cli.app import app
from tests.paper.gallery import FOLDER, LIMIT
from tests.paper.sheets import ROOT

TEXT = (ROOT / "docs" / "reference" / "printing.md").read_text(encoding="utf-8")


def test_every_picture_of_the_page_exists_and_all_are_small() -> None:
    shown = set(re.findall(r"\(\.\./gallery/([\w-]+\.png)\)", TEXT))
    kept = {path.name: path.stat().st_size for path in FOLDER.glob("*.png")}
    assert shown == set(kept)
    assert sum(kept.values()) < LIMIT


def test_every_option_of_the_command_is_explained_and_none_beyond() -> None:
    help_text = CliRunner().invoke(app, ["print", "--help"]).output
    offered = set(re.findall(r"--[a-z][a-z-]+", help_text)) - {"--help", "--out", "--option", "--marks"}
    explained = set(re.findall(r"--[a-z][a-z-]+", TEXT))
    assert offered <= explained
    assert explained <= offered
