"""A sandbox for VASSAL: a module's code has no network access, and access only to the files that it needs.

VASSAL runs the code in a module. `bwrap` (bubblewrap) gives VASSAL a separate file system. In it, the
system's programs and libraries and the module are readable. What is writable is in memory, of limited size,
and gone afterwards: nothing outside is ever opened by a name that a module could have changed. `unshare` only
removes the network. Neither program needs root, and neither is available on every machine; a trial run
decides which one works.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

_SYSTEM: Final = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store")
"""The folders of the system's programs and libraries, which are readable in the sandbox."""
_SETTINGS: Final = (
    "/etc/alternatives", "/etc/fonts", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d",
    "/etc/localtime", "/var/cache/fontconfig",
)  # fmt: skip
"""The files and folders of system settings that Java and fonts need. They contain no user data."""
_SOCKETS: Final = "/tmp/.X11-unix"
PRIVATE_MB: Final = 2048
"""The size in MiB of the private folder; older bubblewraps give it half of the machine's memory."""
_TEMPORARY_MB: Final = 64
MOST_PROCESSES: Final = 4096
"""The number of processes and threads in the sandbox. The kernel doesn't count those of root."""
PROCESS_MB: Final = 6144
"""The memory in MiB of each process in the sandbox, beside the private folder."""
_PATIENCE: Final = 20.0

FULL_SANDBOX: Final = (
    "VASSAL runs in a sandbox: it has no network access, and can only access the module and a private folder"
)
NO_NETWORK: Final = (
    "VASSAL runs without network access, but the module's code can read and change your files: "
    "install bubblewrap for a full sandbox (docs/how-to/real-engine.md)"
)
NO_SANDBOX: Final = (
    "VASSAL runs without a sandbox: the module's code can do anything that you can do; install bubblewrap "
    "for a sandbox on Linux (docs/how-to/real-engine.md)"
)

#: The only variables of the user's environment that are passed on.
PASSED_VARIABLES: Final = (
    "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "TZ",
    "SystemRoot", "SystemDrive", "windir", "ComSpec", "PATHEXT", "NUMBER_OF_PROCESSORS",
    "PROCESSOR_ARCHITECTURE",
)  # fmt: skip


def clean_environment(environment: Mapping[str, str], folder: Path) -> dict[str, str]:
    """Return an environment without the user's data; home and temporary files are in `folder`."""
    kept = {name: environment[name] for name in PASSED_VARIABLES if name in environment}
    homes = ("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "TMPDIR", "TEMP", "TMP")
    programs = environment.get("PATH", "") if sys.platform == "win32" else os.defpath
    return kept | dict.fromkeys(homes, str(folder)) | {"PATH": programs}


def sandboxed_command(
    command: Sequence[str], folder: Path, readable: Iterable[Path], display: str | None
) -> list[str]:
    """Return the command that runs another command in the strictest sandbox that works on this machine.

    `folder` is writable; in the full sandbox it is another folder of that name, in memory. `readable` lists
    files and folders that are readable in addition to the system's own. `display` is a virtual X display,
    whose socket is accessible.
    """
    # A display on another machine needs the network.
    local = display is None or display.startswith(":")
    kind = best_sandbox(command[0]) if local else NO_SANDBOX
    if kind == FULL_SANDBOX:
        return [*_bubblewrap_command(command[0], folder, readable, display), *command]
    if kind == NO_NETWORK:
        return [*_without_network(), *command]
    return list(command)


@cache
def best_sandbox(program: str) -> str:
    """Return the strictest sandbox that works for a program such as `java`: FULL, NO_NETWORK or NONE."""
    if not sys.platform.startswith("linux"):
        return NO_SANDBOX
    if shutil.which("bwrap") and _runs(
        [*_bubblewrap_command(program, Path("/nonexistent"), (), None), program, "-version"]
    ):
        return FULL_SANDBOX
    if shutil.which("unshare") and _runs([*_without_network(), "true"]):
        return NO_NETWORK
    return NO_SANDBOX


def _runs(command: Sequence[str]) -> bool:
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=_PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def _without_network() -> list[str]:
    return ["unshare", "--user", "--map-root-user", "--net", *_quotas()]


def _quotas() -> list[str]:
    """Return the command that limits the processes of another and their memory, and forbids dumps of it."""
    return ["prlimit", f"--nproc={MOST_PROCESSES}", f"--data={PROCESS_MB << 20}", "--core=0", "--"]


def _bubblewrap_command(
    program: str, folder: Path, readable: Iterable[Path], display: str | None
) -> list[str]:
    words = ["bwrap", "--unshare-all", "--die-with-parent", "--proc", "/proc", "--dev", "/dev"]
    words += _in_memory("/tmp", _TEMPORARY_MB)
    for path in (*_SYSTEM, *_SETTINGS, *_java_folders(program)):
        words += (
            ["--symlink", os.readlink(path), path] if os.path.islink(path) else ["--ro-bind-try", path, path]
        )
    for own in sorted({os.path.abspath(each) for each in readable}):
        words += ["--ro-bind", own, own]
    words += [*_in_memory(str(folder), PRIVATE_MB), "--chdir", str(folder)]
    if display is not None:
        socket = f"{_SOCKETS}/X{display.removeprefix(':').partition('.')[0]}"
        words += ["--ro-bind", socket, socket]
    # Both are in memory, too, and would have no limit.
    words += ["--remount-ro", "/dev", "--remount-ro", "/"]
    return [*words, *_quotas()]


def _in_memory(folder: str, megabytes: int) -> list[str]:
    size = ["--size", str(megabytes << 20)] if _sizes_are_known() else []
    return [*size, "--tmpfs", folder]


@cache
def _sizes_are_known() -> bool:
    """Return whether this bubblewrap can limit the size of a folder in memory."""
    told = subprocess.run(["bwrap", "--help"], capture_output=True, check=False, timeout=_PATIENCE)
    return b"--size" in told.stdout + told.stderr


def _java_folders(program: str) -> list[str]:
    """Return the folder of a program's Java, and the folder of that Java's settings if it is elsewhere."""
    home = Path(program).resolve().parent.parent
    found = [] if any(home.is_relative_to(folder) for folder in _SYSTEM) else [str(home)]
    linked = {entry.resolve() for name in ("conf", "lib") for entry in _inside(home / name)}
    settings = {each.parts[2] for each in linked if each.parts[:2] == ("/", "etc")}
    return found + [f"/etc/{name}" for name in sorted(settings) if name.startswith("java")]


def _inside(folder: Path) -> list[Path]:
    return [folder, *folder.iterdir()] if folder.is_dir() else []


def class_path_files(class_path: str) -> tuple[Path, ...]:
    """Return the files and folders of a class path, including the jars to which its jars refer."""
    found: dict[Path, None] = {}
    waiting = [Path(part) for part in class_path.split(os.pathsep) if part]
    while waiting:
        path = waiting.pop()
        if path in found or not path.exists():
            continue
        found[path] = None
        waiting += _named_in(path)
    return tuple(found)


def _named_in(path: Path) -> list[Path]:
    """Return the class path that a jar's manifest names. Long lines of a manifest are folded."""
    try:
        with zipfile.ZipFile(path) as jar:
            text = jar.read("META-INF/MANIFEST.MF").decode("utf-8", "replace")
    except (OSError, KeyError, zipfile.BadZipFile):
        return []
    lines = text.replace("\r\n", "\n").replace("\n ", "").split("\n")
    words = [line.partition(":")[2].split() for line in lines if line.lower().startswith("class-path:")]
    return [path.parent / name for name in (words[0] if words else ()) if ":" not in name]
