"""Ends a case that hangs, and what it has started; leaves no process and no file behind.

::

    limit     pytest-timeout raises an error in the case, by a signal: it fails with all stacks
    + GRACE   what waits in C is not interrupted: its process ends, and xdist replaces that
    the end   whatever processes are left are ended, also after Ctrl+C, and the folder for
              temporary files is removed; pytest keeps those of ``tmp_path`` elsewhere

Limits are in proportion to the load of the machine when a case begins.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import shutil
import signal
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import IO, Any

import psutil
import pytest

from tests.breadth import Tier, tier

# Seconds of a case on a quiet machine, far more than any takes: a case that passes its limit hangs.
LIMITS = {Tier.QUICK: 60.0, Tier.FULL: 180.0, Tier.STRESS: 3600.0}
GRACE = 30.0
GONE_SECONDS = 5.0  # until a process that was asked to end is killed
RUN = "MAZEEDITOR_RUN"  # names the processes of a run that have started a process: "/12/34"
STACKS = pytest.StashKey[IO[str]]()
TEMPORARY = pytest.StashKey[str]()
LASTING = ("Xvfb", "openbox")  # what a worker starts once, for all its cases


def pytest_configure(config: pytest.Config) -> None:
    """Let what is started be found, and keep a file for the stacks of a case that hangs."""
    os.environ[RUN] = f"{os.environ.get(RUN, '')}/{os.getpid()}"
    worker = getattr(config, "workerinput", {}).get("workerid", "alone")
    folder = _folder(config)
    folder.mkdir(parents=True, exist_ok=True)
    config.stash[STACKS] = (folder / worker).open("w", encoding="utf-8")
    if not hasattr(config, "workerinput"):
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", tempfile.gettempdir())
        config.stash[TEMPORARY] = os.environ["TMPDIR"] = tempfile.mkdtemp(prefix="mazeeditor-")
        Path(config.stash[TEMPORARY]).chmod(0o711)  # tests write as other users, too
        tempfile.tempdir = None  # so that this process asks again


def _folder(config: pytest.Config) -> Path:
    return config.rootpath / ".pytest_cache" / "stacks"


def _limit(config: pytest.Config) -> float:
    """Return the seconds of a case that begins now."""
    return (config.getoption("timeout") or LIMITS[tier()]) * slow_down()


def longest(config: pytest.Config) -> float:
    """Return the seconds after which a case that begins now has ended, whatever it does."""
    return _limit(config) + GRACE


def slow_down() -> float:
    """Return by how much work takes longer than on a quiet machine: 1 or more."""
    if not hasattr(os, "getloadavg"):
        return 1.0
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(
    item: pytest.Item,
) -> Generator[None, object, object]:
    """Give the case its limit; end what it has left running where it passes that."""
    own = item.get_closest_marker("timeout")
    limit = own.args[0] if own else _limit(item.config)
    if not own:
        item.add_marker(pytest.mark.timeout(limit))
    if not item.config.getoption("usepdb"):
        faulthandler.dump_traceback_later(limit + GRACE, exit=True, file=item.config.stash[STACKS])
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()


def pytest_enter_pdb() -> None:
    """Let somebody who looks at a case in the debugger take all the time."""
    faulthandler.cancel_dump_traceback_later()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    call: pytest.CallInfo[None],
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """End the children of a case that has passed its limit; pytest-timeout shows all stacks."""
    report = yield
    if report.failed and call.excinfo and "Timeout" in call.excinfo.exconly():
        end_children(LASTING)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_report_to_serializable() -> Generator[None, Any, Any]:
    """Let a failure with half a character be reported: xdist sends UTF-8, or ends the whole run."""
    return _as_utf8((yield))


def _as_utf8(data: Any) -> Any:
    if isinstance(data, str):
        return data.encode("utf-8", "backslashreplace").decode()
    if isinstance(data, dict):
        return {_as_utf8(key): _as_utf8(value) for key, value in data.items()}
    return type(data)(map(_as_utf8, data)) if type(data) in (list, tuple) else data


def end_children(but: tuple[str, ...] = ()) -> None:
    """End all processes that this one has started, and those that they have, but for some names."""
    started = {*psutil.Process().children(recursive=True), *_orphans()}
    left = [process for process in started if _name(process) not in but]
    for how in (signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)):
        for process in left:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.send_signal(how)
        _gone, left = psutil.wait_procs(left, GONE_SECONDS)


def _orphans() -> Iterator[psutil.Process]:
    """Yield what was started by a process that has ended: it is no child of this one."""
    own = f"{os.environ[RUN]}/"
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            if f"{process.environ().get(RUN, '')}/".startswith(own) and process.pid != os.getpid():
                yield process


def _name(process: psutil.Process) -> str:
    with contextlib.suppress(psutil.NoSuchProcess):
        return process.name()
    return ""


@pytest.hookimpl(optionalhook=True)
def pytest_handlecrashitem(crashitem: str, report: pytest.TestReport, sched: Any) -> None:  # noqa: ARG001
    """Show where a case was that has ended its process."""
    file = _folder(sched.config) / report.node.gateway.id
    with contextlib.suppress(OSError):
        report.longrepr = f"{report.longrepr}\n{file.read_text(encoding='utf-8')}"


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """End whatever is left."""
    end_children()
    if STACKS in config.stash:
        config.stash[STACKS].close()
    if TEMPORARY in config.stash:
        shutil.rmtree(config.stash[TEMPORARY], ignore_errors=True)
