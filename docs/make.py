"""Writes what README and manual show: the table of algorithms, pictures of window and pages.

    .venv/bin/python docs/make.py            the table and the pictures
    .venv/bin/python docs/make.py --table    the table alone
    .venv/bin/python docs/make.py --templates    the templates of the gallery, with their pictures

The pictures need an X server; without one, run it under ``xvfb-run``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from mazeeditor.maze.generators import GENERATORS
from mazeeditor.maze.solvers import SOLVERS

ROOT = Path(__file__).resolve().parent.parent
REFERENCE = ROOT / "docs" / "manual" / "reference.md"
START = "<!-- algorithms: written by docs/make.py -->\n"
END = "<!-- end of algorithms -->\n"


def table() -> str:
    """Return the tables of generators and solvers as Markdown."""
    return _rows("Generator", GENERATORS) + "\n" + _rows("Solver", SOLVERS)


def _rows(title: str, things: Iterable[Any]) -> str:
    rows = [f"| {title} | | Options |", "|---|---|---|"]
    for thing in things:
        options = ", ".join(f"`{option.flag}`" for option in thing.options)
        rows.append(f"| `{thing.name}` | {_about(thing)} | {options} |")
    return "\n".join(rows) + "\n"


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
