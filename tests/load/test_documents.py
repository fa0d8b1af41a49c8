"""The document of the data format and the schemas follow the dataclasses."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from hexwright.load.format_documentation import (
    record_types_in,
    render_format_doc,
    render_spec_doc,
    write_docs,
)
from hexwright.load.game_loading import FILES
from hexwright.load.json_schema import KINDS, SPECS, render_schema, schemas
from hexwright.load.record_keys import keys_of
from hexwright.model.provenance import Provenance
from tests.load.damage import FOLDER, TOY, copy_toy, load_toy

ROOT = Path(__file__).parents[2]
REWRITE = "run `python -m hexwright.load.format_documentation` and read the difference"


def test_the_committed_document_is_up_to_date() -> None:
    assert (ROOT / "docs/reference/data-format.md").read_text(encoding="utf-8") == render_format_doc(), (
        REWRITE
    )


def test_the_committed_schemas_are_up_to_date() -> None:
    folder = ROOT / "docs" / "schemas"
    committed = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}
    assert committed == schemas(), REWRITE


def test_writing_the_documents_gives_the_rendered_text(tmp_path: Path) -> None:
    write_docs(tmp_path)
    assert (tmp_path / "docs/reference/data-format.md").read_text(encoding="utf-8") == render_format_doc()
    assert sorted(p.name for p in (tmp_path / "docs" / "schemas").iterdir()) == sorted(schemas())


def test_every_key_of_every_file_is_explained() -> None:
    document = render_format_doc()
    contents: tuple[type, ...] = tuple(KINDS.values())
    for cls in contents:
        for name, key in keys_of(cls).items():
            if name != "id":
                assert key.notes.doc is not None, f"{cls.__name__}.{name} has no Doc"
                assert f"| `{name}` |" in document


@pytest.mark.parametrize("kind", SPECS)
def test_every_key_of_a_spec_is_explained(kind: str) -> None:
    document = render_spec_doc(kind)
    waiting: list[Any] = [SPECS[kind]]
    assert (ROOT / "docs" / "reference" / f"{kind}.md").read_text(encoding="utf-8") == document, REWRITE
    while waiting:
        cls = waiting.pop()
        for name, key in keys_of(cls).items():
            if name != "id":
                assert key.notes.doc is not None, f"{cls.__name__}.{name} has no Doc"
                assert f"| `{name}` |" in document
            waiting += (inner for inner in record_types_in(key.type) if inner is not Provenance)


def test_every_link_in_the_document_leads_to_a_heading() -> None:
    document = render_format_doc()
    headings = {
        re.sub(r"[^a-z0-9 -]", "", line.lstrip("# ").lower()).replace(" ", "-")
        for line in document.splitlines()
        if line.startswith("#")
    }
    assert set(re.findall(r"\]\(#([^)]*)\)", document)) <= headings


MOSCOW = ROOT / "data" / "battle-for-moscow"
OPTIONAL = ("ledger", "players")


@pytest.mark.parametrize("name", [*(name for name, _ in FILES.values()), "scenarios/the-bridge.yaml"])
def test_a_game_fits_the_schemas(name: str) -> None:
    kind = "scenario" if name.startswith("scenarios/") else name.removesuffix(".yaml")
    schema = json.loads(render_schema(kind))
    # The toy has only what it needs.
    file = MOSCOW / name if kind in OPTIONAL else TOY / FOLDER / name
    data = yaml.safe_load(file.read_text(encoding="utf-8"))
    assert list(_faults(data, schema, schema, kind)) == []


def test_values_in_quotes_fit_schemas_and_loader_as_well(tmp_path: Path) -> None:
    root = copy_toy(tmp_path)
    before = load_toy(root).game
    needed = (name for kind, (name, _) in FILES.items() if kind not in OPTIONAL)
    for name in (*needed, "scenarios/the-bridge.yaml"):
        file = root / FOLDER / name
        # The loader drops the line end of a block of text.
        read = json.dumps(yaml.load(file.read_text("utf-8"), yaml.BaseLoader))
        quoted = json.loads(read.replace(r'\n"', '"'))
        kind = "scenario" if "/" in name else name.removesuffix(".yaml")
        schema = json.loads(render_schema(kind))
        assert list(_faults(quoted, schema, schema, kind)) == []
        file.write_text(yaml.safe_dump(quoted, default_style='"', sort_keys=False), "utf-8")
    assert load_toy(root).game == before


def test_the_schemas_refuse_an_unknown_key_and_a_wrong_choice() -> None:
    schema = json.loads(render_schema("map"))
    data = yaml.safe_load((TOY / FOLDER / "map.yaml").read_text(encoding="utf-8"))
    data["gird"] = data.pop("grid")
    data["terrain"]["wood"]["art"] = "woods"
    assert sorted(_faults(data, schema, schema, "map")) == [
        "map lacks 'grid'",
        "map.gird is unknown",
        "map.terrain.wood.art is no choice",
    ]


TYPES: dict[str, type | tuple[type, ...]] = {
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "array": list,
    "object": dict,
}


def _faults(data: Any, schema: dict[str, Any], root: dict[str, Any], at: str) -> list[str]:
    """Check data against the part of JSON Schema that our schemas use."""
    if "$ref" in schema:
        found = root
        for part in schema["$ref"].removeprefix("#/").split("/"):
            found = found[part]
        return _faults(data, found, root, at)
    faults = [fault for part in schema.get("allOf", ()) for fault in _faults(data, part, root, at)]
    if "anyOf" in schema and all(_faults(data, part, root, at) for part in schema["anyOf"]):
        faults.append(f"{at} is none of what it may be")
    wanted = schema.get("type")
    if wanted is not None:
        names = wanted if isinstance(wanted, list) else [wanted]
        if not any(isinstance(data, TYPES[name]) for name in names):
            return [f"{at} is no {wanted}"]
    if "enum" in schema and data not in schema["enum"]:
        faults.append(f"{at} is no choice")
    if "pattern" in schema and isinstance(data, str) and not re.search(schema["pattern"], data):
        faults.append(f"{at} has the wrong form")
    if (
        "minimum" in schema
        and not isinstance(data, str)
        and not schema["minimum"] <= data <= schema["maximum"]
    ):
        faults.append(f"{at} is out of bounds")
    if isinstance(data, list) and "items" in schema:
        for number, item in enumerate(data):
            faults += _faults(item, schema["items"], root, f"{at}.{number}")
    if isinstance(data, dict) and wanted == "object":
        faults += [f"{at} lacks {name!r}" for name in schema.get("required", ()) if name not in data]
        for name, item in data.items():
            inner = schema.get("properties", {}).get(str(name), schema.get("additionalProperties", False))
            if inner is False:
                faults.append(f"{at}.{name} is unknown")
            else:
                faults += _faults(item, inner, root, f"{at}.{name}")
            faults += _faults(str(name), schema.get("propertyNames", {}), root, f"{at}.{name}")
    return faults
