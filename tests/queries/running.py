"""Run a program three ways: in Python, in the virtual engine, and in the engine's own BeanShell."""

from __future__ import annotations

import base64
import dataclasses
import os
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

from hexwright.emulator.beanshell.beanshell_interpreter import Interpreter, ScriptCache
from hexwright.emulator.beanshell.execution_budget import Budget, paying_from
from hexwright.emulator.beanshell.java_values import ScriptError, java_text
from hexwright.engine_driver.java_installation import engine_class_path, jdk_program
from hexwright.geometry.bitsets import first, members
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.geometry.hex_steps import Spread
from hexwright.queries.row_type import Row
from hexwright.vassal.queries.translating import FILLED, translated

STRIDE, LANES = 9, 7
EVERY = sum(1 << lane * STRIDE + place for lane in range(LANES) for place in range(STRIDE - 1))
PRELUDE = f"""\
import java.math.BigInteger;
NONE = BigInteger.ZERO;
EVERY = new BigInteger("{EVERY:x}", 16);
BigInteger around(BigInteger hexes) {{
  BigInteger along = hexes.shiftLeft(1).or(hexes.shiftRight(1));
  return along.or(hexes.shiftLeft({STRIDE})).or(hexes.shiftRight({STRIDE})).and(EVERY);
}}
BigInteger stepped(BigInteger hexes, Object joint) {{
  return joint.equals("up") ? hexes.shiftLeft({STRIDE}).and(EVERY) : around(hexes);
}}
{FILLED}
found = 1;
n = 2;
low = 3;
pair = 4;
item = 5;
"""
"""What a program finds in the script; its own variables have these names too."""
END = """
ArrayList given = main("up");
return "=" + found + n + low + pair + item + " " + given.toString();
"""
JAVA = Path(__file__).parent / "RunScripts.java"


def _around(hexes: int) -> int:
    return (hexes << 1 | hexes >> 1 | hexes << STRIDE | hexes >> STRIDE) & EVERY


def in_python(source: str) -> str:
    """Return what the program gives, behind what the script's variables hold."""
    names: dict[str, Any] = {
        "NamedTuple": NamedTuple,
        "dataclass": dataclasses.dataclass,
        "Sequence": Sequence,
        "Final": Final,
        "Board": Board,
        "Hexes": Hexes,
        "Spread": Spread,
        "Row": Row,
        "members": members,
        "first": first,
        "__name__": __name__,
    }
    exec(compile(source, "<program>", "exec"), names)
    board = SimpleNamespace(every=EVERY, around=_around)
    found = names["main"](board, lambda hexes: hexes << STRIDE & EVERY)
    return f"=12345 {found}"


def script_of(source: str) -> str:
    """Return the program as a script."""
    lines = translated({"program.py": source})["program.py"]
    return PRELUDE + "\n".join(line.text for line in lines) + END


def in_virtual_engine(script: str) -> str:
    """Return what the virtual engine makes of a script."""
    with paying_from(Budget()):
        try:
            return java_text(Interpreter(ScriptCache()).j_eval(script))
        except ScriptError as fault:
            return f"! {fault}"


def in_real_engine(scripts: Iterable[str]) -> list[str]:
    """Return what the engine's own BeanShell makes of scripts, each by itself."""
    environment = os.environ
    given = "".join(base64.b64encode(script.encode()).decode() + "\n" for script in scripts)
    command = [jdk_program("java", environment), "-cp", engine_class_path(environment), str(JAVA)]
    run = subprocess.run(command, input=given, capture_output=True, text=True, check=True)
    return [base64.b64decode(line).decode() for line in run.stdout.split()]
