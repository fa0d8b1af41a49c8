"""Recognise declarations by looking ahead at the tokens."""

from __future__ import annotations

from hexwright.inspect.analysis.beanshell_tokens import PRIMITIVE_TYPES, TokenReader
from hexwright.inspect.analysis.word_sets import word_set

MODIFIERS = word_set(
    """
    private protected public abstract final static native strictfp synchronized transient
    volatile
    """
)


class DeclarationLookahead(TokenReader):
    """Lookahead for declarations of variables and methods."""

    def after_type(self, ahead: int) -> int | None:
        """Return the offset of the token after the type that begins at an offset, or None if no type begins
        there.
        """
        if self.peek(ahead) in PRIMITIVE_TYPES:
            ahead += 1
        elif self.kind(ahead) == "name":
            ahead += 1
            while self.peek(ahead) == "." and self.kind(ahead + 1) == "name":
                ahead += 2
        else:
            return None
        while self.peek(ahead) == "[" and self.peek(ahead + 1) == "]":
            ahead += 2
        return ahead

    def is_declaration(self) -> bool:
        """Return whether a variable declaration begins at the current token."""
        after = self.after_type(0)
        return after is not None and self.kind(after) == "name"

    def is_for_each(self) -> bool:
        """Return whether the head of an enhanced for loop begins at the current token, with or without a
        type.
        """
        if self.kind() == "name" and self.peek(1) == ":":
            return True
        after = self.after_type(0)
        return after is not None and self.kind(after) == "name" and self.peek(after + 1) == ":"

    def is_method(self) -> bool:
        """Return whether a method declaration begins at the current token."""
        ahead: int | None = 0
        if self.peek() == "void":
            ahead = 1
        elif not (self.kind() == "name" and self.peek(1) == "("):
            ahead = self.after_type(0)
        if ahead is None or self.kind(ahead) != "name" or self.peek(ahead + 1) != "(":
            return False
        at, level = ahead + 1, 0
        while self.kind(at) != "end":
            level += (self.peek(at) == "(") - (self.peek(at) == ")")
            at += 1
            if level == 0:
                break
        if self.peek(at) == "throws":
            return True
        return self.peek(at) == "{"
