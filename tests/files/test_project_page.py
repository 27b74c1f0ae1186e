"""A project with an invalid page opens: the value is replaced, and a warning names it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mazeeditor.core.translation import quoted
from mazeeditor.editing.document import Document
from mazeeditor.files import Project, read
from mazeeditor.files.project import save
from mazeeditor.page.page import Page, page_options
from tests.files.mazes import assert_same
from tests.files.projects import maze, saved, signed

KEYS = [option.name for option in page_options()]
GROUPS = 8
HOSTILE: list[Any] = [
    *(None, True, -1, 10**20, 1e300, "", "x" * 10**6, "\ud800", [], {}),
    [["a"]],
    {"a": 1},
]
HOSTILE += ["data:image/png;name=a;base64,iVBORw0KGgo="]  # cut off behind its first bytes


def with_page(page: object, path: Path) -> Path:
    """Write a project with this page and a valid checksum."""
    text = saved(Project(maze()), path)
    path.write_bytes(signed(text.replace(b'"page": {}', b'"page": ' + json.dumps(page).encode())))
    return path


@pytest.mark.sample(1)
@pytest.mark.parametrize("first", range(GROUPS))
def test_any_value_of_any_key(first: int, tmp_path: Path) -> None:
    """What the page accepts stays; all else is replaced by the default, with a warning."""
    for key in KEYS[first::GROUPS]:
        check_values(key, tmp_path)


def check_values(key: str, tmp_path: Path) -> None:
    replaced = 0
    for value in HOSTILE:
        page = {"margin": 7.0, "mine": [1], key: value}
        project = read(with_page(page, tmp_path / "a.maze"))
        assert_same(project.maze, maze())
        result, defaults = Page.from_dict(project.page), Page()
        if key not in project.page:
            assert getattr(result, key) == getattr(defaults, key)
            (warning,) = project.warnings
            assert warning.startswith(f'The page\'s "{key}" is now ')
            assert len(warning) < 300
            assert warning.isprintable()
            replaced += 1
        else:
            missing = [f"There is no typeface {quoted(value)}"] if key == "typeface" else []
            starts = [warning.partition(" on this computer")[0] for warning in project.warnings]
            assert starts == (missing if value else [])
        assert key == "margin" or result.margin == 7.0
        assert project.page["mine"] == [1]
    assert replaced, f"nothing that {key} holds is refused"


def test_all_values_at_once(tmp_path: Path) -> None:
    project = read(with_page({key: [1] for key in KEYS}, tmp_path / "a.maze"))
    assert len(project.warnings) == len(KEYS)
    assert Page.from_dict(project.page) == Page()


def test_a_page_that_is_no_object(tmp_path: Path) -> None:
    pages: list[object] = ["A4", [], None, 7]
    for page in pages:
        project = read(with_page(page, tmp_path / "a.maze"))
        assert project.warnings == ['"page": this must be an object. It is left out.'], page
        assert project.page == {}, page


def test_a_recipe_that_is_no_object(tmp_path: Path) -> None:
    text = saved(Project(maze()), tmp_path / "a.maze")
    (tmp_path / "a.maze").write_bytes(signed(text.replace(b'"recipe": {}', b'"recipe": 3')))
    project = read(tmp_path / "a.maze")
    assert project.warnings == ['"recipe": this must be an object. It is left out.']
    assert project.recipe.generator == ""


def test_an_invalid_value_does_not_survive_saving(tmp_path: Path) -> None:
    path = with_page({"margin": -5, "mine": 1}, tmp_path / "a.maze")
    document = Document(maze())
    document.open(read(path), path)
    save(document.project(), path)
    again = read(path)
    assert again.warnings == []
    assert again.page == {**Page().to_dict(), "mine": 1}
