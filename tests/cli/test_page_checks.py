"""``sheet`` and ``book`` judge their pages: a line each, JSON, and nothing written where asked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.run import mazeeditor as run

NARROW = ("sheet", "--rows", 60, "--columns", 60, "--seed", 1, "--count", 2, "--per-page", "2")
GOOD = ("sheet", "--rows", 6, "--columns", 6, "--seed", 1, "--count", 2, "--per-page", "2")


def test_a_check_writes_nothing_and_says_what_is_wrong(tmp_path: Path) -> None:
    bad, good = (run(*words, "--check", cwd=tmp_path) for words in (NARROW, GOOD))
    assert (bad.status, good.status) == (1, 0)
    first, *_others, last = bad.out.splitlines()
    assert first.startswith("page 1, maze 1: Too small to solve on this page: ")
    assert last == "1 page is not fit for use."
    assert good.out == "Nothing is wrong with the pages.\n"
    assert list(tmp_path.iterdir()) == []
    assert run(*GOOD, "--check", "-o", "a.pdf", cwd=tmp_path).status == 2


def test_strict_writes_no_page_that_nobody_can_solve(tmp_path: Path) -> None:
    bad = run(*NARROW, "--strict", "-o", "a.pdf", cwd=tmp_path)
    assert bad.status == 1
    assert "Nothing was written: 1 page is not fit for use." in bad.error
    assert "mazes 1, 2: Too small to solve" in bad.error
    assert list(tmp_path.iterdir()) == []
    assert run(*GOOD, "--strict", "-o", "a.pdf", cwd=tmp_path).status == 0
    assert run(*NARROW, "-o", "b.pdf", cwd=tmp_path).status == 0
    assert {path.name for path in tmp_path.iterdir()} == {"a.pdf", "b.pdf"}


def test_findings_as_json(tmp_path: Path) -> None:
    made = json.loads(run(*NARROW, "--json", "-o", "a.pdf", cwd=tmp_path).out)
    checked = json.loads(run(*NARROW, "--json", "--check", cwd=tmp_path).out)
    assert checked["findings"] == made["findings"]
    narrow = [finding for finding in made["findings"] if finding["kind"] == "narrow"]
    assert [(finding["page"], finding["maze"]) for finding in narrow] == [(1, 1), (1, 2)]
    for finding in narrow:
        assert finding["bad"]
        assert finding["value"] < finding["least"] == 3
        assert "fewer-a-page" in finding["mends"]


@pytest.mark.slow
def test_a_book_is_checked_without_writing_it(tmp_path: Path) -> None:
    run("book", "--new", "children", "--seed", 1, "-o", "a.mazebook", cwd=tmp_path)
    book = json.loads((tmp_path / "a.mazebook").read_text())
    book["chapters"] = book["chapters"][:1]
    book["chapters"][0] |= {"count": 2, "sizes": {"rows": 6, "columns": 6}}
    book["chapters"][0]["to"] = {"rows": 90, "columns": 70}
    (tmp_path / "b.mazebook").write_text(json.dumps(book))
    checked = run("book", "b.mazebook", "--check", "--anyway", cwd=tmp_path)
    assert checked.status == 1
    assert "maze 2: Too small to solve" in checked.out
    refused = run("book", "b.mazebook", "--anyway", "--strict", "-o", "b.pdf", cwd=tmp_path)
    assert refused.status == 1
    assert not (tmp_path / "b.pdf").exists()
