"""The figures beside a sheet: in people's words, and true."""

from __future__ import annotations

from mazeeditor.api import generate
from mazeeditor.app.making.figures import figures_of, time_of
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.plan import plan_making
from mazeeditor.page.page import Page


def texts(job: str, **options: object) -> dict[str, str]:
    maze = generate("prim", rows=6, columns=8, seed=1)
    page = Page(page="fit", marks="none")
    making = plan_making(maze, page, MakeOptions(job=job, **options))  # type: ignore[arg-type]
    return {figure.label: figure.value for figure in figures_of(making)}


def test_figures_of_a_stencil() -> None:
    shown = texts("stencil", overall=200.0, copies=2, price=6.0, currency="EUR", sheet="600x300mm")
    assert list(shown) == ["Size", "Cuts", "Time", "Pieces", "Tabs", "Cost"]
    assert shown["Size"].startswith("200 × ")
    assert shown["Pieces"] == "2, nothing loose"
    assert shown["Cost"] == "6.00 EUR, 3.00 each"


def test_what_falls_apart_says_how_much_is_loose() -> None:
    assert texts("stencil", outline="none", tabs="leave")["Pieces"] == "2, 1 loose"
    assert texts("kerf-test")["Pieces"].endswith("meant to be loose")


def test_a_solid_has_a_size_and_takes_plastic() -> None:
    shown = texts("plate", overall=120.0)
    assert list(shown) == ["Size", "Plastic", "Pieces"]
    assert shown["Size"].startswith("120 × ")


def test_short_lengths_are_in_cm() -> None:
    shown = texts("score", outline="circle", overall=60.0)
    assert shown["Cuts"] == "19 cm"


def test_times_as_people_say_them() -> None:
    for seconds, text in [
        (0.2, "1 s"),
        (40, "40 s"),
        (59.6, "1 min"),
        (380, "6 min"),
        (3599, "1 h"),
        (4800, "1 h 20 min"),
    ]:
        assert time_of(seconds) == text
