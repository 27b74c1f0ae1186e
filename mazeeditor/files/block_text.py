"""Reads mazes of blocks: ``#`` or full blocks are walls, spaces are passages.

::

    #######
    #S#   #
    # ### #
    #    G#
    #######
"""

from __future__ import annotations

import re

from mazeeditor.files import Data, Project, importer
from mazeeditor.files.text_reader import LARGEST_TEXT, Lines, TextForm, read_grid
from mazeeditor.job import Job
from mazeeditor.translation import _

BLOCK = "\u2588".encode()
FORM = TextForm(posts=b"#", across=b"#", upright=b"#", pitch=2)
_TOP = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:[ \t]*\r?\n)*[ \t]*(?:#|%b)(?:#|%b|[ SGX\t])*\r?(?:\n|\Z)"
    % (BLOCK, BLOCK)
)


def looks_like_blocks(head: bytes) -> bool:
    """Return whether the first line is an outer wall of blocks."""
    return _TOP.match(head) is not None


@importer(
    "blocks",
    _("Block text"),
    suffixes=(".txt",),
    sniff=looks_like_blocks,
    largest=LARGEST_TEXT,
    order=3,
)
def parse(data: Data, job: Job) -> Project:
    """Return the maze in a text of blocks; raises ``MazeError`` with a reason."""
    return read_grid(Lines(data, BLOCK, b"#"), FORM, job)
