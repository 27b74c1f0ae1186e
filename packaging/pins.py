"""The one list of packages that are bundled, for each system and Python, and their download."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path

from packaging.requirements import Requirement
from tools import run, say

REQUIREMENTS = Path(__file__).with_name("requirements.txt")
HASH = re.compile(r"\s+\\?\s*--hash=sha256:([0-9a-f]{64})")


@dataclass(frozen=True)
class Target:
    """A system and its Python, for which wheels are chosen."""

    system: str  # as sys.platform names it
    python: str  # as 3.13
    platforms: tuple[str, ...]  # of wheels


@dataclass(frozen=True)
class Pin:
    """One version of a package, and the checksums (SHA-256) of its files."""

    name: str
    version: str
    hashes: tuple[str, ...]


def pins(file: Path, target: Target) -> list[Pin]:
    """Return what a file pins for a system."""
    named = {"sys_platform": target.system, "python_version": target.python}
    found = []
    for line in re.split(r"\n(?!\s)", file.read_text(encoding="utf-8")):
        if not line.strip() or line.startswith("#"):
            continue
        wanted = Requirement(HASH.sub("", line))
        (exact,) = wanted.specifier
        if wanted.marker is None or wanted.marker.evaluate(named):
            found.append(Pin(wanted.name, exact.version, tuple(HASH.findall(line))))
    return found


def download_wheels(target: Target, place: Path) -> list[Path]:
    """Download the wheels of a system into a new folder; returns them.

    pip reads markers for the system that it runs on, so that the list is given to it without.
    """
    say(f"Downloading the libraries for {target.system}, Python {target.python}")
    place.mkdir(parents=True)
    lines = [
        " ".join([f"{pin.name}=={pin.version}", *(f"--hash=sha256:{one}" for one in pin.hashes)])
        for pin in pins(REQUIREMENTS, target)
    ]
    wanted = place / "requirements.txt"
    wanted.write_text("\n".join(lines) + "\n", encoding="utf-8")
    platforms = [word for platform in target.platforms for word in ("--platform", platform)]
    run(
        *(sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:"),
        *("--implementation", "cp", "--python-version", target.python, *platforms),
        *("--require-hashes", "-r", wanted, "-d", place),
    )
    return sorted(place.glob("*.whl"))
