"""The manual: its topics, where its pages are, and how one is opened in the browser.

A topic is a page of ``docs/manual``, or a heading of one: ``first-page#shapes``. Workspaces,
sections of the panel, dialogs, commands and options name theirs; ``docs/manual_site.py`` builds the
pages into a wheel. In a clone they are built when they are first asked for, and again when a page
has changed, if Sphinx is there.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from mazeeditor.app.files.desktop_programs import open_file
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _

START = "index"
PACKED = Path(__file__).parents[1] / "manual"
CLONE = Path(__file__).parents[3]
SCRIPT = CLONE / "docs" / "manual_site.py"
PAGES = CLONE / "docs" / "manual"
BUILT = CLONE / "build" / "manual"
TOOLS = "sphinx", "myst_parser", "furo"
POLL_S = 0.05  # s between two looks at whether the job is cancelled
# Where a command belongs that names no topic of its own, by its menu.
OF_MENUS: Mapping[str, str] = {
    "file": "files-and-settings",
    "edit": "draw-and-repair",
    "select": "draw-and-repair#pieces",
    "tools": "draw-and-repair#walls",
    "maze": "first-page",
    "solve": "teach-and-watch",
    "view": "files-and-settings",
    "help": "index",
}


def is_there() -> bool:
    """Whether the manual can be opened: it has come with the program, or can be built."""
    return PACKED.is_dir() or can_build()


def can_build() -> bool:
    """Whether this is a clone, whose manual can be built with what is installed."""
    known = SCRIPT.is_file() and (CLONE / "setup.cfg").is_file()  # no folder docs of another
    return known and all(find_spec(tool) for tool in TOOLS)


def must_build() -> bool:
    """Whether the manual is not built yet, or a page has changed since."""
    if PACKED.is_dir():
        return False
    index = BUILT / "index.html"
    if not index.is_file():
        return True
    built = index.stat().st_mtime
    return any(page.stat().st_mtime > built for page in (SCRIPT, *PAGES.glob("*.md")))


def page_of(topic: str) -> Path:
    folder = PACKED if PACKED.is_dir() else BUILT
    return folder / "to" / f"{topic.replace('#', '--')}.html"


def open_topic(topic: str, job: Job) -> None:
    """Open a topic in the browser, with what can be built built; for a worker.

    Raises ``MazeError`` if that fails, ``CancelledError`` if the job is cancelled.
    """
    if must_build():
        _build(job)
    open_file(page_of(topic))


def _build(job: Job) -> None:
    """Build the manual of the clone in a process of its own: that takes 2 s, and Python's lock."""
    command = [sys.executable, str(SCRIPT), str(BUILT)]
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
        cwd=CLONE,
    ) as process:
        while True:
            try:
                _output, problem = process.communicate(timeout=POLL_S)
                break
            except subprocess.TimeoutExpired:
                if job.cancelled:
                    process.kill()
                    process.communicate()
                    job.check()
    if process.returncode:
        last = (problem.strip().splitlines() or [""])[-1]
        raise MazeError(
            _("The manual could not be built: {problem} Its pages are in {folder}.").format(
                problem=last, folder=PAGES
            )
        )
