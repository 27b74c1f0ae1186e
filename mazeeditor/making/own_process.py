"""Work by a library that holds Python's lock: done in a process of its own, so no window waits."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from os import fstat
from tempfile import TemporaryFile
from typing import ParamSpec, TypeVar

from mazeeditor.errors import MazeError
from mazeeditor.job import Job
from mazeeditor.translation import _

P = ParamSpec("P")
R = TypeVar("R")

LOOK = 0.1  # s between two looks at whether the job was cancelled
STEPS = 100  # of the progress of such work
PROGRAM = "from mazeeditor.making.own_process import answer; answer()"


def run_apart(job: Job, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Return what a function of a module returns for arguments that can be pickled.

    Where ``job`` is among the arguments, a phase of ``STEPS`` has begun, which shows the progress
    there. Raises the ``MazeError`` that the function raises, and ``CancelledError``. Unlike with
    multiprocessing, a script that calls this is not imported anew.
    """
    reports = any(argument is job for argument in args)
    with TemporaryFile() as request, TemporaryFile() as reply:  # of any size, unlike pipes
        pickle.dump((function, args, kwargs), request)
        request.seek(0)
        command = [sys.executable, "-c", PROGRAM]
        with subprocess.Popen(command, stdin=request, stdout=reply) as process:
            try:
                while process.poll() is None:
                    job.check()
                    if reports:
                        job.step(min(STEPS, fstat(reply.fileno()).st_size))
                    with suppress(subprocess.TimeoutExpired):
                        process.wait(LOOK)
            except BaseException:
                process.kill()
                raise
        reply.seek(STEPS)
        output = reply.read()
    if process.returncode:
        raise MazeError(_("A process that the program started has failed: try again."))
    result, error = pickle.loads(output)
    if error is not None:
        raise error
    return result


def answer() -> None:
    """Do in this process what ``run_apart`` has asked for.

    Written are ``STEPS`` bytes, one by one as the work goes on, and then the result.
    """
    function, args, kwargs = pickle.load(sys.stdin.buffer)
    job = _WrittenJob()
    args = [job if isinstance(argument, Job) else argument for argument in args]
    result, error = None, None
    try:
        result = function(*args, **kwargs)
    except MazeError as problem:
        error = problem
    job.write(STEPS)
    sys.stdout.buffer.write(pickle.dumps((result, error)))


class _WrittenJob(Job):
    """Its progress is the length of what this process has written."""

    def __init__(self) -> None:
        super().__init__()
        self._written = 0

    def check(self) -> None:
        """Write how far the work is."""
        super().check()
        self.write(int(STEPS * self.progress))

    def write(self, steps: int) -> None:
        """Write as many bytes as are missing to ``steps``."""
        if steps > self._written:
            sys.stdout.buffer.write(b"." * (steps - self._written))
            sys.stdout.buffer.flush()
            self._written = steps
