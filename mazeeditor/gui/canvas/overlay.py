"""The marks over the picture: openings, what a click would change, the cell cursor, symmetry.

These few are canvas items: they change with every motion of the pointer, and the picture does not.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from math import ceil, floor
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.editing.tools import Outline, Patch, Preview, Trace
from mazeeditor.gui.canvas.route_ghost import RouteGhost
from mazeeditor.gui.canvas.thing_marks import ThingMarks
from mazeeditor.gui.look import Theme
from mazeeditor.maze.collecting.things import Things
from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.tiling import Tiling
from mazeeditor.screen.area import Area
from mazeeditor.screen.overlay_shapes import (
    REACH,
    MarkerShape,
    covered_pixels,
    cross_lines,
    figures,
    frame_of,
    lines_in_view,
    outlines,
    picture_place,
    square_around,
)
from mazeeditor.screen.pixel_colours import HEAD
from mazeeditor.screen.raster.line_kernels import along
from mazeeditor.screen.viewport import Viewport, wall_width

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageTk import PhotoImage

    from mazeeditor.maze.transforms.symmetry.group import SymmetryGroup


HOVER, OPENINGS, CURSOR = "hover", "openings", "cursor"  # the tags of items
MOST_AREAS = 100  # openings that nothing may lie over: of more, the others may be covered
MOST_PHOTOS = 40  # pictures at openings that are kept
HEADS, STROKE = "heads", "stroke"
RINGED_BELOW = 10  # px at 96 dpi: larger cells are found without a ring
RING_RADIUS = 9  # px at 96 dpi
MOST_RINGS = 12  # rings; more would hide what they point at
FEW_CELLS = 400  # that are drawn one by one, with their walls; more are one picture
HOVER_WIDTH = 3  # px at 96 dpi at least
NO_CELLS: Ids = np.empty(0, np.int64)
INSET = 0.14  # cells between the walls and the frame of the cell cursor, in large cells
WALL_MARKS = "wall-marks"
MOST_WALLS = (
    1500  # items: more would make each frame slow; the cells are tinted by the picture then
)
MARKED_FROM = 4  # px a cell: smaller walls cannot be told apart
WALL_WIDTH = 3  # px at 96 dpi at least
WALL_DASH = 4, 3  # px at 96 dpi
SYMMETRY = "symmetry"  # the tag of items
AXIS_OVERHANG_PX = 12  # px at 96 dpi that an axis goes beyond the maze
DASHES = (9, 4, 2, 4)  # px at 96 dpi: a centre line, as technical drawings have it
CENTRE_RADIUS = 8  # px at 96 dpi


class Overlay:
    """The items over the picture of one canvas."""

    def __init__(self, canvas: tk.Canvas, theme: Theme) -> None:
        self._canvas, self._theme = canvas, theme
        self.heads = HeadRings(canvas, theme)
        self._stroke = StrokePreview(canvas)
        self.ghost = RouteGhost(canvas, theme)
        self.wall_marks = WallMarks(canvas, theme)
        self.symmetry = SymmetryMarks(canvas, theme)
        self._maze: Maze | None = None
        self._preview = Preview()
        self._cell: int | None = None
        self._openings: tuple[Opening | None, tuple[Opening, ...]] = (None, ())  # those drawn
        self._pictures = EndPictures(canvas)
        self._things = ThingMarks(canvas, theme)

    def set_theme(self, theme: Theme) -> None:
        """Use other colours from the next ``show`` on."""
        self._theme = theme
        self.heads.set_theme(theme)
        self.wall_marks.set_theme(theme)
        self.ghost.set_theme(theme)
        self.symmetry.set_theme(theme)
        self._things.set_theme(theme)

    def set_maze(self, maze: Maze) -> None:
        """Clear the marks of another maze."""
        self._maze, self._preview, self._cell = maze, Preview(), None
        self.mark()
        self.symmetry.mark(None)
        self._stroke.clear()
        self.ghost.clear()

    def show(self, view: Viewport) -> None:
        """Place everything according to ``view``."""
        self._stroke.clear()
        if self._maze:
            self.wall_marks.show(view, self._maze.lattice)
        self.symmetry.show(view)
        self.show_openings(view)
        self._show_things(view)
        self.ghost.show(view)
        self.show_preview(view, self._preview)
        self.show_cursor(view, self._cell)

    def mark(self, cells: Ids = NO_CELLS, walls: Sequence[tuple[Ids, str]] = ()) -> None:
        """Point at ``cells`` int64[k] and draw groups of walls in a colour, and no others."""
        self.heads.point_at(cells)
        self.wall_marks.mark(walls)

    def show_symmetry(self, view: Viewport, group: SymmetryGroup | None) -> None:
        """Draw the axes or the centre of a symmetry, or none."""
        self.symmetry.mark(group)
        self.symmetry.show(view)

    def show_heads(self, view: Viewport) -> None:
        """Draw the rings around the cells being worked on, where those in view have changed."""
        if self._maze:
            self.heads.show(view, self._maze.lattice.geometry)

    def update_openings(self, view: Viewport) -> bool:
        """Draw the openings again where they have changed; returns whether they have."""
        if self._maze is None or self._openings == (self._maze.entrance, self._maze.exits):
            return False
        self.show_openings(view)
        return True

    def opening_areas(self, view: Viewport) -> list[Area]:
        """Return where the screen shows openings: the marks, and the cells at which routes end."""
        maze, room = self._maze, self._theme.px(2)
        if maze is None:
            return []
        items = self._canvas.find_withtag(OPENINGS)[:MOST_AREAS]
        boxes = [box for item in items if (box := self._canvas.bbox(item))]
        openings = [*([maze.entrance] if maze.entrance else []), *maze.exits][:MOST_AREAS]
        cells = np.array([opening.cell for opening in openings], np.int64)
        half = max(view.zoom / 2, 1)
        for x, y in maze.lattice.geometry.centres(cells) * view.zoom - (view.left, view.top):
            boxes.append((floor(x - half), floor(y - half), ceil(x + half), ceil(y + half)))
        areas = [Area(a - room, b - room, c + room, d + room) for a, b, c, d in boxes]
        screen = Area(0, 0, view.width, view.height)
        return [area for area in areas if area.cut(screen).size]

    def show_openings(self, view: Viewport) -> None:
        """Draw the entrance and the exits that the screen shows."""
        self._canvas.delete(OPENINGS)
        maze, theme = self._maze, self._theme
        if maze is None:
            return
        self._openings = (maze.entrance, maze.exits)
        for opening in maze.exits:
            self._draw(view, opening, theme.exit, enters=False)
        if maze.entrance:
            self._draw(view, maze.entrance, theme.entrance, enters=True)
        self._canvas.tag_raise(HOVER)

    def show_pictures(
        self, view: Viewport, pictures: tuple[Image, Image] | None, *, inside: bool
    ) -> None:
        """Draw pictures at the entrance and the exits, RGBA, in the place of arrows, or arrows."""
        self._pictures.use(pictures, inside=inside)
        self.show_openings(view)

    def mark_things(self, view: Viewport, things: Things | None) -> None:
        """Draw what is to be collected, or nothing of that."""
        self._things.mark(things)
        self._show_things(view)

    def _show_things(self, view: Viewport) -> None:
        if self._maze:
            self._things.show(view, self._maze.lattice)
            self._canvas.tag_raise(HOVER)

    def _draw(self, view: Viewport, opening: Opening, colour: str, *, enters: bool) -> None:
        assert self._maze
        x, y = view.to_px(*self._maze.lattice.geometry.centres(np.array([opening.cell]))[0])
        room = view.zoom + view.margin
        if not (-room < x < view.width + room and -room < y < view.height + room):
            return
        if self._pictures.draw(self._maze.lattice, view, opening, enters=enters):
            return
        paper = self._theme.paper
        for figure in figures(self._maze.lattice, opening, view, enters=enters):
            fill = colour if figure.solid else paper
            # the gap that a paper outline makes sets an oval off from walls and route
            edge = paper if figure.kind == "oval" else fill
            self._create(figure, OPENINGS, fill=fill, outline=edge, width=self._theme.px(1))

    def update_preview(self, view: Viewport, preview: Preview) -> None:
        """Draw what a click would change, where that has changed."""
        if preview != self._preview:
            self.show_preview(view, preview)

    def show_preview(self, view: Viewport, preview: Preview) -> None:
        """Draw what a click would change: walls to add whole, walls to erase dashed."""
        before, self._preview = self._preview, preview
        self._canvas.delete(HOVER)
        if self._maze is None:
            return
        if preview.cells:
            self._draw_cells(view, np.array(preview.cells, np.int64))
        for walls, closing in ((preview.walls, preview.closing), (preview.erased, False)):
            if walls:
                self._draw_walls(view, np.array(walls, np.int64), closing)
        if preview.block:
            self._draw_block(view, preview.block)
        if preview.trace:
            self._draw_trace(view, preview.trace)
        if preview.points:
            self._draw_points(view, preview.points)
        if preview.patch or before.patch:
            self._stroke.show(self._maze.lattice, preview.patch, view, self._theme)
        if preview.opening:
            shown = figures(self._maze.lattice, preview.opening, view, enters=preview.enters)
            self._draw_moved(shown, removes=preview.removes)

    def _draw_moved(self, shown: list[MarkerShape], *, removes: bool) -> None:
        """Draw a new opening as an empty outline, or cross out one to be removed."""
        theme, colour = self._theme, self._theme.wall_hover
        if removes:
            for line in cross_lines(shown[0]):
                self._canvas.create_line(*line, tags=HOVER, fill=colour, width=theme.px(3))
            return
        for figure in shown:
            width = theme.px(2 if figure is shown[0] else 1)
            self._create(figure, HOVER, fill="", outline=colour, width=width)

    def _draw_walls(self, view: Viewport, walls: Ids, closing: bool) -> None:
        assert self._maze
        geometry = self._maze.lattice.geometry
        ends = geometry.post_positions(geometry.posts(walls)) * view.zoom - (view.left, view.top)
        low, high = ends.min(axis=1), ends.max(axis=1)  # arcs are short: the ends suffice
        seen = ((high >= 0) & (low <= (view.width, view.height))).all(axis=1)
        width = max(self._theme.px(HOVER_WIDTH), round(view.zoom / 6))
        for points in along(ends[seen], geometry.bulges(walls[seen])):
            self._canvas.create_line(
                *points.ravel().tolist(),
                tags=HOVER,
                fill=self._theme.wall_hover,
                width=width,
                capstyle="projecting" if closing else "butt",
                dash=() if closing else self._dash,
            )

    def _draw_cells(self, view: Viewport, cells: Ids) -> None:
        """Draw a faint pattern over cells, below the lines."""
        assert self._maze
        lattice = self._maze.lattice
        for outline in outlines(lattice, cells) * view.zoom - (view.left, view.top):
            self._canvas.create_polygon(
                *outline.ravel().tolist(),
                tags=HOVER,
                outline="",
                stipple="gray25",
                fill=self._theme.wall_hover,
            )

    def _draw_block(self, view: Viewport, block: Outline) -> None:
        points = np.array(block) * view.zoom - (view.left, view.top)
        self._canvas.create_polygon(
            *points.ravel().tolist(),
            tags=HOVER,
            fill="",
            outline=self._theme.wall_hover,
            width=self._theme.px(2),
        )

    def _draw_points(self, view: Viewport, points: Outline) -> None:
        """Mark points of the grid with dots, set off from the walls that meet there."""
        radius = max(self._theme.px(4), round(view.zoom / 7))
        for x, y in points:
            self._canvas.create_oval(
                *square_around(*view.to_px(x, y), radius),
                tags=HOVER,
                fill=self._theme.wall_hover,
                outline=self._theme.paper,
                width=self._theme.px(2),
            )

    def _draw_trace(self, view: Viewport, trace: Trace) -> None:
        """Draw a route: what is there as a line, what a click would add dashed, and its end."""
        assert self._maze
        points = self._maze.lattice.geometry.centres(trace.cells) * view.zoom
        points -= (view.left, view.top)
        width = max(self._theme.px(2), round(view.zoom / 4))
        for part, dash in (
            (points[: trace.start], ()),
            (points[max(0, trace.start - 1) :], self._dash),
        ):
            for line in lines_in_view(part, view):
                self._canvas.create_line(
                    *line.ravel().tolist(),
                    tags=HOVER,
                    fill=self._theme.wall_hover,
                    width=width,
                    capstyle="round",
                    joinstyle="round",
                    dash=dash,
                )
        radius = max(self._theme.px(4), round(view.zoom / 4))
        for x, y in points[[0, -1]].tolist():
            self._canvas.create_oval(
                *square_around(x, y, radius),
                tags=HOVER,
                fill=self._theme.paper,
                outline=self._theme.wall_hover,
                width=self._theme.px(2),
            )

    def show_cursor(self, view: Viewport, cell: int | None) -> None:
        """Draw the frame around the cell of the cell cursor, or none."""
        self._cell = cell
        self._canvas.delete(CURSOR)
        if cell is None or self._maze is None:
            return
        lattice, theme = self._maze.lattice, self._theme
        middle = view.to_px(*lattice.geometry.centres(np.array([cell]))[0])
        inset = max(INSET * view.zoom, wall_width(view.zoom) / 2 + theme.px(2))
        frame = frame_of(lattice, cell, view.zoom, inset, theme.px(4)) + middle
        if not len(frame):  # the cell is a point: a window that has not been laid out yet
            return
        self._canvas.create_polygon(
            *frame.ravel().tolist(),
            tags=CURSOR,
            fill="",
            outline=theme.cursor,
            width=theme.px(2),
            joinstyle="miter",
        )

    @property
    def _dash(self) -> tuple[int, int]:
        return self._theme.px(5), self._theme.px(3)

    def _create(self, figure: MarkerShape, tag: str, **options: Any) -> None:
        flat = figure.points.ravel().tolist()
        item = getattr(self._canvas, f"create_{figure.kind}")(*flat, tags=tag)
        self._canvas.itemconfigure(item, **options)


class EndPictures:
    """The pictures at start and goal, in the sizes in which they are seen."""

    def __init__(self, canvas: tk.Canvas) -> None:
        self._canvas = canvas
        self._images: tuple[Image, Image] | None = None
        self._inside = False
        # by what they show and their side; Tk draws none without a reference to it
        self._photos: dict[tuple[bool, int], PhotoImage] = {}

    def use(self, images: tuple[Image, Image] | None, *, inside: bool) -> None:
        """Draw others from now on: that of the start and that of the goal, or none."""
        self._images, self._inside = images, inside
        self._photos.clear()

    def draw(self, lattice: Lattice, view: Viewport, opening: Opening, *, enters: bool) -> bool:
        """Draw that of an opening; returns whether there is one."""
        if self._images is None:
            return False
        x, y, side = picture_place(lattice, opening, view, inside=self._inside)
        self._canvas.create_image(x, y, image=str(self._photo(enters, side)), tags=OPENINGS)
        return True

    def _photo(self, enters: bool, side: int) -> PhotoImage:
        from PIL import ImageTk

        assert self._images
        if (enters, side) not in self._photos:
            if len(self._photos) >= MOST_PHOTOS:  # zooming asks for one size after the other
                self._photos.clear()
            image = self._images[not enters].copy()
            image.thumbnail((side, side), reducing_gap=3.0)
            self._photos[enters, side] = ImageTk.PhotoImage(image, master=self._canvas)
        return self._photos[enters, side]


class HeadRings:
    """Rings around the cells painted as HEAD, where those are too small to be found."""

    def __init__(self, canvas: tk.Canvas, theme: Theme) -> None:
        self._canvas, self._theme = canvas, theme
        self._cells: Ids = np.empty(0, np.int64)
        self._shown: Ids = self._cells
        self._view: Viewport | None = None  # the one of those shown

    def set_theme(self, theme: Theme) -> None:
        """Use other colours from the next ``show`` on."""
        self._theme, self._view = theme, None

    def clear(self) -> None:
        self._cells = np.empty(0, np.int64)

    def point_at(self, cells: Ids) -> None:
        """Draw rings around ``cells`` int64[k] and no others."""
        self._cells = cells

    def note(self, cells: Ids, kinds: NDArray[np.uint8]) -> None:
        """Take note that ``cells`` int64[k] were painted as ``kinds`` uint8[k]."""
        # by a table of cells: sorting a hundred thousand of them to look for one takes 25 ms
        kept = self._cells
        if len(kept):
            kept = kept[~np.isin(kept, cells, kind="table")]
        self._cells = np.concatenate([kept, cells[kinds == HEAD]])

    def show(self, view: Viewport, geometry: Tiling) -> None:
        """Draw the rings in view, where they have changed."""
        if view == self._view and np.array_equal(self._shown, self._cells):
            return
        self._view, self._shown = view, self._cells
        self._canvas.delete(HEADS)
        theme = self._theme
        if view.zoom >= RINGED_BELOW * theme.scale or len(self._cells) > MOST_RINGS:
            return
        radius = theme.px(RING_RADIUS)
        for x, y in geometry.centres(self._cells) * view.zoom - (view.left, view.top):
            for colour, width in ((theme.paper, 5), (theme.head, 2)):  # set off from what is below
                self._canvas.create_oval(
                    *square_around(x, y, radius), tags=HEADS, outline=colour, width=theme.px(width)
                )


class StrokePreview:
    """Cells that a stroke removes from the maze or restores; each motion adds what is new."""

    def __init__(self, canvas: tk.Canvas) -> None:
        self._canvas = canvas
        self._stroke: object = None
        self._number = 0  # of cells that are drawn
        self._photos: list[PhotoImage] = []  # Tk draws no picture without a reference to it

    def show(self, lattice: Lattice, patch: Patch | None, view: Viewport, theme: Theme) -> None:
        """Draw a patch; one of another stroke replaces it."""
        if patch is None or patch.stroke is not self._stroke:
            self.clear()
        if patch is None:
            return
        cells = patch.cells[self._number :]
        self._stroke, self._number = patch.stroke, len(patch.cells)
        middles = lattice.geometry.centres(cells) * view.zoom - (view.left, view.top)
        around = REACH * view.zoom
        seen = (middles >= -around) & (middles <= (view.width + around, view.height + around))
        cells, middles = cells[seen.all(axis=1)], middles[seen.all(axis=1)]
        # removed cells are grey, restored ones empty between new walls
        fill = theme.paper_edge if patch.taking else theme.paper
        if len(cells) > FEW_CELLS:
            self._fill(lattice, cells, middles, view, fill)
            return
        edge = theme.paper_edge if patch.taking else theme.wall_hover
        for outline in outlines(lattice, cells) * view.zoom - (view.left, view.top):
            self._canvas.create_polygon(
                *outline.ravel().tolist(),
                tags=STROKE,
                fill=fill,
                outline=edge,
                width=wall_width(view.zoom),
            )

    def _fill(
        self, lattice: Lattice, cells: Ids, middles: Points, view: Viewport, fill: str
    ) -> None:
        """Colour the pixels of many cells at once."""
        from PIL import Image, ImageColor, ImageTk  # the first window does without

        left, top, covered = covered_pixels(lattice, cells, middles, view)
        picture = np.zeros((*covered.shape, 4), np.uint8)
        picture[covered] = [*ImageColor.getrgb(fill)[:3], 255]
        photo = ImageTk.PhotoImage(Image.fromarray(picture), master=self._canvas)
        self._photos.append(photo)
        self._canvas.create_image(left, top, image=photo, anchor="nw", tags=STROKE)

    def clear(self) -> None:
        self._canvas.delete(STROKE)
        self._stroke, self._number = None, 0
        self._photos.clear()


class WallMarks:
    """Groups of walls, each in a colour of the theme, the second dashed: not by colour alone."""

    def __init__(self, canvas: tk.Canvas, theme: Theme) -> None:
        self._canvas, self._theme = canvas, theme
        self._groups: tuple[tuple[Ids, str], ...] = ()

    def set_theme(self, theme: Theme) -> None:
        """Use other colours from the next ``show`` on."""
        self._theme = theme

    def mark(self, groups: Sequence[tuple[Ids, str]]) -> None:
        """Mark walls int64[k] with the name of their colour, from the next ``show`` on."""
        self._groups = tuple(groups)
        if not groups:
            self._canvas.delete(WALL_MARKS)

    def show(self, view: Viewport, lattice: Lattice) -> None:
        """Draw the marked walls in view, where there are not too many."""
        self._canvas.delete(WALL_MARKS)
        if view.zoom < MARKED_FROM or not self._groups:
            return
        geometry, theme = lattice.geometry, self._theme
        shown = []
        for place, (walls, colour) in enumerate(self._groups):
            ends = geometry.post_positions(geometry.posts(walls)) * view.zoom
            ends = ends - (view.left, view.top)
            low, high = ends.min(axis=1), ends.max(axis=1)
            seen = ((high >= 0) & (low <= (view.width, view.height))).all(axis=1)
            shown.append((ends[seen], walls[seen], colour, WALL_DASH if place else ()))
        if sum(len(walls) for _ends, walls, _colour, _dash in shown) > MOST_WALLS:
            return
        width = max(theme.px(WALL_WIDTH), round(view.zoom / 5))
        for ends, walls, colour, dash in shown:
            for points in along(ends, geometry.bulges(walls)):
                self._canvas.create_line(
                    *points.ravel().tolist(),
                    tags=WALL_MARKS,
                    fill=getattr(theme, colour),
                    width=width,
                    dash=tuple(map(theme.px, dash)),
                )


class SymmetryMarks:
    """The axes or the centre of a symmetry; ``show`` draws them where a view has them."""

    def __init__(self, canvas: tk.Canvas, theme: Theme) -> None:
        self._canvas, self._theme = canvas, theme
        self._group: SymmetryGroup | None = None

    def set_theme(self, theme: Theme) -> None:
        """Use other colours from the next ``show`` on."""
        self._theme = theme

    def mark(self, group: SymmetryGroup | None) -> None:
        """Show another symmetry, or none, from the next ``show`` on."""
        self._group = group

    def show(self, view: Viewport) -> None:
        """Draw the lines and the centre."""
        self._canvas.delete(SYMMETRY)
        if self._group is None:
            return
        beyond = self._theme.px(AXIS_OVERHANG_PX)
        for (x0, y0), (x1, y1) in (axis.tolist() for axis in self._group.axes):
            start, end = view.to_px(x0, y0), view.to_px(x1, y1)
            aside, along = (0, beyond) if x0 == x1 else (beyond, 0)
            line = (start[0] - aside, start[1] - along, end[0] + aside, end[1] + along)
            self._draw(line, dashed=True)
        if self._group.centre is not None:
            self._draw_centre(*view.to_px(*self._group.centre.tolist()))

    def _draw_centre(self, x: float, y: float) -> None:
        radius = self._theme.px(CENTRE_RADIUS)
        for colour, width in ((self._theme.paper, 5), (self._theme.wall_hover, 2)):
            self._canvas.create_oval(
                *square_around(x, y, radius),
                tags=SYMMETRY,
                outline=colour,
                width=self._theme.px(width),
            )
        reach = 2 * radius
        self._draw((x - reach, y, x + reach, y))
        self._draw((x, y - reach, x, y + reach))

    def _draw(self, line: tuple[float, float, float, float], *, dashed: bool = False) -> None:
        """Draw a fine line: a wall on an axis is seen below it."""
        px = self._theme.px
        dash = tuple(px(length) for length in DASHES) if dashed else ()
        colour = self._theme.wall_hover
        self._canvas.create_line(*line, tags=SYMMETRY, fill=colour, width=px(1), dash=dash)
