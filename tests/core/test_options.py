"""Options are read off signatures and refuse invalid values with one message."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

import pytest

from mazeeditor.core.errors import UsageError
from mazeeditor.core.options import (
    Between,
    Choices,
    Label,
    OnlyWhere,
    Option,
    Section,
    check_all,
    in_section,
    options_of,
)
from mazeeditor.page.formats import EXPORTERS
from mazeeditor.page.page import page_options


def sample(
    walls: object,
    *,
    rows: Annotated[int, Between(1, 10_000), "How many rows"] = 30,
    share: Annotated[float, Between(0, 1)] = 0.5,
    wall_width: Annotated[float | None, Between(0.1, 9, "mm")] = None,
    side: Literal["left", "right"] = "left",
    title: str = "",
    landscape: bool = False,
) -> None:
    """Do nothing."""


LOOK, PRINT_SHOP = Section("Look"), Section("For a print shop")
OPTIONS = {option.name: option for option in options_of(sample)}


def test_read_off_a_function() -> None:
    assert list(OPTIONS) == ["rows", "share", "wall_width", "side", "title", "landscape"]
    assert OPTIONS["rows"] == Option("rows", int, 30, "How many rows", 1, 10_000)
    assert OPTIONS["wall_width"] == Option(
        "wall_width", float, None, "", 0.1, 9, unit="mm", optional=True
    )
    assert OPTIONS["side"].choices == ("left", "right")
    assert OPTIONS["wall_width"].flag == "--wall-width"
    assert OPTIONS["wall_width"].label == "Wall width"


def test_a_declaration_says_what_people_read() -> None:
    def own(
        *,
        ends: Annotated[str, Choices({"round": "Round", "butt": "Cut off"}), LOOK] = "round",
        kind: Annotated[str, Choices(lambda: {"a": "A kind"}), PRINT_SHOP, LOOK] = "a",
        pdfx: Annotated[bool, Label("PDF/X-1a"), PRINT_SHOP, "what shops ask for"] = False,
    ) -> None:
        """Do nothing."""

    ends, kind, pdfx = options_of(own)
    assert ends.choices == ("round", "butt")
    assert ends.labels == {"round": "Round", "butt": "Cut off"}
    assert kind.choices == ("a",)
    assert (ends.label, pdfx.label, pdfx.help) == ("Ends", "PDF/X-1a", "what shops ask for")
    assert in_section((ends, kind, pdfx), LOOK) == [ends, kind]
    assert in_section((ends, kind, pdfx), LOOK, PRINT_SHOP) == [ends, kind, pdfx]
    assert ends.offering({"flat": "Flat"}).check("flat") == "flat"
    with pytest.raises(UsageError, match="one of round, butt"):
        ends.check("flat")


def test_a_note_that_nothing_reads_is_an_error() -> None:
    def own(*, ends: Annotated[str, 5] = "") -> None:
        """Do nothing."""

    with pytest.raises(TypeError, match="no note of an option: 5"):
        options_of(own)


def test_read_off_a_dataclass() -> None:
    @dataclass(frozen=True, kw_only=True)
    class Style:
        cell: float | None = None
        margin: float = 15.0

    assert [option.name for option in options_of(Style)] == ["cell", "margin"]
    assert options_of(Style)[0].optional


PARSED = [
    ("rows", " 12 ", 12),
    ("share", "1", 1.0),
    ("share", "1e-1", 0.1),
    ("share", "29 %", 0.29),
    ("wall_width", "fit", None),
    ("wall_width", "0.5", 0.5),
    ("side", "right", "right"),
    ("title", "", ""),
    ("landscape", "yes", True),
    ("landscape", "0", False),
]


def test_parse() -> None:
    for name, text, value in PARSED:
        parsed = OPTIONS[name].parse(text)
        assert parsed == value, (name, text)
        assert type(parsed) is type(value), (name, text)


REFUSED = [
    ("rows", "0", "Rows must be a whole number from 1 to 10,000, not 0."),
    ("rows", "1.5", "Rows must be a whole number from 1 to 10,000, not '1.5'."),
    ("rows", "many", "Rows must be a whole number from 1 to 10,000, not 'many'."),
    ("rows", "", "Rows must be a whole number from 1 to 10,000, not ''."),
    ("rows", "9" * 5000, "Rows must be a whole number from 1 to 10,000, not "),
    ("share", "nan", "Share must be a number from 0 to 1, not 'nan'."),
    ("share", "inf", "Share must be a number from 0 to 1, not 'inf'."),
    ("share", "0,25", "Share must be a number from 0 to 1: write 0.25 for '0,25'."),
    (
        "wall_width",
        "1,5 mm",
        "Wall width must be a number from 0.1 to 9 mm: write 1.5 for '1,5 mm'.",
    ),
    ("share", "1,5", "Share must be a number from 0 to 1, not '1,5'."),
    ("share", "0,0,1", "Share must be a number from 0 to 1, not '0,0,1'."),
    ("share", "0," + "0" * 5000, "Share must be a number from 0 to 1: write 0 for "),
    ("side", "up", "Side must be one of left, right, not 'up'."),
    ("landscape", "perhaps", "Landscape must be yes or no, not 'perhaps'."),
]


def test_bad_texts_are_refused() -> None:
    for name, text, message in REFUSED:
        with pytest.raises(UsageError) as caught:
            OPTIONS[name].parse(text)
        assert str(caught.value).startswith(message), (name, text)
        assert len(str(caught.value)) < 200, (name, text)


def test_values_of_another_type_are_refused() -> None:
    for value in [True, "30", 30.0, None, [30]]:
        with pytest.raises(UsageError):
            OPTIONS["rows"].check(value)


def test_a_number_too_long_to_print_is_refused_all_the_same() -> None:
    with pytest.raises(UsageError, match="not a very large number"):
        OPTIONS["rows"].check(10**6000)


DESCRIBED = [
    ("rows", "1 to 10,000; default 30"),
    ("share", "0 to 1; default 0.5"),
    ("wall_width", "0.1 to 9 mm"),
    ("side", "one of left, right; default left"),
    ("title", ""),
    ("landscape", "default no"),
]


def test_described() -> None:
    for name, words in DESCRIBED:
        assert OPTIONS[name].described() == words, name
        whole = Option("braid", float, 1.0, "", 0, 1)
        assert whole.described().endswith("default 1"), name


def test_check_all_fills_in_defaults() -> None:
    values = check_all(tuple(OPTIONS.values()), {"rows": 3})
    assert values["rows"] == 3
    assert values["side"] == "left"
    with pytest.raises(UsageError, match=r"no option 'speed'\. Choose one of: rows, share"):
        check_all(tuple(OPTIONS.values()), {"speed": 3})


def test_defaults_fit_their_own_option() -> None:
    for option in OPTIONS.values():
        assert option.check(option.default) == option.default


def test_an_option_that_does_something_only_beside_others() -> None:
    def save(
        *,
        picture: bool = False,
        dpi: Annotated[int, OnlyWhere(lambda values: values["picture"], "Only where ...")] = 600,
    ) -> None:
        """Do nothing."""

    picture, dpi = options_of(save)
    for on in (False, True):
        assert dpi.why_unused({"picture": on, "dpi": 600}) == ("" if on else "Only where ...")
        assert picture.why_unused({"picture": on, "dpi": 600}) == ""


def test_every_reason_is_a_sentence_that_can_hold_and_not() -> None:
    for options in [page_options(), *(entry.options for entry in EXPORTERS)]:
        values = {option.name: option.default for option in options}
        for option in options:
            if option.only:
                assert option.only.reason.endswith("."), option.name
                option.only.holds(values)
