"""Find accesses to anything outside the game in code and text: classes, members, commands, unknown code.

VASSAL evaluates BeanShell, which can use every Java class. Names in code are therefore compared with lists of
harmless names (`safe_java_classes.py`). A string that isn't code may become part of code. It is searched only
for patterns that rarely occur in prose: `new A(`, `a.b(` and `exec(`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from hexwright.inspect.analysis.beanshell_tokens import (
    PRIMITIVE_TYPES,
    BeanShellToken,
    ExpressionSyntaxError,
    tokenize,
    unquote,
)
from hexwright.inspect.analysis.expression_functions import STRING_METHODS
from hexwright.inspect.analysis.safe_java_classes import (
    CLASSES,
    COMMANDS,
    ENGINE_PROPERTIES,
    FIELDS,
    INTERPRETER,
    METHODS,
    OWN_CLASSES,
    OWN_EVALUATOR,
    PACKAGES,
    SCOPES,
)

MAX_CODE: Final = 1_000_000
"""The length in characters above which code isn't searched, and is reported as unknown."""
_DEPTH: Final = 4
_SHOWN: Final = 60
_LONGEST: Final = 200
"""The maximum number of tokens in an argument of `eval`. The scripts of our own modules have at most ten."""
_DEEPEST: Final = 8
"""The maximum number of dotted parts in a name that is looked up as a class name."""
_OPENING: Final = ("(", "[", "{")
_CLOSING: Final = (")", "]", "}")

_QUALIFIED: Final = frozenset(
    {*OWN_CLASSES, INTERPRETER, *(f"{package}.{name}" for package in PACKAGES for name in CLASSES)}
)
_SITE: Final = re.compile(
    r"(?<![\w$.])(new\s+)?([A-Za-z_$][\w$]*+(?:(\s*)\.\s*[A-Za-z_$][\w$]*+)*+)(\s*)(\()?(s\))?"
)
"""A pattern for a whole name or chain of names, so that each character is visited only once."""
_NUMBERED: Final = re.compile(r"\\u+([0-9a-fA-F]{4})")
"""A pattern for a character escape, such as \\u0041. BeanShell decodes escapes before it parses the code."""
_NUMBERED_ASCII: Final = re.compile(r"\\u+00[0-7]")
"""A pattern for the escape of an ASCII character, which may stand for a letter, a bracket or a quotation
mark.
"""
_BREAKS_OUT: Final = re.compile(r'\\"|\\$')


@dataclass(frozen=True, slots=True)
class UnsafeNames:
    """The accesses in code or text that aren't known to be harmless.

    `names` contains the accessed classes, members and commands. `unknown` describes parts that can't be
    checked.
    """

    names: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()

    def __or__(self, other: UnsafeNames) -> UnsafeNames:
        return UnsafeNames(
            tuple(dict.fromkeys((*self.names, *other.names))),
            tuple(dict.fromkeys((*self.unknown, *other.unknown))),
        )

    def __bool__(self) -> bool:
        return bool(self.names or self.unknown)


NOTHING: Final = UnsafeNames()


@dataclass(frozen=True, slots=True, eq=False)
class KnownTexts:
    """The strings and names in a module that help to judge its code.

    `fixed` maps names to constant strings. `set` contains the names of the properties that the module sets.
    `scripts` maps complete known scripts to the name of the one constant string that each evaluates.
    """

    fixed: Mapping[str, str]
    set: Collection[str]
    scripts: Mapping[str, str] = field(default_factory=dict)
    own: str = ""
    """The known part of our own script that evaluates code from a constant string."""
    read: dict[str, UnsafeNames] = field(default_factory=dict)
    """A cache of the results for each piece of code, because scripts are evaluated in many places."""


def unsafe_names_in_text(text: str) -> UnsafeNames:
    """Return the names that a string would access if it became part of code.

    The time is linear in the length of the string.
    """
    names: dict[str, None] = {}
    if "(" in text:
        spaced = '"' in text
        for found in _SITE.finditer(text):
            if found[5] and (name := _text_site(found, spaced=spaced)):
                names.setdefault(name[:_SHOWN])
    unknown = ("characters written as escapes (\\u…)",) if _NUMBERED_ASCII.search(text) else ()
    return UnsafeNames(tuple(names), unknown)


def _text_site(found: re.Match[str], *, spaced: bool) -> str:
    """Return the access that a name before a bracket makes.

    The result is empty if the name may be part of an ordinary sentence.
    """
    chain = "".join(found[2].split())
    if not spaced and (found[4] or found[3] or chain != found[2]):
        return ""
    parts = chain.split(".")
    if found[1]:
        told = not _is_harmless(chain) and (len(parts) > 1 or parts[-1][:1].isupper())
        return f"new {chain}" if told and not found[6] else ""
    if len(parts) == 1:
        return chain if chain in COMMANDS and not found[6] and not found[4] else ""
    return _chain(parts, called=True, declared=frozenset())


def breaks_out_of_quotes(value: str) -> bool:
    """Return whether a property's value would close the quotation marks that VASSAL puts around it."""
    return _BREAKS_OUT.search(value) is not None


def unsafe_names_in_code(code: str, known: KnownTexts, depth: int = 0) -> UnsafeNames:
    """Return the unsafe accesses in BeanShell code. Code that can't be parsed is searched as text."""
    for script, name in known.scripts.items():
        if code.startswith(script):
            held = unsafe_names_in_code(known.fixed.get(name, ""), known, depth + 1)
            return held | unsafe_names_in_code(code[len(script) :], known, depth + 1)
    if known.own and known.own in code and code.count(OWN_EVALUATOR) == known.own.count(OWN_EVALUATOR):
        code = code.replace(known.own, "", 1)
    if len(code) > MAX_CODE or depth > _DEPTH:
        return UnsafeNames(unknown=("code that is too long or too deeply nested to be checked",))
    if code not in known.read:
        known.read[code] = _read(code, known, depth)
    return known.read[code]


def _read(code: str, known: KnownTexts, depth: int) -> UnsafeNames:
    plain = _NUMBERED.sub(_letter, code)
    # An interpreter runs the statements before the one that it can't parse.
    rest = unsafe_names_in_text(code) if _NUMBERED_ASCII.search(code) else NOTHING
    try:
        tokens = tokenize(plain)
    except ExpressionSyntaxError as error:
        rest |= unsafe_names_in_text(plain)
        tokens = tokenize(plain[: error.at])
    return _Reader(tokens, known, depth).read() | rest


def _letter(found: re.Match[str]) -> str:
    letter = chr(int(found[1], 16))
    return letter if letter > "\x7f" and not 0xD800 <= ord(letter) < 0xE000 else found[0]


def _is_harmless(name: str) -> bool:
    return name in CLASSES or name in _QUALIFIED or name in PRIMITIVE_TYPES


def _chain(parts: Sequence[str], *, called: bool, declared: Collection[str]) -> str:
    """Return a chain such as `a.b.c` as one string if it isn't harmless, or else an empty string."""
    name = ".".join(parts)
    for count in range(min(len(parts), _DEEPEST), 1, -1):
        if ".".join(parts[:count]) in _QUALIFIED:
            return name if not _members(parts[count:], declared, called=called) else ""
    head = parts[0]
    like_a_class = head[:1].isupper() and not head.isupper()
    if like_a_class and head not in CLASSES and head not in declared and parts[1] not in STRING_METHODS:
        return name
    return "" if _members(parts[1:], declared, called=called) else name


def _members(names: Sequence[str], declared: Collection[str], *, called: bool) -> bool:
    """Return whether the members of a known class are harmless.

    A method is judged by its name. A field is also harmless if the code declares its name.
    """
    fields = names[:-1] if called else names
    if called and names and names[-1] not in METHODS:
        return False
    return all(name in FIELDS or name in declared for name in fields)


class _Reader:
    """A single pass through the tokens of code."""

    def __init__(self, tokens: Sequence[BeanShellToken], known: KnownTexts, depth: int) -> None:
        self.tokens = tokens
        self.known = known
        self.depth = depth
        self.names: dict[str, None] = {}
        self.unknown: dict[str, None] = {}
        self.declared = _declared(tokens)
        self.partners, self.ends = _brackets(tokens)

    def read(self) -> UnsafeNames:
        i = 0
        while self.tokens[i].kind != "end":
            i = self._at(i)
        return UnsafeNames(tuple(self.names), tuple(self.unknown))

    def _add(self, reach: UnsafeNames) -> None:
        self.names.update(dict.fromkeys(reach.names))
        self.unknown.update(dict.fromkeys(reach.unknown))

    def _at(self, i: int) -> int:
        """Check the token at an index, and return the index of the next token to check."""
        token = self.tokens[i]
        if token.kind in ("string", "long"):
            self._literal(unquote(token.text))
        elif token.kind == "name":
            return self._name(i)
        elif token.kind == "word" and token.text == "new":
            return self._new(i + 1)
        elif token.kind == "word" and token.text == "import":
            return self._import(i + 1)
        elif token.kind == "word" and token.text == "class":
            self.names.setdefault("class")
        elif token.text == "{" and self._is_access(i):
            self.unknown.setdefault("a property of an object that is read by a name in a string")
        return i + 1

    def _literal(self, text: str) -> None:
        bare = text.strip()
        inner = (
            unsafe_names_in_code(bare[1:-1], self.known, self.depth + 1)
            if _braced(bare)
            else unsafe_names_in_text(text)
        )
        self._add(inner)

    def _parts(self, i: int) -> tuple[list[str], int]:
        parts = [self.tokens[i].text]
        i += 1
        while self.tokens[i].text == "." and self.tokens[i + 1].kind == "name":
            parts.append(self.tokens[i + 1].text)
            i += 2
        return parts, i

    def _name(self, i: int) -> int:
        follows = i > 0 and self.tokens[i - 1].text == "." and self.tokens[i - 1].kind == "op"
        parts, end = self._parts(i)
        called = self.tokens[end].text == "("
        if called and parts[-1] == "eval":
            self._evaluated(end)
            parts, called = parts[:-1], False
            if len(parts) < 2 and not follows:
                return end
        if follows:
            harmless = _members(parts, self.declared, called=called)
            told = "" if harmless else f".{'.'.join(parts)}"
        elif len(parts) == 1:
            told = parts[0] if called and parts[0] in COMMANDS - self.declared else ""
        elif parts[0] in SCOPES:
            told = "" if _members(parts[1:], self.declared, called=called) else ".".join(parts)
        else:
            told = _chain(parts, called=called, declared=self.declared)
        if told:
            self.names.setdefault(told[:_SHOWN])
        return end

    def _new(self, i: int) -> int:
        if self.tokens[i].kind != "name":
            return i
        parts, end = self._parts(i)
        name = ".".join(parts)
        if not _is_harmless(name):
            self.names.setdefault(f"new {name}")
        return end

    def _import(self, i: int) -> int:
        name = ""
        while self.tokens[i].kind != "end" and self.tokens[i].text != ";":
            name += self.tokens[i].text
            i += 1
        if name not in _QUALIFIED and name.removesuffix(".*") not in PACKAGES:
            self.names.setdefault(f"import {name}"[:_SHOWN])
        return i

    def _is_access(self, i: int) -> bool:
        """Return whether a brace reads a property, as in `x{"class"}`, and contains no statement."""
        before = self.tokens[i - 1] if i else None
        if before is None or not (before.kind == "name" or before.text in (")", "]")):
            return False
        if before.text == "]" and i > 1 and self.tokens[i - 2].text == "[":
            return False
        closed = self.partners.get(i)
        return closed is not None and closed > i + 1 and self.ends[closed] == self.ends[i]

    def _evaluated(self, i: int) -> None:
        """Check the argument of `eval(…)`, whose bracket is at index `i`."""
        closed = self.partners.get(i)
        if closed is None or closed - i > _LONGEST:
            self.unknown.setdefault("a long string built at run time")
            return
        parts: list[list[BeanShellToken]] = [[]]
        level = 0
        for token in self.tokens[i + 1 : closed]:
            text = token.text if token.kind == "op" else ""
            level += (text in _OPENING) - (text in _CLOSING)
            if level == 0 and text == "+":
                parts.append([])
            else:
                parts[-1].append(token)
        texts = [self._part(part) for part in parts]
        if None in texts:
            shown = "".join(token.text for part in parts for token in part)
            self.unknown.setdefault(f"a string built at run time: {shown[:_SHOWN]}")
        else:
            self._add(unsafe_names_in_code("".join(text or "" for text in texts), self.known, self.depth + 1))

    def _part(self, tokens: Sequence[BeanShellToken]) -> str | None:
        """Return the constant string that an operand of a sum contributes, or None if the operand isn't
        constant.
        """
        if len(tokens) == 1 and tokens[0].kind in ("string", "long"):
            return unquote(tokens[0].text)
        if len(tokens) == 1 and tokens[0].kind == "name":
            return self._property(tokens[0].text)
        # GetProperty("X"), and …getProperty("X") of the module.
        called = [token.text for token in tokens[-4:]]
        if len(called) == 4 and called[0] in ("GetProperty", "getProperty") and tokens[-2].kind == "string":
            return self._property(unquote(called[2]))
        return None

    def _property(self, name: str) -> str | None:
        if name in self.declared:
            return None
        if name in ENGINE_PROPERTIES and name not in self.known.set:
            return "0"
        return self.known.fixed.get(name)


def _braced(text: str) -> bool:
    return len(text) > 1 and text.startswith("{") and text.endswith("}")


def _brackets(tokens: Sequence[BeanShellToken]) -> tuple[Mapping[int, int], Sequence[int]]:
    """Return the index of each bracket's partner, and the number of statements before each token."""
    partners: dict[int, int] = {}
    ends: list[int] = []
    opened: list[int] = []
    count = 0
    for i, token in enumerate(tokens):
        ends.append(count)
        text = token.text if token.kind == "op" else ""
        count += text == ";"
        if text in _OPENING and text:
            opened.append(i)
        elif text in _CLOSING and text and opened:
            partners[opened.pop()] = i
    return partners, ends


def _declared(tokens: Sequence[BeanShellToken]) -> frozenset[str]:
    """Return the names of the variables and methods that the code declares."""
    found: set[str] = set()
    for before, token, after in zip((None, *tokens), tokens, tokens[1:], strict=False):
        if token.kind != "name" or (before is not None and before.text in (".", "new")):
            continue
        typed = before is not None and (before.kind == "name" or before.text in {"]", ">", *PRIMITIVE_TYPES})
        if after.text == "=" or (typed and after.text in ("=", ";", ",", ")", ":", "(")):
            found.add(token.text)
    return frozenset(found)
