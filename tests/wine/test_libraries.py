"""The program for Windows brings each library that a new computer lacks; Wine is not asked."""

from __future__ import annotations

import subprocess
import zipfile
from pathlib import Path, PureWindowsPath

from tests.wine.machine import DIST

OF_WINDOWS = {  # since Windows 10, on each computer
    *("advapi32", "bcrypt", "bcryptprimitives", "comctl32", "comdlg32", "crypt32", "dwrite"),
    *("gdi32", "imm32", "iphlpapi", "kernel32", "msvcrt", "netapi32", "ntdll", "ole32", "oleaut32"),
    *("pdh", "powrprof", "propsys", "psapi", "rpcrt4", "shell32", "user32", "userenv", "usp10"),
    *("version", "winmm", "winspool.drv", "ws2_32"),
}
OPTIONAL = {  # threads of numba that the program never asks for, and whether they load is tried
    "omppool": {"vcomp140"},
    "tbbpool": {"tbb12"},
}


def test_each_library_is_brought_or_of_windows(tmp_path: Path) -> None:
    (archive,) = DIST.glob("*-windows.zip")
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(tmp_path)
    files = [path for path in tmp_path.rglob("*") if path.suffix in (".pyd", ".dll", ".exe")]
    brought = {path.stem.lower() for path in files}
    missing = {
        f"{path.relative_to(tmp_path)}: {name}"
        for path in files
        for name in imported(path) - brought - OF_WINDOWS
        if name not in OPTIONAL.get(path.name.partition(".")[0], ())
    }
    assert len(files) > 100
    assert missing == set()


def imported(path: Path) -> set[str]:
    """Return the names of the libraries that a file imports, without those that map to others."""
    command = ["x86_64-w64-mingw32-objdump", "--private-headers", str(path)]
    text = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    names = [line.split()[-1].lower() for line in text.splitlines() if "DLL Name:" in line]
    return {
        PureWindowsPath(name).stem if name.endswith(".dll") else name
        for name in names
        if not name.startswith(("api-ms-win-", "ext-ms-win-"))
    }
