"""Keep the findings of an old module, so that only new ones fail: one file, made to be read and compared."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from hexwright.diagnostics.diagnostic import Diagnostic
from hexwright.diagnostics.finding_groups import cause_of, grouped

#: The file says which layout it has.
VERSION = 1

#: What a finding is known by: its code, its cause, and its place without what changes around it.
Key: TypeAlias = tuple[str, str, str]

_TRAIT = re.compile(r"^trait \d+ \(")
_TWIN = re.compile(r" \(\d+\)$")


class BaselineError(ValueError):
    """The file is no baseline; the message says what is wrong and what to do."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """Hold how many findings of each key there were."""

    counts: Counter[Key]

    @classmethod
    def read(cls, path: Path) -> Baseline:
        """Read a file; raises BaselineError."""
        try:
            return cls.of(json.loads(path.read_bytes()))
        except FileNotFoundError:
            raise BaselineError("there is no such file; write it with --write-baseline") from None
        except OSError as error:
            reason = f"can't be read: {error.strerror}; name another, or write it with --write-baseline"
            raise BaselineError(reason) from None
        except (ValueError, RecursionError) as error:
            if isinstance(error, BaselineError):
                raise
            raise BaselineError("this is no baseline; write it anew with --write-baseline") from None

    @classmethod
    def of(cls, data: Any) -> Baseline:
        """Take what a file holds; raises BaselineError."""
        match data:
            case {"version": version, "findings": list(rows)} if version == VERSION:
                counts: Counter[Key] = Counter()
                for row in rows:
                    match row:
                        case {"code": str(code), "cause": str(cause), "places": list(places)}:
                            counts.update(_key(code, cause, str(place)) for place in places)
                        case _:
                            raise ValueError(row)
                return cls(counts)
            case {"version": int(version)} if version != VERSION:
                reason = f"a baseline of another version: {version}, not {VERSION}"
                raise BaselineError(f"{reason}; write it anew with --write-baseline")
            case _:
                raise ValueError(data)

    def known(self, diagnostics: Sequence[Diagnostic]) -> frozenset[Diagnostic]:
        """Return the findings that were there before, as many of each key as there were."""
        left = Counter(self.counts)
        found: list[Diagnostic] = []
        for diagnostic in diagnostics:
            key = key_of(diagnostic)
            if left[key] > 0:
                left[key] -= 1
                found.append(diagnostic)
        return frozenset(found)

    def gone(self, diagnostics: Sequence[Diagnostic], codes: Collection[str]) -> int:
        """Return how many findings of these checks are no longer there."""
        left = self.counts - Counter(map(key_of, diagnostics))
        return sum(count for key, count in left.items() if key[0] in codes)


def as_baseline(diagnostics: Sequence[Diagnostic]) -> str:
    """Return the text of a baseline: a place a line, so that a comparison shows what came and went."""
    groups = sorted(grouped(diagnostics), key=lambda group: (group.code, group.cause))
    rows = [
        {"code": group.code, "cause": group.cause, "places": [_path(finding) for finding in group.findings]}
        for group in groups
    ]
    return json.dumps({"version": VERSION, "findings": rows}, ensure_ascii=False, indent=1) + "\n"


def key_of(diagnostic: Diagnostic) -> Key:
    """Return what a finding is known by from one version of a module to the next."""
    return _key(diagnostic.code, cause_of(diagnostic), _path(diagnostic))


def _key(code: str, cause: str, place: str) -> Key:
    # The numbers of traits and twins change when others come before them.
    steps = [_TWIN.sub("", _TRAIT.sub("trait (", step)) for step in place.split(" / ")]
    return code, cause, " / ".join(steps)


def _path(diagnostic: Diagnostic) -> str:
    """Return the place inside its file: the file's own name tells the version in most modules."""
    return (diagnostic.span.file if diagnostic.span else "").partition("!")[2]
