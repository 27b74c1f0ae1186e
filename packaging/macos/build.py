"""The application for macOS on Apple's processors, built anywhere.

::

    Python.framework ─┐
    wheels ───────────┤
    own wheel ────────┼─> Mazeeditor.app ──> mazeeditor-VERSION-macos-arm64.zip
    launcher.c ───────┤
    icon, Info.plist ─┘

No registry has Python for macOS with Tk: PyPI and npm have tools that download it elsewhere. So
the framework is that of an installer from python.org, named by ``PYTHON_FRAMEWORK``. There are no
wheels of numba for Intel's processors any more. The launcher is compiled by Zig, which makes
programs for macOS on every system. Only a Mac can sign; Apple's processors run nothing unsigned.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from macos.information import ICON, OLDEST, PROGRAM, write_information
from macos.mach_o import is_mach_o, relocate
from own_wheel import build_wheel
from PIL import Image
from pins import Target, download_wheels
from tools import DIST, even_modes, remove_matching, run, say, unpack_wheels, version, write_zip

HERE = Path(__file__).parent
ARCH, PYTHON = "arm64", "3.13"
VARIABLE = "PYTHON_FRAMEWORK"
INSTALLED = "/Library/Frameworks/Python.framework"  # where python.org's installer puts it
PIP = (sys.executable, "-m", "pip")
TARGET = Target("darwin", PYTHON, (f"macosx_{OLDEST.replace('.', '_')}_{ARCH}",))
CANVAS = 1024  # px of the largest icon; Apple's template has 100 px free around it
CALLED = re.compile(r"\b(Py\w*_\w+)\(")  # functions of Python
LIBRARY = """\
--- !tapi-tbd
tbd-version: 4
targets: [ {arch}-macos ]
install-name: '@rpath/Python.framework/Versions/{version}/Python'
exports:
  - targets: [ {arch}-macos ]
    symbols: [ {symbols} ]
...
"""  # what the linker has to know of Python, as text
NEEDLESS = (  # of Python: what compiles, installs and teaches
    *("_CodeSignature", "Headers", "bin", "etc", "include", "share", "Resources/Python.app"),
    *("lib/pkgconfig", "lib/*.a", "lib/tk*/demos", "lib/itcl*", "lib/tdbc*", "lib/sqlite3*"),
    *("lib/python*/test", "lib/python*/config-*", "lib/python*/idlelib", "lib/python*/ensurepip"),
    *("lib/python*/turtledemo", "lib/python*/venv", "lib/python*/**/__pycache__"),
)


def build_macos() -> list[str]:
    """Build the archive; returns its name."""
    source = find_framework()
    (own_wheel,) = build_wheel()
    name = f"mazeeditor-{version()}-macos-{ARCH}.zip"
    with TemporaryDirectory() as folder:
        work = Path(folder)
        app = work / f"{PROGRAM}.app"
        contents = app / "Contents"
        python = copy_framework(source, contents / "Frameworks" / "Python.framework")
        add_packages(work, python, DIST / own_wheel)
        remove_needless(python)
        relocate_libraries(python)
        build_launchers(work, contents, source / "Versions" / PYTHON)
        (contents / "Resources").mkdir()
        write_icon(contents / "Resources" / ICON)
        write_information(contents / "Info.plist")
        even_modes(app)
        if not sign(app):
            print(
                f"Not signed, as there is no codesign: on a Mac, unpack {name}, run "
                "packaging/macos/sign on the application, and pack it again."
            )
        say(f"Packing {name}")
        write_zip(DIST / name, app, app.name)
    return [name]


def find_framework() -> Path:
    """Return the framework that the variable names, or the installed one; ends without."""
    framework = Path(os.environ.get(VARIABLE) or INSTALLED)
    if not (framework / "Versions" / PYTHON / "Python").is_file():
        raise SystemExit(
            f"The application for macOS needs Python {PYTHON} from python.org, and {framework} has "
            f"none: copy {INSTALLED} from a Mac and let {VARIABLE} name it."
        )
    return framework


def copy_framework(source: Path, target: Path) -> Path:
    """Copy one version, in the form of a framework; returns its folder."""
    python = target / "Versions" / PYTHON
    shutil.copytree(source / "Versions" / PYTHON, python, symlinks=True)
    (python.parent / "Current").symlink_to(PYTHON)
    for name in ("Python", "Resources"):
        (target / name).symlink_to(f"Versions/Current/{name}")
    return python


def add_packages(work: Path, python: Path, own_wheel: Path) -> None:
    """Install the wheels that are pinned for macOS, and the program's own."""
    place = python / "lib" / f"python{PYTHON}" / "site-packages"
    shutil.rmtree(place, ignore_errors=True)
    wheels = [*download_wheels(TARGET, work / "wheels"), own_wheel]
    unpack_wheels(wheels, place, f"osx-{ARCH}")


def remove_needless(python: Path) -> None:
    """Leave out what the program never uses, what differs each time, and links to what is gone."""
    remove_matching(python, NEEDLESS)
    for path in [*python.rglob("*")]:
        if path.is_symlink() and not path.exists():
            path.unlink()


def relocate_libraries(python: Path) -> None:
    """Let all parts of Python find each other in the bundle, wherever that is."""
    for path in python.rglob("*"):
        if is_mach_o(path):
            relocate(path, INSTALLED, "@rpath/Python.framework")


def build_launchers(work: Path, contents: Path, python: Path) -> None:
    """Compile the program and the Python of its children, by the headers of ``python``."""
    zig, library = work / "zig", work / "python.tbd"
    install = (*PIP, "install", "--no-deps", "--only-binary", ":all:", "--require-hashes")
    run(*install, "-r", HERE / "compiler.txt", "--target", zig)
    used = sorted(set(CALLED.findall((HERE / "launcher.c").read_text(encoding="utf-8"))))
    symbols = ", ".join(f"_{name}" for name in used)
    library.write_text(LIBRARY.format(arch=ARCH, version=PYTHON, symbols=symbols))
    (contents / "MacOS").mkdir()
    scripts = {name: _folder_of(python, name.lower()) for name in ("TCL", "TK")}
    texts = {"VERSION": PYTHON, **scripts}
    for name, flags in ((PROGRAM, ("-DLAUNCH_PROGRAM",)), ("python3", ())):
        run(
            *(sys.executable, "-m", "ziglang", "cc", "-target", f"aarch64-macos.{OLDEST}"),
            *("-O2", "-s", *flags, *(f'-D{key}="{value}"' for key, value in texts.items())),
            *("-I", python / "include" / f"python{PYTHON}", HERE / "launcher.c", library),
            *("-Wl,-rpath,@executable_path/../Frameworks", "-o", contents / "MacOS" / name),
            PYTHONPATH=zig,
            ZIG_GLOBAL_CACHE_DIR=work / "cache",
            ZIG_LOCAL_CACHE_DIR=work / "cache",
        )


def _folder_of(python: Path, name: str) -> str:
    """Return the folder of the scripts of Tcl or Tk: ``tcl8.6``."""
    found = sorted(path.name for path in (python / "lib").glob(f"{name}[0-9].[0-9]"))
    if len(found) != 1:
        raise SystemExit(f"{python} needs the scripts of one {name.title()}, and has {found}.")
    return found[0]


def write_icon(target: Path) -> None:
    """Write the icon of the program in all sizes that macOS shows."""
    with Image.open(HERE / "app.png") as picture:
        canvas = Image.new("RGBA", (CANVAS, CANVAS))
        left, top = ((CANVAS - side) // 2 for side in picture.size)
        canvas.paste(picture, (left, top))
        canvas.save(target)


def sign(app: Path) -> bool:
    """Sign with no name, as Apple's processors need; returns whether this system can."""
    if shutil.which("codesign") is None:
        return False
    run("sh", HERE / "sign", app)
    return True
