"""Translate the rules engine, and everything it needs, to JVM classes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Final

from hexwright.vassal.kernel.class_file import STATIC, ClassFile
from hexwright.vassal.kernel.class_writer import ClassWriter
from hexwright.vassal.kernel.module_writer import finish_module, write_constant, write_function
from hexwright.vassal.kernel.naming import NAMES_CLASS
from hexwright.vassal.kernel.program import EntryPoints, Program
from hexwright.vassal.kernel.runtime_classes import entry_points
from hexwright.vassal.kernel.runtime_interface import STRING, STRINGS
from hexwright.vassal.kernel.sources import Sources, Symbol, TextReader, read_package_text

ENGINE_ROOTS: Final = (
    "hexwright.rules.judging.judged_game.JudgedGame.*",
    "hexwright.rules.judging.judged_game.CheckedRules.*",
    "hexwright.rules.engine.rules_engine.RulesEngine.*",
    "hexwright.rules.compiled.compiled_game.CompiledGame",
    "hexwright.rules.engine.game_state.State",
    "hexwright.rules.engine.rules_protocol.Action",
)
"""What a module asks of the rules engine; everything these name is translated too.

Of a class with `.*` all methods are translated, of any other those that something names.
"""
UNTRANSLATED: Final = (
    # A module reads the compiled game from its data, and never validates rules.
    "hexwright.rules.engine.rules_engine.RulesEngine.__init__",
    # The account of a turn is for the rulebook.
    "hexwright.rules.engine.rules_engine.RulesEngine.describe_by_phase",
    # Names that players misspell: a module's names come from its pieces.
    "hexwright.support.message_wording.nearest_word",
)
"""Functions that a module never calls, and that use Python as no other part of the engine does."""


@cache
def translated_classes() -> Mapping[str, bytes]:
    """Return the class files of the rules engine by internal name, sorted.

    They don't include the runtime's. The same engine gives the same bytes on every Python.
    """
    return MappingProxyType(translate(ENGINE_ROOTS, UNTRANSLATED))


def translate(
    roots: Sequence[str],
    untranslated: Sequence[str] = (),
    read: TextReader = read_package_text,
    entries: EntryPoints | None = None,
) -> dict[str, bytes]:
    """Translate functions, constants and classes by their dotted names, and everything they need.

    `untranslated` raise an error if they run. Raises RefusedError for code that can't be translated.
    """
    program = Program(Sources(read), entry_points() if entries is None else entries, untranslated)
    whole = {_require_root(program, root) for root in roots}
    files = [*_translate_queue(program, whole), _names_class(program)]
    return {file.name: file.to_bytes() for file in sorted(files, key=lambda one: one.name)}


def _require_root(program: Program, root: str) -> tuple[str, str] | None:
    """Require a root; return the key of a class all of whose methods are wanted."""
    module, _, name = root.removesuffix(".*").rpartition(".")
    symbol = program.sources.resolve(module, name) if program.sources.load(module) else None
    match symbol:
        case Symbol(kind="class"):
            program.require_class(program.classes.of(symbol.module, symbol.name))
            return (symbol.module, symbol.name) if root.endswith(".*") else None
        case Symbol(kind="function" | "constant" as kind):
            program.require(kind, symbol)
            return None
        case _:
            raise LookupError(f"there is no function, constant or class {root} to translate")


def _translate_queue(program: Program, whole: Collection[tuple[str, str] | None]) -> list[ClassFile]:
    """Translate what is required, and what that requires in turn; return the classes."""
    writers: dict[tuple[str, str], ClassWriter] = {}
    while program.queue:
        task = program.queue.popleft()
        key = task.module, task.name
        if task.kind == "function":
            write_function(program, *key)
        elif task.kind == "constant":
            write_constant(program, *key)
        elif task.kind == "class":
            writers[key] = ClassWriter(program, program.classes.of(*key))
            writers[key].begin(all_members=key in whole)
        else:
            writers[key].write_member(task.member)
    for writer in writers.values():
        writer.finish()
    for module in program.units:
        finish_module(program, module)
    assert not program.queue, f"{program.queue[0]} is required too late"
    return [*(unit.file for unit in program.units.values()), *(one.unit.file for one in writers.values())]


def _names_class(program: Program) -> ClassFile:
    """Return the class that lists the names of attributes and methods by number."""
    file = ClassFile(NAMES_CLASS)
    file.field("ALL", STRINGS)
    code = file.method("<clinit>", "()V", STATIC)
    code.push_string(" ".join(program.names))
    code.push_string(" ")
    code.invoke_virtual(STRING, "split", f"(L{STRING};){STRINGS}")
    code.put_static(NAMES_CLASS, "ALL", STRINGS)
    code.leave_void()
    return file
