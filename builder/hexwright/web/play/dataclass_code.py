"""What `dataclass` compiles as the engine is imported, compiled beforehand: a browser takes long for it.

A decorated class writes the source of its functions and compiles it, half the time of all imports.
"""

from __future__ import annotations

import dataclasses
import marshal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from types import CodeType
from typing import Any, Final
from zipimport import zipimporter
from zlib import crc32

FILE: Final = "dataclass_code.bin"
"""The file beside this module, in the archive for browsers."""


@contextmanager
def compiled_dataclasses() -> Iterator[None]:
    """Give dataclasses their functions from the archive that contains this module, for a while.

    Raise OSError if it lacks them.
    """
    archive: zipimporter = globals()["__loader__"]
    data = archive.get_data(f"{__file__.rpartition('/')[0]}/{FILE}")
    codes: dict[tuple[int, int], CodeType] = marshal.loads(data)

    def run(text: str, *scopes: Any) -> None:
        exec(codes.get(_key(text)) or _compiled(text), *scopes)

    with _dataclasses_run(run):
        yield


def dataclass_code(module: str) -> bytes:
    """Return what dataclasses compile as a module of hexwright is imported with its own imports."""
    texts: set[str] = set()

    def run(text: str, *scopes: Any) -> None:
        texts.add(text)
        exec(_compiled(text), *scopes)

    with _imported_anew(), _dataclasses_run(run):
        import_module(module)
    codes = {_key(text): _without_lines(_compiled(text)) for text in sorted(texts)}
    assert len(codes) == len(texts)
    return marshal.dumps(codes)


@contextmanager
def _dataclasses_run(run: Callable[..., None]) -> Iterator[None]:
    """Give the library's module a function of its own in place of the built-in `exec`, for a while."""
    vars(dataclasses)["exec"] = run
    try:
        yield
    finally:
        del vars(dataclasses)["exec"]


def _key(text: str) -> tuple[int, int]:
    return len(text), crc32(text.encode())


def _compiled(text: str) -> CodeType:
    return compile(text, "<string>", "exec", dont_inherit=True)


def _without_lines(code: CodeType) -> CodeType:
    """Return code of a third of the length: nobody has a source to which its lines could point."""
    parts = (_without_lines(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=b"", co_filename="", co_consts=tuple(parts))


@contextmanager
def _imported_anew() -> Iterator[None]:
    """Forget the modules of hexwright for a while, so that an import runs them."""
    before = {name: one for name, one in sys.modules.items() if name.split(".")[0] == "hexwright"}
    for name in before:
        del sys.modules[name]
    try:
        yield
    finally:
        for name in [name for name in sys.modules if name.split(".")[0] == "hexwright"]:
            del sys.modules[name]
        sys.modules.update(before)
