"""Work by a library that holds Python's lock: done in a process of its own, so no window waits."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from tempfile import TemporaryFile
from typing import ParamSpec, TypeVar

from mazeeditor.errors import MazeError
from mazeeditor.job import Job
from mazeeditor.translation import _

P = ParamSpec("P")
R = TypeVar("R")

LOOK = 0.1  # s between two looks at whether the job was cancelled
PROGRAM = "from mazeeditor.making.own_process import answer; answer()"


def run_apart(job: Job, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Return what a function of a module returns for arguments that can be pickled.

    Raises the ``MazeError`` that it raises, and ``CancelledError``. Unlike with multiprocessing, a
    script that calls this is not imported anew.
    """
    with TemporaryFile() as request, TemporaryFile() as reply:  # of any size, unlike pipes
        pickle.dump((function, args, kwargs), request)
        request.seek(0)
        command = [sys.executable, "-c", PROGRAM]
        with subprocess.Popen(command, stdin=request, stdout=reply) as process:
            try:
                while process.poll() is None:
                    job.check()
                    with suppress(subprocess.TimeoutExpired):
                        process.wait(LOOK)
            except BaseException:
                process.kill()
                raise
        reply.seek(0)
        output = reply.read()
    if process.returncode:
        raise MazeError(_("A process that the program started has failed: try again."))
    result, error = pickle.loads(output)
    if error is not None:
        raise error
    return result


def answer() -> None:
    """Do in this process what ``run_apart`` has asked for."""
    function, args, kwargs = pickle.load(sys.stdin.buffer)
    result, error = None, None
    try:
        result = function(*args, **kwargs)
    except MazeError as problem:
        error = problem
    sys.stdout.buffer.write(pickle.dumps((result, error)))
