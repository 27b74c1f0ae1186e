"""What ``flatpak-builder`` builds the Flatpak of: a manifest and the wheels that it names.

::

    org.freedesktop.Platform 25.08   Python 3.13, without tkinter
    tcl, tk                          their sources
    tkinter                          the part of Python that is missing there
    mazeeditor                       the wheels, menu entry, kinds of files, icons

The manifest is written for each build, out of the pins, so that it names what is pinned. No
runtime of Flatpak could be had where this was written: the manifest is read by flatpak-builder, and
the module of tkinter was compiled by these commands on Debian 13, but no Flatpak has been built.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from shutil import copyfile, rmtree
from tempfile import TemporaryDirectory
from typing import Any

from linux.tree import ID, add_shared, target
from own_wheel import build_wheel
from pins import download_wheels
from tools import DIST, even_modes, version, write_tar

RUNTIME, PYTHON = "25.08", "3.13"
TCL = "https://downloads.sourceforge.net/project/tcl/Tcl/8.6.14"
SOURCES = {  # upstream's, and their checksums (SHA-256)
    "tcl": (
        f"{TCL}/tcl8.6.14-src.tar.gz",
        "5880225babf7954c58d4fb0f5cf6279104ce1cd6aa9b71e9a6322540e1c4de66",
    ),
    "tk": (
        f"{TCL}/tk8.6.14-src.tar.gz",
        "8ffdb720f47a6ca6107eac2dd877e30b0ef7fac14f3a84ebbd0b3612cee41a94",
    ),
    "tkinter": (
        "https://www.python.org/ftp/python/3.13.5/Python-3.13.5.tar.xz",
        "93e583f243454e6e9e4588ca2c2662206ad961659863277afcdb96801647d640",
    ),
}
PACKAGES = f"${{FLATPAK_DEST}}/lib/python{PYTHON}/site-packages"
TKINTER = (
    f"mkdir -p {PACKAGES}",
    f"cp -r Lib/tkinter {PACKAGES}/",
    "include=$(python3 -c 'import sysconfig; print(sysconfig.get_path(\"include\"))') && "
    "suffix=$(python3 -c 'import sysconfig; print(sysconfig.get_config_var(\"EXT_SUFFIX\"))') && "
    "cd Modules && gcc -O2 -shared -fPIC -DPy_BUILD_CORE_MODULE -DWITH_APPINIT=1 -I. "
    '-I"${FLATPAK_DEST}/include" -I"$include" -I"$include/internal" _tkinter.c tkappinit.c '
    f'-L"${{FLATPAK_DEST}}/lib" -ltk8.6 -ltcl8.6 -o "{PACKAGES}/_tkinter$suffix"',
)
MAZEEDITOR = (
    "python3 -m pip install --no-index --no-deps --prefix=${FLATPAK_DEST} wheels/*.whl",
    "cp -r share ${FLATPAK_DEST}/",
)


def build_flatpak() -> list[str]:
    """Write the manifest with all that it needs of ours as one archive; returns its name."""
    (own_wheel,) = build_wheel()
    name = f"mazeeditor-{version()}-flatpak"
    with TemporaryDirectory() as folder:
        place = Path(folder) / name
        wheels = place / "wheels"
        download_wheels(target(PYTHON), wheels)
        (wheels / "requirements.txt").unlink()
        copyfile(DIST / own_wheel, wheels / own_wheel)
        add_shared(place / "share")
        for other in ("man", "zsh", "bash-completion", "fish"):  # of commands typed outside
            rmtree(place / "share" / other)
        text = json.dumps(manifest(sorted(wheels.iterdir())), indent=2)
        (place / f"{ID}.json").write_text(text + "\n", encoding="utf-8")
        even_modes(Path(folder))
        write_tar(DIST / f"{name}.tar.gz", Path(folder))
    return [f"{name}.tar.gz"]


def manifest(wheels: list[Path]) -> dict[str, Any]:
    """Return the manifest for wheels, which lie beside it in ``wheels``."""
    files = [
        {"type": "file", "path": f"wheels/{one.name}", "dest": "wheels", "sha256": _sha256(one)}
        for one in wheels
    ]
    return {
        "id": ID,
        "runtime": "org.freedesktop.Platform",
        "runtime-version": RUNTIME,
        "sdk": "org.freedesktop.Sdk",
        "command": "mazeeditor",
        # Tk draws by X11 alone; files of users lie anywhere in their folder.
        "finish-args": ["--share=ipc", "--socket=x11", "--filesystem=home"],
        "cleanup": ["/include", "/lib/pkgconfig", "/man", "*.a"],
        "modules": [
            _library("tcl"),
            _library("tk"),
            _simple("tkinter", TKINTER, [_archive("tkinter")]),
            _simple(
                "mazeeditor",
                MAZEEDITOR,
                [*files, {"type": "dir", "path": "share", "dest": "share"}],
            ),
        ],
    }


def _sha256(file: Path) -> str:
    return sha256(file.read_bytes()).hexdigest()


def _archive(name: str) -> dict[str, str]:
    address, digest = SOURCES[name]
    return {"type": "archive", "url": address, "sha256": digest}


def _library(name: str) -> dict[str, Any]:
    """Return how Tcl or Tk is built; its library is installed so that it cannot be stripped."""
    writable = f"chmod u+w ${{FLATPAK_DEST}}/lib/lib{name}8.6.so"
    return {
        "name": name,
        "subdir": "unix",
        "post-install": [writable],
        "sources": [_archive(name)],
    }


def _simple(name: str, commands: tuple[str, ...], sources: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "name": name,
        "buildsystem": "simple",
        "build-commands": list(commands),
        "sources": sources,
    }
