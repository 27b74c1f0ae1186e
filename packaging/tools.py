"""What all kinds of packages need: places, the version, programs, and ZIP files without a date."""

from __future__ import annotations

import subprocess
import zipfile
from configparser import ConfigParser
from pathlib import Path
from shutil import which

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
EPOCH = 1_767_225_600  # s: the start of 2026 is the time of each file, so that bytes stay the same
ZIP_TIME = (2026, 1, 1, 0, 0, 0)


def version() -> str:
    """Return the version of the program, from the only place that says it."""
    setup = ConfigParser()
    setup.read(ROOT / "setup.cfg", encoding="utf-8")
    return setup["metadata"]["version"]


def run(*command: object, folder: Path | None = None) -> None:
    """Run a program; ends with its output where it fails, or where it is not installed."""
    words = [str(word) for word in command]
    if which(words[0]) is None:
        raise SystemExit(f"{words[0]} is not installed.")
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(words)}\n{done.stdout}{done.stderr}")


def write_zip(target: Path, folder: Path, inside: str) -> None:
    """Pack a folder as ``inside``; the same files give the same bytes."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in files:
            name = f"{inside}/{path.relative_to(folder).as_posix()}"
            entry = zipfile.ZipInfo(name, ZIP_TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            packed.writestr(entry, path.read_bytes())
