"""The ``.deb``: the program with its wheels below ``/usr/lib/mazeeditor``, one for each Debian.

Debian 12 has no fpdf2, uharfbuzz, rustworkx, pythoncdt, tkinterdnd2 nor typefaces, and eight of
the others are too old there (numba, pillow, fonttools, ezdxf, platformdirs, pikepdf, segno,
llvmlite). So the wheels are bundled; Python and Tk are Debian's. Wheels are for one version of
Python each, so that each Debian has a package of its own, which depends on that version.
"""

from __future__ import annotations

import hashlib
from email.parser import HeaderParser
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory

from linux.tree import HERE, build_tree, set_times
from tools import DIST, EPOCH, ROOT, even_modes, run, say, version, whole, write_gzip

SYSTEMS = {"deb12": "3.11", "deb13": "3.13"}  # the Python of each Debian
MAINTAINER = "The mazeeditor authors <authors@mazeeditor.org>"
# What the wheels leave to the system, and tkdnd.
LIBRARIES = "libc6 (>= 2.28), libgcc-s1, libstdc++6, zlib1g, libx11-6, libxcursor1"
CONTROL = """\
Package: mazeeditor
Version: {version}
Architecture: amd64
Maintainer: {maintainer}
Installed-Size: {size}
Depends: {depends}
Recommends: fontconfig, xdg-utils
Suggests: cups-client, xdg-desktop-portal
Section: graphics
Priority: optional
Description: Generate, edit by hand, solve and print mazes
 A desktop editor and a command line for mazes of squares, hexagons, triangles
 and rings, cut to a heart, a word or a picture. Single walls are changed by
 hand, and the window says after each change whether there is one route,
 several, or none.
 .
 Writes pages, sheets for a class and whole books as PDF, SVG and PNG in exact
 millimetres, and files for lasers, plotters, routers and 3D printers.
"""
CHANGES = """\
mazeeditor ({version}) stable; urgency=medium

  * Version {own}. What is new stands in changelog.gz.

 -- {maintainer}  Thu, 01 Jan 2026 00:00:00 +0000
"""


def build_deb() -> list[str]:
    """Build the package for each Debian; returns their names."""
    return [_build(system, python) for system, python in SYSTEMS.items()]


def deb_version(system: str) -> str:
    """Return the version of a package: that of a newer Debian is the newer one."""
    return f"{version()}-1+{system}"


def depends(python: str) -> str:
    """Return what the package for one version of Python needs."""
    major, minor = python.split(".")
    after = f"{major}.{int(minor) + 1}"
    return f"python3 (>= {python}~), python3 (<< {after}), python3-tk, {LIBRARIES}"


def control(system: str, size: int) -> str:
    """Return the fields of the package; ``size`` in KiB."""
    return CONTROL.format(
        version=deb_version(system),
        maintainer=MAINTAINER,
        size=size,
        depends=depends(SYSTEMS[system]),
    )


def _build(system: str, python: str) -> str:
    name = f"mazeeditor_{deb_version(system)}_amd64.deb"
    with TemporaryDirectory() as folder:
        root = Path(folder)
        build_tree(root, python)
        packages = root / "usr" / "lib" / "mazeeditor" / "lib" / f"python{python}" / "site-packages"
        _add_documents(root / "usr" / "share", system, packages)
        even_modes(root)
        files = sorted(path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
        sums = [f"{_md5(path)}  {path.relative_to(root)}\n" for path in files]
        size = sum(ceil(path.stat().st_size / 1024) for path in files)
        size += sum(1 for path in root.rglob("*") if path.is_dir() or path.is_symlink())
        settings = root / "DEBIAN"
        settings.mkdir()
        (settings / "control").write_text(control(system, size))
        (settings / "md5sums").write_text("".join(sums))
        for script in ("postinst", "prerm"):
            (settings / script).write_bytes((HERE / "debian" / script).read_bytes())
            (settings / script).chmod(0o755)
        set_times(root)
        say(f"Packing {name}: this takes a few minutes")
        build = ("dpkg-deb", "--root-owner-group", "-Zxz", "-z6", "--build")
        with whole(DIST / name) as part:
            run(*build, root, part, SOURCE_DATE_EPOCH=EPOCH)
    return name


def _md5(path: Path) -> str:
    return hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()


def _add_documents(share: Path, system: str, packages: Path) -> None:
    documents = share / "doc" / "mazeeditor"
    write_gzip(documents / "changelog.gz", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    changes = CHANGES.format(version=deb_version(system), own=version(), maintainer=MAINTAINER)
    write_gzip(documents / "changelog.Debian.gz", changes)
    (documents / "copyright").write_text(copyright_of(packages), encoding="utf-8")
    overrides = share / "lintian" / "overrides" / "mazeeditor"
    overrides.parent.mkdir(parents=True)
    overrides.write_bytes((HERE / "debian" / "overrides").read_bytes())


def copyright_of(packages: Path) -> str:
    """Return the licences of the program and of each wheel, whose own files say the rest."""
    own = (ROOT / "LICENSE").read_text(encoding="utf-8")
    title, holder = [line for line in own.splitlines() if line][:2]
    parts = [
        "This is mazeeditor, with Python packages that others have written.\n\n"
        f"mazeeditor ({title}): {holder}\n\n" + own.partition(holder)[2].strip() + "\n",
        "Packages below /usr/lib/mazeeditor, whose own licences stand in full beside them,\n"
        "in the folders that end with .dist-info:\n",
    ]
    for metadata in sorted(packages.glob("*.dist-info/METADATA")):
        fields = HeaderParser().parsestr(metadata.read_text(encoding="utf-8"))
        if fields["Name"] != "mazeeditor":
            parts.append(f"  {fields['Name']} {fields['Version']}: {licence(fields.items())}\n")
    parts.append(
        "\nOn Debian, the GNU LGPL version 3, the Apache License 2.0 and the MPL 2.0 are also in\n"
        "/usr/share/common-licenses/LGPL-3, Apache-2.0 and MPL-2.0 there.\n"
    )
    return "\n".join(parts[:2]) + "\n" + "".join(parts[2:])


def licence(fields: list[tuple[str, str]]) -> str:
    """Return the licence that the metadata of a wheel names, in its newest form."""
    named = dict(fields)
    if "License-Expression" in named:
        return named["License-Expression"]
    kinds = [value for name, value in fields if value.startswith("License :: ")]
    return ", ".join(kind.split(" :: ")[-1] for kind in kinds) or named.get("License", "unknown")
