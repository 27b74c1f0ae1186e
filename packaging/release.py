"""Builds what a release is made of into ``dist/``, the same bytes from the same checkout."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from hashlib import sha256
from shutil import rmtree

from linux.appimage import build_appimage
from linux.debian_package import build_deb
from linux.flatpak import build_flatpak
from macos.build import build_macos
from own_wheel import build_sdist, build_wheel
from sbom import write_sbom
from tools import DIST, EPOCH, ROOT, run, version
from windows.build import build_windows

KINDS: dict[str, Callable[[], list[str]]] = {
    "sdist": build_sdist,
    "wheel": build_wheel,
    "deb": build_deb,
    "appimage": build_appimage,
    "flatpak": build_flatpak,
    "windows": build_windows,
}
# Not among all: it needs a Python that is on no registry.
ALONE: dict[str, Callable[[], list[str]]] = {"macos": build_macos}
SUMS = "SHA256SUMS"


def main() -> int:
    """Build the kinds that the command names; print the files."""
    asked = sys.argv[1:]
    is_release = asked == ["release"]
    kinds = list(KINDS) if is_release or asked == ["all"] else asked
    known = KINDS | ALONE
    if not kinds or not set(kinds) <= set(known):
        choices = "|".join([*KINDS, "all", "release", *ALONE])
        print(f"usage: packaging/build {choices}", file=sys.stderr)
        return 2
    if is_release:
        refuse_changes(run("git", "status", "--porcelain", folder=ROOT))
        rmtree(DIST, ignore_errors=True)
    os.umask(0o022)
    DIST.mkdir(exist_ok=True)
    os.environ["SOURCE_DATE_EPOCH"] = str(EPOCH)
    names = [show(name) for kind in kinds for name in known[kind]()]
    if is_release:
        names += [show(write_sbom()), show(write_notes())]
        (DIST / SUMS).write_text(checksums(names))
        show(SUMS)
    return 0


def show(name: str) -> str:
    """Print a file that has been built, and its size."""
    print(f"{DIST / name}: {(DIST / name).stat().st_size / 1e6:.2f} MB", flush=True)
    return name


def refuse_changes(status: str) -> None:
    """End where ``git status --porcelain`` names files: anybody can check out a release."""
    changed = [line[3:] for line in status.splitlines()]
    if changed:
        shown = ", ".join(changed[:5]) + (" and others" if len(changed) > 5 else "")
        raise SystemExit(f"A release is made of commits alone; commit or remove first: {shown}.")


def write_notes() -> str:
    """Write what is new in this version; returns the name of the file."""
    name = f"mazeeditor-{version()}-notes.md"
    text = notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), version())
    (DIST / name).write_text(text, encoding="utf-8")
    return name


def notes(changes: str, number: str) -> str:
    """Return the section of a version; ends where there is none."""
    for section in re.split(r"^(?=## )", changes, flags=re.MULTILINE)[1:]:
        title, _, text = section.partition("\n")
        if title.split()[1] == number:
            return f"# mazeeditor {number}\n{text.rstrip()}\n"
    raise SystemExit(f"CHANGELOG.md has no section for version {number}.")


def checksums(names: list[str]) -> str:
    """Return the checksums of files in ``dist/``, as ``sha256sum --check`` reads them."""
    digests = {name: sha256((DIST / name).read_bytes()).hexdigest() for name in names}
    return "".join(f"{digests[name]}  {name}\n" for name in sorted(names))


if __name__ == "__main__":
    sys.exit(main())
