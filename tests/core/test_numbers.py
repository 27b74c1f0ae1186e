"""Numbers in texts from outside, and that nothing else in the package reads them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import mazeeditor
from mazeeditor.core.numbers import SMALLEST_NUMBER, is_whole, real, whole
from mazeeditor.core.options import Option

PACKAGE = Path(mazeeditor.__file__).parent
STRANGE = ("\N{ARABIC-INDIC DIGIT THREE}", "\N{FULLWIDTH DIGIT THREE}", "1_000")
# Own texts, figures that are shown, and what no file or flag has
OWN = (
    *("app/errors/problem_report.py", "core/disk/staging.py", "films/code_lines.py"),
    *("gui/", "maze/subjects/words/letters.py", "app/files/maze_library.py"),
    *("app/commands/maze_menu.py", "prepress/content/tokens.py", "core/numbers.py"),
)


@pytest.mark.parametrize("text", STRANGE)
def test_only_plain_digits_are_numbers(text: str) -> None:
    assert not is_whole(text)
    for read in (whole, real):
        with pytest.raises(ValueError, match=re.escape(text)):
            read(text)
    for kind in (int, float):
        with pytest.raises(mazeeditor.UsageError, match=r"^Size must be a "):
            Option("size", kind, 1).parse(text)
        with pytest.raises(mazeeditor.UsageError, match=r"^Size must be a "):
            Option("size", kind, 1, unit="mm").parse(f"{text}mm")


def test_numbers_are_finite() -> None:
    for text in ("nan", "inf", "-Infinity", "1e999"):
        with pytest.raises(ValueError, match=text):
            real(text)
        with pytest.raises(mazeeditor.UsageError, match=r"^Size must be a number"):
            Option("size", float, 1.0).parse(text)
    with pytest.raises(mazeeditor.UsageError, match=r"^Size must be a number"):
        Option("size", float, 1.0).check(float("inf"))
    assert [real(text) for text in (" 1.5 ", "-2e3", "1e-320", "-1e-320")] == [1.5, -2000, 0, 0]
    assert real(repr(SMALLEST_NUMBER)) == SMALLEST_NUMBER
    assert [whole(text) for text in ("7", " -7 ", "+07")] == [7, -7, 7]


def sources() -> list[Path]:
    files = (file for file in PACKAGE.rglob("*.py"))
    return [one for one in files if not one.relative_to(PACKAGE).as_posix().startswith(OWN)]


def test_no_pattern_takes_digits_of_other_scripts() -> None:
    r"""``\d`` of a text is any digit, ``[0-9]`` is meant; of bytes it is ASCII."""
    pattern = re.compile(r'(?<![a-z"])(?:r|rf|fr)"[^"]*\\d')
    assert pattern.search(r'NUMBER = r"[-+]?\d+"')
    assert not pattern.search(r'NUMBER = rb"[-+]?\d+"')
    for file in sources():
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            assert not pattern.search(line), f"{file}:{number}"


def test_no_file_asks_whether_a_text_is_a_digit_of_any_script() -> None:
    for file in sources():
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            if re.search(r"\.is(digit|decimal|numeric)\(", line):
                assert "isascii()" in line, f"{file}:{number}: core/numbers.py has is_whole"
            if re.search(r"np\.(fromstring|loadtxt|genfromtxt)\(", line):
                assert file.name == "tiled_map.py", f"{file}:{number}: it takes what is no number"
