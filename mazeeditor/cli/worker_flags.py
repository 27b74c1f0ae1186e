"""The flags of a command with many tasks: processes of this computer, or the workers of a cluster.

::

    mazeeditor book maze.mazebook --cluster tcp://10.0.0.5:8786 -o book.pdf
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager

from mazeeditor.cli.flags import add_flags, read_flags
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.options import Option
from mazeeditor.core.processes.cluster import connected
from mazeeditor.core.processes.workers import Workers
from mazeeditor.core.translation import _

WORKERS = Option(
    "workers",
    int,
    None,
    _("processes that do the work; without it, one for each core"),
    1,
    256,
    optional=True,
)


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Add the number of processes, and the address of a cluster."""
    add_flags(parser, (WORKERS,))
    text = _(
        "do the work on the workers of a Dask cluster, by the address of its scheduler, as in "
        "--cluster tcp://10.0.0.5:8786"
    )
    parser.add_argument("--cluster", metavar=_("ADDRESS"), help=text)


def check_workers(parsed: argparse.Namespace) -> int | None:
    """Return the number of processes; raises ``UsageError``."""
    count: int | None = read_flags(parsed, (WORKERS,)).get(WORKERS.name)
    if count is not None and parsed.cluster is not None:
        raise UsageError(_("A cluster has workers of its own: leave out --workers."))
    return count


@contextmanager
def chosen_workers(parsed: argparse.Namespace, job: Job) -> Iterator[Workers]:
    """Yield the workers of the flags; raises ``UsageError``, ``MazeError``, ``CancelledError``."""
    with connected(parsed.cluster, check_workers(parsed), job) as workers:
        yield workers
