"""Translate match statements: patterns of values and of sequences."""

from __future__ import annotations

import ast
from typing import Final

from hexwright.vassal.kernel.function_code import Push
from hexwright.vassal.kernel.method_code import Label
from hexwright.vassal.kernel.runtime_interface import OBJECTS
from hexwright.vassal.kernel.statements import Statements

_INSTEAD: Final = "match values and sequences, or write if and elif"


class FunctionTranslator(Statements):
    """The whole translator of a function: expressions, statements and match statements."""

    def match(self, node: ast.Match) -> None:
        """Translate a match statement."""
        subject = self.temporary(self.pushed(node.subject))
        end = Label()
        for case in node.cases:
            other = Label()
            self._pattern(case.pattern, subject, other)
            if case.guard is not None:
                self.jump_if(case.guard, False, other)
            self.statements(case.body)
            self.code.jump("goto", end)
            self.code.place(other)
        self.code.place(end)

    def _pattern(self, pattern: ast.pattern, subject: Push, other: Label) -> None:
        """Jump to a label if a pattern doesn't match, and bind the names in it."""
        match pattern:
            case ast.MatchValue(value=value):
                subject()
                self.value(value)
                self.runtime("eq", 2)
                self.code.jump("ifeq", other)
            case ast.MatchSingleton(value=value):
                subject()
                self.value(ast.Constant(value))
                self.runtime("same", 2)
                self.code.jump("ifeq", other)
            case ast.MatchOr(patterns=patterns):
                self._any_of(patterns, subject, other)
            case ast.MatchAs(pattern=inner, name=name):
                if inner is not None:
                    self._pattern(inner, subject, other)
                if name is not None:
                    subject()
                    self.code.store(self.variable(name))
            case ast.MatchSequence(patterns=patterns):
                self._sequence(pattern, patterns, subject, other)
            case _:
                raise self.refuse(pattern, f"the pattern {type(pattern).__name__} isn't supported", _INSTEAD)

    def _any_of(self, patterns: list[ast.pattern], subject: Push, other: Label) -> None:
        matched = Label()
        for one in patterns[:-1]:
            following = Label()
            self._pattern(one, subject, following)
            self.code.jump("goto", matched)
            self.code.place(following)
        self._pattern(patterns[-1], subject, other)
        self.code.place(matched)

    def _sequence(self, node: ast.pattern, patterns: list[ast.pattern], subject: Push, other: Label) -> None:
        starred = [at for at, one in enumerate(patterns) if isinstance(one, ast.MatchStar)]
        if starred and starred[0] != len(patterns) - 1:
            raise self.refuse(node, "a star before the last pattern isn't supported", _INSTEAD)
        subject()
        self.code.push_int(len(patterns))
        self.code.push_int(len(starred))
        self.runtime("matched", 3)
        parts = self.kept(OBJECTS)
        parts()
        self.code.jump("ifnull", other)
        for at, one in enumerate(patterns):
            if isinstance(one, ast.MatchStar) and one.name is None:
                continue
            parts()
            self.code.push_int(at)
            self.code.simple("aaload")
            if isinstance(one, ast.MatchStar):
                assert one.name is not None
                self.code.store(self.variable(one.name))
            else:
                self._pattern(one, self.kept(), other)
