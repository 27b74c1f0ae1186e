"""Starts commands of Dask, each a fork of this process, which has imported it: a second of work.

::

    test ── request ──> server ── fork ──> scheduler or worker
         <── number ───                    is killed when the server ends

The server ends with the process of the tests, however that ends. It imports nothing of the program:
which one a worker finds is up to its test. ``tests.line_server`` runs it.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
from importlib import import_module
from typing import Any

assert sys.platform != "win32"  # which has no forks

END_WITH_PARENT = 1  # PR_SET_PDEATHSIG of Linux


def serve() -> None:
    """Start what each line of standard input asks for; print the number of its process."""
    for module in ("dask_scheduler", "dask_worker"):
        import_module(f"distributed.cli.{module}")
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how they have ended
    server = os.getpid()
    for line in sys.stdin:
        process = os.fork()
        if not process:
            _run(json.loads(line), server)
        print(process, flush=True)


def _run(request: dict[str, Any], server: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(END_WITH_PARENT, signal.SIGKILL)
        if os.getppid() != server:
            sys.exit("The server has ended already.")
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)
    os.chdir(request["folder"])
    os.environ["MAZEEDITOR_PURE"] = "1"  # else each worker compiles for longer than it works
    sys.path[:0] = request["path"]
    sys.argv[1:] = request["arguments"]
    import_module(f"distributed.cli.{request['module']}").main()


if __name__ == "__main__":
    serve()
