"""Python that isn't translated is refused, with file, line and what to write instead."""

from __future__ import annotations

import pytest

from hexwright.vassal.kernel.sources import SourceText, read_package_text
from hexwright.vassal.kernel.translated_engine import translate
from hexwright.vassal.queries.refusing import RefusedError

REFUSED = (
    (
        "2: the statement With isn't supported",
        "def root():",
        "    with open('x') as held:",
        "        return held",
    ),
    ("2: the statement Global isn't supported", "def root():", "    global x", "    return 1"),
    (
        "2: else of a loop",
        "def root(rows):",
        "    for row in rows:",
        "        pass",
        "    else:",
        "        return 1",
    ),
    (
        "2: else and finally of try",
        "def root():",
        "    try:",
        "        return 1",
        "    finally:",
        "        pass",
    ),
    ("2: generator root never ends", "def root():", "    while True:", "        yield 1"),
    (
        "3: 'last' comes out of",
        "def root(rows):",
        "    total = [last for row in rows if (last := row)]",
        "    return last",
    ),
    (
        "2: 'x' gets another value after this function",
        "def root(x):",
        "    f = lambda: x",
        "    x = 2",
        "    return f",
    ),
    ("2: the default depends on 'x'", "def root(x):", "    def f(y=x):", "        return y", "    return f"),
    ("2: eval() with 1 arguments isn't supported", "def root():", "    return eval('1')"),
    (
        "3: the function difflib.ndiff isn't part",
        "import difflib",
        "def root():",
        "    return difflib.ndiff('a', 'b')",
    ),
    ("2: no class has a method zap", "def root(x):", "    return x.zap()"),
    ("2: keywords of method lower, which 0 kinds of classes", "def root(x):", "    return x.lower(y=1)"),
    ("2: keyword arguments of a function in a variable", "def root(f):", "    return f(x=1)"),
    ("2: formatting with % isn't supported", "def root(x):", "    return '%s' % x"),
    ("2: unknown name 'unknown'", "def root(x):", "    return unknown"),
    ("2: the constant 1j isn't supported", "def root(x):", "    return 1j"),
    (
        "3: the pattern MatchMapping",
        "def root(x):",
        "    match x:",
        "        case {'a': 1}:",
        "            return 1",
    ),
    (
        "3: a star before the last",
        "def root(x):",
        "    match x:",
        "        case [*a, 1]:",
        "            return 1",
    ),
    (
        "4: 'other(1, 2)': 2 arguments for 1",
        "def other(a):",
        "    return a",
        "def root():",
        "    return other(1, 2)",
    ),
    (
        "4: 'other(b=2)': there is no parameter 'b'",
        "def other(a):",
        "    return a",
        "def root():",
        "    return other(b=2)",
    ),
    ("4: 'other()': no value for 'a'", "def other(a):", "    return a", "def root():", "    return other()"),
    ("4: unknown name 'f'", "async def f():", "    return 1", "def root():", "    return f()"),
    (
        "2: __eq__ isn't supported",
        "class C:",
        "    def __eq__(self, other):",
        "        return True",
        "def root():",
        "    return C()",
    ),
    ("1: class C derives from list", "class C(list):", "    pass", "def root():", "    return C()"),
    (
        "1: class C derives from dict",
        "class C(dict):",
        "    def get(self):",
        "        return 1",
        "def root():",
        "    return C()",
    ),
    (
        "1: class decorator @final isn't supported",
        "@final",
        "class C:",
        "    pass",
        "def root():",
        "    return C()",
    ),
    (
        "2: this statement isn't supported in a class",
        "class C:",
        "    print(1)",
        "def root():",
        "    return C()",
    ),
    ("1: decorator @wraps isn't supported", "@wraps", "def root():", "    return 1"),
    ("2: this del isn't supported", "def root(x):", "    del x", "    return 1"),
    ("2: an asynchronous comprehension", "def root(x):", "    return [y async for y in x]"),
    ("2: a plus sign before a value", "def root(x):", "    return +x"),
    ("2: '!a' isn't supported", "def root(x):", "    return f'{x!a}'"),
    ("2: zip(strict=…) isn't a constant", "def root(x):", "    return zip(x, x, strict=x)"),
    (
        "2: 10 arguments for a method",
        "def root(x):",
        "    return x.a(1, 2, 3, 4, 5, 6, 7, 8, 9, 0)",
        "class C:",
        "    def a(self): pass",
    ),
)
"""The line and beginning of each message, and the lines of the module that it refuses."""


def translated(text: str, root: str = "root") -> dict[str, bytes]:
    def read(name: str) -> SourceText | None:
        return SourceText("sample.py", text) if name == "sample" else read_package_text(name)

    return translate([f"sample.{root}"], read=read)


@pytest.mark.parametrize("sample", REFUSED, ids=lambda sample: sample[0])
def test_python_outside_the_subset_is_refused(sample: tuple[str, ...]) -> None:
    message, *lines = sample
    with pytest.raises(RefusedError) as refused:
        translated("\n".join(lines))
    assert str(refused.value).startswith(f"sample.py:{message}")
    assert "; " in str(refused.value)


def test_a_function_that_is_left_out_may_be_refused_python() -> None:
    text = "def other():\n    return eval('1')\ndef root():\n    return other()"
    with pytest.raises(RefusedError):
        translated(text)
    assert translate(
        ["sample.root"],
        ["sample.other"],
        lambda name: SourceText("sample.py", text) if name == "sample" else None,
    )


def test_too_many_fields_of_a_record_are_refused() -> None:
    fields = "\n".join(f"    f{number}: int = 0" for number in range(63))
    with pytest.raises(RefusedError, match="C has 63 fields; have at most 62"):
        translated(f"@dataclass\nclass C:\n{fields}\ndef root():\n    return C()")


def test_only_what_is_needed_is_translated() -> None:
    text = (
        "class Used:\n"
        "    def asked(self):\n        return 1\n"
        "    def never(self):\n        return eval('1')\n"
        "class Unused:\n    def asked(self):\n        return eval('2')\n"
        "def root():\n    return Used().asked()\n"
        "def unneeded():\n    return eval('3')\n"
    )
    assert sorted(translated(text)) == ["judge/C_sample_Used", "judge/M_sample", "judge/Names"]
