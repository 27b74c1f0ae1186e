"""Builds the manual as static pages with a search, for browsers without a network.

::

    docs/manual/*.md  --Sphinx, MyST, Furo-->  *.html, searchindex.js, _static/, _images/
    each heading      ------------------------> to/PAGE.html, to/PAGE--HEADING.html

Pages of ``to/`` lead to a heading: desktops drop what follows the # of the address of a file.

    .venv/bin/python docs/manual_site.py FOLDER
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from html import escape
from io import StringIO
from pathlib import Path
from shutil import copy2, copytree, move, rmtree
from tempfile import TemporaryDirectory

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace

from mazeeditor.core import VERSION

DOCS = Path(__file__).resolve().parent
MANUAL = DOCS / "manual"
PICTURE = re.compile(r"\]\(\.\./([\w-]+\.png)\)")
LISTED = re.compile(r"^[0-9]+\. \[[^]]*\]\(([\w-]+)\.md\)$", re.MULTILINE)
# What no page of ours uses: maps for those who debug Furo, the index of terms, the table for links
# from other manuals, what Sphinx keeps to build faster the next time.
NEEDLESS = ("**/*.map", "**/debug.css", "genindex.html", "objects.inv", ".buildinfo", "**/file.png")
SETTINGS = {
    "project": "mazeeditor",
    "version": VERSION,
    "release": VERSION,
    "extensions": ["myst_parser"],
    "myst_heading_anchors": 3,
    "html_theme": "furo",
    "html_title": f"mazeeditor {VERSION}",
    "html_copy_source": False,
    "html_show_sourcelink": False,
    "html_show_copyright": False,
    "html_use_index": False,
    # It would be fetched, which browsers refuse to pages that are files.
    "html_show_search_summary": False,
    # Furo takes the typefaces of the system; its colours are those of the window.
    "html_theme_options": {
        "light_css_variables": {
            "color-brand-primary": "#b4500a",
            "color-brand-content": "#b4500a",
        },
        "dark_css_variables": {
            "color-brand-primary": "#ff9d4d",
            "color-brand-content": "#ff9d4d",
        },
    },
}
LEADS_ON = """\
<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><title>mazeeditor</title>
<meta http-equiv="refresh" content="0; url=../{target}">
<a href="../{target}">{title}</a></html>
"""


def build(place: Path) -> None:
    """Build the manual into a folder, in the place of what it holds; the same bytes each time.

    Raises ``SystemExit`` with what Sphinx warns of: a link that leads nowhere, above all.
    """
    with TemporaryDirectory() as folder:
        source, made = Path(folder, "source"), Path(folder, "made")
        _copy(source)
        os.environ.setdefault("SOURCE_DATE_EPOCH", "1767225600")
        warnings = StringIO()
        with docutils_namespace():
            app = Sphinx(
                srcdir=source,
                confdir=None,
                outdir=made,
                doctreedir=Path(folder, "trees"),
                buildername="html",
                confoverrides=SETTINGS,
                status=None,
                warning=warnings,
            )
            app.build(force_all=True)
        if warnings.getvalue():
            raise SystemExit(f"The manual is not built:\n{warnings.getvalue()}")
        _add_ways(app, made / "to")
        for pattern in NEEDLESS:
            for path in [*made.glob(pattern)]:
                path.unlink()
        rmtree(made / "_sources")
        place.parent.mkdir(parents=True, exist_ok=True)
        rmtree(place, ignore_errors=True)
        move(made, place)


def _copy(source: Path) -> None:
    """Copy pages and their pictures into one folder, with the list of pages that Sphinx needs."""
    copytree(MANUAL, source)
    for page in source.glob("*.md"):
        text = page.read_text(encoding="utf-8")
        for name in PICTURE.findall(text):
            copy2(DOCS / name, source)
        page.write_text(PICTURE.sub(r"](\1)", text), encoding="utf-8")
    index = source / "index.md"
    text = index.read_text(encoding="utf-8")
    names = "\n".join(LISTED.findall(text))
    listed = f"\n```{{toctree}}\n:hidden:\n\n{names}\n```\n"
    index.write_text(text + listed, encoding="utf-8")


def _add_ways(app: Sphinx, place: Path) -> None:
    """Write the pages that lead to a page, and to a heading of one."""
    place.mkdir()
    for page in sorted(app.env.all_docs):
        for name, title, target in _targets(app, page):
            text = LEADS_ON.format(target=target, title=escape(title))
            (place / f"{name}.html").write_text(text, encoding="utf-8", newline="\n")


def _targets(app: Sphinx, page: str) -> Iterator[tuple[str, str, str]]:
    """Yield name, title and address of a page and of each of its headings."""
    yield page, page, f"{page}.html"
    for section in app.env.get_doctree(page).findall(nodes.section):
        title = section.next_node(nodes.title)
        if title is not None:
            slug = section.get("slug", section["ids"][0])
            yield f"{page}--{slug}", title.astext(), f"{page}.html#{section['ids'][0]}"


if __name__ == "__main__":
    build(Path(sys.argv[1]))
