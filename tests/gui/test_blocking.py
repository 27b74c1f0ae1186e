"""A dialog and the other windows, under a real window manager: no window looks dead."""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Callable
from pathlib import Path
from tkinter import ttk

import pytest

from mazeeditor.app.commands import COMMANDS
from mazeeditor.gui.desktop.blocking import blocking_dialog, guard
from mazeeditor.gui.dialogs import Dialogs
from mazeeditor.gui.widgets.fields.drop_down import DropDown
from mazeeditor.gui.widgets.modal import Modal
from tests.desktop import Desktop, number_of
from tests.dialogs import TclWindow, dialog, open_windows
from tests.events import click, key, press, release, wait_until
from tests.gui.desk import Desk
from tests.gui.watching.films import stages

pytestmark = pytest.mark.usefixtures("desktop")


class Standing:
    """A dialog that stands while a test acts."""

    def __init__(self, desk: Desk, desktop: Desktop, parent: tk.Misc | None = None) -> None:
        self.desk, self.desktop = desk, desktop
        self.modal = Modal(parent or desk.root, "Standing")
        self.button = self.modal.add_button("Close", self.modal.destroy, primary=True)

    def act(self, act: Callable[[], object]) -> None:
        """Show the dialog, act, and close it."""
        errors: list[BaseException] = []

        def go() -> None:
            try:
                self.wait_for_front()
                act()
            except BaseException as error:
                errors.append(error)
            finally:
                self.modal.destroy()

        self.modal.after(50, go)
        self.modal.show(self.button)
        if errors:
            raise errors[0]

    @property
    def in_front(self) -> bool:
        """Whether the dialog is above all other windows and has the keyboard."""
        number = number_of(self.modal)
        stack = self.desktop.stack()
        return bool(stack) and stack[-1] == number == self.desktop.active()

    def wait_for_front(self) -> None:
        wait_until(self.modal, lambda: self.in_front, what="the dialog in front")


def let_pass(desk: Desk, seconds: float) -> None:
    """Let time pass, in which the window manager acts."""
    until = time.monotonic() + seconds
    wait_until(desk.root, lambda: time.monotonic() > until)


def further_window(desk: Desk) -> tk.Toplevel:
    """Put a window without a grab beside that of the maze, as a further part of it."""
    window = tk.Toplevel(desk.root)
    window.geometry("300x200")
    guard(window, window.destroy)
    desk.wait(lambda: bool(window.winfo_viewable()), "the window on the screen")
    return window


def test_a_click_on_a_blocked_window_leads_to_the_dialog(desk: Desk, desktop: Desktop) -> None:
    standing = Standing(desk, desktop)

    def act() -> None:
        bells: list[int] = []
        desk.root.tk.createcommand("bell", lambda *_display: bells.append(1))
        walls = desk.document.maze.walls.tobytes()
        click(desk.canvas, 9, 9)
        wait_until(desk.root, lambda: bool(bells), what="the bell")
        standing.wait_for_front()
        assert desk.document.maze.walls.tobytes() == walls

    standing.act(act)


@pytest.mark.parametrize("how", ["activate", "click"])
def test_another_window_raised_over_a_dialog(desk: Desk, desktop: Desktop, how: str) -> None:
    other, standing = further_window(desk), Standing(desk, desktop)

    def act() -> None:
        for _time in range(3):
            if how == "activate":
                desktop.activate(other)
            else:
                click(other, 30, 30)
            let_pass(desk, 0.2)
            standing.wait_for_front()

    standing.act(act)
    assert blocking_dialog(desk.root) == ""
    other.destroy()


def test_keys_do_not_reach_a_blocked_window(desk: Desk, desktop: Desktop) -> None:
    standing = Standing(desk, desktop)

    def act() -> None:
        desktop.activate(desk.root)
        standing.wait_for_front()
        key(desk.root, "e")
        assert desk.session.view.toolbox.mode.name == "wall"
        assert desk.window.keys.press("E"), "there is such a shortcut"
        desk.root.focus_force()
        desk.canvas.event_generate("<KeyPress-x>")
        assert desk.session.view.toolbox.mode.name == "erase"

    standing.act(act)


def test_a_blocked_window_does_not_close(desk: Desk, desktop: Desktop) -> None:
    other = further_window(desk)
    standing = Standing(desk, desktop, other)

    def act() -> None:
        for window in (other, desk.root):
            desktop.close(window)
            let_pass(desk, 0.2)
            standing.wait_for_front()
        assert other.winfo_exists()

    standing.act(act)
    desktop.close(other)
    desk.wait(lambda: not other.winfo_exists(), "its end")
    desktop.close(desk.root)
    wait_until(desk.root, lambda: not desktop.stack(), what="the end")


def test_minimised_and_restored_with_its_dialog(desk: Desk, desktop: Desktop) -> None:
    standing = Standing(desk, desktop)

    def act() -> None:
        desktop.minimise(desk.root)
        wait_until(desk.root, lambda: not standing.modal.winfo_viewable(), what="minimised")
        desktop.activate(desk.root)
        standing.wait_for_front()
        assert blocking_dialog(desk.root) == str(standing.modal)

    standing.act(act)


def test_a_dialog_comes_back_from_a_minimised_window_where_another_is_used(
    desk: Desk, desktop: Desktop
) -> None:
    other, standing = further_window(desk), Standing(desk, desktop)

    def act() -> None:
        desktop.minimise(desk.root)
        let_pass(desk, 0.3)
        desktop.activate(other)
        standing.wait_for_front()

    standing.act(act)
    other.destroy()


def test_a_dialog_stands_over_the_window_in_use(desk: Desk, desktop: Desktop) -> None:
    other = further_window(desk)
    desktop.activate(other)
    desk.wait(lambda: desktop.active() == number_of(other), "the other in use")
    owners: list[str] = []

    def look() -> None:
        dialogs = [path for path in open_windows(desk.root) if path not in (".", str(other))]
        if not dialogs:
            desk.root.after(20, look)
            return
        owners.append(str(desk.root.tk.call("wm", "transient", dialogs[0])))
        desk.root.tk.call("destroy", dialogs[0])

    desk.root.after(20, look)
    Dialogs(desk.root).show_error("The other is not complete.")
    assert owners == [str(other)]
    other.destroy()


def test_the_dialog_below_is_blocking_again_after_the_one_above_it(
    desk: Desk, desktop: Desktop
) -> None:
    standing = Standing(desk, desktop)

    def act() -> None:
        above = Standing(desk, desktop, standing.modal)
        above.act(lambda: None)
        assert blocking_dialog(desk.root) == str(standing.modal)
        click(desk.canvas, 9, 9)
        standing.wait_for_front()

    standing.act(act)
    assert blocking_dialog(desk.root) == ""


def test_an_error_while_a_menu_is_open_is_shown(desk: Desk, desktop: Desktop) -> None:
    dialogs, texts = Dialogs(desk.root), list[str]()
    key(desk.root, "alt+f")
    desk.wait(lambda: "Menu" in str(grab_class(desk)), "the menu")

    def look() -> None:
        dialog = blocking_dialog(desk.root)
        if not dialog:
            desk.root.after(20, look)
            return
        texts.append(dialog)
        desk.root.nametowidget(dialog).destroy()

    desk.root.after(20, look)
    dialogs.show_error("The disk is full.")
    assert texts
    assert grab_class(desk) == ""
    desk.wait(lambda: desktop.active() == number_of(desk.root), "the keyboard")
    click(desk.canvas, *desk.middle_of(4, 4, "right"))
    desk.wait(lambda: desk.document.can_undo, "the click, which the manager lets go last")


def grab_class(desk: Desk) -> str:
    grabbed = desk.root.tk.call("grab", "current", ".")
    return str(desk.root.tk.call("winfo", "class", grabbed)) if grabbed else ""


@pytest.mark.slow
def test_space_held_while_a_film_ends_leaves_no_timer(desk: Desk, tmp_path: Path) -> None:
    """The release came twice, or the window lost the keyboard before it."""
    desk.window.run(COMMANDS["watch-solving"])
    desk.wait(lambda: bool(stages(desk)), "the film")
    (film,) = stages(desk)
    canvas = film.panes[0].view.canvas
    for order in (("KeyRelease", "KeyRelease"), ("KeyRelease", "FocusOut"), ("KeyPress",) * 2):
        for event in order:
            canvas.event_generate(f"<{event}-space>" if "Key" in event else f"<{event}>")
    canvas.event_generate("<KeyRelease-space>")
    canvas.event_generate("<FocusOut>")
    before = after_scripts(desk.root)
    film.destroy()
    assert not any("_space_ends" in script for script in after_scripts(desk.root)), before
    assert not [*tmp_path.iterdir()]


def test_an_arrow_held_while_its_dialog_closes_repeats_no_longer(desk: Desk) -> None:
    modal = Modal(desk.root, "Numbers")
    box = ttk.Spinbox(modal.body, from_=0, to=99)
    box.pack()
    modal.after(
        50, lambda: desk.root.tk.eval(f"ttk::Repeatedly event generate {box} <<Increment>>")
    )
    modal.after(100, modal.destroy)
    modal.show()
    assert not any("ttk::Repeat" in script for script in after_scripts(desk.root))


def test_a_dialog_whose_window_closes_before_it_is_seen_has_no_answer(desk: Desk) -> None:
    owner = tk.Toplevel(desk.root)
    modal = Modal(owner, "Question")
    modal.after_idle(owner.destroy)  # it comes while the dialog is laid out
    assert modal.show() is None
    assert not modal.winfo_exists()


def after_scripts(root: tk.Misc) -> list[str]:
    split = root.tk.splitlist
    timers = split(root.tk.call("after", "info"))
    return [str(root.tk.call("after", "info", timer)) for timer in timers]


def test_a_dialog_that_was_not_shown_is_shown_again(desk: Desk, desktop: Desktop) -> None:
    """Tk loses one whose window is minimised and comes back; whoever asks would wait for ever."""
    standing = Standing(desk, desktop)
    show, calls = standing.modal.deiconify, [0]

    def deiconify() -> None:
        calls[0] += 1
        if calls[0] > 1:
            show()

    standing.modal.deiconify = deiconify  # type: ignore[method-assign]
    seen: list[bool] = []

    def look() -> None:
        seen.append(standing.in_front)
        standing.modal.destroy()

    desk.root.after(1500, look)
    standing.modal.show(standing.button)
    assert seen == [True]
    assert calls == [2]


def test_a_question_does_not_close_with_the_list_that_is_open(desk: Desk) -> None:
    field = ttk.Button(desk.root)
    field.place(x=0, y=0)
    choices = DropDown(field, field)
    entry = ttk.Entry(choices.body)
    entry.pack()
    choices.post(entry)
    desk.wait(lambda: str(desk.root.tk.call("focus")) == str(entry), "the keyboard")
    asked: list[str] = []

    def answer(window: TclWindow) -> None:
        asked.append(str(window))
        key(window, "Escape")

    with dialog(desk.root, answer):
        Dialogs(desk.root).ask_unsaved("maze")
    assert len(asked) == 1
    assert not choices.winfo_exists()


def test_keys_that_open_menus_fail_silently_in_a_minimised_window(
    desk: Desk, desktop: Desktop
) -> None:
    desktop.minimise(desk.root)
    desk.wait(lambda: not desk.root.winfo_viewable(), "minimised")
    desk.canvas.event_generate("<F10>")
    desk.canvas.event_generate("<Alt-Key-f>")
    desktop.activate(desk.root)
    desk.wait(desk.root.winfo_viewable, "restored")


def test_a_ruler_points_again_in_another_theme_before_it_is_drawn(desk: Desk) -> None:
    press(desk.canvas, 200, 200)
    release(desk.canvas)
    for ruler in desk.view.rulers:
        ruler.set_theme(desk.theme)
        ruler.point(3.0)
        ruler.point(None)
        ruler.point(4.0)
    desk.window.windows.set_theme("dark")
    assert all(ruler._cell is not None for ruler in desk.view.rulers)
