"""The image entries that a module uses. Any string that contains an image's name counts as a use."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hexwright.inspect.analysis.module_view import IMAGES, ModuleView
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.codec.traits import NonRectangular, NonRectangularBefore36

_PLAIN = rb"[^\s\"'<>/;,&\\|:()\[\]{}=]"
_NOT_PLAIN = re.compile(rb"[\s\"'<>/;,&\\|:()\[\]{}=]")
_ENDING = re.compile(rb"\.(?:png|gif|jpe?g|svg|bmp)", re.I)
_NAME = re.compile(_PLAIN + rb"{1,200}\.(?:png|gif|jpe?g|svg|bmp)", re.I)
_LONGEST = 200
#: A word with more file extensions than this is not a name.
_MOST_ENDINGS = 8
_TEXT = (".html", ".htm", ".svg", ".css", ".txt")
#: The most text of help pages and charts that is searched for names.
MAX_TEXT = 32 << 20


def _texts(module: ModuleView) -> Sequence[bytes]:
    """Return the build files and the other text files of a module, up to the limit."""
    texts = [file.build_file for file in module.files]
    budget = MAX_TEXT
    for entry, file in module.entries.items():
        if entry.lower().endswith(_TEXT) and file.archive is not None and budget > 0:
            try:
                texts.append(file.archive.read(entry, min(budget, 4 << 20)))
            except CodecError:
                continue
            budget -= len(texts[-1])
    return texts


def used_images(module: ModuleView) -> frozenset[str]:
    """Return the image entries that the module uses."""
    found: set[str] = set()
    for _, _, value in module.values("image"):
        if value.value:
            entry = module.image_entry(str(value.value))
            if entry:
                found.add(entry)
    # The Editor keeps the picture from which a shape was made, though nothing draws it.
    shapes = [t.source_image for _, t in module.traits(NonRectangular)]
    shapes += [t.source_image for _, t in module.traits(NonRectangularBefore36)]
    found.update(entry for name in shapes if (entry := module.image_entry(name)))
    rest = [entry for entry in module.pictures if entry not in found]
    if not rest:
        return frozenset(found)
    texts = _texts(module)
    words = {word for text in texts for word in _words(text)}
    searched = 0
    for entry in rest:
        name = entry.removeprefix(IMAGES).encode()
        if name in words or name.rpartition(b"/")[2] in words:
            found.add(entry)
        elif not _NAME.fullmatch(name) and searched < 200:
            # Names with spaces and similar characters aren't found as words.
            searched += 1
            if any(name in text for text in texts):
                found.add(entry)
    # Pictures that VASSAL and its Module Manager look up by name.
    found.update(entry for entry in rest if entry.rpartition("/")[2].lower().startswith(("splash", "icon.")))
    return frozenset(found)


def _words(text: bytes) -> Iterator[bytes]:
    # Between two characters that can't be in a name, up to the last extension: a name may have several.
    start = 0
    for stop in _NOT_PLAIN.finditer(text):
        yield from _word(text, start, stop.start())
        start = stop.end()
    yield from _word(text, start, len(text))


def _word(text: bytes, start: int, end: int) -> Iterator[bytes]:
    """Yield possible names between two offsets.

    Each name ends with an image's extension and is no longer than the maximum length.
    """
    for number, ending in enumerate(_ENDING.finditer(text, start, end)):
        if number == _MOST_ENDINGS:
            return
        yield text[max(start, ending.start() - _LONGEST) : ending.end()]


def piece_images(module: ModuleView) -> frozenset[str]:
    """Return the image entries that the traits of pieces draw."""
    found = set()
    for _, owner, value in module.values("image"):
        if isinstance(owner, Trait) and value.value:
            entry = module.image_entry(str(value.value))
            if entry:
                found.add(entry)
    return frozenset(found)
