"""The help of each command: one screen at first, the rest by topics, in whole phrases."""

from __future__ import annotations

import re

import pytest

from mazeeditor.cli.commands import SUBCOMMANDS
from mazeeditor.cli.topics import MAX_LINES, WIDTH
from tests.cli.run import mazeeditor

# A text begins with what it sets or does: "thickness of the walls", "draw a route", not "of ...".
BEGINS_AMID = re.compile(
    r"(?:about|above|also|as|at|below|by|for|from|how|if|in|instead|its?|no|of|on|so|that|the(?:ir)?|"
    r"they|those|to|up|what|where|whether|which|whose|with(?:out)?|an?|[-.0-9])(?!\w)"
)


def helped(*words: str) -> str:
    ran = mazeeditor(*words)
    assert (ran.status, ran.error) == (0, ""), words
    return ran.out


def entries(text: str) -> dict[str, str]:
    """Return what is said of each flag, by its long name."""
    found = re.split(r"^  (?=-)", text, flags=re.MULTILINE)[1:]
    pairs = (re.match(r"(.*?)(?:\s{2,}|\n\s+)(.*)", one, re.DOTALL) for one in found)
    return {pair[1]: " ".join(pair[2].split()) for pair in pairs if pair}


@pytest.mark.parametrize("command", SUBCOMMANDS.names())
def test_one_screen_and_all_of_it_by_topics(command: str) -> None:
    short, whole = helped(command, "--help"), helped(command, "--help", "all")
    assert len(short.splitlines()) <= MAX_LINES
    assert max(map(len, whole.splitlines() + short.splitlines())) <= WIDTH
    topics = re.findall(r"^  ([a-z][a-z-]*)(?: +|\n +)--", short, re.MULTILINE)
    flags = set[str]()
    for topic in topics:
        about = helped(command, "--help", topic)
        assert about.splitlines()[0] == short.splitlines()[0]
        flags |= {*entries(about)}
    if topics:
        assert flags == {*entries(whole)}, "each flag is in a topic"
    for flag, text in entries(whole).items():
        assert text, flag
        for own in re.split(r"(?:^| )with --?\w[^:]*: ", text):  # each kind has its own
            assert not BEGINS_AMID.match(own), f"{flag}: {own}"
        assert "STR" not in flag.split(), flag
        assert "INT" not in flag.split(), flag


def test_each_kind_that_a_flag_serves_has_its_own_line() -> None:
    picture, outline = (helped("sheet", "--help", topic) for topic in ("picture", "outline"))
    assert "darkness from which a pixel belongs to the route" in " ".join(picture.split())
    assert "darkness from which a cell is kept" in " ".join(outline.split())
    files = " ".join(helped("export", "--help", "file").split())
    assert re.search(r"with -o FILE.pdf: res.*? with -o FILE.png: resolution in pixels", files)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("sheet", "--tittle", "A"), "unrecognized arguments: --tittle (did you mean --title, see"),
        (("sheet", "--help", "fotos"), "there is no topic 'fotos' of mazeeditor sheet: did you"),
        (("info", "--help", "frob"), "there is no topic 'frob' of mazeeditor info: it has general"),
    ],
)
def test_a_mistake_leads_to_what_was_meant(words: tuple[str, ...], message: str) -> None:
    ran = mazeeditor(*words)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.error
