"""Writes what README and manual show: the reference of options, pictures of window and pages.

    .venv/bin/python docs/make.py            the reference and the pictures
    .venv/bin/python docs/make.py --table    the reference alone
    .venv/bin/python docs/make.py --templates    the templates of the gallery, with their pictures

The pictures need an X server; without one, run it under ``xvfb-run``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from mazeeditor.cli.all_parsers import command_parsers, explain, flags
from mazeeditor.core.options import Option, options_of
from mazeeditor.making.jobs import JOBS
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.maze.masks import MASKS
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.maze.solvers import SOLVERS
from mazeeditor.maze.subjects import SUBJECTS
from mazeeditor.maze.transforms import TRANSFORMS
from mazeeditor.page.formats import EXPORTERS as FORMATS
from mazeeditor.page.page import Page

ROOT = Path(__file__).resolve().parent.parent
REFERENCE = ROOT / "docs" / "manual" / "reference.md"
START = "<!-- algorithms: written by docs/make.py -->\n"
END = "<!-- end of algorithms -->\n"


def table() -> str:
    """Return what the command line takes, by kind, and the options of a page, as Markdown."""
    named: list[tuple[str, str, Iterable[Any]]] = [
        ("Generator", "--generator", GENERATORS),
        ("Solver", "--solver", SOLVERS),
        ("Shape", "--shape", SHAPES),
        ("Shape outline", "--mask", MASKS),
        ("What the maze shows", "--show", SUBJECTS),
        ("Change", "mazeeditor transform FILE NAME", TRANSFORMS),
        ("Job of a machine", "--job", JOBS),
    ]
    parts = [_rows(title, taken, kind) for title, taken, kind in named]
    return "\n".join([*parts, _formats(), _page()])


def _rows(title: str, taken: str, things: Iterable[Any]) -> str:
    rows = [f"## {title}", "", f"| `{taken}` | | Options |", "|---|---|---|"]
    for thing in things:
        options = ", ".join(f"`{option.flag}`" for option in thing.options)
        rows.append(f"| `{thing.name}` | {_about(thing)} | {options} |")
    return "\n".join(rows) + "\n"


def _formats() -> str:
    rows = ["## Format", "", "| `-o` | |", "|---|---|"]
    rows += [f"| `{one.suffix}` | {one.summary} |" for one in FORMATS]
    return "\n".join(rows) + "\n"


def _page() -> str:
    """Return the options of a page, by their sections, in the words of ``export --help all``."""
    parser = command_parsers()["export"]
    named = [(flag, action) for action in flags(parser) for flag in action.option_strings]
    texts = {flag: explain(parser, action) for flag, action in named}
    sections = [*dict.fromkeys(map(_section, options_of(Page)))]
    parts, last = ["## Page"], ""
    for option in sorted(options_of(Page), key=lambda one: sections.index(_section(one))):
        if _section(option) != last:
            last = _section(option)
            parts += ["", f"### {last}", "", "| `export` | |", "|---|---|"]
        text = texts[option.flag].replace("|", "\\|").replace("{", "\\{")
        parts.append(f"| `{option.flag}` | {text[:1].upper()}{text[1:]} |")
    return "\n".join(parts) + "\n"


def _section(option: Option) -> str:
    return option.sections[0].title if option.sections else "Further"


def _about(thing: Any) -> str:
    """Return what mazes look like, where it makes some, and how it works."""
    texture = getattr(thing, "texture", "")
    return f"{texture[:1].upper()}{texture[1:]}. {thing.summary}" if texture else str(thing.summary)


def with_table(page: str) -> str:
    """Return the page of the reference with today's tables between the two markers."""
    before, _, rest = page.partition(START)
    _, _, after = rest.partition(END)
    return before + START + table() + END + after


def main() -> None:
    """Write the table, then the pictures."""
    if "--templates" in sys.argv:
        from templates import write_all

        write_all()
        return
    text = REFERENCE.read_text(encoding="utf-8")
    REFERENCE.write_text(with_table(text), encoding="utf-8")
    if "--table" not in sys.argv:
        from pictures import draw_all

        draw_all(ROOT / "docs")


if __name__ == "__main__":
    main()
