"""Minecraft function: commands that build a maze of blocks where the player stands.

It belongs into a data pack of a world: ``datapacks/maze/data/maze/function/maze.mcfunction``, with
a ``datapacks/maze/pack.mcmeta``; then ``/function maze:maze`` builds it. x goes east and z south
from the player, who stands at the north-west corner; the floor replaces the ground.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, NamedTuple

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.options import Between, Label, Written
from mazeeditor.core.translation import _, quote_value
from mazeeditor.maze.block_grid import Span, block_grid, ground_spans, wall_spans
from mazeeditor.maze.maze import Maze
from mazeeditor.page.formats import exporter

MOST_BLOCKS = 32_768  # that one command fills
MOST_COMMANDS = 65_536  # that one function runs: the usual maxCommandChainLength
AIR, START, GOAL = "minecraft:air", "minecraft:emerald_block", "minecraft:gold_block"
AS_IT_IS = "none"
_BLOCK = re.compile(
    r"(?:[a-z0-9_.-]+:)?[a-z0-9_./-]+(?:\[[a-z0-9_]+=[a-z0-9_]+(?:,[a-z0-9_]+=[a-z0-9_]+)*\])?"
)


def read_block(text: str) -> str:
    """Return the name of a block as it is; raises ``UsageError`` where it is none."""
    if len(text) > 200 or not _BLOCK.fullmatch(text):
        message = _(
            "{block} is not the name of a block such as stone_bricks or minecraft:oak_planks."
        )
        raise UsageError(message.format(block=quote_value(text)))
    return text


def _with_namespace(block: str) -> str:
    return block if ":" in block.partition("[")[0] else f"minecraft:{block}"


@exporter(
    "mcfunction",
    _("Minecraft"),
    suffix=".mcfunction",
    order=10,
    drawn=False,
    memory=400,
    most=250_000,
)
def mcfunction(
    maze: Maze,
    job: Job,
    *,
    wall_block: Annotated[
        str,
        Written(read_block, ("stone_bricks", "oak_leaves", "glass")),
        Label(_("Walls of")),
        _("block that the walls are built of"),
    ] = "stone_bricks",
    floor_block: Annotated[
        str,
        Written(read_block, ("smooth_stone", "grass_block", AS_IT_IS)),
        Label(_("Floor of")),
        _("block that the floor is built of; none: the ground stays"),
    ] = "smooth_stone",
    block_height: Annotated[
        int, Between(1, 64), Label(_("Height of walls")), _("height of the walls, in blocks")
    ] = 3,
    passage_blocks: Annotated[
        int, Between(1, 16), Label(_("Width of passages")), _("width of the passages, in blocks")
    ] = 2,
    wall_blocks: Annotated[
        int, Between(1, 16), Label(_("Thickness of walls")), _("thickness of the walls, in blocks")
    ] = 1,
) -> bytes:
    """Commands for a data pack of Minecraft that build the maze of blocks where the player is."""
    if wall_block == AS_IT_IS:
        raise UsageError(_("Walls need a block: only the floor can stay as it is."))
    wall, floor = _with_namespace(wall_block), _with_namespace(floor_block)
    grid = block_grid(maze, _("A Minecraft function"))
    job.phase(3)
    widths = _Widths(passage_blocks, wall_blocks)
    ground = [_Area.of(span, widths) for span in ground_spans(grid)]
    walls = [_Area.of(span, widths) for span in wall_spans(grid)]
    job.step(1)
    lines: list[str] = []
    for area in ground:
        lines += area.fills(0, block_height - 1, AIR)
        if floor_block != AS_IT_IS:
            lines += area.fills(-1, -1, floor)
    job.step(2)
    for area in walls:
        lines += area.fills(0, block_height - 1, wall)
    for block, openings in ((GOAL, maze.exits), (START, [maze.entrance] * bool(maze.entrance))):
        for opening in openings:
            assert opening
            row, column = (2 * place + 1 for place in maze.lattice.place(opening.cell))
            lines += _Area.of(Span(row, column, row, column), widths).fills(-1, -1, block)
    if len(lines) > MOST_COMMANDS:
        text = _(
            "This maze takes {found:,} commands, and Minecraft runs {most:,} in one function: "
            "make a maze of fewer cells."
        )
        raise UsageError(text.format(found=len(lines), most=MOST_COMMANDS))
    job.step(3)
    about = _("# A maze to build where you stand: x goes east, z south. Stand on open ground.")
    return "\n".join([about, *_notes(maze, widths), *lines, ""]).encode()


class _Widths(NamedTuple):
    """How wide passages and walls are, in blocks."""

    passage: int
    wall: int


def _notes(maze: Maze, widths: _Widths) -> Iterator[str]:
    """Yield comments from which the same maze is read again, whatever the blocks leave open."""
    lattice = maze.lattice
    thick = f" wall={widths.wall}" if widths.wall > 1 else ""
    yield f"# maze rows={lattice.rows} columns={lattice.columns} passage={widths.passage}{thick}"
    ends = [("start", maze.entrance)] * (maze.entrance is not None)
    for name, opening in [*ends, *(("goal", exit_) for exit_ in maze.exits)]:
        assert opening
        row, column = lattice.place(opening.cell)
        side = "middle" if opening.slot is None else lattice.side(opening.cell, opening.slot)
        yield f"# {name} {row} {column} {side}"


class _Area(Span):
    """Blocks of the world from the player: rows are z, columns x."""

    @classmethod
    def of(cls, span: Span, widths: _Widths) -> _Area:
        """Return where blocks of the grid are."""
        pitch = widths.passage + widths.wall

        def first(index: int) -> int:
            return index // 2 * pitch + index % 2 * widths.wall

        def last(index: int) -> int:
            return first(index) + (widths.passage if index % 2 else widths.wall) - 1

        return cls(first(span.top), first(span.left), last(span.bottom), last(span.right))

    def fills(self, low: int, high: int, block: str) -> Iterator[str]:
        """Yield commands that fill the area between two heights, none with too many blocks."""
        height = high - low + 1
        wide = max(1, min(self.right - self.left + 1, MOST_BLOCKS // height))
        deep = max(1, MOST_BLOCKS // (height * wide))
        for top in range(self.top, self.bottom + 1, deep):
            bottom = min(top + deep - 1, self.bottom)
            for left in range(self.left, self.right + 1, wide):
                right = min(left + wide - 1, self.right)
                yield f"fill ~{left} ~{low} ~{top} ~{right} ~{high} ~{bottom} {block}"
