"""The command line: everything the window does, for scripts and machines without a display.

The window opens without importing any subcommand, nor what parses them.
"""

from __future__ import annotations

import gc
import os
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from mazeeditor.app.files.user_folders import holds
from mazeeditor.core.errors import CancelledError, MazeError, UsageError
from mazeeditor.core.translation import _, one_line, quote_value

DONE, INTERRUPTED = 0, 130
# They hold a maze, and may replace the one that is read
MAZES = (".maze", ".txt", ".map", ".num", ".maz", ".tmx", ".mcfunction")
MANY_OBJECTS = 100_000  # objects: more than a command imports, which stay


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; every failure is one line on stderr."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return _run(given)
    except MazeError as error:
        return _report(error, error.status)
    except CancelledError as error:
        return _report(_("Interrupted; nothing was written."), _status(error.__cause__))
    except KeyboardInterrupt as interrupt:
        return _report(_("Interrupted."), _status(interrupt))
    except BrokenPipeError:  # whatever read the output has ended, as `head` does
        return DONE
    except MemoryError:
        return _report(_("There is not enough memory for this maze."), MazeError.status)


def program() -> NoReturn:
    """Run as a program of its own: neither a bug nor a signal at the end prints a traceback."""
    # so that the collector need not look through them again and again
    gc.set_threshold(MANY_OBJECTS)
    if not sys.warnoptions:  # of Python's -W
        warnings.simplefilter("ignore")  # of libraries, with lines of source: no news for users
    try:
        status = main()
    except Exception as error:  # nobody foresaw it: users get a sentence, the log has the rest
        from mazeeditor.app.errors.error_log import log_and_wrap

        status = _report(log_and_wrap(error), MazeError.status)
    from mazeeditor.cli.terminal import ignore

    ignore()
    gc.freeze()  # the end of the process frees all that is left, at once
    sys.exit(status)


def _status(interrupt: BaseException | None) -> int:
    """Return the exit status after Ctrl+C, or after another signal, which names its own."""
    return getattr(interrupt, "status", INTERRUPTED)


def _report(error: object, status: int) -> int:
    print(f"mazeeditor: {one_line(error)}", file=sys.stderr)
    return status


def _run(given: list[str]) -> int:
    if not given:
        return _open_window(None)
    if given == ["-"]:
        raise UsageError(_("The window opens files; commands read standard input: COMMAND -."))
    if len(given) == 1 and Path(given[0]).suffix and holds(Path(given[0]).is_file):
        return _open_window(Path(given[0]))
    from mazeeditor.cli.parser import commands

    names = list(commands())
    if given[0].startswith("-") or given[0] in names:
        return _run_command(given)
    if len(given) > 1:
        raise UsageError(
            _("There is no command {name}. Choose one of: {known}.").format(
                name=quote_value(given[0]), known=", ".join(names)
            )
        )
    return _open_file(Path(given[0]), names)


def _run_command(given: list[str]) -> int:
    from mazeeditor.cli.parser import build_parser
    from mazeeditor.cli.terminal import raised_once, reported_output

    # numpy starts a thread for each processor, to multiply matrices: no command has large ones
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    with raised_once(), reported_output():
        parsed = build_parser().parse_args(given)
        from mazeeditor.core.disk.overwriting import one_command  # not for --help alone

        with one_command(MAZES):
            return int(parsed.command.run(parsed))


def _open_file(path: Path, commands: Sequence[str]) -> int:
    if not holds(path.exists):
        import difflib

        near = difflib.get_close_matches(str(path), commands, n=1)
        hint = _(" Did you mean the command {near}?").format(near=near[0]) if near else ""
        raise MazeError(_("There is no file {path}.").format(path=path) + hint)
    return _open_window(path)


def _open_window(path: Path | None) -> int:
    gc.disable()  # what is imported stays; later the window collects (see ``gui.garbage``)
    try:
        from mazeeditor.gui.app import run
    except ImportError as error:
        raise MazeError(
            _(
                "The window needs tkinter ({error}). On Debian: sudo apt install python3-tk; "
                "without root, a Python of uv or conda brings it. The command line works without: "
                "mazeeditor --help."
            ).format(error=error)
        ) from None
    return run(path)
