"""Write the code of a JVM method: instructions, jumps, exception handlers, line numbers, stack maps.

Each instruction is applied to a model of the stack, so that stack maps need no analysis of the code.
Every local variable gets a value at the head of the method; all stack maps of a method list the same locals.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from typing import Final

from hexwright.vassal.kernel.constant_pool import ConstantPool
from hexwright.vassal.kernel.descriptors import DOUBLE, INT, LONG, NULL, VOID, method_types, slot_type, width
from hexwright.vassal.kernel.stack_maps import Frame, stack_map_table

LONGEST_JUMP: Final = 32767
_OBJECT: Final = "java/lang/Object"
_STATIC: Final = 0x0008
_WIDE: Final = 196
_LOADS: Final = {INT: (21, 26), LONG: (22, 30), DOUBLE: (24, 38)}
_STORES: Final = {INT: (54, 59), LONG: (55, 63), DOUBLE: (57, 71)}
_ZEROS: Final = {INT: 3, LONG: 9, DOUBLE: 14}
_ACONST_NULL: Final = 1
_BIPUSH, _SIPUSH, _LDC, _LDC_W, _LDC2_W = 16, 17, 18, 19, 20
_NEW, _ANEWARRAY, _CHECKCAST = 187, 189, 192
_TABLESWITCH, _LOOKUPSWITCH = 170, 171
_SIMPLE: Final[dict[str, tuple[int, int, str]]] = {
    "aaload": (50, 2, _OBJECT),
    "aastore": (83, 3, ""),
    "arraylength": (190, 1, INT),
    "i2l": (133, 1, LONG),
}
"""Instructions without operands: opcode, entries taken from the stack, and the slot type of the result."""
_RETURNS: Final = {"areturn": 176, "ireturn": 172, "lreturn": 173, "athrow": 191}
_JUMPS: Final = {
    "goto": (167, 0),
    "ifeq": (153, 1),
    "ifne": (154, 1),
    "if_icmplt": (161, 2),
    "if_acmpeq": (165, 2),
    "if_acmpne": (166, 2),
    "ifnull": (198, 1),
    "ifnonnull": (199, 1),
}
"""Jumps: opcode, and entries taken from the stack."""


@dataclass(eq=False, slots=True)
class Label:
    """A place in the code that instructions jump to."""

    stack: list[str] | None = None
    """The stack at the label, known from the first jump to it or from its placing."""
    offset: int = -1
    is_target: bool = False


@dataclass(slots=True)
class _Jump:
    opcode: int
    to: Label


@dataclass(slots=True)
class _Switch:
    cases: list[tuple[int, Label]]
    other: Label

    @property
    def is_dense(self) -> bool:
        return bool(self.cases) and self.cases[-1][0] - self.cases[0][0] + 1 == len(self.cases)

    def size(self, offset: int) -> int:
        head, entry = (12, 4) if self.is_dense else (8, 8)
        return 1 + (3 - offset % 4) + head + entry * len(self.cases)

    def to_bytes(self, offset: int) -> bytes:
        opcode = _TABLESWITCH if self.is_dense else _LOOKUPSWITCH
        out = bytearray((opcode,)) + bytes(3 - offset % 4)
        out += struct.pack(">i", self.other.offset - offset)
        if self.is_dense:
            out += struct.pack(">ii", self.cases[0][0], self.cases[-1][0])
            out += b"".join(struct.pack(">i", to.offset - offset) for _, to in self.cases)
        else:
            out += struct.pack(">i", len(self.cases))
            out += b"".join(struct.pack(">ii", number, to.offset - offset) for number, to in self.cases)
        return bytes(out)


@dataclass(frozen=True, slots=True)
class _Handler:
    start: Label
    end: Label
    at: Label
    caught: str


@dataclass(slots=True)
class _Line:
    number: int


_Item = bytes | _Jump | _Switch | _Line | Label


@dataclass(slots=True)
class _Assembled:
    code: bytearray = field(default_factory=bytearray)
    lines: list[tuple[int, int]] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)


class MethodCode:
    """The code of one method. After a jump or a return, instructions are ignored until a label is placed."""

    def __init__(self, pool: ConstantPool, owner: str, name: str, descriptor: str, flags: int) -> None:
        self.pool, self.owner, self.name, self.descriptor, self.flags = pool, owner, name, descriptor, flags
        arguments, _ = method_types(descriptor)
        self.locals: list[str] = [*([] if flags & _STATIC else [owner]), *arguments]
        """The slot types of arguments and local variables."""
        self._slots: list[int] = []
        self._room = 0
        for kind in self.locals:
            self._place_local(kind)
        self._parameters = len(self.locals)
        self._items: list[_Item] = []
        self._handlers: list[_Handler] = []
        self.stack: list[str] | None = []
        """The slot types on the stack, or None where no code arrives."""
        self._depth = self._deepest = 0

    def _place_local(self, kind: str) -> None:
        self._slots.append(self._room)
        self._room += width(kind)

    # The stack ------------------------------------------------------------------------------------

    @property
    def is_reached(self) -> bool:
        """Whether the next instruction can be reached."""
        return self.stack is not None

    def _push(self, kind: str) -> None:
        assert self.stack is not None
        self.stack.append(kind)
        self._depth += width(kind)
        self._deepest = max(self._deepest, self._depth)

    def _pop(self, number: int = 1) -> None:
        assert self.stack is not None
        for _ in range(number):
            self._depth -= width(self.stack.pop())

    def _set_stack(self, stack: list[str] | None) -> None:
        self.stack = None if stack is None else list(stack)
        self._depth = sum(map(width, stack or ()))
        self._deepest = max(self._deepest, self._depth)

    def _add(self, opcode: int, operands: bytes = b"") -> None:
        self._items.append(bytes((opcode,)) + operands)

    # Local variables and constants ----------------------------------------------------------------

    def new_local(self, kind: str = _OBJECT) -> int:
        """Add a local variable that is null or zero at the head of the method; return its number."""
        self.locals.append(kind)
        self._place_local(kind)
        return len(self.locals) - 1

    def load(self, number: int) -> None:
        """Push a local variable."""
        if self.is_reached:
            self._items.append(self._access(number, _LOADS, (25, 42)))
            self._push(self.locals[number])

    def store(self, number: int) -> None:
        """Store the top of the stack in a local variable."""
        if self.is_reached:
            self._items.append(self._access(number, _STORES, (58, 75)))
            self._pop()

    def _access(self, number: int, opcodes: dict[str, tuple[int, int]], usual: tuple[int, int]) -> bytes:
        opcode, short = opcodes.get(self.locals[number], usual)
        slot = self._slots[number]
        if slot < 4:
            return bytes((short + slot,))
        return bytes((opcode, slot)) if slot < 256 else struct.pack(">BBH", _WIDE, opcode, slot)

    def push_int(self, value: int) -> None:
        """Push an int of 32 bits."""
        if not self.is_reached:
            return
        if -1 <= value <= 5:
            self._add(3 + value)
        elif -128 <= value < 128:
            self._add(_BIPUSH, struct.pack(">b", value))
        elif -32768 <= value < 32768:
            self._add(_SIPUSH, struct.pack(">h", value))
        else:
            self._add(_LDC_W, struct.pack(">H", self.pool.integer(value)))
        self._push(INT)

    def push_long(self, value: int) -> None:
        """Push an int of 64 bits."""
        if not self.is_reached:
            return
        if value in (0, 1):
            self._add(9 + value)
        else:
            self._add(_LDC2_W, struct.pack(">H", self.pool.long(value)))
        self._push(LONG)

    def push_double(self, value: float) -> None:
        """Push a floating-point value."""
        if self.is_reached:
            self._add(_LDC2_W, struct.pack(">H", self.pool.double(value)))
            self._push(DOUBLE)

    def push_string(self, text: str) -> None:
        """Push a string."""
        if self.is_reached:
            self._push_constant(self.pool.string(text), "java/lang/String")

    def push_class(self, name: str) -> None:
        """Push a class object."""
        if self.is_reached:
            self._push_constant(self.pool.class_of(name), "java/lang/Class")

    def _push_constant(self, number: int, kind: str) -> None:
        if number < 256:
            self._add(_LDC, bytes((number,)))
        else:
            self._add(_LDC_W, struct.pack(">H", number))
        self._push(kind)

    def push_null(self) -> None:
        """Push null."""
        if self.is_reached:
            self._add(_ACONST_NULL)
            self._push(NULL)

    # Fields, calls, objects -----------------------------------------------------------------------

    def get_static(self, owner: str, name: str, descriptor: str) -> None:
        """Push a static field."""
        self._field(178, owner, name, descriptor)

    def put_static(self, owner: str, name: str, descriptor: str) -> None:
        """Store the top of the stack in a static field."""
        self._field(179, owner, name, descriptor)

    def get_field(self, owner: str, name: str, descriptor: str) -> None:
        """Replace the object on the stack with one of its fields."""
        self._field(180, owner, name, descriptor)

    def put_field(self, owner: str, name: str, descriptor: str) -> None:
        """Store the top of the stack in a field of the object below it."""
        self._field(181, owner, name, descriptor)

    def _field(self, opcode: int, owner: str, name: str, descriptor: str) -> None:
        if not self.is_reached:
            return
        self._add(opcode, struct.pack(">H", self.pool.field(owner, name, descriptor)))
        self._pop({178: 0, 179: 1, 180: 1, 181: 2}[opcode])
        if opcode in (178, 180):
            self._push(slot_type(descriptor))

    def invoke_static(self, owner: str, name: str, descriptor: str) -> None:
        """Call a static method with the arguments on the stack."""
        if self.is_reached:
            self._add(184, struct.pack(">H", self.pool.method(owner, name, descriptor)))
            self._called(descriptor, 0)

    def invoke_virtual(self, owner: str, name: str, descriptor: str) -> None:
        """Call a method of the object below the arguments."""
        if self.is_reached:
            self._add(182, struct.pack(">H", self.pool.method(owner, name, descriptor)))
            self._called(descriptor, 1)

    def invoke_special(self, owner: str, name: str, descriptor: str) -> None:
        """Call a method of a parent class, or its constructor, on the object below the arguments."""
        if self.is_reached:
            self._add(183, struct.pack(">H", self.pool.method(owner, name, descriptor)))
            self._called(descriptor, 1)

    def invoke_interface(self, owner: str, name: str, descriptor: str) -> None:
        """Call a method of an interface on the object below the arguments."""
        if self.is_reached:
            number = self.pool.method(owner, name, descriptor, interface=True)
            room = 1 + sum(map(width, method_types(descriptor)[0]))
            self._add(185, struct.pack(">HBB", number, room, 0))
            self._called(descriptor, 1)

    def _called(self, descriptor: str, receivers: int) -> None:
        arguments, result = method_types(descriptor)
        self._pop(len(arguments) + receivers)
        if result != VOID:
            self._push(result)

    def begin_object(self, owner: str) -> None:
        """Push a new object twice; `finish_object` must follow without a label or jump between them."""
        if self.is_reached:
            self._add(_NEW, struct.pack(">H", self.pool.class_of(owner)))
            self._push("new:" + owner)
            self.dup()

    def finish_object(self, owner: str, descriptor: str = "()V") -> None:
        """Call the constructor of the object of `begin_object` with the arguments on the stack."""
        if self.is_reached:
            self.invoke_special(owner, "<init>", descriptor)
            assert self.stack is not None
            assert self.stack[-1] == "new:" + owner
            self.stack[-1] = owner

    def new_array(self, element: str) -> None:
        """Replace the length on the stack with a new array of objects."""
        if self.is_reached:
            self._add(_ANEWARRAY, struct.pack(">H", self.pool.class_of(element)))
            self._pop()
            self._push(f"[L{element};")

    def cast(self, name: str) -> None:
        """Check that the top of the stack is of a class."""
        if self.is_reached:
            self._add(_CHECKCAST, struct.pack(">H", self.pool.class_of(name)))
            self._pop()
            self._push(name)

    # Other instructions ---------------------------------------------------------------------------

    def simple(self, name: str) -> None:
        """Add an instruction without operands: aaload, aastore, arraylength or i2l."""
        if self.is_reached:
            opcode, taken, result = _SIMPLE[name]
            self._add(opcode)
            self._pop(taken)
            if result:
                self._push(result)

    def dup(self) -> None:
        """Push the top of the stack once more."""
        if self.stack is not None:
            self._add(89)
            self._push(self.stack[-1])

    def pop(self) -> None:
        """Drop the top of the stack."""
        if self.is_reached:
            self._add(87)
            self._pop()

    def leave(self, name: str = "areturn") -> None:
        """Return the top of the stack, or throw it (athrow)."""
        if self.is_reached:
            self._add(_RETURNS[name])
            self._set_stack(None)

    def leave_void(self) -> None:
        """Return without a value."""
        if self.is_reached:
            self._add(177)
            self._set_stack(None)

    def line(self, number: int) -> None:
        """Name the line of the source from which the next instructions come."""
        if self.is_reached and not (
            self._items and isinstance(self._items[-1], _Line) and self._items[-1].number == number
        ):
            self._items.append(_Line(number))

    # Flow -----------------------------------------------------------------------------------------

    def jump(self, name: str, to: Label) -> None:
        """Jump to a label; every jump but goto takes its test from the stack."""
        if not self.is_reached:
            return
        opcode, taken = _JUMPS[name]
        self._pop(taken)
        self._meet(to)
        to.is_target = True
        self._items.append(_Jump(opcode, to))
        if name == "goto":
            self._set_stack(None)

    def switch(self, cases: dict[int, Label], other: Label) -> None:
        """Jump by the int on the stack."""
        if not self.is_reached:
            return
        self._pop()
        for to in (*cases.values(), other):
            self._meet(to)
            to.is_target = True
        self._items.append(_Switch(sorted(cases.items(), key=lambda case: case[0]), other))
        self._set_stack(None)

    def _meet(self, to: Label) -> None:
        assert self.stack is not None
        if to.stack is None:
            to.stack = list(self.stack)
            return
        assert len(to.stack) == len(self.stack), f"{self.name}: stacks of two jumps differ in depth"
        joined = [one if one == two else _OBJECT for one, two in zip(to.stack, self.stack, strict=True)]
        assert to.offset < 0 or joined == to.stack, f"{self.name}: a jump back changes the stack"
        to.stack = joined

    def place(self, label: Label) -> None:
        """Place a label here; code goes on if the label or this place is reached."""
        if self.is_reached:
            self._meet(label)
        if label.stack is not None:
            self._set_stack(label.stack)
            label.offset = 0
            self._items.append(label)

    def mark(self, label: Label) -> None:
        """Place a label that only bounds an exception handler; nothing jumps to it."""
        self._items.append(label)

    def handle(self, start: Label, end: Label, at: Label, caught: str) -> None:
        """Go on at a label, placed here, if the code between two marks throws an exception of a class."""
        at.stack, at.is_target = [caught], True
        self._handlers.append(_Handler(start, end, at, caught))
        self._set_stack(None)
        self.place(at)

    # The finished code ----------------------------------------------------------------------------

    def to_attribute(self) -> bytes:
        """Return the attribute Code. Raises ValueError if the method is too long."""
        assert not self.is_reached, f"{self.owner}.{self.name} runs off its end"
        head = b"".join(self._initial_value(at) for at in range(self._parameters, len(self.locals)))
        self._set_offsets(len(head))
        done = self._assemble(head)
        pool = self.pool
        table = [
            struct.pack(">HHHH", one.start.offset, one.end.offset, one.at.offset, pool.class_of(one.caught))
            for one in self._handlers
            if one.start.offset < one.end.offset
        ]
        attributes = []
        if done.lines:
            lines = b"".join(struct.pack(">HH", *line) for line in done.lines)
            attributes.append(pool.attribute("LineNumberTable", struct.pack(">H", len(done.lines)) + lines))
        if done.frames:
            maps = stack_map_table(pool, self.locals, self._parameters, done.frames)
            attributes.append(pool.attribute("StackMapTable", maps))
        body = struct.pack(">HHI", self._deepest, self._room, len(done.code)) + bytes(done.code)
        body += struct.pack(">H", len(table)) + b"".join(table)
        return pool.attribute("Code", body + struct.pack(">H", len(attributes)) + b"".join(attributes))

    def _initial_value(self, number: int) -> bytes:
        zero = _ZEROS.get(self.locals[number], _ACONST_NULL)
        return bytes((zero,)) + self._access(number, _STORES, (58, 75))

    def _set_offsets(self, offset: int) -> None:
        for item in self._items:
            if isinstance(item, bytes):
                offset += len(item)
            elif isinstance(item, _Jump):
                offset += 3
            elif isinstance(item, Label):
                item.offset = offset
            elif isinstance(item, _Switch):
                offset += item.size(offset)
        if offset > LONGEST_JUMP:
            raise ValueError(f"{self.owner}.{self.name} has {offset} bytes of code; split the function")

    def _assemble(self, head: bytes) -> _Assembled:
        done = _Assembled(bytearray(head))
        if self.locals[self._parameters :]:
            self._deepest = max(self._deepest, *map(width, self.locals[self._parameters :]))
        for item in self._items:
            at = len(done.code)
            if isinstance(item, bytes):
                done.code += item
            elif isinstance(item, _Jump):
                done.code += struct.pack(">Bh", item.opcode, item.to.offset - at)
            elif isinstance(item, _Switch):
                done.code += item.to_bytes(at)
            elif isinstance(item, _Line):
                done.lines.append((at, item.number))
            elif item.is_target and item.stack is not None:
                done.frames.append(Frame(at, tuple(item.stack)))
        return done
