"""Build files from anybody: read, kept, written, or refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.vassal.codec.buildfile import buildfile_parser, moduledata
from hexwright.vassal.codec.buildfile.component_element import (
    Component,
    UnknownComponent,
    declared_attributes,
)
from hexwright.vassal.codec.buildfile.components import GameModule, HexGrid, Map
from hexwright.vassal.codec.buildfile.moduledata import Metadata
from hexwright.vassal.codec.sequence_encoder import CodecError

#: Nearly all components, one of each, as the engine itself wrote them.
ENGINE = (Path(__file__).parent / "engine-3.7.26.xml").read_bytes()

FOREIGN = b"""<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<VASSAL.build.GameModule name="A &quot;game&quot;" version="1.0" odd="kept">
    <!-- a remark -->
    <VASSAL.build.module.BasicCommandEncoder/>
    <own.Component depth="3"><VASSAL.build.module.map.Zoomer/></own.Component>
    <VASSAL.build.module.PlayerRoster buttonText="Retire">
        <entry>One &amp; only</entry>
    </VASSAL.build.module.PlayerRoster>
    <VASSAL.build.widget.PieceSlot gpid="1">
        +/null/piece;;;a.png;\xc3\xa9 &lt;\tx/null;0;0;1;0
    </VASSAL.build.widget.PieceSlot>
</VASSAL.build.GameModule>
"""


def test_parse_and_serialise_is_a_fixed_point() -> None:
    once = buildfile_parser.serialise(buildfile_parser.parse(FOREIGN))
    assert once == FOREIGN
    assert buildfile_parser.serialise(buildfile_parser.parse(once)) == once


def test_build_file_of_the_engine_comes_back_byte_for_byte() -> None:
    assert buildfile_parser.serialise(buildfile_parser.parse(ENGINE)) == ENGINE


def test_build_file_of_the_engine_holds_nothing_that_is_not_declared() -> None:
    found = [element for element in buildfile_parser.parse(ENGINE).iter() if isinstance(element, Component)]
    assert len({type(element) for element in found}) > 95
    assert not [element for element in found if isinstance(element, UnknownComponent)]
    assert not [
        (element.tag, element.unknown_attributes()) for element in found if element.unknown_attributes()
    ]
    assert not [(element.tag, element.faults()) for element in found if element.faults()]


def test_new_components_have_the_attributes_that_the_engine_writes() -> None:
    for element in buildfile_parser.parse(ENGINE).iter():
        if isinstance(element, Component):
            assert set(type(element).new().attrib) <= set(element.attrib), element.tag


def test_attributes_written_from_their_values_are_the_engines_own() -> None:
    for element in buildfile_parser.parse(ENGINE).iter():
        if isinstance(element, Component):
            before = element.items()
            for attribute in declared_attributes(type(element)):
                if element.get(attribute.xml) is not None:
                    setattr(element, attribute.name, getattr(element, attribute.name))
            assert element.items() == before, element.tag


def test_indented_file_is_a_fixed_point() -> None:
    module = GameModule.new(Map.new(), name="M")
    once = buildfile_parser.serialise(module, indent=True)
    assert buildfile_parser.serialise(buildfile_parser.parse(once), indent=True) == once
    assert b"\n    <VASSAL.build.module.Map " in once


def test_unknown_attributes_and_components_are_kept_and_listed() -> None:
    module = buildfile_parser.parse(FOREIGN)
    assert module.unknown_attributes() == ("odd",)
    assert [str(found.tag) for found in buildfile_parser.unknown_components(module)] == ["own.Component"]


def test_component_that_is_not_a_module_is_no_build_file() -> None:
    data = buildfile_parser.serialise(HexGrid.new())
    assert isinstance(buildfile_parser.parse_any(data), HexGrid)
    with pytest.raises(CodecError, match="the root element"):
        buildfile_parser.parse(data)


def test_root_of_an_old_module_is_a_module() -> None:
    assert buildfile_parser.parse(b"<VASSAL.launch.BasicModule name='old'/>").name == "old"


def test_unknown_root_is_kept_as_unknown_component() -> None:
    assert isinstance(buildfile_parser.parse_any(b"<own.Root/>"), UnknownComponent)


_LEVELS = "".join(f"<!ENTITY e{n} '{f'&e{n - 1};' * 10}'>" for n in range(1, 11))
BOMB = f"<!DOCTYPE l [<!ENTITY e0 'aaaa'>{_LEVELS}]><VASSAL.build.GameModule name='&e10;'/>".encode()
DTD = b"<!DOCTYPE l SYSTEM 'http://127.0.0.1/l.dtd'><VASSAL.build.GameModule name='x'/>"
UNUSED = b"<!DOCTYPE l [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><VASSAL.build.GameModule name='x'/>"
EXTERNAL = b"<!DOCTYPE l [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><VASSAL.build.GameModule>&x;</VASSAL.build.GameModule>"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"not xml",
        b"<VASSAL.build.GameModule>",
        b"<VASSAL.build.GameModule name='\xff'/>",
        b"<VASSAL.build.GameModule>&undefined;</VASSAL.build.GameModule>",
        b"<plain/>",
        BOMB,
        EXTERNAL,
        DTD,
        UNUSED,
        BOMB.decode().encode("utf-16"),
        b"<?xml version='1.0' encoding='UTF-7'?><VASSAL.build.GameModule/>",
        b"<a.B>" * 100 + b"</a.B>" * 100,
        b"<a.B>" * 100_000,
    ],
    ids=[
        "empty",
        "no xml",
        "cut off",
        "not utf-8",
        "undefined entity",
        "no component",
        "entity bomb",
        "external entity",
        "external document type",
        "external entity that isn't used",
        "bomb in utf-16",
        "other encoding",
        "deep",
        "very deep",
    ],
)
def test_hostile_file_is_refused(data: bytes) -> None:
    with pytest.raises(CodecError):
        buildfile_parser.parse(data)


def test_file_beyond_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buildfile_parser, "MAX_BYTES", 100)
    with pytest.raises(CodecError, match="larger"):
        buildfile_parser.parse(b"<VASSAL.build.GameModule/>" + b" " * 100)


def test_module_metadata_is_written_as_the_engine_writes_it() -> None:
    made = Metadata("1.0", "3.7.26", "A <game>", "Name", ("", None), 1)
    assert made.encode() == (
        b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
        b'<data version="1">\n'
        b"  <version>1.0</version>\n"
        b"  <extra1/>\n"
        b"  <VassalVersion>3.7.26</VassalVersion>\n"
        b"  <dateSaved>1</dateSaved>\n"
        b"  <description>A &lt;game&gt;</description>\n"
        b"  <name>Name</name>\n"
        b"</data>\n"
    )
    assert Metadata.decode(made.encode()) == made


def test_extension_metadata_says_whether_it_fits_any_module() -> None:
    assert Metadata.decode(Metadata(universal=True).encode()).universal is True


def test_translated_description_does_not_hide_the_original() -> None:
    data = b"<data><description>one</description><description lang='de'>eins</description></data>"
    assert Metadata.decode(data).description == "one"


@pytest.mark.parametrize(
    "data", [b"", b"<x/>", BOMB, b"<data>", b"<data>" + b" " * moduledata.MAX_BYTES + b"</data>"]
)
def test_hostile_metadata_is_refused(data: bytes) -> None:
    with pytest.raises(CodecError):
        Metadata.decode(data)


NAME = "Gardé \u2013 \u044f"
OPEN, CLOSE = "<VASSAL.build.GameModule name='", "'/>"


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (f"{OPEN}{NAME}{CLOSE}".encode("utf-16"), NAME),
        (f"<?xml version='1.0' encoding='UTF-16'?>{OPEN}{NAME}{CLOSE}".encode("utf-16-be"), NAME),
        (f"<?xml version='1.0' encoding='windows-1251'?>{OPEN}\u044f{CLOSE}".encode("cp1251"), "\u044f"),
        (f"\ufeff<?xml version='1.1'?>{OPEN}{NAME}{CLOSE}".encode(), NAME),
        (f"<?xml version='1.1'?>\x85{OPEN}a&#1;&#x1b;b&#9;{CLOSE}".encode(), "a\ufffd\ufffdb\t"),
        (f"<!DOCTYPE a [<!ENTITY u 'Guard'><!-- <!ENTITY v --> ]>{OPEN}&u; &amp;{CLOSE}".encode(), "Guard &"),
        (f"<!DOCTYPE a>{OPEN}{NAME}{CLOSE}".encode("utf-16"), NAME),
    ],
    ids=["utf-16", "utf-16 without a mark", "cyrillic", "1.1", "control characters of 1.1", "entity", "type"],
)
def test_build_files_are_read_in_the_encodings_and_versions_that_java_reads(data: bytes, name: str) -> None:
    assert buildfile_parser.parse(data).get("name") == name


def test_text_that_isnt_in_the_declared_encoding_is_refused_with_its_place() -> None:
    for data, told in (
        (b"<?xml version='1.0' encoding='UTF-16'?><VASSAL.build.GameModule/>", "declares 'utf-16'"),
        ("<?xml version='1.0' encoding='UTF-8'?><a.B/>".encode("utf-16"), "declares 'utf-8'"),
        (b"<?xml version='1.0' encoding='euc-jp'?><a.B n='\xff'/>", "isn't valid EUC-JP: "),
        (b"<?xml version='1.0' encoding='rot13'?><a.B/>", "the encoding 'rot13' isn't known"),
    ):
        with pytest.raises(CodecError) as refused:
            buildfile_parser.parse_any(data)
        assert told in refused.value.reason


def test_metadata_are_read_as_build_files_are() -> None:
    text = "<!DOCTYPE data [<!ENTITY n 'Ours'>]><data><name>&n;</name></data>"
    assert Metadata.decode(text.encode("utf-16")).name == "Ours"
    with pytest.raises(CodecError, match="refers to another file"):
        Metadata.decode(b"<!DOCTYPE data SYSTEM 'x.dtd'><data/>")
