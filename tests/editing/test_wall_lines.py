"""Lines of walls as people draw them: from point to point of the grid, in every shape."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.editing.changes.wall_lines import Posts, join
from mazeeditor.editing.changes.wall_painting import WallPainter
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import SetLocks
from mazeeditor.editing.tools import MODES
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze, with_locks
from mazeeditor.maze.pieces import mask_lattice
from tests.breadth import examples
from tests.editing.samples import box, closed, field, ids, inner_walls
from tests.lattices import outlined

Point = tuple[float, float]
SHAPES = [
    ("rectangular", ""),
    ("hexagonal", ""),
    ("triangular", ""),
    ("polar", ""),
    ("rectangular", "ellipse"),
    ("hexagonal", "heart"),
]
EVERY_SHAPE = pytest.mark.parametrize(("shape", "mask"), SHAPES)


def blank(lattice: Lattice) -> Document:
    """Return a document without walls inside, and without gaps in its outer wall."""
    maze = Maze(lattice, None, None, ())
    maze.toggle(ids(*inner_walls(lattice)))
    return Document(maze)


def painter(name: str = "wall") -> WallPainter:
    gesture = MODES[name].run()
    assert isinstance(gesture, WallPainter)
    return gesture


def draw(
    document: Document,
    *points: Point,
    name: str = "wall",
    shift: bool = False,
    alt: bool = False,
    gesture: WallPainter | None = None,
) -> None:
    gesture = gesture or painter(name)
    gesture.removes = alt
    gesture.press(document, *points[0], extend=shift)
    for point in points[1:]:
        gesture.move(document, *point)
    gesture.release(document, *points[-1])


def added(document: Document) -> set[tuple[Point, Point]]:
    """Return the inner walls that stand, by their ends."""
    lattice = document.maze.lattice
    walls = [wall for wall in inner_walls(lattice) if document.maze.is_closed(ids(wall))[0]]
    geometry = lattice.geometry
    ends = geometry.post_positions(geometry.posts(ids(*walls))).tolist()
    return {((x0, y0), (x1, y1)) for ((x0, y0), (x1, y1)) in map(sorted, ends)}


def row(y: float, *columns: int) -> set[tuple[Point, Point]]:
    return {((float(x), y), (x + 1.0, y)) for x in columns}


def posts_of(lattice: Lattice) -> list[int]:
    """Return every post of the inside cells."""
    _cells, walls = lattice.walls_of(lattice.inside_cells())
    return np.unique(lattice.geometry.posts(walls)).tolist()


def joined(document: Document, one: int, other: int) -> bool:
    """Whether standing walls, the outer ones included, lead from one post to another."""
    posts = Posts(document.maze.lattice)
    reached, rest = {one}, [one]
    while rest:
        for wall in posts.walls(rest.pop()):
            if document.maze.is_closed(ids(wall.wall))[0] and wall.post not in reached:
                reached.add(wall.post)
                rest.append(wall.post)
    return other in reached


@pytest.mark.parametrize("height", [2.5, 2.48, 2.3, 2.2])
def test_a_drag_through_the_middle_of_a_row_draws_one_straight_line(height: float) -> None:
    document = Document(field(6, 12))
    draw(document, (1.5, height), (9.5, height))
    assert row(2.0, *range(2, 9)) <= added(document) <= row(2.0, *range(1, 10))
    assert len(document.history) == 1
    document.undo()
    assert not added(document)


@examples(25)
@given(
    start=st.floats(1.0, 2.0),
    wobble=st.lists(st.floats(-0.15, 0.15), min_size=8, max_size=8),
)
def test_nor_does_an_unsteady_hand_make_a_comb(start: float, wobble: list[float]) -> None:
    document = Document(field(6, 12))
    draw(document, *((start + number, 3.5 + off) for number, off in enumerate(wobble)))
    walls = added(document)
    assert len(walls) >= 5
    assert len({y for wall in walls for _x, y in wall}) == 1, "all on one line of the grid"


def test_a_line_turns_corners_where_the_pointer_does() -> None:
    document = Document(field(8, 8))
    draw(document, (1.5, 2.0), (5.1, 2.05), (5.05, 4.1), (2.4, 4.0))
    down = {((5.0, float(y)), (5.0, y + 1.0)) for y in (2, 3)}
    assert added(document) == row(2.0, 1, 2, 3, 4) | down | row(4.0, 2, 3, 4)


def test_going_back_takes_the_line_back() -> None:
    document = Document(field(8, 8))
    draw(document, (1.0, 2.0), (6.0, 2.0), (3.0, 2.0), (3.0, 4.0))
    down = {((3.0, float(y)), (3.0, y + 1.0)) for y in (2, 3)}
    assert added(document) == row(2.0, 1, 2) | down


def test_a_line_across_the_wall_that_was_pressed_leaves_it_out() -> None:
    document = Document(field(8, 8))
    draw(document, (2.0, 2.4), (6.0, 2.1))
    assert added(document) == row(2.0, 2, 3, 4, 5)


@pytest.mark.slow
@EVERY_SHAPE
@examples(20)
@given(data=st.data())
def test_a_drag_between_two_posts_joins_them(shape: str, mask: str, data: st.DataObject) -> None:
    document = blank(outlined(shape, mask))
    lattice = document.maze.lattice
    some = st.sampled_from(posts_of(lattice))
    one, other = data.draw(some), data.draw(some)
    posts = Posts(lattice)
    path = [posts.place(post) for post in join(posts, one, other)]
    drawn = painter("add")
    draw(document, *path, gesture=drawn)
    assert joined(document, one, other)
    assert len(document.history) <= 1
    document.undo()
    assert not added(document)


@pytest.mark.sample(2)
@EVERY_SHAPE
@examples(20)
@given(data=st.data())
def test_a_click_and_a_shift_click_join_two_posts(
    shape: str, mask: str, data: st.DataObject
) -> None:
    document = blank(outlined(shape, mask))
    some = st.sampled_from(posts_of(document.maze.lattice))
    posts = Posts(document.maze.lattice)
    one, other = data.draw(some), data.draw(some)
    gesture = painter()
    draw(document, posts.place(one), gesture=gesture)
    assert not document.can_undo, "a click at a point changes nothing"
    preview = gesture.hover(document, *posts.place(other), extend=True)
    assert preview
    draw(document, posts.place(other), shift=True, gesture=gesture)
    assert joined(document, one, other)
    walls = set(preview.walls)
    assert walls == closed(document.maze) & set(inner_walls(document.maze.lattice))
    if shape == "rectangular" and not mask:
        (x0, y0), (x1, y1) = posts.place(one), posts.place(other)
        assert len(join(posts, one, other)) - 1 == abs(x1 - x0) + abs(y1 - y0)


@examples(25)
@given(
    start=st.tuples(st.integers(1, 10), st.integers(1, 5)),
    end=st.tuples(st.floats(0.3, 11.7), st.floats(0.3, 5.7)),
)
def test_shift_keeps_a_line_in_its_row_or_column(start: tuple[int, int], end: Point) -> None:
    document = Document(field(6, 12))
    draw(document, (float(start[0]), float(start[1])), end, shift=True)
    ends = {point for wall in added(document) for point in wall}
    assert len({x for x, _y in ends}) <= 1 or len({y for _x, y in ends}) <= 1
    longest = max(abs(start[0] - end[0]), abs(start[1] - end[1]))
    assert abs(len(added(document)) - longest) <= 0.5 + 1e-6
    assert not ends or (float(start[0]), float(start[1])) in ends


def test_shift_in_the_middle_of_a_drag_goes_straight_on_from_there() -> None:
    document, gesture = Document(field(8, 8)), painter()
    gesture.press(document, 1.0, 2.0)
    gesture.move(document, 4.0, 2.0)
    gesture.extends = True
    gesture.move(document, 4.6, 5.2)
    assert added(document) == row(2.0, 1, 2, 3) | {
        ((4.0, float(y)), (4.0, y + 1.0)) for y in (2, 3, 4)
    }
    gesture.extends = False
    gesture.move(document, 4.1, 5.0)
    gesture.move(document, 6.0, 5.0)
    gesture.release(document, 6.0, 5.0)
    assert row(5.0, 4, 5) <= added(document)
    assert document.undo_name == "Add 8 walls"


def test_shift_follows_a_ring_and_a_spoke_of_a_round_maze() -> None:
    document = blank(outlined("polar", ""))
    geometry = document.maze.lattice.geometry
    middle = geometry.width / 2
    posts = Posts(document.maze.lattice)
    start = posts.nearest(middle, middle - 2.0)
    assert start is not None
    radii = []
    for angle in (0.6, 1.0):
        document = blank(document.maze.lattice)
        x, y = middle + 2 * np.sin(angle), middle - 2 * np.cos(angle)
        draw(document, posts.place(start), (float(x), float(y)), shift=True)
        ends = np.array([point for wall in added(document) for point in wall])
        radii.append(np.hypot(*(ends - middle).T).round(6))
    assert all(len(set(some)) == 1 for some in radii), "on one ring"


def test_alt_turns_each_mode_round() -> None:
    for name, maze, verb in [
        ("add", box(8, 8), "Erase"),
        ("erase", field(8, 8), "Add"),
        ("wall", field(8, 8), ""),  # it starts where no wall is, so it erases
        ("wall", box(8, 8), ""),
    ]:
        document = Document(maze)
        draw(document, (1.5, 2.0), (5.5, 2.0), name=name, alt=True)
        assert document.undo_name.partition(" ")[0] == verb, name


def test_shift_keeps_an_eraser_in_its_row() -> None:
    document = Document(box(8, 8))
    draw(document, (2.5, 2.5), (4.5, 2.9), (6.5, 3.3), name="erase", shift=True)
    assert document.undo_name == "Erase 4 walls"
    assert all(document.maze.is_open((2, column), (2, column + 1)) for column in range(2, 6))


def test_locked_walls_of_a_line_stay_and_are_told() -> None:
    document = Document(field(8, 8))
    lattice = document.maze.lattice
    cells = np.zeros(lattice.size, np.bool_)
    cells[lattice.cell(2, 3)] = True
    locks = with_locks(document.maze, cells, locked=True)
    document.apply(SetLocks(document.maze, locks, "Lock"))
    gesture = painter()
    draw(document, (1.0, 2.0), (6.0, 2.0), gesture=gesture)
    assert added(document) == row(2.0, 1, 2, 4, 5)
    assert gesture.report == "1 wall of the line is locked: it stays until you unlock it."


@pytest.mark.parametrize("name", ["wall", "add", "erase"])
def test_a_point_is_marked_by_a_click_and_shown(name: str) -> None:
    document, gesture = Document(field(8, 8)), painter(name)
    preview = gesture.hover(document, 3.1, 2.1)
    assert preview
    assert (preview.points, preview.walls) == (((3.0, 2.0),), ())
    draw(document, (3.1, 2.1), gesture=gesture)
    assert not document.can_undo
    shown = gesture.hover(document, 5.5, 2.0)
    assert shown
    assert shown.points == ((3.0, 2.0),), "the marked point is seen until another one is"
    gesture.cancel(document)
    shown = gesture.hover(document, 5.5, 2.0)
    assert shown is None or shown.points == ()


def test_a_line_around_a_hole() -> None:
    """Two points on either side of what lies outside: the line leads around it."""
    lattice = box(9, 9).lattice
    inside = lattice.inside.copy()
    for at in range(2, 7):
        inside[[lattice.cell(at, column) for column in range(2, 7)]] = False
    document = blank(mask_lattice(lattice, inside))
    posts = Posts(document.maze.lattice)
    one, other = posts.nearest(1.0, 4.0), posts.nearest(8.0, 4.0)
    assert one is not None
    assert other is not None
    assert join(posts, one, other)[-1] == other
