"""Templates: files to begin with. Each is one file, and says itself where it stands in the gallery.

::

    heart.maze            a finished maze: a project with the line
                          "template": {"category": "shape", "about": "A4", "order": 3}
    classic.mazepreset    a maze that is made anew, see ``Preset``, and what is done with it then
    children.mazebook     a book
    heart.png             the picture of the first, beside it

Those of the program lie in ``app/templates``, ``app/presets`` and ``sheets/books/templates``, those
of a user in the folders ``templates`` and ``presets`` next to the settings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mazeeditor.app.drafts.new_maze import FORMAT as PRESET_FORMAT
from mazeeditor.app.drafts.new_maze import OWN_FOLDER as PRESETS
from mazeeditor.app.drafts.new_maze import SUFFIX as PRESET
from mazeeditor.app.files.maze_library import title_of
from mazeeditor.app.files.user_folders import with_tilde
from mazeeditor.app.gallery.categories import BOOK, NAMES, PAGE, RECENT
from mazeeditor.core.disk.json_files import files_by_name, parse_json, short_text
from mazeeditor.core.disk.paths import presets_folder, templates_folder
from mazeeditor.core.errors import MazeError
from mazeeditor.core.translation import _, one_line
from mazeeditor.files import SUFFIX as PROJECT
from mazeeditor.page.themes import PLAIN, label_of
from mazeeditor.sheets import BOOK_SUFFIX
from mazeeditor.sheets.books.book_reader import FORMAT as BOOK_FORMAT
from mazeeditor.sheets.books.book_reader import TEMPLATES as BOOKS

KEY = "template"  # of a project and of a book
TEMPLATES = Path(__file__).parent.parent / "templates"
PICTURE = ".png"
HEAD_BYTES = 1 << 16  # bytes of a project in which its key is looked for
LINE = b'"%b": ' % KEY.encode()  # as a project is written, one key a line
LONGEST_TEXT = 200  # characters
LAST_PLACE = 100  # where templates without an order come


@dataclass(frozen=True)
class Template:
    """Something to begin with; ``own`` is one of the user, ``problem`` why it cannot be used.

    ``values`` are what the file of a preset holds; it is found by its ``words`` too: the names of
    its themes, and those that its file says.
    """

    path: Path
    name: str
    about: str = ""
    category: str = PAGE
    order: int = LAST_PLACE
    own: bool = False
    problem: str = ""
    values: Mapping[str, Any] = field(default_factory=dict, compare=False)
    words: str = ""

    @property
    def picture(self) -> Path:
        from mazeeditor.app.gallery.pictures import kept_picture

        recent = self.category == RECENT
        return kept_picture(self.path) if recent else self.path.with_suffix(PICTURE)


def templates() -> list[Template]:
    """Return all templates in their order; called by a worker."""
    presets, own = presets_folder(), templates_folder()
    found = [
        *_in((TEMPLATES,), PROJECT, own=False),
        *_in((TEMPLATES,), PRESET, own=False),
        *_in((PRESETS,), PRESET, own=False),
        *_in((BOOKS,), BOOK_SUFFIX, own=False),
        *_in((presets,) if presets else (), PRESET, own=True),
        *_in((own,) if own else (), PROJECT, own=True),
    ]
    replaced = {each.path.name for each in found if each.own and each.path.suffix == PRESET}
    kept = [each for each in found if each.own or each.path.name not in replaced]
    return sorted(kept, key=lambda each: (each.order, each.own, each.name))


def _in(folders: tuple[Path, ...], suffix: str, *, own: bool) -> Iterator[Template]:
    for path in files_by_name(folders, suffix).values():
        yield template_in(path, own=own)


def template_in(path: Path, *, own: bool = False) -> Template:
    """Return the template in a file; one that is damaged says why."""
    name = path.stem if own else title_of(path)
    try:
        values = _read_listing(path)
        category = values.get("category", BOOK if path.suffix == BOOK_SUFFIX else PAGE)
        order = values.get("order", LAST_PLACE)
        return Template(
            path,
            short_text(values, "name", LONGEST_TEXT) or name,
            short_text(values, "about", LONGEST_TEXT),
            category if category in NAMES else PAGE,
            order if type(order) is int else LAST_PLACE,
            own,
            values=values if path.suffix == PRESET else {},
            words=" ".join(
                [short_text(values, "words", LONGEST_TEXT), *map(label_of, themes_in(values))]
            ),
        )
    except MazeError as error:
        reason = _("{name} cannot be used: {reason}").format(name=path.name, reason=error)
        return Template(path, name, _("Cannot be used"), own=own, problem=reason)


def _read_listing(path: Path) -> Mapping[str, Any]:
    """Return what a file says about itself; raises ``MazeError``."""
    if path.suffix == PRESET:
        return PRESET_FORMAT.read(path)
    if path.suffix == BOOK_SUFFIX:
        values = BOOK_FORMAT.read(path)
        said = values.get(KEY)
        of_pages = {key: values.get(key) for key in ("theme", "chapters")}
        said = said if isinstance(said, dict) else {}
        return {"about": values.get("about", ""), **said, **of_pages}
    said = {}
    with suppress(OSError), path.open("rb") as file:  # opening it says what is wrong
        lines = file.read(HEAD_BYTES).splitlines()
        said = next((parse_json(line[len(LINE) :].rstrip(b",")) for line in _said(lines)), {})
    return said if isinstance(said, dict) else {}


def themes_in(values: object) -> Iterator[str]:
    """Yield the themes that the pages and chapters of a template have, also invalid names."""
    if isinstance(values, list):
        for each in values:
            yield from themes_in(each)
    elif isinstance(values, Mapping):
        for key, value in values.items():
            if key == "theme" and isinstance(value, str) and value != PLAIN:
                yield value[:LONGEST_TEXT]
            elif key in ("page", "chapters"):
                yield from themes_in(value)


def _said(lines: list[bytes]) -> Iterator[bytes]:
    return (line for line in lines[:-1] if line.startswith(LINE))


def recent_files(paths: list[str]) -> list[Template]:
    """Return the files that were open last as templates."""
    return [
        Template(
            Path(path),
            one_line(Path(path).name, LONGEST_TEXT),
            one_line(with_tilde(Path(path).parent), LONGEST_TEXT),
            RECENT,
        )
        for path in paths
    ]


def delete(template: Template) -> None:
    """Delete a template of the user with its picture; raises ``MazeError``."""
    try:
        template.path.unlink(missing_ok=True)
        template.picture.unlink(missing_ok=True)
    except OSError as error:
        text = _("Cannot remove {name}: {reason}.")
        raise MazeError(text.format(name=template.name, reason=error.strerror)) from None
