"""The gallery without its widget: categories, search, arrow keys, what stays selected."""

from __future__ import annotations

from pathlib import Path

import pytest

from mazeeditor.app.gallery.categories import NAMES
from mazeeditor.app.gallery.gallery import Gallery
from mazeeditor.app.gallery.templates import Template
from mazeeditor.app.settings import Settings


def template(name: str, category: str = "page", about: str = "", order: int = 1) -> Template:
    return Template(Path(f"/{name}.maze"), name, about, category, order)


NAMED = ("Heart", "Star", "Round", "Ring", "Hexagons", "Triangles", "Poster")
OFFERED = [
    *(template(name, order=order) for order, name in enumerate(NAMED)),
    template("Two a page", "class", "With names"),
    template("Stencil", "make", "Cut out"),
]


@pytest.fixture
def gallery() -> Gallery:
    gallery = Gallery(Settings(recent=["/home/anna/for otto.maze", "/home/anna/a.mazebook"]))
    gallery.take(list(OFFERED))
    return gallery


def names(gallery: Gallery) -> list[str]:
    return [each.name for each in gallery.shown]


def test_each_category_shows_its_own(gallery: Gallery) -> None:
    assert names(gallery) == list(NAMED)
    gallery.choose_category("class")
    assert names(gallery) == ["Two a page"]
    gallery.choose_category("recent")
    assert names(gallery) == ["for otto.maze", "a.mazebook"]
    assert gallery.shown[0].about == str(Path("/home/anna"))


def test_categories_follow_each_other_in_a_circle(gallery: Gallery) -> None:
    visited = []
    for _name in NAMES:
        visited.append(gallery.category)
        gallery.step_category(1)
    assert visited == list(NAMES)
    assert gallery.category == "page"
    gallery.step_category(-1)
    assert gallery.category == "recent"


def test_an_empty_category_says_what_will_be_there() -> None:
    gallery = Gallery(Settings())
    gallery.choose_category("recent")
    assert gallery.note == "", "it is not known yet"
    gallery.take([])
    assert gallery.note.startswith("Mazes and books that you open or save will be here")
    assert gallery.selected is None
    assert not gallery.move("Down", 3)


def test_a_search_looks_through_all_categories(gallery: Gallery) -> None:
    gallery.find("st")
    assert names(gallery) == ["Star", "Stencil", "Poster"], "those that begin so come first"
    gallery.find("cut")
    assert names(gallery) == ["Stencil"], "its text and category"
    gallery.find("page two")
    assert names(gallery) == ["Two a page"]
    gallery.find("otto")
    assert names(gallery) == ["for otto.maze"]
    gallery.find("xyz")
    assert gallery.note == "Nothing is called “xyz”. Type fewer letters."
    assert gallery.selected is None
    gallery.find("")
    assert names(gallery) == list(NAMED), "the category as before"
    gallery.find("stencil")
    gallery.choose_category("page")
    assert (gallery.text, gallery.searching, names(gallery)) == ("", False, list(NAMED))


def test_arrows_select_within_rows_of_three(gallery: Gallery) -> None:
    for keys, name in [
        ("Right", "Star"),
        ("Right Right Right", "Round"),  # not beyond the end of a row
        ("Down", "Ring"),
        ("Right Down Down", "Poster"),  # the last row is shorter
        ("Down Down Down", "Poster"),
        ("End", "Poster"),
        ("End Right", "Poster"),
        ("End Up", "Ring"),
        ("End Home", "Heart"),
        ("Down Left", "Ring"),
        ("Right Left", "Heart"),
        ("Up", "Heart"),
    ]:
        gallery.select(0)
        for key in keys.split():
            gallery.move(key, 3)
        assert gallery.selected
        assert gallery.selected.name == name, keys
    assert not gallery.move("Left", 3), "it leads out"
    assert not gallery.move("Up", 3)
    assert gallery.move("Down", 3)
    assert not gallery.move("Left", 3)


def test_the_selection_stays_when_the_templates_are_read_again(gallery: Gallery) -> None:
    gallery.select(3)
    gallery.take([template("New"), *OFFERED])
    assert gallery.selected == OFFERED[3]
    gallery.select(len(gallery.shown) - 1)
    gallery.take(OFFERED[:2])
    assert gallery.place == 1


def test_listeners_hear_of_what_changes_and_of_nothing_else(gallery: Gallery) -> None:
    heard = []
    gallery.changed.subscribe(lambda: heard.append(gallery.place))
    gallery.select(0)
    gallery.select(99)
    gallery.find("")
    assert heard == []
    gallery.select(2)
    gallery.find("st")
    assert heard == [2, 0]
