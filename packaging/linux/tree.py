"""The files of the program below ``/usr``, which the packages for Linux have in common.

::

    usr/bin/mazeeditor           starts usr/lib/mazeeditor/bin/python3
        lib/mazeeditor/          an environment of its own: pyvenv.cfg, lib/python3.X/site-packages
        share/                   menu entry, kinds of files, icons, manual pages, completion
"""

from __future__ import annotations

import os
from pathlib import Path
from shutil import copyfile, rmtree

from linux.manual import manual_pages
from own_wheel import build_wheel
from PIL import Image
from pins import Target, download_wheels
from tools import DAY, DIST, EPOCH, ROOT, unpack_wheels, version, write_gzip

from mazeeditor.cli.shell_completion import completions

HERE = Path(__file__).parent
SHARED = HERE / "shared"
ID = "org.mazeeditor.mazeeditor"
SIZES = (16, 22, 24, 32, 48, 64, 128, 256)  # px of icons
# glibc 2.28 and newer; which older ones a name stands for, pip knows for manylinux2014 alone.
PLATFORMS = ("manylinux_2_28_x86_64", "manylinux_2_27_x86_64", "manylinux2014_x86_64")
START = """\
#!/bin/sh
# Starts the program with its own packages, whatever the current folder and Python's variables say.
exec /usr/lib/mazeeditor/bin/python3 -I -m mazeeditor "$@"
"""
ENVIRONMENT = """\
home = /usr/bin
include-system-site-packages = false
version = {python}
"""


def build_tree(root: Path, python: str) -> None:
    """Put the program for one version of Python, as ``3.11``, below ``root``."""
    own = root / "usr" / "lib" / "mazeeditor"
    add_packages(own / "lib" / f"python{python}" / "site-packages", python)
    (own / "pyvenv.cfg").write_text(ENVIRONMENT.format(python=python))
    (own / "bin").mkdir()
    (own / "bin" / "python3").symlink_to(f"../../../bin/python{python}")
    start = root / "usr" / "bin" / "mazeeditor"
    start.parent.mkdir()
    start.write_text(START)
    start.chmod(0o755)
    add_shared(root / "usr" / "share")


def target(python: str) -> Target:
    """Return Linux on 64 bits with one version of Python."""
    return Target("linux", python, PLATFORMS)


def add_packages(place: Path, python: str) -> None:
    """Install the wheels that ``requirements.txt`` names, and the program's own."""
    (own_wheel,) = build_wheel()
    wheels = place.with_name("wheels")
    unpack_wheels([*download_wheels(target(python), wheels), DIST / own_wheel], place, "linux-x64")
    rmtree(wheels)
    for path in place.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)


def add_shared(share: Path) -> None:
    """Write what the desktop and the shells read."""
    for name, folder in (
        (f"{ID}.desktop", "applications"),
        (f"{ID}.mime.xml", "mime/packages"),
        (f"{ID}.metainfo.xml", "metainfo"),
    ):
        target = share / folder / name.replace(".mime", "")
        target.parent.mkdir(parents=True)
        target.write_text(filled(SHARED / name), encoding="utf-8")
    icons = share / "icons" / "hicolor"
    scalable = icons / "scalable" / "apps" / f"{ID}.svg"
    scalable.parent.mkdir(parents=True)
    copyfile(ROOT / "icons" / "app.svg", scalable)
    with Image.open(ROOT / "icons" / "app.png") as picture:
        for size in SIZES:
            target = icons / f"{size}x{size}" / "apps" / f"{ID}.png"
            target.parent.mkdir(parents=True)
            picture.resize((size, size), Image.Resampling.LANCZOS).save(target)
    for name, text in manual_pages().items():
        write_gzip(share / "man" / "man1" / f"{name}.gz", text)
    for name, text in completions().items():
        target = share / name
        target.parent.mkdir(parents=True)
        target.write_text(text, encoding="utf-8")


def filled(file: Path, **others: str) -> str:
    """Return the text of a file with the version, the date and others in the place of @NAMES@."""
    text = file.read_text(encoding="utf-8")
    for name, value in {"VERSION": version(), "DATE": DAY, **others}.items():
        text = text.replace(f"@{name}@", value)
    return text


def set_times(root: Path) -> None:
    """Give all files one date."""
    for path in [*root.rglob("*"), root]:
        os.utime(path, (EPOCH, EPOCH), follow_symlinks=False)
