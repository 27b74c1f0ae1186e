"""Forms for people who are no graph theorists: no terms in labels, choices and tooltips."""

from __future__ import annotations

import re

import pytest

from mazeeditor.app.shown.maze_search import OPTIONS
from mazeeditor.core.options import Option
from mazeeditor.films.formats import FILMS
from mazeeditor.gui.watching.save_film_dialog import film_fields
from mazeeditor.maze.masks import MASKS, PIECES

TERMS = re.compile(
    r"\b(masks?|threshold|invert|alpha|combine|scale|weight|inner|depth|pieces$|hole cells|frames?|"
    r"fps|legend|decisions?|junctions?|openings?|crow|pseudo-code|numbered|radius)\b|²|³",
    re.IGNORECASE,
)
SHOWN = {
    "outlines": (*(option for mask in MASKS for option in mask.options), PIECES),
    "film": tuple(film_fields()),
    "search": OPTIONS,
}


@pytest.mark.parametrize("place", SHOWN)
def test_labels_and_choices_are_plain_words(place: str) -> None:
    for option in SHOWN[place]:
        assert not TERMS.search(option.label.replace("Separate pieces", "")), option.name
        for name in option.choices:
            assert not TERMS.search(option.labels.get(name, name)), (option.name, name)


@pytest.mark.parametrize("place", ["outlines", "film"])
def test_tooltips_are_too(place: str) -> None:
    """What a flag is about as well may name another flag: alpha, which users see as its label."""
    for option in SHOWN[place]:
        assert not TERMS.search(said(option)), option.name


def said(option: Option) -> str:
    return option.help.replace(", with alpha", "")


def test_names_of_outlines_and_films_are_too() -> None:
    for each in (*MASKS, *FILMS):
        assert not TERMS.search(f"{each.label}. {each.summary}"), each.name
