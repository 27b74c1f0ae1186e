"""Pictures of mazes, drawn, printed or scanned: the maze that is seen in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazeeditor.core.disk.file_kinds import HEIC, PICTURES, kind_of
from mazeeditor.core.job import Job
from mazeeditor.core.pictures import PIXELS
from mazeeditor.core.translation import _, count
from mazeeditor.files import (
    PICTURE,
    UNKNOWN,
    Data,
    Expected,
    Project,
    doubtful_in_words,
    importer,
)
from mazeeditor.files.kept_project import keeps_project

if TYPE_CHECKING:
    from mazeeditor.recognition.recognise import Recognition


def is_picture(head: bytes) -> bool:
    """Return whether a file that begins so is a picture of pixels that keeps no project."""
    return len(head) > 16 and kind_of(head) in (*PICTURES, HEIC) and not keeps_project(head)


@importer(
    "picture",
    _("Picture of a maze"),
    suffixes=PIXELS,
    sniff=is_picture,
    largest=1 << 27,
    order=8,
    expects=True,
    kinds=(PICTURE,),
)
def parse_picture(data: Data, job: Job, expected: Expected = UNKNOWN) -> Project:
    """Return the maze in a picture; raises ``MazeError``."""
    from mazeeditor.core.pictures import decode_picture
    from mazeeditor.recognition.choices import Choices
    from mazeeditor.recognition.recognise import recognise

    picture = decode_picture(bytes(data))
    seen = recognise(picture, Choices(cells=expected.cells), job)
    text = _("Read as a picture of {rows} × {columns} cells")
    return project_of(seen, text.format(rows=seen.rows, columns=seen.columns))


def project_of(seen: Recognition, read_as: str) -> Project:
    """Return the project of what was seen in a picture, with what may be wrong with it."""
    maze = seen.maze()
    route = tuple(seen.route(maze).tolist())
    project = Project(maze, doubtful=seen.doubtful(), guessed=True, route=route, read_as=read_as)
    if abs(seen.turned) >= 0.05:
        project.read_as += _(", turned by {angle:.1f}°").format(angle=abs(seen.turned))
    _warn(project, seen)
    return project


def left_out_in_words(seen: Recognition) -> list[str]:
    """Return what the picture, or what was read of it, may lack."""
    found = []
    if seen.beside:
        text = _(
            "Another maze of {rows} × {columns} cells is left out: crop the picture to read it."
        )
        found.append(text.format(rows=seen.beside.rows, columns=seen.beside.columns))
    sides = {"top": _("top"), "right": _("right"), "bottom": _("bottom"), "left": _("left")}
    if side := seen.open_side():
        text = _("Cells are missing along the {side}: the picture may end before the maze does.")
        found.append(text.format(side=sides[side]))
    return found


def _warn(project: Project, seen: Recognition) -> None:
    """Say what may be wrong, and what was left out."""
    project.warnings += left_out_in_words(seen)
    if project.doubtful:
        project.warnings.append(f"{doubtful_in_words(len(project.doubtful))}.")
    if project.route:
        text = _("The route that is drawn in colour is the solution: {cells}.")
        cells = count(len(project.route), _("cell"), _("cells"))
        project.warnings.append(text.format(cells=cells))
    elif seen.coloured:
        project.warnings.append(_("What is drawn in colour, such as a route, is left out."))
    if seen.entrance is None and not seen.exits:
        text = _("No opening was found: set start and goal.")
    elif not seen.exits:
        text = _("One opening was found, taken for the entrance: set the goal.")
    elif seen.entrance is None:
        text = _("One opening was found, taken for the exit: set the start.")
    elif not seen.certain:
        text = _(
            "The picture does not say which opening is the entrance: it is the upper or left one."
        )
    else:
        return
    project.warnings.append(text)
