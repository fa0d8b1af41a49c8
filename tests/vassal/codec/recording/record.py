"""Record strings that the real engine writes for every trait, into vectors.json beside the tests.

Usage: VASSAL_CLASSPATH=… python -m tests.vassal.codec.recording.record COMMAND…, where COMMAND opens
the module given as its last argument in the engine found on VASSAL_CLASSPATH, and ends.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hexwright.vassal.codec import field_kinds, module_archive
from hexwright.vassal.codec.buildfile import buildfile_parser, moduledata
from hexwright.vassal.codec.buildfile.component_element import new_plain_element
from hexwright.vassal.codec.buildfile.components import BasicCommandEncoder, GameModule, GlobalOptions, Map
from hexwright.vassal.codec.field_values import ALT, CTRL, Colour, KeyCommand, PixelPoint
from hexwright.vassal.codec.piece_text import GamePiece, decode_part, split_parts
from hexwright.vassal.codec.shared_records import AccessKind, PieceAccess
from hexwright.vassal.codec.stacks_and_decks import Deck, Stack
from hexwright.vassal.codec.trait_fields import FieldSpec, Nested, Record, Records, Trait
from hexwright.vassal.codec.traits import BasicPiece, CanRotate, all_traits
from hexwright.vassal.codec.traits.mask import MaskView, MaskViewKind
from hexwright.vassal.codec.traits.movement_trail import PointKind
from hexwright.vassal.codec.traits.non_rectangular import ShapeKind

HERE = Path(__file__).parent
VECTORS = HERE.parent / "vectors.json"
EACH = 8

WORDS = {
    "text": (
        "",
        "Panzer",
        "II/29 Mot",
        "a;b,c",
        "it's",
        "'quoted'",
        "\\back",
        "Смоленск",
        "one|two:three=4~5",
    ),
    "menu": ("", "Flip", "Move; then flip", "Strike, all", "A/B", "Rückzug"),
    "format": ("", "$pieceName$ moves", '{Strength+","+MA}', "{CF/2}", "$location$: a;b", "3"),
    "expression": ("", '{Side=="German" && Step>1}', "{Range(1,2,3,4)<=5}", "{A||B}"),
    "property": ("", "Strength", "Is Moved", "a,b"),
    "image": ("", "unit.png", "a b;c.png"),
    "letters": ("",),
    "player": ("null",),
    "piece": ("null", "+/null/mark;Side\tpiece;;;x.png;N\\/A/German\tnull;0;0;9;0"),
}
KEYS = (
    None,
    KeyCommand.named("go"),
    KeyCommand.named("flip over"),
    KeyCommand.ctrl("F"),
    KeyCommand(70, ALT),
    KeyCommand(112),
    KeyCommand(69, CTRL + 65),
)


def sample(row: FieldSpec, pick: random.Random) -> Any:
    """Return a likely value for one row of a field table."""
    return _sample(row.kind, pick)


def _sample(kind: field_kinds.FieldKind[Any], pick: random.Random) -> Any:
    match kind:
        case field_kinds.TextKind():
            return pick.choice(WORDS.get(kind.name, WORDS["text"]))
        case field_kinds.ChoiceKind():
            return pick.choice(kind.options)
        case field_kinds.IntegerKind():
            return pick.choice((0, 1, 2, 5, 12, 100))
        case field_kinds.RealKind():
            return pick.choice((0.5, 1.0, 1.5, 45.0, 270.0, 0.30000001192092896))
        case field_kinds.BooleanKind():
            return pick.random() < 0.5
        case field_kinds.KeysKind():
            return tuple(k for k in pick.sample(KEYS, pick.randrange(4)) if k)
        case field_kinds.KeyKind():
            return pick.choice(KEYS)
        case field_kinds.ColourKind():
            return pick.choice((None, Colour(0, 0, 0), Colour(200, 10, 30), Colour(1, 2, 3, 99)))
        case field_kinds.StringsKind():
            return tuple(w for w in pick.sample(WORDS["text"], pick.randrange(4)) if w)
        case field_kinds.RemainingKind():
            return tuple(pick.sample(WORDS["text"][1:], 2))
        case field_kinds.CountedKind():
            if kind.item.name == "piece id":
                return ("101", "102")[: pick.randrange(3)]
            width = kind.width
            groups = [tuple(_sample(kind.item, pick) for _ in range(width)) for _ in range(pick.randrange(4))]
            return tuple(group[0] for group in groups) if width == 1 else tuple(groups)
        case Nested():
            return kind.record(**_row(kind.record, pick))
        case Records():
            return tuple(kind.record(**_row(kind.record, pick)) for _ in range(pick.randrange(3)))
        case AccessKind():
            return pick.choice(
                (PieceAccess(), PieceAccess("side"), PieceAccess("sides", ("German", "Soviet: red")))
            )
        case MaskViewKind():
            views = (
                MaskView("I"),
                MaskView("2"),
                MaskView("P", KeyCommand.named("peek")),
                MaskView("G", None, "g.png"),
            )
            return pick.choice(views)
        case PointKind():
            return PixelPoint(pick.randrange(999), pick.randrange(999))
        case ShapeKind():
            shapes = ("", "dM 0.0 0.0 L 10.0 0.0 L 10.0 5.0 Z N unit.png", "dM 1.0 1.0 L 3.0 1.0 Z N ")
            return pick.choice(shapes)
    return 2


def _row(record: type[Record], pick: random.Random, state: bool = False) -> dict[str, Any]:
    table = record.state_fields() if state and issubclass(record, Trait) else record.fields()
    row = {field.name: sample(field, pick) for field in table}
    return {f.name: f.default if f.when and not f.when(row) else row[f.name] for f in table}


def inputs(trait: type[Trait], pick: random.Random) -> list[tuple[str, str]]:
    """Return chains of one trait around a basic piece: its defaults, and random values."""
    made: list[Trait] = [trait()]
    while len(made) < EACH:
        row = _row(trait, pick) | _row(trait, pick, state=True)
        if "version" in row:
            row["version"] = trait().version if trait.TITLE != "Layer" else 1  # type: ignore[attr-defined]
        if trait is CanRotate:
            row["facings"] = pick.choice((1, 4, 6, 12))
            row = {k: v for k, v in row.items() if k != "facing"} | {"facings": row["facings"]}
            row["facing"] = -30.0 if row["facings"] == 1 else 2
        if "map" in row and "destination" not in row:
            row["map"] = "Main"
        made.append(trait(**row))
    found: list[tuple[str, str]] = []
    for one in made:
        alone = isinstance(one, BasicPiece | Stack | Deck)
        piece = GamePiece.of(one) if alone else GamePiece.of(BasicPiece(name="Base"), one)
        try:
            found.append((piece.encode_type(), piece.encode_state()))
        except ValueError:
            continue
    return found


def build(path: Path) -> None:
    """Write the module whose last component is the recorder."""
    module = GameModule.new(
        BasicCommandEncoder.new(), GlobalOptions.new(), Map.new(map_name="Main"), name="Traits"
    )
    module.append(new_plain_element("TraitRecorder"))
    data = moduledata.Metadata("1.0", "3.7.26", "", "Traits").encode()
    module_archive.write(
        path, {module_archive.BUILD_FILE: buildfile_parser.serialise(module), moduledata.MODULE_ENTRY: data}
    )


def run(command: list[str], pieces: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Hand the pieces to the engine and return what it writes for them."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        build(work / "traits.vmod")
        path = os.environ["VASSAL_CLASSPATH"]
        subprocess.run(
            ["javac", "-nowarn", "-cp", path, "-d", folder, str(HERE / "TraitRecorder.java")], check=True
        )
        lines = [f"{kind.encode().hex()} {state.encode().hex()}\n" for kind, state in pieces]
        (work / "in").write_text("".join(lines))
        env = os.environ | {
            "VASSAL_CLASSPATH": f"{folder}:{path}",
            "TRAITS_IN": str(work / "in"),
            "TRAITS_OUT": str(work / "out"),
        }
        # The module's images are missing on purpose, which the engine may well complain about.
        subprocess.run([*command, str(work / "traits.vmod")], check=False, env=env, stdin=subprocess.DEVNULL)
        return [tuple(line.split(" ", 1)) for line in (work / "out").read_text().splitlines()]  # type: ignore[misc]


def main() -> None:
    """Record, and write vectors.json."""
    pick = random.Random(1941)
    kinds_of_part: list[type[Trait]] = [*all_traits(), Stack, Deck]
    pieces = [(trait, kind, state) for trait in kinds_of_part for kind, state in inputs(trait, pick)]
    answers = run(sys.argv[1:], [(kind, state) for _, kind, state in pieces])
    vectors: dict[str, list[dict[str, str]]] = {}
    for (trait, kind, state), (first, second) in zip(pieces, answers, strict=True):
        if first == "error":
            sys.stderr.write(f"{trait.TITLE}: {second}: {kind!r} {state!r}\n")
            continue
        written, kept = bytes.fromhex(first).decode(), bytes.fromhex(second).decode()
        own_type, own_state = split_parts(written)[0], split_parts(kept, len(split_parts(written)))[0]
        row = {"type": own_type, "state": own_state}
        if type(decode_part(own_type, own_state)) is not trait:
            row["read"] = split_parts(kind)[0]
        if row not in vectors.setdefault(trait.ID, []):
            vectors[trait.ID].append(row)
    text = json.dumps(vectors, indent=1, ensure_ascii=False, sort_keys=True)
    VECTORS.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
