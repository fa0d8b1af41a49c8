"""Draw SVGs in a separate process and report the result for each; see `trial_drawing`.

The arguments are the limits of memory and time, and the widths in pixels. Standard input contains, for each
drawing, its length in four bytes and its text; standard output gets one line for each as soon as it is drawn.
The file is self-contained and imports nothing from hexwright.
"""

from __future__ import annotations

import os
import struct
import sys


def main() -> None:
    """Render drawings until the input ends."""
    from resvg import render, usvg

    options = usvg.Options.default()
    options.resources_dir = os.devnull
    memory, seconds, *widths = map(int, sys.argv[1:])
    _limit_process(memory, seconds)
    while head := sys.stdin.buffer.read(4):
        text = sys.stdin.buffer.read(struct.unpack(">I", head)[0]).decode("utf-8")
        answer = "drawn"
        try:
            drawing = usvg.Tree.from_str(text, options)
            width, height = drawing.int_size()
            for size in widths:
                scale = size / width
                whole = (size, max(1, round(height * scale)))
                render(drawing, (scale, 0, 0, 0, scale, 0), bg_size=whole)
        except Exception as fault:
            answer = f"refused {str(fault).partition(chr(10))[0]}"
        except BaseException:
            # A panic of the renderer isn't an Exception, and its message doesn't help a designer.
            answer = "refused the renderer fails, as it does with huge numbers"
        sys.stdout.buffer.write(answer.encode("utf-8", "replace") + b"\n")
        sys.stdout.buffer.flush()


def _limit_process(memory: int, seconds: int) -> None:
    """Make the operating system end this process if it exceeds the limits.

    On systems without such limits, only the caller's time-out ends it.
    """
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main()
