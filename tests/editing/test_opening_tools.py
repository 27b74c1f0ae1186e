"""Setting entrance and exits by clicks, drags and keys."""

from __future__ import annotations

from mazeeditor.editing.document import Document
from mazeeditor.editing.tools import MODES
from mazeeditor.maze.lattice import Opening
from tests.editing.samples import box, seen

Place = tuple[int, int, str | None]


def opening(document: Document, place: Place) -> Opening:
    lattice = document.maze.lattice
    row, column, side = place
    return Opening(lattice.cell(row, column), None if side is None else lattice.sides.index(side))


def click(document: Document, name: str, x: float, y: float, *, extend: bool = False) -> None:
    gesture = MODES[name].run()
    gesture.press(document, x, y, extend=extend)
    gesture.release(document, x, y)


def exits(document: Document, *places: Place) -> bool:
    return document.maze.exits == tuple(opening(document, place) for place in places)


def test_setting_moves() -> None:
    document = Document(box())
    click(document, "entrance", 1.5, 0.1)
    click(document, "exit", 2.5, 1.5)
    assert document.maze.entrance == opening(document, (0, 1, "top"))
    assert exits(document, (1, 2, None))
    assert document.undo_name == "Move exit"
    document.maze.check()


def test_shift_adds_and_removes_exits() -> None:
    document = Document(box())
    click(document, "exit", 1.5, 3.2, extend=True)
    assert exits(document, (2, 3, "right"), (2, 1, "bottom"))
    click(document, "exit", 3.9, 2.5, extend=True)
    assert exits(document, (2, 1, "bottom"))
    click(document, "exit", 1.5, 2.9, extend=True)
    assert exits(document)
    click(document, "entrance", 0.1, 0.5, extend=True)
    assert document.maze.entrance is None


def test_a_click_makes_it_the_one_exit() -> None:
    document = Document(box())
    click(document, "exit", 1.5, 1.5, extend=True)
    click(document, "exit", 1.5, 1.5)
    assert exits(document, (1, 1, None))
    assert document.undo_name == "Remove exit"
    click(document, "exit", 1.5, 1.5)
    assert document.undo_name == "Remove exit"  # it is there already


def test_a_drag_sets_it_where_it_ends() -> None:
    document = Document(box())
    gesture = MODES["exit"].run()
    gesture.press(document, 2.5, 0.1, extend=True)
    gesture.move(document, 1.5, 1.5)
    assert (gesture.busy, document.can_undo) == (True, False)
    preview = gesture.hover(document, 0.1, 1.5)
    assert preview is not None
    assert (preview.opening, preview.hint) == (opening(document, (1, 0, "left")), "Add exit")
    gesture.release(document, 0.1, 1.5)
    assert exits(document, (2, 3, "right"), (1, 0, "left"))


def test_enter_goes_round_the_sides_of_a_cell_and_its_middle() -> None:
    document = Document(box())
    gesture, cell = MODES["entrance"].run(), document.maze.lattice.cell(2, 0)
    result = []
    for _press in range(4):
        assert gesture.enter(document, cell)
        result.append(document.maze.entrance)
    sides: list[str | None] = ["bottom", "left", None, "bottom"]
    assert result == [opening(document, (2, 0, side)) for side in sides]


def test_enter_passes_over_the_place_of_the_other() -> None:
    document = Document(box())
    gesture, corner = MODES["entrance"].run(), document.maze.lattice.last.cell
    for side in ("bottom", None, "bottom"):
        gesture.enter(document, corner)
        assert document.maze.entrance == opening(document, (2, 3, side))
    assert exits(document, (2, 3, "right"))


def test_enter_with_shift_adds_an_exit() -> None:
    document = Document(box())
    gesture, cell = MODES["exit"].run(), document.maze.lattice.cell(1, 1)
    gesture.enter(document, cell, extend=True)
    before = seen(document)
    gesture.enter(document, cell, extend=True)  # the cell has no place left
    assert seen(document) == before
    assert exits(document, (2, 3, "right"), (1, 1, None))


def test_delete_removes_what_the_cell_has_in_one_step() -> None:
    document = Document(box())
    gesture, cell = MODES["exit"].run(), document.maze.lattice.cell(2, 3)
    gesture.enter(document, cell, extend=True)
    assert len(document.maze.exits) == 2
    before = seen(document)
    assert gesture.delete(document, cell)
    assert exits(document)
    document.undo()
    assert seen(document) == before
    assert not gesture.delete(document, cell - 1)
    assert not MODES["entrance"].run().delete(document, cell)
    assert seen(document) == before


def test_walls_have_nothing_to_set_or_remove_at_a_cell() -> None:
    document = Document(box())
    gesture, cell = MODES["wall"].run(), document.maze.lattice.cell(0, 0)
    assert (gesture.enter(document, cell), gesture.delete(document, cell)) == (False, False)
    assert not document.can_undo
