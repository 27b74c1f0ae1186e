"""What the installer does beside the files of the program, and that it is all gone afterwards."""

from __future__ import annotations

from tests.desktop import Desktop
from tests.wine.conftest import installed
from tests.wine.machine import Machine
from tests.wine.user import User

CLASSES = "HKCU\\Software\\Classes\\"
UNINSTALL = "HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\mazeeditor"


def registry(computer: Machine, key: str, name: str = "") -> str:
    """Return a value of the registry, "" where there is none."""
    which = ["/v", name] if name else ["/ve"]
    process = computer.start("reg", "query", key, *which)
    text, _ = process.communicate(timeout=60)
    lines = [line for line in text.splitlines() if "REG_" in line]
    return lines[0].split("REG_", 1)[1].split(None, 1)[1].strip() if lines else ""


def test_files_open_by_double_click_and_the_start_menu_has_the_program(computer: Machine) -> None:
    for suffix in ("maze", "mazebook"):
        kind = registry(computer, f"{CLASSES}.{suffix}")
        assert kind == f"mazeeditor.{suffix}"
        command = registry(computer, f"{CLASSES}{kind}\\shell\\open\\command")
        assert command.endswith('mazeeditorw.exe" "%1"')
        assert registry(computer, f"{CLASSES}{kind}\\DefaultIcon").endswith("mazeeditorw.exe,0")
    assert registry(computer, UNINSTALL, "DisplayVersion")
    assert [*computer.path("users").rglob("mazeeditor.lnk")]


def test_a_newer_version_takes_the_place_of_the_older(computer: Machine) -> None:
    program = installed(computer)
    left = program / "Lib" / "site-packages" / "mazeeditor" / "of_an_older_version.py"
    left.write_text("")
    mine = computer.path("users", "mine.maze")
    mine.write_text("not of the program")
    computer.run("C:\\setup.exe", "/S")
    assert not left.exists()
    computer.mend(program)
    assert computer.run(str(program / "mazeeditor.exe"), "--version").startswith("mazeeditor ")
    assert mine.exists()


def test_a_program_that_runs_is_neither_replaced_nor_removed(
    computer: Machine, screen: Desktop
) -> None:
    program, user = installed(computer), User(screen)
    process = computer.start(str(program / "mazeeditorw.exe"))
    user.wait_for_window("mazeeditor")
    before = sorted(path for path in program.rglob("*") if "__pycache__" not in path.parts)
    for command in (
        ("C:\\setup.exe",),
        (str(program / "uninstall.exe"), f"_?={windows_path(computer)}"),
    ):
        refused = computer.start(command[0], "/S", *command[1:])
        refused.communicate(timeout=120)
        assert refused.returncode == 3, command
    after = sorted(path for path in program.rglob("*") if "__pycache__" not in path.parts)
    assert after == before
    assert registry(computer, UNINSTALL, "DisplayVersion")
    for name in ("mazeeditorw.exe", "python.exe"):
        computer.start("taskkill", "/F", "/IM", name).communicate(timeout=60)
    process.communicate(timeout=60)


def test_nothing_is_left_when_it_is_removed(computer: Machine) -> None:
    program = installed(computer)
    # it copies itself elsewhere and goes on there, unless it is told where the program is
    computer.run(str(program / "uninstall.exe"), "/S", f"_?={windows_path(computer)}")
    left = [path for path in program.rglob("*") if path.name != "uninstall.exe"]
    assert left == []
    assert registry(computer, f"{CLASSES}.maze") == ""
    assert registry(computer, f"{CLASSES}mazeeditor.maze") == ""
    assert registry(computer, UNINSTALL, "DisplayVersion") == ""
    assert [*computer.path("users").rglob("mazeeditor.lnk")] == []


def windows_path(computer: Machine) -> str:
    """Return where the program lies, as Windows names it."""
    inside = installed(computer).relative_to(computer.drive)
    return "C:\\" + "\\".join(inside.parts)
