"""The characters of a text form, and how wide its cells are drawn."""

from __future__ import annotations

from dataclasses import dataclass

from mazeeditor.errors import MazeError
from mazeeditor.files.lines import Lines
from mazeeditor.maze.lattice import LONGEST
from mazeeditor.words import _


@dataclass(frozen=True)
class Form:
    """The characters of a text form: of posts, of walls across and of upright walls.

    ``pitch`` is the way from post to post, 0 where the first line tells it.
    """

    posts: bytes
    across: bytes
    upright: bytes
    pitch: int = 0


def measure(lines: Lines, form: Form, top: bytes) -> tuple[int, int]:
    """Return the pitch and the number of columns, read off the first line; raises ``MazeError``."""
    text = top.rstrip(b" ")
    posts = [at for at, byte in enumerate(text) if byte in form.posts][:2]
    if posts[:1] != [0]:
        lines.refuse(chr(text[0]), 0, _("a post"))
    if len(posts) < 2:
        raise MazeError(_("line {line} has one post: two are needed.").format(line=lines.number))
    pitch = form.pitch or posts[1]
    columns, beyond = divmod(len(text) - 1, pitch)
    if pitch == 1:
        lines.refuse(chr(text[1]), 1, _("a wall or a gap"))
    if beyond:
        raise MazeError(
            _(
                "line {line} ends between two posts: it has {found:,} characters, and there is "
                "a post every {pitch:,}."
            ).format(line=lines.number, found=len(text), pitch=pitch)
        )
    if columns > LONGEST:
        raise MazeError(_("it has more than {longest:,} columns.").format(longest=LONGEST))
    return pitch, columns
