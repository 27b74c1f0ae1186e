"""A page accepts only valid values, reports invalid ones, and survives a project file."""

from __future__ import annotations

from dataclasses import asdict, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.core.errors import UsageError
from mazeeditor.page.colours import NAMED, hexadecimal, read_colour, rgb
from mazeeditor.page.drawings.motifs import names
from mazeeditor.page.page import Page, page_options
from mazeeditor.page.paper import SIZES
from mazeeditor.page.tokens import TOKENS
from mazeeditor.page.wall_styles import WALL_STYLES
from tests.breadth import examples

OPTIONS = {option.name: option for option in page_options()}


def test_defaults_which_no_page_checks_are_valid_as_they_are() -> None:
    for name, option in OPTIONS.items():
        checked = option.check(option.default)
        assert (checked, type(checked)) == (option.default, type(option.default)), name


def test_pages_of_older_files_are_turned_as_they_were() -> None:
    known: list[tuple[dict[str, object], str]] = [
        ({"page": "A4", "landscape": True}, "landscape"),
        ({"page": "A4", "landscape": False}, "portrait"),
        ({"page": "200x150mm", "landscape": False}, "automatic"),
        ({"page": "200x150mm", "landscape": True}, "automatic"),
        ({"page": "A4"}, "automatic"),
    ]
    for before, orientation in known:
        assert Page.from_dict(before).orientation == orientation, before
        assert "landscape" not in Page().to_dict(before)
        assert Page.valid(before)[1] == []


def test_colours() -> None:
    for written, code in {"Red": "#ff0000", "#0A5": "#00aa55", "#0a5fb4": "#0a5fb4"}.items():
        assert hexadecimal(read_colour(written)) == code
        assert rgb(read_colour(written)) == tuple(bytes.fromhex(code[1:]))
    for written in ("sky", "#12", "#gggggg", "", "0a5fb4"):
        with pytest.raises(UsageError, match="colour"):
            Page(colour=written)


REFUSED: list[tuple[dict[str, object], str]] = [
    ({"margin": -1}, "Margin must be a number from 0"),
    ({"margin": float("nan")}, "Margin"),
    ({"cell": 0}, "Cell"),
    ({"cell": "6"}, "Cell"),
    ({"wall": float("inf")}, "Wall"),
    ({"walls": "wavy"}, r"Wall style \(walls\) must be one of lines, rounded, double, dashed"),
    ({"marks": "arrows"}, "Start and goal"),
    ({"landscape": 1}, "Orientation"),
    ({"orientation": True}, "Orientation must be one of automatic, portrait, landscape"),
    ({"solution": True}, "Solution"),
    ({"title": 7}, "Title"),
]


def test_refuses() -> None:
    for values, reason in REFUSED:
        with pytest.raises(UsageError, match=reason):
            Page.from_dict(values)


TEXT = st.text('a Ж<&\n"\U0001f600', max_size=9)
PAGES = st.builds(
    Page,
    page=st.sampled_from([*SIZES, "fit", "200x150mm"]),
    orientation=st.sampled_from(["automatic", "portrait", "landscape"]),
    margin=st.floats(0, 1000),
    cell=st.none() | st.floats(0.01, 1000),
    wall=st.none() | st.floats(0.001, 100),
    walls=st.sampled_from(WALL_STYLES.names()),
    colour=st.sampled_from([*NAMED, "#123456"]),
    far_colour=st.sampled_from([None, *NAMED, "#123456"]),
    background=st.sampled_from([None, *NAMED, "#123456"]),
    reversed=st.booleans(),
    title=TEXT,
    marks=st.sampled_from(["arrow", "word", "letter", "picture", "none"]),
    marks_place=st.sampled_from(["outside", "inside"]),
    start_text=TEXT,
    start_picture=st.sampled_from(names()),
    goal_picture=st.sampled_from(["", *names()]),
    along=st.sampled_from(["none", *TOKENS.names()]),
    sentence=TEXT,
    along_count=st.none() | st.integers(1, 1000),
    largest=st.integers(1, 1000),
    collect=st.sampled_from(names()),
    decoys=st.booleans(),
    solution=st.sampled_from(["none", "drawn", "page"]),
    solution_colour=st.sampled_from([*NAMED, "#123456"]),
)


@examples(10)
@given(PAGES, st.dictionaries(TEXT, st.integers()))
def test_survives_a_project_file_with_keys_of_newer_programs(
    page: Page, newer: dict[str, object]
) -> None:
    newer = {key: value for key, value in newer.items() if key not in OPTIONS}
    stored = page.to_dict(newer | {"margin": 1})
    assert stored == newer | asdict(page)
    assert Page.from_dict(stored) == page


def test_every_field_is_an_option_with_words() -> None:
    assert list(OPTIONS) == list(asdict(Page()))
    assert all(option.help for option in OPTIONS.values())
    for name, option in OPTIONS.items():
        for offer in option.written.offers if option.written else ():
            assert option.parse(offer) == offer, name
    assert replace(Page(), margin=3) == Page(margin=3.0)
