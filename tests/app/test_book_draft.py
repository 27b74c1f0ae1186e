"""The draft of a book: read and written without a change, its chapters, and what replaces mazes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import mazeeditor
from mazeeditor.app.books.draft import BookDraft, begin_book, next_title, open_book
from mazeeditor.app.books.editor import wrong_numbers
from mazeeditor.app.books.preview import BookPreview, PlannedBook
from mazeeditor.app.books.printing import MENDS, can_mend, check_book, mend_book, print_book
from mazeeditor.app.jobs import Background
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.options import Option
from mazeeditor.editing.work import saving
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.page.audiences import AUDIENCES
from mazeeditor.prepress.checks import Setting
from mazeeditor.prepress.preflight import Finding
from mazeeditor.sheets.books import book_files
from mazeeditor.sheets.books.book import Book, BookStyle, ChapterStyle
from mazeeditor.sheets.books.book_reader import AllowedFiles, book_of, read_book, templates
from mazeeditor.sheets.pages import page_files
from mazeeditor.sheets.pages.page_files import PageFormat
from mazeeditor.sheets.pages.puzzles import id_of
from tests.cli.run import mazeeditor as run
from tests.timers import ManualTimer

SMALL: dict[str, Any] = {"count": 3, "sizes": {"rows": 4, "columns": 4}}


def book_in(folder: Path, **values: Any) -> Path:
    path = folder / "a.mazebook"
    chapters = [{**SMALL, "title": "One"}, {**SMALL, "title": "Two", "count": 2}]
    known = {"format": "mazeeditor book", "version": 1, "chapters": chapters, **values}
    path.write_text(json.dumps(known))
    return path


def opened(folder: Path, **values: Any) -> BookDraft:
    return open_book(book_in(folder, **values), Job())


def read_back(draft: BookDraft) -> Book:
    return book_of(draft.data(), AllowedFiles(draft.folder), Job())


def written(draft: BookDraft) -> dict[str, Any]:
    values = json.loads(draft.data())
    assert isinstance(values, dict)
    return values


def seeds(draft: BookDraft) -> list[int | None]:
    return [maze.puzzle.seed for maze in draft.request().printing(Job()).mazes]


@pytest.mark.parametrize("name", templates())
def test_every_template_is_written_as_it_was_read(name: str) -> None:
    draft = begin_book(name, 5, Job())
    path = templates()[name]
    before = read_book(path)
    after = read_back(draft)
    assert after.chapters == before.chapters
    assert draft.fields["seed"] == 5
    draft.fields.update({"seed": before.style.seed})
    assert read_back(draft) == before
    assert written(draft)["about"] == json.loads(path.read_text())["about"]


@pytest.mark.parametrize("shape", SHAPES.names())
def test_every_shape_mask_and_look_is_written_as_it_was_read(shape: str, tmp_path: Path) -> None:
    size = next(option.name for option in SHAPES[shape].options)
    chapter: dict[str, Any] = {
        "count": 2,
        "shape": shape,
        "sizes": {size: 9},
        "to": {size: 12},
        "recipe": {
            "generator": "growing-tree",
            "pick": "oldest",
            "braid": 0.25,
            "mask": [{"name": "heart", "scale": 0.9}, {"name": "hole", "combine": "cut-out"}],
            "pieces": "largest",
        },
        "page": {"wall": "0.5mm", "walls": "bands", "solution_colour": "#404040"},
        "stars": 2,
        "seed": 77,
    }
    if shape == "polar":
        del chapter["recipe"]["mask"], chapter["recipe"]["pieces"]
    values = {"trim": "A5", "gutter": "20mm", "facing": False, "chapters": [chapter]}
    path = book_in(tmp_path, **values)
    before = read_book(path)
    assert read_back(open_book(path, Job())) == before


def test_a_book_is_dirty_until_its_file_has_it(tmp_path: Path) -> None:
    draft = opened(tmp_path)
    assert not draft.dirty
    draft.fields.edit("title", "Other")
    assert draft.dirty
    draft.fields.edit("title", "")
    assert not draft.dirty
    draft.chapter.look.edit("wall", 0.7)
    assert draft.dirty
    work = saving(draft, tmp_path / "b.mazebook")
    assert work.at_once()
    assert not draft.dirty


def test_the_last_maze_grows_with_the_first_until_it_is_changed(tmp_path: Path) -> None:
    chapter = opened(tmp_path).chapter
    chapter.mazes.sizes.edit("rows", 7)
    assert chapter.ends.values == {"rows": 7, "columns": 4}
    chapter.ends.edit("rows", 9)
    chapter.mazes.sizes.edit("rows", 5)
    assert chapter.ends.values == {"rows": 9, "columns": 4}
    assert chapter.choice.values["to"] == {"rows": 9}
    assert chapter.choice.summary == "5 × 4 – 9 × 4"
    assert [name for name in chapter.ends.options if chapter.ends.derived.follows(name)] == [
        "columns"
    ]
    chapter.ends.edit("rows", None)
    assert chapter.ends.values == {"rows": 5, "columns": 4}


def test_chapters_are_added_copied_moved_and_removed(tmp_path: Path) -> None:
    draft = opened(tmp_path)

    def titles() -> list[str]:
        return [chapter["title"] for chapter in written(draft)["chapters"]]

    draft.move(1)
    assert (titles(), draft.selected) == (["Two", "One"], 1)
    draft.move(1)
    assert titles() == ["Two", "One"]
    draft.duplicate()
    assert (titles(), draft.selected) == (["Two", "One", "One"], 2)
    assert len(set(seeds(draft))) == 8
    draft.add()
    assert (titles()[3], draft.chapter.count) == ("Chapter 4", 3)
    for _time in range(9):
        draft.remove()
    assert len(titles()) == 1
    assert read_back(draft).count == draft.chapter.count


def test_one_maze_is_replaced_and_no_other_moves(tmp_path: Path) -> None:
    draft = opened(tmp_path)
    before = seeds(draft)
    draft.replace(2, 999)
    assert seeds(draft) == [before[0], 999, *before[2:]]
    draft.replace(2, 998, draft.request().printing(Job()).mazes[1].replaced_by)
    assert seeds(draft)[1] == 998
    draft.put_back(2, "2")
    assert seeds(draft) == before
    assert not draft.dirty
    name = id_of(draft.request().printing(Job()).mazes[0].puzzle.maze(Job()))
    draft = opened(tmp_path, replaced={name: {"seed": 999}})
    maze = draft.request().printing(Job()).mazes[0]
    assert (maze.puzzle.seed, maze.replaced_by) == (999, name), "named by its id"
    draft.put_back(1, maze.replaced_by)
    assert "replaced" not in written(draft)


def test_what_replaces_a_maze_moves_with_its_chapter(tmp_path: Path) -> None:
    draft = opened(tmp_path, replaced={"4": {"seed": 999}})
    draft.move(1)
    assert written(draft)["replaced"] == {"1": {"seed": 999}}
    draft.select(0)
    draft.chapter.style.edit("count", 1)
    draft.select(1)
    draft.chapter.style.edit("count", 1)
    assert written(draft)["replaced"] == {"1": {"seed": 999}}
    draft.select(0)
    draft.remove()
    assert "replaced" not in written(draft)


def test_files_are_named_as_seen_from_the_book(tmp_path: Path) -> None:
    mazeeditor.save(mazeeditor.generate(rows=4, columns=4, seed=3), tmp_path / "own.maze")
    draft = opened(tmp_path)
    draft.replace(1, tmp_path / "own.maze")
    assert written(draft)["replaced"] == {"1": {"file": "own.maze"}}
    assert seeds(draft)[0] is None
    draft.writing(tmp_path)
    (tmp_path / "deep").mkdir()
    with pytest.raises(UsageError, match=r"own\.maze is not in the folder of the book: copy it to"):
        draft.writing(tmp_path / "deep")


def test_a_maze_of_another_folder_is_printed_once_it_was_chosen(tmp_path: Path) -> None:
    """Its user has named it, but no file of a book may: it is asked for again."""
    (tmp_path / "deep").mkdir()
    mazeeditor.save(mazeeditor.generate(rows=4, columns=4, seed=3), tmp_path / "deep" / "own.maze")
    draft = opened(tmp_path)
    draft.replace(1, tmp_path / "deep" / "own.maze")
    assert seeds(draft)[0] is None
    again = opened(tmp_path, replaced={"1": {"file": "deep/own.maze"}})
    with pytest.raises(MazeError, match=r"'deep/own\.maze' is not in the folder of the book"):
        again.request().printing(Job())
    assert again.locate(1, tmp_path / "deep" / "own.maze", "1") == 1
    assert seeds(again)[0] is None


def test_an_invalid_text_in_a_field_is_named(tmp_path: Path) -> None:
    draft = opened(tmp_path)
    draft.chapters[1].mazes.sizes.keep_text("rows", "many")
    with pytest.raises(UsageError, match="Rows must be"):
        draft.request()


def finding(name: str, value: float | str, pages: tuple[int, ...] = ()) -> Finding:
    known: dict[str, Any] = {"rule": "any", "severity": "error", "value": 2.0, "limit": 3.0}
    return Finding("", "", pages, setting=Setting(name, value), **known)


@pytest.mark.parametrize("name", MENDS)
def test_every_mend_changes_the_book_once(name: str, tmp_path: Path) -> None:
    draft = opened(tmp_path)
    for colour in ("colour", "far_colour", "background"):
        draft.chapter.look.edit(colour, "#ff0000")
    printing = draft.request().printing(Job())
    values: dict[str, float | str] = {"colour": "black", "blank_pages": 2, "wall": 0.9}
    pages = [page.number for page in printing.pages if page.kind == "puzzles"]
    found = finding(name, values.get(name, 21.0), tuple(pages[1:]))
    assert can_mend(found)
    before = draft.data()
    assert mend_book(draft, found, printing)
    assert draft.data() != before
    assert not mend_book(draft, found, printing)
    assert not can_mend(finding("pages", 24))
    assert not mend_book(draft, finding("pages", 24), printing)


def rules_in(folder: Path, name: str, label: str, **rules: Any) -> None:
    folder.mkdir(exist_ok=True)
    known = {"format": "mazeeditor rules", "version": 1, "name": label, "about": "Ours."}
    (folder / f"{name}.json").write_text(json.dumps({**known, "rules": rules}))


@pytest.mark.slow
@pytest.mark.usefixtures("settings_file")
def test_rules_of_the_user_and_none_beside_the_book(tmp_path: Path) -> None:
    """The gutter and the check follow them, in the window and on the command line."""
    rules_in(tmp_path / "rules", "shop", "Our shop", gutter={"steps": "100=33mm"})
    rules_in(tmp_path / "rules", "least", "At least", **{"page-count": {"least": 77}})
    rules_in(tmp_path, "beside", "Beside it", **{"page-count": {"least": 78}})
    (tmp_path / "rules" / "broken.json").write_text("{}")
    draft = opened(tmp_path, rules="least")
    assert draft.labels["least"] == "At least"
    assert draft.labels["shop"] == "Our shop"
    assert ["broken" in problem for problem in draft.problems] == [True]
    report = check_book(draft.request(), Job()).report
    assert report
    assert [(finding.rule, finding.limit) for finding in report.findings] == [("page-count", 77)]
    draft.fields.edit("rules", "shop")
    assert draft.request().printing(Job()).pages[0].box[0] == 33
    for name in ("nobody", "beside", str(tmp_path / "beside.json")):
        draft = opened(tmp_path, rules=name)
        assert draft.labels[name] == name
        with pytest.raises(UsageError, match=r"There are no rules '"):
            draft.request().printing(Job())
    pdf = tmp_path / "a.pdf"
    run("book", book_in(tmp_path, rules="shop"), "-o", pdf)
    assert pdf.exists()


def test_every_option_is_a_step_of_its_own(tmp_path: Path) -> None:
    """Change each option of book and chapter once; undo and redo lead through the same files."""
    draft = opened(tmp_path)
    history = draft.steps
    history.start(ManualTimer())
    chapter = draft.chapters[1]
    assert [*draft.fields.options] == [*BookStyle.__dataclass_fields__]
    assert [*chapter.style.options] == [*ChapterStyle.__dataclass_fields__]
    forms = [draft.fields, chapter.style, chapter.look, chapter.mazes.options, chapter.ends]
    files = [draft.data()]
    for fields in (*forms, chapter.mazes.sizes):
        for name, option in fields.options.items():
            fields.edit(name, another(option, fields[name]))
            history.record()
            assert history.undo_name == option.label
            files.append(draft.data())
    for place in range(len(files) - 2, -1, -1):
        assert history.undo()
        assert draft.data() == files[place]
    assert history.undo() == ""
    assert not draft.dirty
    for data in files[1:]:
        assert history.redo()
        assert draft.data() == data
    assert history.redo() == ""
    history.close()


def another(option: Option, value: Any) -> Any:
    """Return a value that is valid and not the one there is."""
    if option.kind is bool:
        return not value
    if option.choices:
        return next(choice for choice in option.choices if choice != value)
    if option.kind in (int, float):
        return option.kind((value or 0) + 1) if option.high > (value or 0) + 1 else option.kind(0.5)
    if option.written and option.written.offers:
        other = (offer for offer in option.written.offers if offer not in (value, "fit"))
        return next(other, "minus-20")  # questions, of which lists offer only the usual ones
    return "" if value else "red"


def test_steps_of_one_event_and_of_one_field_are_one(tmp_path: Path) -> None:
    draft, timer = opened(tmp_path), ManualTimer()
    history = draft.steps
    history.start(timer)
    for count in (4, 5, 6):  # an arrow is held
        draft.chapter.style.edit("count", count)
        timer.advance(50)
    draft.duplicate()
    timer.advance(50)
    assert history.undo_name == "Chapters"
    history.undo()
    assert (len(draft.chapters), draft.chapter.count) == (2, 6)
    history.undo()
    assert draft.chapter.count == 3
    assert not draft.dirty
    draft.remove()
    draft.fields.edit("title", "Else")
    assert history.redo() == ""  # what was undone is gone
    history.undo()
    assert (len(draft.chapters), draft.fields["title"]) == (2, "")
    history.close()


@pytest.mark.parametrize(("binding", "places"), [("left", [1, 2, 3, 4]), ("right", [0, 3, 2, 5])])
def test_pages_face_as_they_are_bound(binding: str, places: list[int], tmp_path: Path) -> None:
    """Two places from an even one on are the left and the right page: 2 and 3, or 3 and 2."""
    chapters = [{**SMALL, "count": 4}]
    known = {"cover": False, "how_to": False, "chapter_pages": False, "answers": "none"}
    draft = opened(tmp_path, binding=binding, chapters=chapters, **known)
    planned = PlannedBook(draft.request().printing(Job()))
    assert planned.facing
    assert [planned.place(number) for number in range(1, 5)] == places
    assert planned.label(2) == "2  ·  Maze 2"
    assert planned.summary == "4 pages, 4 mazes"
    alone = opened(tmp_path, facing=False, chapters=chapters, **known)
    planned = PlannedBook(alone.request().printing(Job()))
    assert [planned.place(number) for number in range(1, 5)] == [0, 1, 2, 3]


def test_the_page_that_is_chosen_stays_where_the_book_changes(tmp_path: Path) -> None:
    draft, timer = opened(tmp_path, chapters=[{**SMALL, "count": 4}]), ManualTimer()
    preview = BookPreview(draft, Background(timer), print)
    timer.advance_until(lambda: preview.planned.count > 0)
    timer.advance_until(lambda: not preview.pages.planning)
    draft.choose(0)
    assert not preview.pages.planning, "which chapter is selected changes no page"
    first = preview.number
    assert preview.maze == 1
    preview.choose(first + 2)
    assert [maze.puzzle.number for maze in preview.mazes()] == [preview.maze] == [3]
    draft.fields.edit("title", "Another")
    timer.advance_until(lambda: not preview.pages.planning)
    assert preview.number == first + 2
    draft.chapter.style.edit("count", 1)
    draft.fields.edit("answers", "none")
    timer.advance_until(lambda: not preview.pages.planning)
    assert preview.number == preview.planned.count, "the last one, where there are fewer"
    preview.choose(99)
    assert preview.number == preview.planned.count
    preview.close()


@pytest.mark.slow
def test_a_book_opens_where_files_of_mazes_are_gone(tmp_path: Path) -> None:
    """They are marked, all else is kept, and they are located or put back; nothing is printed."""
    new, names = tmp_path / "new", ("a.maze", "b.maze")
    for seed, name in enumerate(names):
        mazeeditor.save(mazeeditor.generate(rows=4, columns=4, seed=70 + seed), tmp_path / name)
    own = {"2": {"file": "a.maze"}, "4": {"file": "b.maze"}, "5": {"seed": 9}}
    before = opened(tmp_path, replaced=own).request().printing(Job())
    new.mkdir()
    for name in names:
        (tmp_path / name).rename(new / name)
    draft = opened(tmp_path, replaced=own)
    assert not draft.dirty
    assert written(draft)["replaced"] == own
    with pytest.raises(MazeError, match=r"maze .2.*a\.maze: there is no such file"):
        draft.request().printing(Job())
    timer = ManualTimer()
    preview = BookPreview(draft, Background(timer), print)

    def problems() -> list[int]:
        printing = draft.request().printing(Job(), lenient=True)
        preview.pages.show(PlannedBook(printing))
        return [maze.puzzle.number for maze in printing.mazes if maze.problem]

    assert problems() == [2, 4]
    assert preview.maze == 2, "what is chosen at first"
    assert draft.locate(2, new / "a.maze", "2") == 2
    assert problems() == []
    after = draft.request().printing(Job())
    assert [maze.puzzle.source for maze in after.mazes] == (
        [maze.puzzle.source for maze in before.mazes]
    )
    new.rename(tmp_path / "old")
    assert problems() == [2, 4]
    for number in (2, 4):
        draft.put_back(number, str(number))
    assert problems() == []
    assert list(written(draft)["replaced"]) == ["5"]
    preview.close()


def test_an_added_chapter_is_like_the_one_before_but_for_its_name_and_mazes(tmp_path: Path) -> None:
    style = {"text": "Wide.", "stars": 2, "footer": "Answer: page {answer}", "per_page": "2"}
    look = {"wall": 0.9, "marks": "picture"}
    first = {**SMALL, **style, "title": "Level 1", "page": look, "to": {"rows": 6}, "seed": 7}
    recipe = {"generator": "prim", "mask": [{"name": "heart"}]}
    second = {**SMALL, "title": "Hearts", "recipe": recipe}
    draft = opened(tmp_path, chapters=[{**first, "recipe": recipe}, second])
    draft.replace(1, 99)
    draft.add()
    one, added, _hearts = written(draft)["chapters"]
    assert draft.selected == 1
    assert added == {**{key: one[key] for key in one if key != "seed"}, "title": "Level 2"}
    assert not draft.chapter.choice.replaced
    draft.select(0)
    draft.add()
    draft.select(3)
    draft.add()
    titles = [chapter.style["title"] for chapter in draft.chapters]
    assert titles == ["Level 1", "Level 3", "Level 2", "Hearts", "Chapter 5"]
    assert written(draft)["chapters"][4]["recipe"] == recipe
    every = seeds(draft)
    assert len(set(every)) == len(every)


def test_the_next_title() -> None:
    for title, titles, expected in [
        ("", ["", "a"], ""),
        ("Part 09", ["Part 09"], "Part 10"),
        ("Part 1", ["Part 1", "Part 2"], "Part 3"),
        ("Hearts", ["Chapter 3", "Hearts"], "Chapter 4"),
        ("7", ["7"], "8"),
        ("9" * 5000, ["9" * 5000], "9" * 4991 + "1000000000"),
    ]:
        assert next_title(title, titles) == expected


@pytest.mark.slow
def test_progress_leaves_room_for_what_comes_after_the_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where mazes were counted before, which takes a share of its own."""
    draft = opened(tmp_path, ramp="cells", pdfx="FOGRA39")
    job, seen = Job(), dict[str, float]()
    for module, name in ((page_files, "as_pdfx"), (book_files, "write_together")):
        function = getattr(module, name)

        def noting(*given: Any, name: str = name, function: Any = function) -> Any:
            seen[name] = job.progress
            return function(*given)

        monkeypatch.setattr(module, name, noting)
    for suffix in (".pdf", ".zip"):
        path, job = tmp_path / f"a{suffix}", Job()
        print_book(draft.request(), path, PageFormat.of(path), job)
        assert seen["write_together"] < 0.99
        if suffix == ".pdf":
            assert seen["write_together"] - seen["as_pdfx"] > 0.1
            assert job.progress == 1.0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("5 mazes, 5 Mazes and a day", []),
        ("{count} mazes in 2024", []),
        ("100 mazes", ["100 mazes"]),
        ("1,000 MAZES from 5 mazes on", ["1,000 MAZES"]),
        ("1.5 mazes a day, A4 mazes, 0,5 mazes", []),
        ("9" * 30 + " mazes", []),
    ],
)
def test_numbers_of_mazes_in_titles(text: str, said: list[str], tmp_path: Path) -> None:
    draft = opened(tmp_path, subtitle=text)
    expected = [f"The subtitle says “{one}”, and the book has 5." for one in said]
    assert wrong_numbers(draft) == expected


def test_all_mazes_together_are_one_field(tmp_path: Path) -> None:
    draft = opened(tmp_path)
    assert draft.total["mazes"] == 5
    draft.total.edit("mazes", 20)
    assert [chapter.count for chapter in draft.chapters] == [12, 8]
    assert [chapter.style.count for chapter in read_back(draft).chapters] == [12, 8]
    draft.chapters[1].style.edit("count", 3)
    assert draft.total["mazes"] == 15
    draft.total.edit("mazes", 1)
    assert [chapter.count for chapter in draft.chapters] == [1, 1], "one in each at the least"
    assert draft.total["mazes"] == 2
    for mazes, status in ((9, 0), (1, 2)):
        out = tmp_path / f"{mazes}.svg"
        flags = ("--mazes", mazes, "--workers", 1, "--anyway", "-o", out)
        assert run("book", tmp_path / "a.mazebook", *flags, cwd=tmp_path).status == status
    pages = [path.read_text("utf-8") for path in tmp_path.glob("9-*.svg")]
    assert sum("Answer" not in page and ">9<" in page for page in pages) >= 1


def test_a_chapter_takes_the_sizes_of_its_audience(tmp_path: Path) -> None:
    draft = opened(tmp_path)
    chapter = draft.chapter
    chapter.style.edit("audience", "senior")
    chapter.put(chapter.choice.with_sizes(draft.sizing(chapter)(Job())))
    made = read_back(draft).chapters[0]
    assert made.style.audience == "senior"
    assert made.page.wall == AUDIENCES["senior"].wall
    assert made.recipe.sizes["rows"] < made.to["rows"]
    pages = draft.request().printing(Job()).pages
    judged = [page.audience for page in pages if page.kind == "puzzles"]
    assert judged[-5:] == ["senior"] * 3 + [""] * 2


def test_a_chapter_without_a_theme_says_which_one_it_prints(tmp_path: Path) -> None:
    draft = opened(tmp_path)
    theme = draft.chapter.look.options["theme"]
    shown: list[str] = []
    draft.chapter.look.changed.subscribe(lambda: shown.append(theme.shown_as({})))
    draft.fields.edit("theme", "pirates")
    draft.fields.edit("theme", "plain")
    assert shown == ["As the book: Pirates", ""]
    draft.fields.edit("theme", "pirates")
    draft.add()
    assert draft.chapter.look.options["theme"].shown_as({}) == "As the book: Pirates"
