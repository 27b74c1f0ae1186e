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

from mazeeditor.files import Data, importer
from mazeeditor.files.form import Form
from mazeeditor.files.grid import read_grid
from mazeeditor.files.lines import Lines
from mazeeditor.files.project import Project
from mazeeditor.files.text import LARGEST_TEXT
from mazeeditor.job import Job
from mazeeditor.words import _

BLOCK = "\u2588".encode()
FORM = Form(posts=b"#", across=b"#", upright=b"#", pitch=2)
_TOP = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:[ \t]*\r?\n)*[ \t]*(?:#|%b)(?:#|%b|[ SGX\t])*\r?(?:\n|\Z)"
    % (BLOCK, BLOCK)
)


def looks_like_blocks(head: bytes) -> bool:
    """Whether the first line is an outer wall of blocks."""
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
    """Return the maze that a text of blocks shows; raises ``MazeError`` with a reason."""
    return read_grid(Lines(data, BLOCK, b"#"), FORM, job)
