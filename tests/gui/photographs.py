"""Photographs every tab, menu, dialog, popup and message of the window, to be looked at.

    python -m tests.gui.photographs FOLDER [--dpi 96] [--size 1200x900] [--theme dark] [--longer]

It runs through the registries, so what is added to them is photographed too. ``--longer`` makes
all texts a third longer, as German is. ``make photographs`` takes them in both themes, at 96 and
192 dpi, in small and large windows, with a sheet of small pictures of each run.
"""

from __future__ import annotations

import argparse
import os
import re
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image, ImageDraw, ImageGrab

from mazeeditor.core import translation

PAUSE = 0.35  # s after which all that an action leads to is drawn
TITLE = 56  # px at 96 dpi of the title of a window, and of its menu bar
EDGE = 12  # px around the windows of a photograph
SHEET, LARGEST = (1500, 1400), (745, 690)  # px of a sheet and of a picture on it
NAME = "The very long name of a maze that somebody has called after all of the cousins " * 3
UNPHOTOGRAPHED = {"quit", "close", "new-window"}  # they take the window away, or are as it is


def longer(text: str) -> str:
    """Return a text a third longer, as it may be in another language."""
    more = "ungsverzeichnis äußerster Länge " * (1 + len(text) // 60)
    end = re.search(r"[….:]*$", text)
    stop = end.start() if end else len(text)
    return text[:stop] + more[: max(2, len(text) // 3)].rstrip() + text[stop:] if text else ""


class Submenu(NamedTuple):
    """A menu in a menu: the place of that in the bar, and how its entry is called."""

    place: int
    label: str
    letter: str


class Photographer:
    """Acts in the thread of a user, and takes pictures of what is on the screen."""

    def __init__(self, window: Any, user: Any, folder: Path, display: str) -> None:
        self.window, self.user, self.folder, self._display = window, user, folder, display
        self.taken: list[Path] = []
        self.bars = window.maze_view.theme.px(TITLE)

    def run(self, action: Callable[[], object]) -> None:
        """Run something in the event loop, and wait until it is seen; it may wait for an answer."""
        self.user.ask(lambda: self.window.root.after(1, action))
        time.sleep(PAUSE)
        self.user.wait(lambda: not self.window.session.services.jobs.busy, "the job")

    def shoot(self, name: str, whole: bool = True) -> None:
        """Take a picture of all windows of the program, or of all but the first."""
        time.sleep(PAUSE)
        boxes = self.user.ask(lambda: self._boxes(whole))
        left, top = (min(box[side] for box in boxes) - EDGE for side in (0, 1))
        right, bottom = (max(box[side] for box in boxes) + EDGE for side in (2, 3))
        picture = ImageGrab.grab(xdisplay=self._display)
        box = max(left, 0), max(top, 0), min(right, picture.width), min(bottom, picture.height)
        path = self.folder / f"{len(self.taken):03}-{re.sub('[^a-z0-9]+', '-', name.lower())}.png"
        picture.crop(box).save(path)
        self.taken.append(path)

    def _boxes(self, whole: bool) -> list[tuple[int, int, int, int]]:
        boxes, windows = [], self.windows()
        for path in (*windows, ".") if whole or not windows else windows:
            x, y, width, height = (
                int(self.window.root.tk.call("winfo", what, path))
                for what in ("rootx", "rooty", "width", "height")
            )
            boxes.append((x, y - self.bars, x + width, y + height))
        return boxes

    def windows(self) -> list[str]:
        """Return the paths of all windows on the screen besides the first, menus too."""
        from tests.dialogs import descendants

        call: Any = self.window.root.tk.call

        def counts(path: str) -> bool:
            if not call("winfo", "viewable", path):
                return False
            if str(call("winfo", "class", path)) == "Menu":
                return str(call(path, "cget", "-type")) != "menubar"
            return str(call("winfo", "toplevel", path)) == path

        return [path for path in descendants(self.window.root, ".") if counts(path)]

    def shoot_what_opens(self, name: str, action: Callable[[], object]) -> None:
        """Photograph what an action opens, and close that."""
        self.run(action)
        if self.user.ask(self.windows):
            self.shoot(name, whole=False)
        self.close_all()

    def shown(self, kind: str) -> list[str]:
        """Return the paths of all widgets of a class of Tk that are on the screen."""
        from tests.dialogs import descendants

        root = self.window.root
        call: Any = root.tk.call

        def find() -> list[str]:
            return [
                path
                for path in descendants(root, ".")
                if call("winfo", "viewable", path) and str(call("winfo", "class", path)) == kind
            ]

        return self.user.ask(find)

    def submenus(self) -> list[Submenu]:
        """Return the menus in menus."""

        def find() -> list[Submenu]:
            result, shown = [], self.window.menus
            submenus = shown.entries and [each[:2] for each in shown.submenus]
            for menu, index in (*submenus, *shown.groups.values()):
                bar = menu.nametowidget(menu.winfo_parent())
                menus = [str(bar.entrycget(at, "menu")) for at in range(bar.index("end") + 1)]
                label = str(menu.entrycget(index, "label"))
                letter = label[int(menu.entrycget(index, "underline"))].lower()
                result.append(Submenu(menus.index(str(menu)), label, letter))
            return result

        return self.user.ask(find)

    def close_all(self) -> None:
        """Close all dialogs, menus and windows by Escape, as a user does."""
        for _time in range(6):
            if not self.user.ask(self.windows):
                return
            self.user.press("Escape")
            time.sleep(PAUSE / 2)
        raise AssertionError(f"Escape leaves {self.user.ask(self.windows)}")


# What is photographed


def tabs(camera: Photographer) -> None:
    """Photograph each tab of the panel."""
    from mazeeditor.gui.context import TABS

    for name in TABS:
        camera.run(partial(camera.window.show_tab, name))
        camera.shoot(f"tab {name}")


def menus(camera: Photographer) -> None:
    """Photograph each menu, and the menus in it, opened by their letters."""
    bars = [item for item in camera.user.seen() if item.kind == "bar"]
    for bar in bars:
        camera.user.press(f"alt+{bar.letter}")
        camera.shoot(f"menu {bar.text}", whole=False)
        camera.close_all()
    for submenu in camera.submenus():
        camera.user.press(f"alt+{bars[submenu.place].letter}")
        camera.user.find(submenu.label, ("entry",))
        camera.user.press(submenu.letter)
        camera.shoot(f"submenu {submenu.label}", whole=False)
        camera.close_all()


def commands(camera: Photographer) -> None:
    """Photograph what each command opens."""
    from mazeeditor.app.commands import COMMANDS

    for command in COMMANDS:
        if command.name in UNPHOTOGRAPHED or command.name.startswith(("theme", "tab-", "full")):
            continue
        run = partial(camera.window.run, command)
        camera.shoot_what_opens(f"command {command.name}", run)
        if camera.window.game:
            camera.shoot("play")
        if command.checked and not command.one_of:  # as it was before
            camera.run(run)


def fields(camera: Photographer) -> None:
    """Photograph the list or popup of each field that has one."""
    from mazeeditor.gui.context import TABS
    from mazeeditor.gui.widgets.fields.colour_field import ColourField
    from mazeeditor.gui.widgets.fields.typeface_field import TypefaceField

    for name in TABS:
        camera.run(partial(camera.window.show_tab, name))
        for path in camera.shown("TCombobox"):
            box = camera.window.root.nametowidget(path)
            camera.run(partial(_see, camera, box))
            post = partial(box.tk.call, "ttk::combobox::Post", path)
            opening = box.open if isinstance(box, TypefaceField) else post
            camera.shoot_what_opens(f"list {name} {path.rsplit('.', 2)[-1]}", opening)
    camera.run(partial(camera.window.show_tab, "page"))
    for path in camera.shown("TButton"):
        widget = camera.window.root.nametowidget(path)
        if isinstance(widget.master, ColourField):
            camera.shoot_what_opens("colours", widget.invoke)


def _see(camera: Photographer, widget: Any) -> None:
    """Scroll to a field: the list of one out of view would be out of the screen."""
    camera.window.build_panel().see(widget)


def masks(camera: Photographer) -> None:
    """Photograph the dialog of each mask."""
    from mazeeditor.gui.dialogs.mask_dialog import MaskDialog
    from mazeeditor.maze.masks import MASKS
    from mazeeditor.maze.masks.cutting import MaskStep

    window, size = camera.window, ("rectangular", {"rows": 30, "columns": 40})

    def ask(name: str) -> None:
        window.parts.call(MaskDialog, window.root, [MaskStep(name)], 0, None, size).show()

    for name in MASKS.names():
        camera.shoot_what_opens(f"mask {name}", partial(ask, name))


def books(camera: Photographer) -> None:
    """Photograph the tabs of a book, and the dialog of Print."""
    from mazeeditor.app.books.draft import begin_book
    from mazeeditor.app.printing.system_printing import PrintDraft, Printers
    from mazeeditor.core.job import Job
    from mazeeditor.gui.books.book_pane import TABS
    from mazeeditor.gui.dialogs.option_dialogs import PrintDialog

    window = camera.window

    def show() -> None:
        window.session.book.take(begin_book("children", 1, Job()))

    def ask() -> None:
        printers = Printers("lp", (NAME[:60], "Home"), "Home")
        PrintDialog(
            window.root, PrintDraft(printers, window.session.services.settings, True)
        ).show()

    camera.run(show)
    book = window.session.book
    camera.user.wait(lambda: book.editor.preview.pages.settled, "the pages")
    for name in TABS:
        camera.run(partial(window.switch.content.whole.show_tab, name))
        camera.shoot(f"book {name}")
    camera.run(lambda: window.show_workspace("draw"))
    camera.shoot_what_opens("print", ask)


def transforms(camera: Photographer) -> None:
    """Photograph the dialog of each transform that has one: several options, or a number."""
    from mazeeditor.maze.transforms import TRANSFORMS

    for transform in TRANSFORMS:
        options = [option for option in transform.options if option.name != "seed"]
        if options and not transform.live and not (len(options) == 1 and options[0].choices):
            ask = partial(camera.window.dialogs.ask_transform, transform, {})
            camera.shoot_what_opens(f"transform {transform.name}", ask)


def exports(camera: Photographer) -> None:
    """Photograph the options of each format."""
    from mazeeditor.page.formats import EXPORTERS

    page = camera.window.session.document.page
    for name in EXPORTERS.names():
        ask = partial(camera.window.dialogs.ask_export, name, page)
        camera.shoot_what_opens(f"export {name}", ask)


def field_plans(camera: Photographer) -> None:
    """Photograph the options of each file of a field, and what it will hold."""
    from mazeeditor.app.drafts.field_draft import FieldDraft
    from mazeeditor.maze.masks.cutting import MaskStep
    from mazeeditor.maze.recipe import Recipe, maze_of
    from mazeeditor.page.field import FIELD_FORMATS
    from tests.maze.ground.fields import small_field

    session = camera.window.session
    with tempfile.TemporaryDirectory() as folder:
        options = {"field": str(small_field(Path(folder))), "path": 2.0, "hedge": 1.0}
        recipe = Recipe("prim", seed=1, masks=(MaskStep("field", options),)).kept()
    maze = maze_of(recipe)
    for name in FIELD_FORMATS.names():
        draft = FieldDraft(maze, recipe.masks)
        draft.kind.edit("format", name)
        background = session.services.background
        ask = partial(camera.window.dialogs.ask_field, draft, background)
        camera.shoot_what_opens(f"field {name}", ask)


def questions(camera: Photographer) -> None:
    """Photograph questions and messages, with long names in them."""
    from mazeeditor.app.making.presets import MACHINES, MATERIALS, PresetDraft
    from mazeeditor.gui.making.preset_dialog import PresetDialog

    root, ask, file = camera.window.root, camera.window.dialogs, f"{NAME[:190]}.maze"
    asked: dict[str, Callable[[], object]] = {
        "error": lambda: ask.show_error(f"{file} cannot be read: the file is damaged at line 7."),
        "unsaved": lambda: ask.ask_unsaved(file),
        "replace": lambda: ask.may_replace(Path(file)),
        "several": lambda: ask.ask(
            f"{file} has changed",
            "Another program has written it.",
            {"overwrite": "Overwrite", "other": "Save As…", "reload": "Reload"},
            "Cancel",
        ),
        "machine": lambda: PresetDialog(root, PresetDraft(MACHINES, "k40")).show(),
        "material": lambda: PresetDialog(root, PresetDraft(MATERIALS, "paper")).show(),
        "short": lambda: ask.show_message("Done", "All is well."),
    }
    for name, question in asked.items():
        camera.shoot_what_opens(f"question {name}", question)
    camera.run(lambda: camera.window.session.services.ui.show_status(f"Exported {file}", OFFERED))
    camera.shoot("status long")
    camera.run(lambda: camera.window.session.services.ui.show_status("Exported a.pdf", OFFERED))
    camera.shoot("status short")


OFFERED = {"open-exported": "Open", "show-exported": "Show in Folder"}


def verdicts(camera: Photographer) -> None:
    """Photograph the popup of each verdict."""
    import numpy as np

    from mazeeditor.app.commands import COMMANDS
    from mazeeditor.editing.edits import SetOpenings, ToggleWalls

    document = camera.window.session.document

    def toggle() -> None:
        lattice = document.maze.lattice
        side = lattice.sides.index("right")
        walls = [lattice.wall(lattice.cell(row, 5), side) for row in range(20)]
        document.apply(ToggleWalls.of(document.maze, np.array(walls)))

    def remove_entrance() -> None:
        document.apply(SetOpenings(document.maze, None, ()))

    edits: dict[str, Callable[[], object]] = {
        "one": lambda: None,
        "other": toggle,
        "no entrance": remove_entrance,
    }
    for name, edit in edits.items():
        camera.run(edit)
        camera.run(partial(camera.window.run, COMMANDS["verdict"]))
        camera.shoot(f"verdict {name}")
        camera.user.press("Escape")
    camera.run(partial(camera.window.run, COMMANDS["undo"]))


def hand_editing(camera: Photographer) -> None:
    """Photograph what shows while a maze is shaped by hand: previews, selection, marks, popups."""
    from mazeeditor import generate
    from mazeeditor.app.commands import COMMANDS
    from tests.editing.samples import ids, inner_walls

    window, session = camera.window, camera.window.session
    for name in ("none", "finish"):
        maze = generate("prim", rows=20, columns=30, seed=1)
        lattice = maze.lattice
        side = lattice.sides.index("right")
        walls = ids(*(lattice.wall(lattice.cell(row, 12), side) for row in range(20)))
        maze.toggle(walls[~maze.is_closed(walls)])
        if name == "finish":
            maze.toggle(ids(*inner_walls(lattice)[600:700]))
        camera.run(partial(session.document.new, maze))
        camera.run(partial(window.run, COMMANDS["verdict" if name == "none" else name]))
        camera.shoot(f"hand {name}")
        camera.user.press("Escape")

    def tweak() -> None:
        window.run(COMMANDS["tweak"])
        session.view.fixing.values["tweak"].edit("loops", 0.8)

    steps: dict[str, Callable[[], object]] = {
        "repair": lambda: window.run(COMMANDS["repair-perfect"]),
        "tweak": tweak,
        "palette": lambda: window.run(COMMANDS["palette"]),
    }
    for name, action in steps.items():
        camera.run(action)
        camera.shoot(f"hand {name}")
        camera.user.press("Escape")
    for name in ("select-dead-ends", "lock", "symmetry"):
        camera.run(partial(window.run, COMMANDS[name]))
        camera.shoot(f"hand {name}")
    camera.run(window.focus_maze)
    camera.user.press("shift+F10")
    camera.shoot("hand right click")
    camera.close_all()
    camera.run(lambda: window.run(COMMANDS["search"]))
    camera.user.press("Return")
    time.sleep(3)
    camera.shoot("hand search", whole=False)
    camera.close_all()


def shown(camera: Photographer) -> None:
    """Photograph the solved maze, its distances and the page in the main area."""
    from mazeeditor.app.commands import COMMANDS

    for name in ("fit", "solve", "distances"):
        run = partial(camera.window.run, COMMANDS[name])
        camera.run(run)
        camera.shoot(f"shown {name}")
        if COMMANDS[name].checked:
            camera.run(run)


def making(camera: Photographer) -> None:
    """Photograph each object of Make, without tabs, put together, and with advice."""
    from mazeeditor import generate
    from mazeeditor.app.making.assembled import ASSEMBLED, EXPLODED, SHEET
    from mazeeditor.app.making.objects import made_objects
    from mazeeditor.gui.workspaces.make import MakeWorkspace

    window = camera.window
    maze = generate("prim", rows=12, columns=16, seed=1)
    camera.run(partial(window.session.document.new, maze))
    camera.run(lambda: window.show_workspace("make"))
    content = window.switch.content
    assert isinstance(content, MakeWorkspace)
    camera.user.wait(lambda: content.pane is not None, "Make")
    pane = content.pane
    assert pane

    def shoot(name: str, action: Callable[[], object]) -> None:
        camera.run(action)
        time.sleep(PAUSE)  # what is typed is planned after a pause
        seen = pane.assembly
        camera.user.wait(lambda: pane.settled and seen.settled and pane.busy.idle, name)
        camera.shoot(f"make {name}")

    def choose(name: str) -> None:
        pane.draft.fields.edit("object", name)

    for name in made_objects():
        shoot(name, partial(choose, name))
        if camera.user.ask(pane.with_tabs.winfo_manager):
            shoot(f"{name} without tabs", pane.with_tabs.buttons[True].invoke)
            camera.run(pane.with_tabs.buttons[False].invoke)
        if camera.user.ask(pane.assembly.row.winfo_manager):
            for mode in (ASSEMBLED, EXPLODED):
                shoot(f"{name} {mode}", pane.assembly.buttons[mode].invoke)
            camera.run(pane.assembly.buttons[SHEET].invoke)
    camera.run(partial(choose, "stencil"))
    shoot("advice", lambda: pane.draft.page_fields.edit("wall", 0.5))
    camera.run(lambda: window.show_workspace("draw"))


def gallery(camera: Photographer) -> None:
    """Photograph the templates of each category, and what a search finds."""
    from mazeeditor.app.gallery.categories import CATEGORIES

    for category in CATEGORIES:
        camera.shoot(f"gallery {category.name}")
        camera.user.press("ctrl+Next")
    for letters in ("l", "zzz"):
        for letter in letters:
            camera.user.press(letter)
        camera.shoot(f"gallery {letters}")
    camera.run(lambda: camera.window.show_gallery(False))


SERIES = (
    *(tabs, menus, commands, fields, masks, books, transforms, exports, field_plans),
    *(questions, verdicts, shown, hand_editing, making),
)


# The window


def take(folder: Path, dpi: int, size: tuple[int, int], theme: str, only: str) -> list[Path]:
    """Open a window, photograph all, and return the pictures."""
    from mazeeditor.app.settings import Settings
    from mazeeditor.gui import app
    from tests.desktop import Desktop
    from tests.user import User, watch

    folder.mkdir(parents=True, exist_ok=True)
    display = Desktop(dpi, max(size[0] + 40, 1024 * dpi // 96), max(size[1] + 60, 768 * dpi // 96))
    os.environ |= {"DISPLAY": display.name, "MAZEEDITOR_FILE_DIALOG": "tk"}
    scale = dpi / 96
    settings = Settings()
    settings.theme = theme
    settings.width, settings.height = round(size[0] / scale), round(size[1] / scale)
    settings.recent = [f"/home/user/{NAME[:120]}.maze", "/home/user/a.maze"]
    taken: list[Path] = []
    window = app.start(settings, gallery=True)

    def act(user: User) -> None:
        user.wait_for_window("Untitled")
        camera = Photographer(window, user, folder, display.name)
        camera.taken = taken
        time.sleep(1)
        gallery(camera)
        for series in SERIES:
            if not only or series.__name__ in only.split(","):
                series(camera)

    try:
        watch(window.root, display, act)
    finally:
        display.stop()
    return taken


def contact_sheets(pictures: list[Path], folder: Path) -> None:
    """Write sheets that show all photographs, large ones smaller than they are."""
    x = y = row = number = 0
    sheet = Image.new("RGB", SHEET, "white")
    for path in pictures:
        with Image.open(path) as picture:
            picture.thumbnail(LARGEST)
            if x + picture.width > SHEET[0]:
                x, y, row = 0, y + row + 16, 0
            if y + picture.height + 14 > SHEET[1]:
                sheet.save(folder / f"sheet-{number:02}.png")
                sheet, number = Image.new("RGB", SHEET, "white"), number + 1
                x = y = row = 0
            sheet.paste(picture, (x, y + 14))
            ImageDraw.Draw(sheet).text((x, y), path.stem, "black")
            x, row = x + picture.width + 10, max(row, picture.height)
    sheet.save(folder / f"sheet-{number:02}.png")


def _size(text: str) -> tuple[int, int]:
    width, height = map(int, text.split("x"))
    return width, height


def main() -> None:
    """Take the photographs that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--dpi", type=int, default=96)
    parser.add_argument("--size", type=_size, default=(1200, 900))
    parser.add_argument("--theme", default="light")
    parser.add_argument("--longer", action="store_true")
    parser.add_argument("--only", default="", help="a series, or several, with commas")
    chosen = parser.parse_args()
    if chosen.longer:
        vars(translation)["_"] = longer
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"MAZEEDITOR_STATE": home, "MAZEEDITOR_SETTINGS": f"{home}/settings.json"}
        os.environ["HOME"] = home
        width, height = chosen.size
        longer_name = "-longer" if chosen.longer else ""
        name = f"{chosen.theme}-{chosen.dpi}-{width}x{height}{longer_name}"
        folder = chosen.folder / name
        pictures = take(folder, chosen.dpi, chosen.size, chosen.theme, chosen.only)
    contact_sheets(pictures, folder)
    print(f"{len(pictures)} photographs in {folder}")


if __name__ == "__main__":
    main()
