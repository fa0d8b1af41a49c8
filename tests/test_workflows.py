"""Workflows, templates and hooks can be read, and run commands and files that exist."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS = sorted(p for p in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml") if p.name != "config.yml")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def loaded(file: Path) -> dict[Any, Any]:
    """Return a file's mapping, with `on` as a text and not as the truth value of YAML 1.1."""
    found = yaml.load(file.read_text("utf-8"), Loader=yaml.BaseLoader)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.stem)
def test_a_workflow_has_triggers_least_rights_and_jobs_with_steps(file: Path) -> None:
    workflow = loaded(file)
    assert workflow["on"]
    assert workflow["permissions"] == {"contents": "read"}
    assert workflow["jobs"]
    for job in workflow["jobs"].values():
        assert job["runs-on"]
        for step in job["steps"]:
            assert ("run" in step) != ("uses" in step), step
            assert re.fullmatch(r"[\w-]+/[\w-]+@v\d+", step.get("uses", "a/b@v1"))


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.stem)
def test_a_workflow_makes_only_targets_that_the_makefile_has(file: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    named = {
        target
        for job in loaded(file)["jobs"].values()
        for step in job["steps"]
        for target in re.findall(r"\bmake ([a-z-]+)", step.get("run", ""))
    }
    assert named <= targets


def test_ci_runs_every_python_that_the_package_allows_on_three_systems() -> None:
    matrix = loaded(ROOT / ".github/workflows/ci.yml")["jobs"]["test"]["strategy"]["matrix"]
    low, high = re.findall(r"3\.(\d+)", PROJECT["requires-python"])
    wanted = [f"3.{minor}" for minor in range(int(low), int(high))]
    assert matrix["python"] == wanted
    assert {system.partition("-")[0] for system in matrix["os"]} == {"ubuntu", "windows", "macos"}
    named = [c.rpartition(" ")[2] for c in PROJECT["classifiers"] if re.search(r":: 3\.\d", c)]
    assert named == wanted
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert sorted(re.findall(r"python(3\.\d+)", makefile.partition("\n\n")[0])) == wanted


@pytest.mark.parametrize("file", FORMS, ids=lambda file: file.stem)
def test_an_issue_form_has_a_name_and_fields_with_ids_of_their_own(file: Path) -> None:
    form = loaded(file)
    assert form["name"]
    assert form["description"]
    fields = [field for field in form["body"] if field["type"] != "markdown"]
    assert all(field["attributes"]["label"] for field in fields)
    ids = [field["id"] for field in fields]
    assert len(set(ids)) == len(ids) > 0


def test_the_hooks_run_the_tools_of_make_check() -> None:
    [local] = loaded(ROOT / ".pre-commit-config.yaml")["repos"]
    entries = [hook["entry"] for hook in local["hooks"]]
    makefile = (ROOT / "Makefile").read_text("utf-8")
    tools = re.findall(r"\$\(BIN\)/(ruff check|ruff format|mypy|lint-imports)", makefile)
    assert sorted(
        " ".join(e.removeprefix(".venv/bin/").split()[:2]).split(" --")[0] for e in entries
    ) == sorted(tools)


def test_the_changelog_has_the_version_and_short_lines() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    releases = re.findall(r"^## (?:\[?([\w.]+)\]?)(?: - (\d{4}-\d\d-\d\d))?$", text, re.MULTILINE)
    assert releases[0] == ("Unreleased", "")
    assert releases[1][0] == PROJECT["version"]
    assert all(date for _, date in releases[1:])
    heads = set(re.findall(r"^### (.+)$", text, re.MULTILINE))
    assert heads <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    long = [line for line in text.splitlines() if line.startswith("- ") and len(line.split()) > 21]
    assert long == []
