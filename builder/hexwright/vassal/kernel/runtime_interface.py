"""Names and descriptors of the runtime's Java classes that translated code mentions."""

from __future__ import annotations

from typing import Final

OBJECT: Final = "java/lang/Object"
STRING: Final = "java/lang/String"
O: Final = "Ljava/lang/Object;"  # noqa: E741 - descriptors read better with one letter
OBJECTS: Final = "[Ljava/lang/Object;"
STRINGS: Final = "[Ljava/lang/String;"

PY_OBJECT: Final = "judge/PyObject"
PY_TUPLE: Final = "judge/PyTuple"
PY_LIST: Final = "judge/PyList"
PY_SET: Final = "judge/PySet"
PY_DICT: Final = "judge/PyDict"
PY_MAPPING: Final = "judge/PyMapping"
PY_EXCEPTION: Final = "judge/PyException"
PY_TYPE: Final = "judge/PyType"
FUNCTION_VALUE: Final = "judge/FunctionValue"
MISSING: Final = "judge/Missing"
"""Its field `VALUE` stands for an argument that isn't given, and for a cached property not yet computed."""

FIRST_NAMES: Final = ("__len__", "__iter__", "__str__", "__getitem__")
"""The names that the runtime itself asks for; their numbers are their places here."""
MOST_ARGUMENTS: Final = 9
"""Methods of objects are called with at most so many arguments."""

EXTERNAL_FUNCTIONS: Final = frozenset(
    (
        "array.array",
        "bisect.bisect_left",
        "collections.deque",
        "dict.fromkeys",
        "fractions.Fraction",
        "frozenset.union",
        "functools.cache",
        "functools.partial",
        "functools.reduce",
        "hexwright.model.rule_citations.with_rule_citations",
        "hexwright.rules.engine.fast_dataclasses.make_replacer",
        "itertools.chain",
        "itertools.chain.from_iterable",
        "itertools.pairwise",
        "math.ceil",
        "math.floor",
        "math.lcm",
        "math.log2",
        "math.prod",
        "operator.or_",
        "re.compile",
        "re.fullmatch",
        "re.match",
        "re.search",
        "re.sub",
        "set.union",
        "types.MappingProxyType",
    )
)
"""The functions from outside the rules engine that the runtime has (`runtime/judge/Library.java`)."""
BUILTIN_METHODS: Final = frozenset((
    "add", "append", "as_integer_ratio", "bit_count", "bit_length", "capitalize", "casefold", "clear",
    "copy", "count", "difference", "discard", "endswith", "extend", "find", "finditer",
    "fullmatch", "get", "group", "index", "insert", "intersection", "isalpha", "isascii", "isdigit",
    "isdisjoint", "isprintable", "issubset", "issuperset", "items", "join", "keys", "lower", "lstrip",
    "match", "partition", "pop", "popleft", "remove", "removeprefix", "removesuffix", "replace",
    "reverse", "rpartition", "rstrip", "search", "setdefault", "sort", "split",
    "startswith", "strip", "sub", "union", "update", "upper", "values", "zfill",
))  # fmt: skip
"""The methods of Python's own types that the runtime has (`runtime/judge/Methods.java`)."""


def all_objects(arguments: int) -> str:
    """Return the descriptor of a method that takes objects and returns one."""
    return f"({O * arguments}){O}"
