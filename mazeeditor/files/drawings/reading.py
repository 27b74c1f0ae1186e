"""Opens drawings of mazes: SVG; each wall is there or not, and what was left out is said."""

from __future__ import annotations

from mazeeditor.core.disk.file_kinds import SVG, kind_of
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.files import UNKNOWN, Data, Expected, Project, importer
from mazeeditor.files.drawings.drawn_maze import project_of
from mazeeditor.files.drawings.line_drawing import Drawing
from mazeeditor.files.drawings.recognition import recognized
from mazeeditor.files.drawings.svg_lines import LARGEST_SVG, svg_drawing


def maze_in(drawing: Drawing, expected: Expected, job: Job) -> Project:
    """Return the maze in a drawing; raises ``MazeError`` with the reason alone."""
    return project_of(recognized(drawing, expected, job), drawing, job)


@importer(
    "svg",
    _("SVG drawing"),
    suffixes=(".svg",),
    sniff=lambda head: kind_of(head) == SVG,
    largest=LARGEST_SVG,
    order=10,
    expects=True,
)
def parse_svg(data: Data, job: Job, expected: Expected = UNKNOWN) -> Project:
    """Return the maze that an SVG draws; raises ``MazeError``."""
    return maze_in(svg_drawing(bytes(data)), expected, job)
