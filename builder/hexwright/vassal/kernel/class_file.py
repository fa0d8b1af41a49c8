"""Write JVM class files (version 52), as chapter 4 of the JVM specification describes them.

The same calls give the same bytes: constants are numbered in the order of their first use.
"""

from __future__ import annotations

import struct
from typing import Final

from hexwright.vassal.kernel.constant_pool import ConstantPool
from hexwright.vassal.kernel.method_code import MethodCode

VERSION: Final = 52
"""The version of Java 8: with stack maps, which let the JVM verify a class in one pass."""
OBJECT: Final = "java/lang/Object"
PUBLIC: Final = 0x0001
STATIC: Final = 0x0008
VARIABLE_ARGUMENTS: Final = 0x0080
_SUPER: Final = 0x0020
_MAGIC: Final = 0xCAFEBABE


class ClassFile:
    """A class that is being written."""

    def __init__(
        self, name: str, parent: str = OBJECT, source: str = "", interfaces: tuple[str, ...] = ()
    ) -> None:
        """Begin a public class; names are internal, such as "java/lang/Object".

        `source` is the file that stack traces name.
        """
        self.name, self.parent, self.source, self.interfaces = name, parent, source, interfaces
        self.pool = ConstantPool()
        self.methods: list[MethodCode] = []
        self._fields: list[tuple[str, str, int]] = []

    def field(self, name: str, descriptor: str, flags: int = PUBLIC | STATIC) -> None:
        """Declare a field; ignore a second declaration."""
        if (name, descriptor, flags) not in self._fields:
            self._fields.append((name, descriptor, flags))

    def method(self, name: str, descriptor: str, flags: int = PUBLIC | STATIC) -> MethodCode:
        """Begin a method, and return its code, to which instructions are added."""
        code = MethodCode(self.pool, self.name, name, descriptor, flags)
        self.methods.append(code)
        return code

    def to_bytes(self) -> bytes:
        """Return the class file. Raises ValueError if a limit of class files is exceeded."""
        pool = self.pool
        methods = [
            struct.pack(">HHHH", code.flags, pool.utf8(code.name), pool.utf8(code.descriptor), 1)
            + code.to_attribute()
            for code in self.methods
        ]
        fields = [
            struct.pack(">HHHH", flags, pool.utf8(name), pool.utf8(descriptor), 0)
            for name, descriptor, flags in self._fields
        ]
        attributes = []
        if self.source:
            attributes.append(pool.attribute("SourceFile", struct.pack(">H", pool.utf8(self.source))))
        head = (PUBLIC | _SUPER, pool.class_of(self.name), pool.class_of(self.parent))
        interfaces = [struct.pack(">H", pool.class_of(name)) for name in self.interfaces]
        return b"".join(
            (
                struct.pack(">IHH", _MAGIC, 0, VERSION),
                pool.to_bytes(),
                struct.pack(">HHH", *head),
                *(_counted(part) for part in (interfaces, fields, methods, attributes)),
            )
        )


def _counted(entries: list[bytes]) -> bytes:
    return struct.pack(">H", len(entries)) + b"".join(entries)
