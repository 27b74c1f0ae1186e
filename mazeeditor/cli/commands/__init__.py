"""The subcommands, one file each, which registers it.

``cli/parser.py`` imports only the file of the one that runs; a loop over ``SUBCOMMANDS`` imports
all of them.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass

from mazeeditor.core.errors import MazeError
from mazeeditor.core.registry import Entry, Registry

DONE, FAILED, NO_ROUTE = 0, MazeError.status, 3


@dataclass(frozen=True, kw_only=True)
class Subcommand(Entry[Callable[[argparse.Namespace], int]]):
    """A sub-command: ``configure`` adds its arguments, ``run`` returns the exit status.

    Its label is printed after its name by ``--help``, ``example`` and ``further`` ones below its
    own help. ``main`` are the flags that most people need, () for all of them.
    """

    example: str
    further: tuple[str, ...] = ()
    main: tuple[str, ...] = ()
    configure: Callable[[argparse.ArgumentParser], None]


SUBCOMMANDS: Registry[Subcommand] = Registry("command", __name__, "subcommand")
subcommand = SUBCOMMANDS.decorator(Subcommand)
