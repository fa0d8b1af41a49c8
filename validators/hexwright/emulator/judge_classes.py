"""The Java classes of a module that runs the rules engine itself, answered by the rules engine in Python."""

# ruff: noqa: N802  (the methods have Java's names behind j_)

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hexwright.emulator.beanshell.execution_budget import pay_for_entries
from hexwright.emulator.beanshell.java_arrays import JArray
from hexwright.emulator.beanshell.java_lists import JList
from hexwright.emulator.beanshell.java_maps import JMap
from hexwright.emulator.beanshell.java_values import ScriptError, java_text, unbox_value
from hexwright.inspect.analysis.module_view import ModuleView
from hexwright.rules.judging.judged_game import JudgedGame


class JArchive:
    """The module's archive as scripts see it."""

    java_names = ("DataArchive",)

    def __init__(self, module: ModuleView) -> None:
        self.module = module

    def j_getInputStream(self, name: Any) -> JEntry:
        """Return an entry; raises ScriptError if there is none."""
        entry = java_text(name)
        if entry not in self.module.entries:
            raise ScriptError(entry, "FileNotFoundException")
        return JEntry(entry)


class JEntry:
    """An entry of the module, not read yet."""

    java_names = ("InputStream",)

    def __init__(self, name: str) -> None:
        self.name = name


class JJudge:
    """The rules engine as scripts see it."""

    java_names = ("Engine",)
    _READERS: Final = frozenset(("getProperty", "getPersistentProperty"))
    _QUESTIONS: Final = frozenset(("judge_move", "property_names"))

    def __init__(self, judged: JudgedGame) -> None:
        self.judged = judged

    def j_read(self, pieces: Any, reader: Any, names: Any) -> JArray:
        """Return properties of pieces as text: by a method such as getProperty, a row for each piece."""
        if java_text(reader) not in self._READERS:
            raise ScriptError(java_text(reader), "NoSuchMethodException")
        known = [java_text(name) for name in names.items]
        pay_for_entries(len(pieces.items) * len(known))
        rows = []
        for piece in pieces.items:
            ask = getattr(piece, f"j_{java_text(reader)}")
            told = ["" if (value := unbox_value(ask(name))) is None else java_text(value) for name in known]
            rows.append(JArray.of("String", told))
        return JArray("Object", rows)

    def j_askForText(self, method: Any, given: Any) -> str:
        """Ask for a text."""
        return str(self._question(method)(*(_plain(value) for value in given.items)))

    def j_askForNames(self, method: Any) -> JArray:
        """Ask for texts."""
        return JArray.of("String", list(self._question(method)()))

    def _question(self, method: Any) -> Callable[..., Any]:
        name = java_text(method)
        if name not in self._QUESTIONS:
            raise ScriptError(name, "NoSuchMethodException")
        asked: Callable[..., Any] = getattr(self.judged, name)
        return asked


def _plain(value: Any) -> Any:
    """Return an argument as the rules engine takes it."""
    if isinstance(value, JArray | JList):
        return [_plain(part) for part in value.items]
    if isinstance(value, JMap):
        return {java_text(key): java_text(part) for key, part in value.entries()}
    return java_text(value)


def judge_classes(judged: Callable[[], JudgedGame | None]) -> dict[str, dict[str, Any]]:
    """Return the classes by name; `judged` returns the module's game, or None if it isn't known."""

    def engine(_: Any, __: Any) -> JJudge:
        known = judged()
        if known is None:
            raise ScriptError("the module's judge isn't known", "ClassNotFoundException")
        return JJudge(known)

    return {"judge.Loader": {"engine": engine}}
