"""Runs the cases that failed once more, alone, at the end: what passes then is unsteady.

An unsteady case is listed, in yellow and in a file, and does not fail the run. It is a defect all
the same, to be mended at its cause.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest

from tests.breadth import quick, tier
from tests.limits import longest

MOST = 20  # where more have failed, something is broken
VARIABLE = "MAZEEDITOR_SECOND_RUN"  # set in a second run, which has none of its own
FILE = "unsteady.jsonl"  # below .pytest_cache: one line a case, over all runs
START_SECONDS = 120.0  # of a process that runs a case
UNSTEADY = "unsteady"


def pytest_configure(config: pytest.Config) -> None:
    """Watch for failures in the process that all reports come to."""
    ends_early = config.getoption("usepdb") or config.getoption("maxfail")
    if VARIABLE in os.environ:
        config.pluginmanager.register(Alone(), "alone")
    elif not hasattr(config, "workerinput") and not ends_early:
        config.pluginmanager.register(SecondRun(config), "second run")


class Alone:
    """Fails the second run of a case that is skipped: it has not passed."""

    skipped = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note what is skipped."""
        self.skipped = self.skipped or report.skipped

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """End with the status of a failure."""
        if self.skipped:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


class SecondRun:
    """What failed in a run, and then did not."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._failed: dict[str, list[pytest.TestReport]] = {}
        self._unsteady: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a failure."""
        if report.failed:
            self._failed.setdefault(report.nodeid, []).append(report)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Run what has failed once more, when nothing else runs."""
        if exitstatus != pytest.ExitCode.TESTS_FAILED or not 0 < len(self._failed) <= MOST:
            return
        terminal: Any = self._config.pluginmanager.getplugin("terminalreporter")
        terminal.write_line(f"\nRunning once more, alone, what has failed: {len(self._failed)}")
        for name, reports in self._failed.items():
            if self._passes(name):
                self._unsteady.append(name)
                self._keep(name, reports)
                for report in reports:
                    _move(terminal.stats, report)
        if len(self._unsteady) == len(self._failed) and not terminal.stats.get("error"):
            session.exitstatus = pytest.ExitCode.OK

    def _passes(self, name: str) -> bool:
        """Run one case in a process of its own."""
        command = [sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider"]
        command += [] if quick() else [f"--{tier().name.lower()}"]
        command += ["--bounds"] if self._config.getoption("bounds") else []
        with suppress(subprocess.TimeoutExpired):
            done = subprocess.run(
                [*command, name],
                cwd=self._config.rootpath,
                env={**os.environ, VARIABLE: "1"},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,  # a pipe would be waited for as long as any child has it
                stderr=subprocess.DEVNULL,
                timeout=START_SECONDS + longest(self._config),
                check=False,
            )
            return done.returncode == 0
        return False

    def _keep(self, name: str, reports: list[pytest.TestReport]) -> None:
        """Add a case to the list of the last runs."""
        folder = Path(self._config.rootpath, ".pytest_cache")
        folder.mkdir(exist_ok=True)
        entry = {
            "case": name,
            "when": datetime.now(timezone.utc).isoformat(timespec="seconds"),
            "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
            "failed": [report.longreprtext for report in reports],
        }
        with (folder / FILE).open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """List what is unsteady."""
        if not self._unsteady:
            return
        terminalreporter.section("unsteady: failed, and passed when run alone", yellow=True)
        for name in self._unsteady:
            terminalreporter.write_line(f"{name}: {_reason(self._failed[name][0])}", yellow=True)
        terminalreporter.write_line(f"Their failures are in .pytest_cache/{FILE}")


def _reason(report: pytest.TestReport) -> str:
    """Return the line that says best why a case failed."""
    lines = report.longreprtext.strip().splitlines() or [""]
    return next((line.lstrip("E ") for line in lines if line.startswith("E ")), lines[-1])


def _move(stats: dict[str, list[Any]], report: pytest.TestReport) -> None:
    """Count a report as unsteady, and no longer as failed."""
    for kind in ("failed", "error"):
        if report in stats.get(kind, []):
            stats[kind].remove(report)
            stats.setdefault(UNSTEADY, []).append(report)
            if not stats[kind]:
                del stats[kind]
