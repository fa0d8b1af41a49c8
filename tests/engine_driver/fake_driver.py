"""Stand in for the Java driver: speak its protocol as the file given as a module tells.

That file is a JSON object: `first` lists what to write at the start, `replies` maps a verb to what to write
when it is asked. A string is written as it is, with @ID replaced by the command's id; `{"do": ...}` acts.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time


def perform(steps: list[object], number: object) -> None:
    for step in steps:
        if isinstance(step, str):
            sys.stdout.write(step.replace("@ID", str(number)) + "\n")
            sys.stdout.flush()
        elif isinstance(step, dict):
            act(str(step["do"]), str(step.get("with", "")))


def act(what: str, argument: str) -> None:
    if what == "crash":
        sys.stderr.write(argument)
        sys.stderr.flush()
        os._exit(3)
    if what == "hang":
        time.sleep(600)
    if what == "spawn":
        # The child holds the pipe open for as long as it lives.
        with open(argument, "wb") as pipe:
            subprocess.Popen(["sleep", "600"], stdout=pipe, stdin=subprocess.DEVNULL)
    if what == "shadow":
        # Wherever the error stream lies in this folder, whoever reads it by name waits forever.
        for name in os.listdir("."):
            os.unlink(name)
            os.mkfifo(name)
    if what == "flood":
        while True:
            sys.stdout.write(argument)
    if what == "options":
        print(json.dumps({"event": "chat", "text": os.environ["JAVA_TOOL_OPTIONS"], "style": ""}), flush=True)


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as file:
        script = json.load(file)
    perform(script["first"], None)
    for line in sys.stdin:
        command = json.loads(line)
        perform(script["replies"][command["verb"]], command["id"])


if __name__ == "__main__":
    main()
