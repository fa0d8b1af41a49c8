"""A script's output is the same in every run: it contains no address in Python's memory."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from enum import Enum

import pytest

import hexwright.emulator
from hexwright.emulator.beanshell import java_class_lookup, java_util_classes
from hexwright.emulator.beanshell.beanshell_interpreter import Interpreter, ScriptCache
from hexwright.emulator.beanshell.java_values import VOID, BoxedPrimitive, JChar, ScriptError, java_text


def _classes() -> list[type]:
    """Return every class of the virtual engine that has no words of its own."""
    found: set[type] = {object}
    for module in pkgutil.walk_packages(hexwright.emulator.__path__, "hexwright.emulator."):
        for _, one in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
            if one.__module__.startswith("hexwright.emulator") and one.__str__ is object.__str__:
                found.add(one)
    return sorted(found, key=lambda one: (one.__module__, one.__qualname__))


def _told(source: str) -> str:
    try:
        return java_text(Interpreter(ScriptCache()).j_eval(source))
    except ScriptError as fault:
        return f"{fault.kind}: {fault}"


def test_no_object_without_words_is_told_by_its_address() -> None:
    classes = set(_classes()) - {BoxedPrimitive, JChar}  # Told by what they hold.
    assert len(classes) > 20
    for one in classes:
        if not issubclass(one, tuple | Enum):
            assert "0x" not in java_text(one.__new__(one)), one
    for function in (java_text, len, "".join):
        assert "0x" not in java_text(function)


@pytest.mark.parametrize("name", sorted(java_util_classes.java_util_classes()))
def test_everything_a_script_can_make_is_told_without_an_address(name: str) -> None:
    for given in ("", "1", '"a b"', "1, 2", "new ArrayList()", "'x', 'y'", "1L, 2.5f", "true, null"):
        told = _told(f'import java.util.*; x = new {name}({given}); return "" + x.toString();')
        assert " at 0x" not in told
        assert "object at" not in told


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ('t = new StringTokenizer("a b"); return t;', "StringTokenizer@1b2c3d"),
        ("b = new BitSet(); b.set(3); b.set(1); return b;", "{1, 3}"),
        ("l = new ArrayList(); l.add(new Object()); return l;", "[Object@1b2c3d]"),
        ("l = new ArrayList(); return l.iterator();", "Iterator@1b2c3d"),
        ("f() { return this; } return f();", "'this' reference to Bsh object"),
        ("return new Point(1, 2);", "java.awt.Point[x=1,y=2]"),
        ("p = new Point(1, 2); q = new Point(p); p.x = 5; return q;", "java.awt.Point[x=1,y=2]"),
        ("p = new Point('a', 2); p.y = 'b'; return p;", "java.awt.Point[x=97,y=98]"),
        ("m = new HashMap(); m.put(new BitSet(), new BitSet()); return m;", "{{}={}}"),
    ],
)
def test_an_object_without_a_text_form_is_named_by_its_class(source: str, told: str) -> None:
    assert _told(f"import java.util.*; import java.awt.*; {source}") == told


@pytest.mark.parametrize(
    "source",
    [
        "l = new ArrayList(); l.add(1); l.indexOf(new BitSet(), 1, 2);",
        '"abc".substring(new BitSet());',
        'Integer.parseInt(new StringTokenizer("a"));',
        "Math.max(new BitSet(), 1);",
        "new TreeMap().put(new Object(), 1);",
        'new TreeSet().add(new StringTokenizer("a"));',
        "new StringBuilder().insert(new BitSet(), 1);",
        'String.format("%d", new Object[] {new BitSet()});',
        "x = new Object(); x.y = 1;",
        "x = new Object() + new Object();",
        "new Point(1.5, 2);",
        "p = new Point(1, 2); p.x = new Object(); return p;",
        "throw new RuntimeException(new Object());",
        "switch (new Object()) { case 1: return 1; } new Object().gone();",
    ],
)
def test_no_refusal_tells_an_address(source: str) -> None:
    told = _told(f"import java.util.*; {source}")
    assert "0x" not in told


def test_void_has_a_text_and_every_library_class_is_found() -> None:
    assert java_text(VOID) == "void"
    assert all(
        java_class_lookup.find_class_members(name) is not None
        for name in java_util_classes.java_util_classes()
    )
