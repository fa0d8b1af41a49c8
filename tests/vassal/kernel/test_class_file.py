from __future__ import annotations

import struct
from pathlib import Path

import pytest

from hexwright.vassal.kernel.class_file import PUBLIC, STATIC, ClassFile
from hexwright.vassal.kernel.constant_pool import ConstantPool, modified_utf8
from hexwright.vassal.kernel.descriptors import method_types
from hexwright.vassal.kernel.method_code import Label, MethodCode
from tests.vassal.kernel.java_machine import needs_java, run_java

STRING = "Ljava/lang/String;"


def say(code: MethodCode, local: int) -> None:
    code.get_static("java/lang/System", "out", "Ljava/io/PrintStream;")
    code.load(local)
    code.invoke_virtual("java/io/PrintStream", "println", "(Ljava/lang/Object;)V")


def sample() -> ClassFile:
    """Return a class that prints a countdown, chooses by a switch, and catches an exception."""
    made = ClassFile("sample/Sample", source="sample.py")
    code = made.method("main", f"([{STRING})V", PUBLIC | STATIC)
    code.line(7)
    count, long, word = code.new_local("I"), code.new_local("J"), code.new_local("java/lang/Object")
    code.push_long(1 << 40)
    code.store(long)
    code.push_int(70000)
    code.store(count)
    cases = {number: Label() for number in (1, 2, 70000)}
    other, end = Label(), Label()
    code.load(count)
    code.switch(cases, other)
    for number, label in cases.items():
        code.place(label)
        code.push_string(f"case {number} \u00e9\U0001f600")
        code.store(word)
        code.jump("goto", end)
    code.place(other)
    code.push_string("no case")
    code.store(word)
    code.place(end)
    say(code, word)
    start, stop, caught, after = Label(), Label(), Label(), Label()
    code.mark(start)
    code.begin_object("java/lang/IllegalStateException")
    code.push_string("thrown")
    code.finish_object("java/lang/IllegalStateException", f"({STRING})V")
    code.leave("athrow")
    code.mark(stop)
    code.handle(start, stop, caught, "java/lang/IllegalStateException")
    code.invoke_virtual("java/lang/Throwable", "getMessage", f"(){STRING}")
    code.store(word)
    say(code, word)
    code.place(after)
    code.leave_void()
    return made


def test_header_names_version_52_and_the_count_of_constants() -> None:
    data = sample().to_bytes()
    magic, minor, major, constants = struct.unpack_from(">IHHH", data)
    assert (magic, minor, major) == (0xCAFEBABE, 0, 52)
    assert constants > 20
    assert data == sample().to_bytes()


def test_texts_are_written_as_java_does() -> None:
    assert modified_utf8("a\0é") == b"a\xc0\x80\xc3\xa9"
    assert modified_utf8("\U0001f600") == b"\xed\xa0\xbd\xed\xb8\x80"


def test_a_constant_has_one_number_and_a_long_takes_two() -> None:
    pool = ConstantPool()
    assert [pool.string("x"), pool.string("x"), pool.long(7), pool.utf8("y")] == [2, 2, 3, 5]


def test_a_class_with_too_many_constants_is_refused() -> None:
    pool = ConstantPool()
    for number in range(65534):
        pool.integer(number)
    with pytest.raises(ValueError, match="more than 65535 constants"):
        pool.integer(65534)


def test_descriptors_are_read() -> None:
    assert method_types("(IJ[[Ljava/lang/String;Ljava/util/List;)Z") == (
        ("I", "J", "[[Ljava/lang/String;", "java/util/List"),
        "I",
    )


def test_code_after_a_return_is_ignored() -> None:
    code = ClassFile("sample/Empty").method("nothing", "()Ljava/lang/Object;")
    code.push_null()
    code.leave()
    before = len(code.to_attribute())
    code.push_string("never")
    code.pop()
    code.jump("goto", Label())
    assert len(code.to_attribute()) == before


def test_a_method_that_runs_off_its_end_is_an_error() -> None:
    code = ClassFile("sample/Endless").method("endless", "()Ljava/lang/Object;")
    code.push_null()
    with pytest.raises(AssertionError, match="runs off its end"):
        code.to_attribute()


def test_a_method_too_long_for_its_jumps_is_refused() -> None:
    code = ClassFile("sample/Long").method("long", "()V")
    for _ in range(12000):
        code.push_int(1000)
        code.pop()
    code.leave_void()
    with pytest.raises(ValueError, match=r"sample/Long\.long has 48001 bytes of code"):
        code.to_attribute()


def test_an_unfinished_object_may_not_lie_on_the_stack_over_a_jump() -> None:
    code = ClassFile("sample/Unfinished").method("unfinished", "()V")
    past = Label()
    code.begin_object("java/lang/Object")
    code.push_null()
    code.jump("ifnull", past)
    code.place(past)
    code.finish_object("java/lang/Object")
    code.pop()
    code.leave_void()
    with pytest.raises(AssertionError, match="unfinished java/lang/Object"):
        code.to_attribute()


@needs_java
@pytest.mark.slow
def test_java_verifies_and_runs_what_is_written(tmp_path: Path) -> None:
    printed = run_java(tmp_path, {"sample/Sample": sample().to_bytes()}, "sample.Sample")
    assert printed.encode("utf-8", "replace").startswith(b"case 70000 ")
    assert printed.endswith("thrown\n")
