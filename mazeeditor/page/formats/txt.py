"""Text: a maze as posts, lines and spaces, or in blocks."""

from __future__ import annotations

from typing import Annotated

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.files.plain_text import Forms, Posts, text_chunks
from mazeeditor.maze.maze import Maze
from mazeeditor.page.formats import exporter


@exporter("text", _("Text"), suffix=".txt", order=5, drawn=False, memory=20)
def text(
    maze: Maze,
    job: Job,
    *,
    signs: Annotated[
        Forms,
        _("signs that draw the maze: posts and lines, blocks, box drawing, or a digit a cell"),
    ] = "lines",
    posts: Annotated[Posts, _("sign for posts between lines")] = "o",
) -> bytes:
    """Plain text that reads back as the same maze."""
    return b"".join(text_chunks(maze, form=signs, posts=posts, job=job))
