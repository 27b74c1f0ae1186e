"""The files of a command: opens a maze, and writes one in the format of the file name.

``-`` is standard input where a file is read, and standard output where a maze is written.
"""

from __future__ import annotations

import argparse
import glob
import re
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from mazeeditor.cli import MAZES
from mazeeditor.core.disk.input_files import input_path
from mazeeditor.core.disk.overwriting import opening_maze, planned_output
from mazeeditor.core.disk.paths import check_name, reachable
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, one_line, printable, quote_value
from mazeeditor.files import SIGN_KINDS, SUFFIX, UNKNOWN, Expected, Project, read

if TYPE_CHECKING:
    from mazeeditor.maze.solvers import Solution
    from mazeeditor.page.formats import Judge
    from mazeeditor.page.page import Page

MAZE_FILE = _("maze to read: a project, text, table, picture or drawing; - is standard input")
_CELLS = re.compile(r"([0-9]{1,5})[xX×]([0-9]{1,5})")
STANDARD_OUTPUT = Path("-")


def add_reading_flags(parser: argparse.ArgumentParser) -> None:
    """Add what users can say of a file that others made."""
    group = parser.add_argument_group(_("for text, tables, pictures and drawings of others"))
    text = _("kind of file to read it as, if the program takes it for another")
    group.add_argument("--as", dest="read_kind", choices=SIGN_KINDS, help=text)
    text = _("number of rows and columns of cells in the file, such as 20x30")
    group.add_argument("--cells", dest="read_cells", metavar=_("RxC"), help=text)


def expected_of(parsed: argparse.Namespace) -> Expected:
    """Return what was said of a file; raises ``UsageError``."""
    cells = None
    if parsed.read_cells is not None:
        match = _CELLS.fullmatch(parsed.read_cells)
        cells = (int(match[1]), int(match[2])) if match else None
        if not cells or 0 in cells:
            text = _("{flag} {value} is not a number of rows and columns, such as 20x30.")
            raise UsageError(text.format(flag="--cells", value=quote_value(parsed.read_cells)))
    return Expected(parsed.read_kind or "", cells)


def open_project(name: str, job: Job, expected: Expected = UNKNOWN) -> Project:
    """Return the project in any readable file; raises ``MazeError``.

    Its warnings are printed, and what its signs were taken for where that was a guess.
    """
    with opening_maze():
        project = read(input_path(name), job, expected=expected)
    said = [f"{project.read_as}."] if project.guessed else []
    for text in (*said, *project.warnings):
        print(f"mazeeditor: {one_line(f'{name}: {text}')}", file=sys.stderr)
    return project


def write(
    project: Project,
    path: Path,
    job: Job,
    *,
    page: Page | None = None,
    shown: Solution | None = None,
    judge: Judge | None = None,
    **options: Any,
) -> list[Path]:
    """Write a project file or an export, or a project to standard output; return the files written.

    ``shown`` and ``judge`` are as in ``page.formats.export``. Raises ``UsageError``,
    ``MazeError`` and ``CancelledError``.
    """
    if path == STANDARD_OUTPUT:
        from mazeeditor.cli.terminal import write_bytes
        from mazeeditor.files.project import chunks_of

        for chunk in chunks_of(project, job):
            write_bytes(bytes(chunk))
        return []
    check_target(path)
    if path.suffix.lower() == SUFFIX:
        from mazeeditor.files.project import save

        save(project, path, job)
        return [path]
    from mazeeditor.page.formats import export
    from mazeeditor.page.page import Page

    kept = partial(_bytes_of, project)
    return export(project.maze, path, page or Page(), shown, job, judge, project=kept, **options)


def _bytes_of(project: Project, job: Job) -> bytes:
    """Return the file of a project; raises ``MazeError`` and ``CancelledError``."""
    from mazeeditor.files.project import chunks_of

    return b"".join(chunks_of(project, job))


def named_files(names: list[str]) -> list[str]:
    """Return files by their names; ``*.maze`` stands for many where no shell has found them."""
    if sys.platform != "win32":
        return names
    found = [sorted(glob.glob(name)) or [name] for name in names]  # noqa: PTH207 - as it is spelt
    return [name for group in found for name in group]


def summary_stream(output: Path) -> TextIO:
    """Return where a command prints what it did: standard output is for the maze, if for that."""
    return sys.stderr if output == STANDARD_OUTPUT else sys.stdout


def draws_pages(path: Path) -> bool:
    if path == STANDARD_OUTPUT or path.suffix.lower() == SUFFIX:
        return False
    from mazeeditor.page.formats import exporter_for

    return exporter_for(path).drawn


def check_maze_target(path: Path, source: str | None = None) -> None:
    """Raise what ``check_target`` does, but for standard output, to which a project is written."""
    if path != STANDARD_OUTPUT:
        check_target(path, source)


def check_target(path: Path, source: str | None = None, *, machines: bool = False) -> None:
    """Raise ``UsageError`` unless the name ends with a format that can be written.

    ``source`` is the file that is read: a picture must not replace it. Where files for ``machines``
    can be written too, they are named. Raises ``MazeError`` where
    the folder is missing: before a long job rather than after it.
    """
    check_folder(path)
    if path.suffix.lower() == SUFFIX:
        return
    if path.suffix.lower() not in MAZES:
        check_other(path, source)
    from mazeeditor.page.formats import EXPORTERS

    known = [SUFFIX, *(exporter.suffix for exporter in EXPORTERS)]
    if path.suffix.lower() in known:
        return
    text, cut = _("{path} does not end with a known format. Choose one of: {known}."), ""
    if machines:
        from mazeeditor.making.formats import CUT_FORMATS

        text = _(
            "{path} does not end with a known format. Choose one of: {known}, or for "
            "machines {machines}."
        )
        cut = ", ".join(entry.suffix for entry in CUT_FORMATS if entry.suffix not in known)
    names = ", ".join(dict.fromkeys(known))
    raise UsageError(text.format(path=printable(path), known=names, machines=cut))


def check_folder(path: Path) -> None:
    """Raise ``MazeError`` where the folder of an output is missing, or Windows has no such file.

    Reading that file as an input is refused from now on.
    """
    check_name(path)
    planned_output(path)
    try:
        exists = reachable(path.parent).is_dir()
    except OSError as error:  # its name is too long, or it may not be looked at
        reason = error.strerror or error
        text = _("Cannot write {file}: {reason}.").format(file=printable(path), reason=reason)
        raise MazeError(text) from None
    if not exists:
        raise MazeError(_("There is no folder {folder}.").format(folder=printable(path.parent)))


def check_other(path: Path, source: str | None) -> None:
    """Raise ``UsageError`` where a path leads to the file ``source``, by whatever links."""
    with suppress(OSError, ValueError):  # one of them is not there
        if source is not None and path.samefile(source):
            raise UsageError(
                _("{path} is the file that is read: choose another name.").format(path=path)
            )
