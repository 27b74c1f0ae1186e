"""Runs the commands of Dask in forks of one process that has imported it, which takes a second.

This file imports nothing of the program: which one a worker finds is up to its test.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.process import BaseProcess

PRELOADED = ["distributed.cli.dask_scheduler", "distributed.cli.dask_worker"]


def started(module: str, arguments: list[str], folder: str, path: list[str]) -> BaseProcess:
    """Start a command of ``distributed.cli`` in a folder; modules are looked for at ``path``."""
    if sys.platform == "win32":
        raise OSError("Windows has no fork.")
    context = get_context("forkserver")
    context.set_forkserver_preload(PRELOADED)
    process = context.Process(target=_run, args=(module, arguments, folder, path))
    process.start()
    return process


def _run(module: str, arguments: list[str], folder: str, path: list[str]) -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)
    os.chdir(folder)
    os.environ["MAZEEDITOR_PURE"] = "1"  # else each worker compiles for longer than it works
    sys.path[:0] = path
    sys.argv[1:] = arguments
    import_module(f"distributed.cli.{module}").main()
