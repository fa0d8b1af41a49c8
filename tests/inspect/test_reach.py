"""What code uses beyond the game is reported, and what our own modules use is known by name."""

from __future__ import annotations

import gc
import re
from importlib import resources
from pathlib import Path
from time import process_time

import pytest

from hexwright.diagnostics.finding_groups import group_by_cause
from hexwright.inspect.analysis import safe_java_classes
from hexwright.inspect.analysis.code_reach import (
    KnownTexts,
    UnsafeNames,
    unsafe_names_in_code,
    unsafe_names_in_text,
)
from hexwright.model.rule_citations import with_rule_citations
from hexwright.module_checks.module_verdict import verify_paths
from hexwright.vassal.codec.module_archive import SavedGame, write
from hexwright.vassal.enforcement.script import judge_script, run_script, script
from tests.module_checks.sound import NAME, files
from tests.vassal.compile.games import game

SCRIPTS = "".join(
    file.read_text("utf-8")
    for file in (resources.files("hexwright.vassal.enforcement") / "scripts").iterdir()
    if file.name.endswith(".bsh")
)
KNOWN = KnownTexts({"Rules": "a = 1; a + 2", "Evil": 'Runtime.getRuntime().exec("x")'}, {"Changing"})


@pytest.mark.parametrize(
    "code",
    [
        'Runtime.getRuntime().exec("touch /x")',
        'Runtime . getRuntime ( ) . exec ( "x" )',
        'java.lang.Runtime.getRuntime().exec("x")',
        "x = Runtime; x.getRuntime()",
        'Class.forName("java.lang.Runtime")',
        '"".getClass()',
        "getClass()",
        "Strength.class",
        'Strength{"class"}',
        "this.interpreter",
        'new java.io.File("x")',
        'new File("x").delete()',
        'new java.net.URL("http://x").openStream()',
        'System.getenv("HOME")',
        'System.getProperty("user.home")',
        "System.exit(1)",
        'exec("ls")',
        'source("http://x")',
        'addClassPath("http://x")',
        'cd("/")',
        "run(x)",
        "import java.io.*; 1",
        'VASSAL.build.GameModule.getGameModule().getDataArchive().getInputStream("x")',
        'javax.swing.JOptionPane.showMessageDialog(null, "x")',
        'SumStack("Strength", "{Runtime.getRuntime() == 1}")',
        'new bsh.Interpreter().eval("Run" + "time.getRuntime()")',
        "new bsh.Interpreter().eval(Evil)",
        'new bsh.Interpreter().eval(GetProperty("Evil"))',
        'eval("exec(1)")',
        "f() { return Thread.currentThread(); } f()",
        "new Thread() { run() { } }",
    ],
)
def test_code_that_reaches_out_is_told_by_name(code: str) -> None:
    found = unsafe_names_in_code(code, KNOWN)
    assert found.names or found.unknown, code


@pytest.mark.parametrize(
    "code",
    [
        "new bsh.Interpreter().eval(Changing)",
        "new bsh.Interpreter().eval(Rules + Changing)",
        "new bsh.Interpreter().eval(Unknown)",
        'new bsh.Interpreter().eval(Rules + f("x"))',
        "i.eval(x ? y : z)",
        "Run\\u0074ime.getRuntime()",
    ],
)
def test_code_that_cant_be_known_is_told(code: str) -> None:
    assert unsafe_names_in_code(code, KNOWN).unknown


@pytest.mark.parametrize(
    "code",
    [
        "Strength + Bonus > 3",
        'Name.substring(1).equals("x") && Side.contains("R")',
        "Math.max(1, Integer.parseInt(Level))",
        'If(Range(0, 0) > 1, "The unit. No (3.2)", "Move e.g. Foo. Bar (x)")',
        'new String[] {"a", "b"}[0]',
        'CountMap("{Side == \\"$Foe$\\" && Class == 1}")',
        "new bsh.Interpreter().eval(Rules)",
        'new bsh.Interpreter().eval(Rules + PieceUID + "; 1")',
        "list = new ArrayList(); list.add(1); list.size()",
        "if (a) { b(); } else { c(); }",
        '"▶ \\u25b6".length()',
    ],
)
def test_harmless_code_passes(code: str) -> None:
    assert not unsafe_names_in_code(code, KNOWN), code


def test_a_property_of_the_engine_is_known_only_until_the_module_sets_it() -> None:
    code = "new bsh.Interpreter().eval(Rules + PieceUID)"
    assert unsafe_names_in_code(code, KnownTexts(KNOWN.fixed, {"PieceUID"})).unknown


@pytest.mark.parametrize(
    "text",
    [
        "Moves (3.2). The unit(s) go",
        "a save(s) of the run (2)",
        "see U.S. (x), e.g. 8.St.Pz (y)",
        "new units (2)",
    ],
)
def test_a_sentence_is_no_code(text: str) -> None:
    assert not unsafe_names_in_text(text)


@pytest.mark.parametrize(
    "text", ['x"); Runtime . getRuntime()', "Runtime.getRuntime()", 'exec("x")', "new java.io.File(x)"]
)
def test_a_text_that_would_be_code_is_told(text: str) -> None:
    assert unsafe_names_in_text(text).names


@pytest.mark.parametrize(
    "text",
    ["a.", "new ", "a (", "a    ", "(", '"(a . ', "/*", "a/*", '"""', "{", "eval(", "x{", '"{', '.eval("'],
)
def test_looking_takes_time_in_proportion(text: str) -> None:
    def seconds(count: int) -> float:
        before = process_time()
        unsafe_names_in_code(text * count, KnownTexts({}, ()))
        unsafe_names_in_text(text * count)
        return process_time() - before

    # What other tests left in memory is no matter of looking, and takes seconds to collect.
    gc.disable()
    try:
        assert seconds(20_000) < 0.3 + 30 * seconds(2_000)
    finally:
        gc.enable()


def test_the_list_of_names_is_exactly_what_our_scripts_use() -> None:
    words = set(re.findall(r"[A-Za-z_]\w*", SCRIPTS))
    assert words >= safe_java_classes.OWN_METHODS | safe_java_classes.OWN_FIELDS
    assert all(name in SCRIPTS for name in safe_java_classes.OWN_CLASSES)


@pytest.mark.parametrize("slug", ["battle-for-moscow", "moscow-embattled"])
def test_everything_that_our_modules_call_is_known(slug: str) -> None:
    known = KnownTexts({}, (), {run_script(): "RulesScript"}, judge_script())
    assert unsafe_names_in_code(script(with_rule_citations(game(slug)), 150), known) == UnsafeNames()


def test_a_new_use_in_our_scripts_would_be_told() -> None:
    known = KnownTexts({"RulesScript": ""}, (), {run_script(): "RulesScript"})
    assert not unsafe_names_in_code(run_script() + 'ask("judgeMove", "1");', known)
    assert unsafe_names_in_code(run_script() + "root.getGlassPane();", known).names == ("root.getGlassPane",)


def test_a_script_that_only_begins_like_ours_is_told() -> None:
    known = KnownTexts({"RulesScript": 'Runtime.getRuntime().exec("x");'}, (), {run_script(): "RulesScript"})
    assert "Runtime.getRuntime" in unsafe_names_in_code(run_script() + 'ask("judgeMove", "1");', known).names
    assert unsafe_names_in_code(run_script() + 'ask("exec(1);", "1");', known).names


def _codes(folder: Path, entries: dict[str, bytes]) -> set[str]:
    write(folder / NAME, entries)
    return {d.code for d in verify_paths([folder / NAME], ["V9"]).diagnostics}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Guard/", "{Runtime.getRuntime()}/"),
        ("end_save", "GlobalProperty\t;Weather;new File();module"),
        ("end_save", "MutableProperty\tWeather\tdry\tnew File()\tmodule"),
    ],
)
def test_a_saved_game_that_reaches_out_is_told(old: str, new: str, tmp_path: Path) -> None:
    made = files()
    saved = SavedGame.decode(made.entries["start.vsav"])
    assert old in saved.text
    text = saved.text.replace(old, new if old != "end_save" else f"end_save\x1b{new}")
    made.entries["start.vsav"] = SavedGame(saved.moduledata, saved.savedata, text).encode()
    assert _codes(tmp_path, made.entries) == {"V901"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('version="1.0">', 'version="${project.version}">'),
        ('description=""', 'description="{Runtime.getRuntime()}"'),
        ('description=""', 'description="Set up by new Thread(x); run it"'),
        ("delete;Remove;57348,0,remove;", "delete;Remove;57348,0,remove;{Runtime.getRuntime()}"),
        ("end_save", "NOTES\tnew File(1936), see System.exit(2)"),
        ("end_save", "CHATnew File(1936), see System.exit(2)"),
    ],
)
def test_a_text_that_nobody_evaluates_is_no_code(old: str, new: str, tmp_path: Path) -> None:
    made = files()
    saved = SavedGame.decode(made.entries["start.vsav"])
    changed = saved.text.replace("end_save", f"end_save\x1b{new}") if old == "end_save" else saved.text
    made.entries["start.vsav"] = SavedGame(saved.moduledata, saved.savedata, changed).encode()
    build = made.entries["buildFile.xml"].decode()
    assert old in build + saved.text
    made.entries["buildFile.xml"] = build.replace(old, new, 1).encode()
    assert _codes(tmp_path, made.entries) == set()


def test_what_is_evaluated_is_code_even_if_a_description_says_the_same(tmp_path: Path) -> None:
    made = files()
    made.replace(
        'filter="{Side == &quot;Red&quot;}"', 'filter="{Runtime.exit(1)}" description="{Runtime.exit(1)}"'
    )
    assert _codes(tmp_path, made.entries) == {"V901"}


def test_a_value_that_ends_its_quotation_marks_is_told(tmp_path: Path) -> None:
    made = files()
    made.replace('initialValue="dry"', 'initialValue="\\&quot;); x(&quot;"')
    assert _codes(tmp_path, made.entries) == {"V902"}


def test_classes_of_others_are_told_once(tmp_path: Path) -> None:
    made = files()
    made.replace("<VASSAL.build.module.BasicCommandEncoder/>", "<own.Thing/>" * 50)
    made.entries.update({f"own/Thing{n}.class": b"x" for n in range(300)} | {"own/Thing.class": b"x"})
    write(tmp_path / NAME, made.entries)
    found = verify_paths([tmp_path / NAME], ["V9"]).diagnostics
    assert [d.message for d in found if d.code == "V903"] == [
        "the archive holds 301 .class files: 'own/Thing.class' …"
    ]
    assert [len(g.findings) for g in group_by_cause(found) if g.code == "V904"] == [50]
