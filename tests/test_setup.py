"""``./run`` and ``./test`` set up what is missing, and only that, whatever went wrong before.

Python, pip, apt-get and sudo are played by small scripts, which note their arguments.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.sources import ROOT

TOOLS = ["cat", "cksum", "dirname", "env", "flock", "make", "mkdir", "mktemp", "rm", "sh", "touch"]
PYTHON = """#!/bin/sh
case "$1 $2" in
"-c import sys; print"*) echo "made of $0" | sed 's/made of .*venv.*/made of the fake/' ;;
"-c "*) exit ${FITS:-0} ;;
"-m venv") echo "venv" >>"$LOG" && mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
"-m pip")
    shift 2
    echo "pip $*" >>"$LOG"
    [ -z "$KILL" ] || kill -9 $PPID
    exit ${PIP:-0}
    ;;
*) echo "python $*" >>"$LOG" ;;
esac
"""
NOTE = """#!/bin/sh
echo "$(basename "$0") $*" >>"$LOG"
"""
APT = """#!/bin/sh
echo "apt-get $*" >>"$LOG"
case "$* $(grep -c update "$LOG")" in *install*" 0") [ -z "$EMPTY" ] ;; esac
"""


class Machine:
    """A checkout and the only commands that are there."""

    def __init__(self, folder: Path) -> None:
        self.checkout, self.bin = folder / "my mazes", folder / "bin"
        self.program = self.checkout / ".venv/bin/mazeeditor"
        self.log = folder / "log"
        self.environment = {"PATH": str(self.bin), "LOG": str(self.log)}
        self.log.touch()
        self.bin.mkdir()
        for tool in [*TOOLS, "sed", "cp", "grep", "basename"]:
            (self.bin / tool).symlink_to(str(shutil.which(tool)))
        self.install("python3", PYTHON)
        for name in ("Xvfb", "openbox", "dbus-daemon", "qpdf", "pdftoppm", "rsvg-convert", "gs"):
            self.install(name, NOTE)
        self.install("chromium-headless-shell", NOTE)
        self.install("fc-match", NOTE)
        self.install("fc-list", "#!/bin/sh\necho typeface.ttf\n")
        self.install("id", "#!/bin/sh\necho 0\n")
        self.install("uname", "#!/bin/sh\necho Linux\n")
        commands = ("run", "test", "Makefile", ".ci/setup", ".ci/packages")
        for part in (*commands, "setup.cfg", "pyproject.toml"):
            (self.checkout / part).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / part, self.checkout / part)

    def install(self, name: str, script: str) -> None:
        path = self.bin / name
        path.write_text(script)
        path.chmod(0o755)

    def be_user(self, sudo: bool) -> None:
        """Act as a user who is not root, and may use sudo only with a password."""
        self.install("id", "#!/bin/sh\necho 1000\n")
        if sudo:
            self.install("sudo", "#!/bin/sh\nexit 1\n")

    def run(self, *command: str, **environment: str) -> tuple[int, str, list[str]]:
        """Run a command; return its status, its output, and what was done meanwhile."""
        before = len(self.done())
        ran = subprocess.run(
            command,
            cwd=self.checkout,
            env=self.environment | environment,
            capture_output=True,
            text=True,
            timeout=60,
        )
        return ran.returncode, ran.stdout + ran.stderr, self.done()[before:]

    def done(self) -> list[str]:
        return self.log.read_text().splitlines()


RUN_INSTALL = "pip install --quiet --disable-pip-version-check --editable ."
TEST_INSTALL = RUN_INSTALL + "[test]"


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_run_sets_up_once_and_opens_the_window(machine: Machine) -> None:
    opened = f"python {machine.program} a.maze"
    run = "./run", "a.maze"
    assert machine.run(*run, DISPLAY=":0")[2] == ["venv", RUN_INSTALL, opened]
    assert machine.run(*run, DISPLAY=":0")[2] == [opened]


def test_run_without_a_display_names_the_command_line(machine: Machine) -> None:
    status, output, _ = machine.run("./run")
    assert status != 0
    lines = [line for line in output.splitlines() if "display" in line]
    assert len(lines) == 1
    assert ".venv/bin/mazeeditor --help" in lines[0]


def test_what_tests_the_program_also_runs_it(machine: Machine) -> None:
    tested = "python -m pytest -n auto --dist loadfile -k wall"
    assert machine.run("./test", "-k", "wall")[2] == ["venv", TEST_INSTALL, tested]
    assert machine.run("sh", ".ci/setup", "run")[2] == []


def test_the_status_is_that_of_the_tests(machine: Machine) -> None:
    machine.install("python3", PYTHON + '[ "$2" != pytest ]\n')
    assert machine.run("./test")[0] != 0


@pytest.mark.parametrize("part", ["setup.cfg", "pyproject.toml"])
def test_new_requirements_are_installed(machine: Machine, part: str) -> None:
    machine.run("sh", ".ci/setup", "run")
    with (machine.checkout / part).open("a") as file:
        file.write("# changed\n")
    assert machine.run("sh", ".ci/setup", "run")[2] == [RUN_INSTALL]


def test_a_checkout_that_was_moved_is_installed_again(machine: Machine) -> None:
    machine.run("sh", ".ci/setup", "run")
    machine.checkout = machine.checkout.rename(machine.checkout.with_name("elsewhere"))
    assert machine.run("sh", ".ci/setup", "run")[2] == [RUN_INSTALL]


def test_a_half_made_environment_is_made_anew(machine: Machine) -> None:
    machine.run("sh", ".ci/setup", "run")
    with (machine.checkout / "setup.cfg").open("a") as file:
        file.write("# changed\n")
    assert machine.run("sh", ".ci/setup", "run", KILL="while pip works")[0] == -9
    assert machine.run("sh", ".ci/setup", "run")[2] == ["venv", RUN_INSTALL]
    (machine.checkout / ".venv" / "bin" / "python").unlink()  # as when Python was upgraded
    assert machine.run("sh", ".ci/setup", "run")[2] == ["venv", RUN_INSTALL]


def test_where_pip_fails_the_next_run_goes_on(machine: Machine) -> None:
    status, _, done = machine.run("./run", DISPLAY=":0", PIP="1")
    assert status != 0
    assert done == ["venv", RUN_INSTALL]
    assert machine.run("sh", ".ci/setup", "run")[2] == [RUN_INSTALL]


def test_a_python_that_does_not_fit_is_named(machine: Machine) -> None:
    machine.install("python3", "#!/bin/sh\nexit 1\n")
    machine.install("python3.10", PYTHON)
    status, output, done = machine.run("sh", ".ci/setup", "run", PYTHON="python3")
    assert (status, done) == (1, [])
    assert "python3 is not a Python 3.10 or newer with tkinter" in output
    assert machine.run("sh", ".ci/setup", "run", PYTHON="python3.10")[2] == ["venv", RUN_INSTALL]


def test_missing_packages_are_installed_by_root(machine: Machine) -> None:
    machine.install("apt-get", APT)
    (machine.bin / "Xvfb").unlink()
    install = "apt-get -o DPkg::Lock::Timeout=300 install --yes --no-install-recommends xvfb"
    status, _, done = machine.run("sh", ".ci/setup", "test")
    assert (status, done) == (0, [install, "venv", TEST_INSTALL])
    machine.log.write_text("")
    status, _, done = machine.run("sh", ".ci/setup", "test", EMPTY="1")
    assert (status, done) == (0, [install, "apt-get update", install])


def test_root_is_requested_by_sudo(machine: Machine) -> None:
    machine.be_user(sudo=True)
    machine.install("apt-get", APT)
    machine.install("sudo", '#!/bin/sh\necho "sudo $1" >>"$LOG"\nshift\n"$@"\n')
    machine.install("true", "#!/bin/sh\n")
    status, _, done = machine.run("sh", ".ci/packages", "xvfb")
    assert status == 0
    assert done[:2] == ["sudo -n", "sudo -n"]
    assert done[2].endswith(" xvfb")


@pytest.mark.parametrize(("sudo", "start"), [(True, "sudo sh -c '"), (False, "su root -c '")])
def test_without_rights_it_prints_the_one_command(machine: Machine, sudo: bool, start: str) -> None:
    machine.be_user(sudo)
    machine.install("apt-get", APT)
    (machine.bin / "Xvfb").unlink()
    (machine.bin / "pdftoppm").unlink()
    status, output, done = machine.run("./test")
    assert (status != 0, done) == (True, [])
    commands = [line.strip() for line in output.splitlines() if "apt-get" in line]
    assert commands == [f"{start}apt-get update && apt-get install --yes xvfb poppler-utils'"]


def test_a_browser_that_cannot_be_installed_stops_nothing(machine: Machine) -> None:
    """Its tests are skipped; and it is not asked for again where the environment is there."""
    (machine.bin / "chromium-headless-shell").unlink()
    status, output, done = machine.run("sh", ".ci/setup", "test")
    assert (status, done) == (0, ["venv", TEST_INSTALL])
    assert "No Chromium can be installed" in output
    assert "No Chromium" not in machine.run("sh", ".ci/setup", "test")[1]


def test_without_apt_it_names_what_is_missing(machine: Machine) -> None:
    (machine.bin / "Xvfb").unlink()
    status, output, done = machine.run("sh", ".ci/setup", "test")
    assert (status, done) == (1, [])
    assert "Missing on this system (Debian's names): xvfb" in output


def test_ci_runs_the_tests_on_a_machine_without_make(machine: Machine) -> None:
    """And checks style and types afterwards."""
    (machine.bin / "make").unlink()
    (machine.bin / "bash").symlink_to(str(shutil.which("bash")))
    for name in ("run", "lint"):
        shutil.copy(ROOT / ".ci" / name, machine.checkout / ".ci" / name)
    status, _, done = machine.run("bash", ".ci/run")
    assert status == 0
    assert done[:3] == ["venv", TEST_INSTALL, "python -m pytest -n auto --dist loadfile"]
    assert done[3:5] == ["python -m ruff check", "python -m ruff format --check"]


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
@pytest.mark.parametrize(
    ("target", "command"),
    [
        ("run", "{program} a.maze"),
        ("test", "-m pytest -n auto --dist loadfile a.maze"),
        ("stress", "-m pytest -n auto --dist loadfile --stress a.maze"),
    ],
)
def test_make_has_names_for_the_same_commands(machine: Machine, target: str, command: str) -> None:
    done = machine.run("make", target, "ARGS=a.maze", DISPLAY=":0")[2]
    assert done[-1] == f"python {command.format(program=machine.program)}"


def test_the_window_opens_from_any_folder(machine: Machine, tmp_path: Path) -> None:
    command = machine.checkout / "run"
    environment = machine.environment | {"DISPLAY": ":0"}
    subprocess.run([command, "a.maze"], cwd=tmp_path, env=environment, check=True, timeout=60)
    assert machine.done()[-1] == f"python {machine.program} a.maze"
