"""Name a place in a module, such as `x.vmod!Map / At-Start Stack 'IX' / trait 3 (Layer)`."""

from __future__ import annotations

from dataclasses import dataclass

from builder.diagnostics import Span


@dataclass(frozen=True, slots=True)
class Place:
    """Hold a file's name and the trail of names that leads from its root to a component or trait."""

    file: str
    trail: tuple[str, ...] = ()

    def __truediv__(self, part: str) -> Place:
        """Return the place one step further in."""
        return Place(self.file, (*self.trail, part))

    def __str__(self) -> str:
        return f"{self.file}!{self.path}" if self.trail else self.file

    @property
    def path(self) -> str:
        """Return the trail alone, as `hexwright show` takes it."""
        return " / ".join(self.trail)

    def span(self) -> Span:
        """Return the place as diagnostics carry it."""
        return Span(printable(str(self)))


def printable(text: str, limit: int = 200) -> str:
    """Return text fit for one line: control characters and lone surrogates escaped, long text cut."""
    if len(text) > limit:
        text = text[: limit - 1] + "…"
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def quoted(text: str, limit: int = 80) -> str:
    """Return text between single quotes, fit for one line."""
    return f"'{printable(text, limit)}'"
