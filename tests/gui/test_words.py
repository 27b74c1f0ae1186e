"""Forms for people who are no graph theorists: no terms in labels, choices and tooltips."""

from __future__ import annotations

import re

from mazeeditor.app.shown.maze_search import OPTIONS
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


def test_labels_and_choices_are_plain_words() -> None:
    for place, options in SHOWN.items():
        for option in options:
            said = [option.label.replace("Separate pieces", "")]
            said += [option.labels.get(name, name) for name in option.choices]
            if place != "search":  # a tooltip may name another flag: alpha
                said.append(option.help.replace(", with alpha", ""))
            terms = [text for text in said if TERMS.search(text)]
            assert not terms, f"{place}, {option.name}: say this without TERMS: {terms}"


def test_names_of_outlines_and_films_are_too() -> None:
    for each in (*MASKS, *FILMS):
        assert not TERMS.search(f"{each.label}. {each.summary}"), each.name
