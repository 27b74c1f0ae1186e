"""Opens drawings of mazes, SVG, PDF and DXF: each wall is there or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazeeditor.core.disk.file_kinds import DXF, PDF, SVG, kind_of
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.files import IMPORTERS, UNKNOWN, Data, Expected, Project, importer
from mazeeditor.files.kept_project import keeps_project
from mazeeditor.files.kept_project import project_of as kept_project_of

if TYPE_CHECKING:  # what reads drawings is imported once one is opened: most commands open none
    from mazeeditor.files.drawings.line_drawing import Drawing

MAX_BYTES = 1 << 26  # bytes


def maze_in(drawing: Drawing, expected: Expected, job: Job) -> Project:
    """Return the maze in a drawing; raises ``MazeError`` with the reason alone."""
    from mazeeditor.files.drawings.drawn_maze import project_of
    from mazeeditor.files.drawings.lattice_search import find_lattice
    from mazeeditor.files.drawings.painted import is_dotted, painted_maze

    dotted, lattice = is_dotted(drawing), None
    try:
        lattice = find_lattice(drawing, expected, job)
    except MazeError as error:
        reason = error
    # a grid may lie behind a maze of tiles, and dots on the lines of more lattices than one
    if lattice is None or lattice.full or (dotted and not lattice.sure):
        painted = painted_maze(drawing, expected, job, thorough=dotted)
        if painted is not None:
            return painted
    if lattice is None:
        raise reason
    return project_of(lattice, drawing, job)


@importer(
    "svg",
    _("SVG drawing"),
    suffixes=(".svg",),
    sniff=lambda head: kind_of(head) == SVG and not keeps_project(head),
    largest=MAX_BYTES,
    order=10,
    expects=True,
    kinds=("drawing",),
)
def parse_svg(data: Data, job: Job, expected: Expected = UNKNOWN) -> Project:
    """Return the maze that an SVG draws; raises ``MazeError``."""
    from mazeeditor.files.drawings.svg_lines import svg_drawing

    return maze_in(svg_drawing(bytes(data)), expected, job)


@importer(
    "pdf",
    _("PDF drawing"),
    suffixes=(".pdf",),
    sniff=lambda head: kind_of(head) == PDF,
    largest=MAX_BYTES,
    order=11,
    binary=True,
    expects=True,
    kinds=("drawing",),
)
def parse_pdf(data: Data, job: Job, expected: Expected = UNKNOWN) -> Project:
    """Return the project in a PDF, else the maze that a page draws; raises ``MazeError``."""
    from mazeeditor.files.drawings.pdf_lines import pages_of, pdf_drawing

    pages = pages_of(bytes(data), IMPORTERS["project"].largest, job)
    if pages.attached is not None:
        return kept_project_of(pages.attached, job)
    return maze_in(pdf_drawing(pages), expected, job)


@importer(
    "dxf",
    _("DXF drawing"),
    suffixes=(".dxf",),
    sniff=lambda head: kind_of(head) == DXF,
    largest=MAX_BYTES,
    order=12,
    expects=True,
    kinds=("drawing",),
)
def parse_dxf(data: Data, job: Job, expected: Expected = UNKNOWN) -> Project:
    """Return the maze that a DXF draws; raises ``MazeError``."""
    from mazeeditor.files.drawings.dxf_lines import dxf_drawing

    return maze_in(dxf_drawing(bytes(data), job), expected, job)
