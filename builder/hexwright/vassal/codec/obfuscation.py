"""Obfuscate saved games as VASSAL does (VASSAL.tools.io.ObfuscatingOutputStream)."""

from __future__ import annotations

from hexwright.vassal.codec.sequence_encoder import CodecError

HEADER = b"!VCSK"


def obfuscate(text: str, key: int = 0x56) -> bytes:
    """Return the obfuscated text: a header, the key, and the UTF-8 bytes XORed with the key as hex digits."""
    if not 0 <= key <= 255:
        raise CodecError("key", key, "the key must be between 0 and 255")
    return HEADER + b"%02x" % key + text.encode().translate(_xor(key)).hex().encode()


def deobfuscate(data: bytes) -> str:
    """Return the text of obfuscated data. Data without the header is read as plain UTF-8, as in VASSAL.

    Raises CodecError for data that isn't hexadecimal or isn't UTF-8.
    """
    try:
        if not data.startswith(HEADER):
            return data.decode()
        key = bytes.fromhex(data[5:7].decode("ascii"))[0]
        return bytes.fromhex(data[7:].decode("ascii")).translate(_xor(key)).decode()
    except (ValueError, IndexError) as error:
        raise CodecError("", data[:16], f"not a saved game: {error}") from None


def _xor(key: int) -> bytes:
    return bytes(byte ^ key for byte in range(256))
