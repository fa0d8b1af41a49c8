"""The `hexwright translate` command."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexwright.cli.app import app
from hexwright.cli.commands.maker_options import (
    InPlaceOption,
    ModuleArgument,
    NewModuleOption,
    chosen_destination,
    read_named_file,
    tell_of_skipped_parts,
    write_edited,
)
from hexwright.cli.commands.output_files import OutputFile
from hexwright.cli.console import print_message, print_result
from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.support.message_wording import count_noun, printable_line
from hexwright.vassal.codec.sequence_encoder import CodecError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hexwright.inspect.analysis.module_view import ModuleView
    from hexwright.makers.translation import TranslatableText

MAX_CATALOGUE = 32 << 20
"""The maximum size of a catalogue of texts, in bytes."""
_SHOWN = 20
_PROPERTIES = ".properties"


@app.command("translate")
def translate(
    module: ModuleArgument,
    language: Annotated[
        str, typer.Option("--language", metavar="CODE", help="The language, such as de, or pt_BR.")
    ],
    to: Annotated[
        Path | None,
        typer.Option("--to", metavar="FILE", help="Write the texts to this catalogue (.po or .properties)."),
    ] = None,
    apply: Annotated[
        Path | None,
        typer.Option("--apply", metavar="FILE", help="Put the translations of this catalogue in the module."),
    ] = None,
    out: NewModuleOption = None,
    in_place: InPlaceOption = False,
    every: Annotated[bool, typer.Option("--all", help="List every doubtful translation.")] = False,
) -> None:
    """Write a module's texts for translators, or put their translations in the module.

    Translations go where VASSAL's Editor has them, in Module_CODE.properties. Those that are much longer than
    the text, don't fit a counter, or lack a property of the text are listed.
    """
    from hexwright.makers.module_edit import ModuleEdit
    from hexwright.makers.translation import LANGUAGE, apply_translations, translatable_texts

    if (to is None) is (apply is None):
        raise typer.BadParameter("write either --to FILE, or --apply FILE")
    if LANGUAGE.fullmatch(language) is None:
        raise typer.BadParameter(f"--language takes a code such as de or pt_BR; got {language!r}")
    named = to if to is not None else apply
    assert named is not None
    if named.suffix not in (".po", ".pot", _PROPERTIES):
        raise typer.BadParameter("the catalogue's name must end in .po, .pot or .properties")
    if to is not None:
        with ModuleEdit.open(module) as edit:
            texts = translatable_texts(edit.view, edit.skipped)
            number = _export(edit.view, texts, language, OutputFile.of(to, module))
            tell_of_skipped_parts(edit)
        print_result(f"{to}: {count_noun(number, 'text')}")
        return
    assert apply is not None
    destination = chosen_destination(module, out, in_place)
    data = read_named_file(apply, MAX_CATALOGUE)
    with ModuleEdit.open(module) as edit:
        texts = translatable_texts(edit.view, edit.skipped)
        try:
            translations = _read(data, apply, texts)
            number = apply_translations(edit, texts, language, translations)
        except (CodecError, UnicodeDecodeError) as error:
            what = error.reason
            raise InputError.single("J006", printable_line(what), Span(printable_line(str(apply)))) from None
        all_texts = count_noun(len(texts), "text")
        print_result(f"{language}: {count_noun(number, 'new or changed translation')} of {all_texts}")
        _tell_problems(texts, translations, every)
        write_edited(edit, destination)


def _export(module: ModuleView, texts: Mapping[str, TranslatableText], language: str, out: OutputFile) -> int:
    from hexwright.makers import catalogue_files
    from hexwright.makers.translation import catalogue, entry_name, known_translations

    try:
        entries = catalogue(texts, known_translations(module, language))
    except CodecError as error:
        raise InputError.single("J006", error.reason, Span(entry_name(language))) from None
    if out.path.suffix == _PROPERTIES:
        chosen = {entry.key: entry.translation or entry.text for entry in entries}
        out.write(catalogue_files.write_properties(chosen).encode("latin-1", "backslashreplace"))
    else:
        out.write(catalogue_files.write_po(entries, language).encode("utf-8", "backslashreplace"))
    return len(entries)


def _read(data: bytes, path: Path, texts: Mapping[str, TranslatableText]) -> Mapping[str, str]:
    from hexwright.makers import catalogue_files
    from hexwright.makers.translation import translations_of

    if path.suffix == _PROPERTIES:
        return catalogue_files.read_properties(data.decode("utf-8"))
    return translations_of(catalogue_files.read_po(data.decode("utf-8")), texts)


def _tell_problems(
    texts: Mapping[str, TranslatableText], translations: Mapping[str, str], every: bool
) -> None:
    from hexwright.makers.translation import problems

    found = list(problems(texts, translations))
    for one in found if every else found[:_SHOWN]:
        print_message(printable_line(f"doubtful: {one.translation!r} for {one.text.text!r}: {one.reason}"))
    if not every and len(found) > _SHOWN:
        print_message(f"and {len(found) - _SHOWN} more doubtful translations; --all lists each")
