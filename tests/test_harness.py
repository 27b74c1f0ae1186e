"""The harness itself: events arrive as from a user, and no error in a callback goes unseen."""

from __future__ import annotations

import gc
import os
import threading
import time
import tkinter
import weakref
from collections.abc import Callable
from functools import partial
from tkinter import messagebox, ttk

import pytest

from mazeeditor.app.jobs import Background, ignore
from mazeeditor.core.job import Job
from tests import dialogs, events
from tests.dialogs import TclWindow, dialog
from tests.display import Display
from tests.windows import Watch


def note(log: list[str], name: str, _: object) -> None:
    log.append(name)


def note_place(log: list[tuple[str, int, int]], name: str, event: tkinter.Event) -> None:
    log.append((name, event.x, event.y))


@pytest.fixture
def canvas(root: tkinter.Tk) -> tkinter.Canvas:
    canvas = tkinter.Canvas(root, width=400, height=300, highlightthickness=0)
    canvas.pack()
    return canvas


@pytest.fixture
def seen(canvas: tkinter.Canvas) -> list[tuple[str, int, int]]:
    """Every event of the canvas: what, x, y."""
    log: list[tuple[str, int, int]] = []
    for name in ("Button", "ButtonRelease", "Motion", "B1-Motion", "B2-Motion"):
        canvas.bind(f"<{name}>", partial(note_place, log, name))
    return log


def test_a_drag_arrives_in_order(canvas: tkinter.Canvas, seen: list[tuple[str, int, int]]) -> None:
    events.drag(canvas, [(10, 10), (50, 10), (50, 30)], step=10)
    path = [(x, 10) for x in (20, 30, 40, 50)] + [(50, 20), (50, 30)]
    expected = [("Motion", 10, 10), ("Button", 10, 10), *(("B1-Motion", x, y) for x, y in path)]
    assert seen == [*expected, ("ButtonRelease", 50, 30)]


def test_a_fast_drag_jumps(canvas: tkinter.Canvas, seen: list[tuple[str, int, int]]) -> None:
    events.drag(canvas, [(10, 10), (390, 290)], button=2, step=None)
    assert [name for name, _, _ in seen] == ["Motion", "Button", "B2-Motion", "ButtonRelease"]
    assert seen[-1] == ("ButtonRelease", 390, 290)


def test_clicks_wheel_and_modifiers(canvas: tkinter.Canvas) -> None:
    log: list[str] = []
    names = ("Button-3", "Double-Button-1", "Control-Shift-Button-1", "Button-4", "Button-5")
    for name in (*names, "Control-Button-4"):
        canvas.bind(f"<{name}>", partial(note, log, name))
    events.click(canvas, 5, 5, button=3)
    events.click(canvas, 5, 5, count=2)
    events.click(canvas, 100, 100, keys="ctrl+shift")
    events.wheel(canvas, 2)
    events.wheel(canvas, -1)
    events.wheel(canvas, 1, keys="ctrl")
    expected = ["Button-3", "Double-Button-1", "Control-Shift-Button-1"]
    assert log == [*expected, "Button-4", "Button-4", "Button-5", "Control-Button-4"]


def test_typed_text_arrives(root: tkinter.Tk) -> None:
    entry = ttk.Entry(root)
    entry.pack()
    events.click(entry)
    events.type_text(entry, 'Maze +1: (a_b) "x" ~ é ß €')
    assert entry.get() == 'Maze +1: (a_b) "x" ~ é ß €'


@pytest.mark.parametrize("keys", ["ctrl+z", "ctrl+shift+Z", "F1", "plus", "alt+Left", "Escape"])
def test_keys_and_their_modifiers(root: tkinter.Tk, keys: str) -> None:
    log: list[str] = []
    modifiers = {"ctrl": "Control", "shift": "Shift", "alt": "Alt"}
    pattern = "-".join(modifiers.get(part, part) for part in keys.split("+"))
    root.bind(f"<{pattern}>", lambda _: log.append(keys))
    events.key(root, keys.replace("Z", "z"))
    events.key(root, "q")
    assert log == [keys]


def test_a_held_key_is_down_and_then_up(root: tkinter.Tk) -> None:
    log: list[str] = []
    root.bind("<KeyPress-space>", lambda _: log.append("down"))
    root.bind("<KeyRelease-space>", lambda _: log.append("up"))
    with events.held(root, "space"):
        assert log == ["down"]
    assert log == ["down", "up"]


def test_held_keys_repeat_where_the_test_wants_it(root: tkinter.Tk, display: Display) -> None:
    log: list[str] = []
    root.bind("<KeyPress-space>", lambda _: log.append("down"))
    display.screen.repeat_keys(True)
    with events.held(root, "space"):
        events.wait_until(root, lambda: len(log) > 2)
    del log[:]
    display.screen.repeat_keys(False)
    with events.held(root, "space"):
        time.sleep(0.8)
        events.settle(root)
        assert log == ["down"]


def test_a_key_and_a_button_are_up_before_what_they_do_begins(root: tkinter.Tk) -> None:
    downs: list[str] = []

    def ask(_: object) -> None:
        top = tkinter.Toplevel(root)
        top.bind("<Key>", lambda event: downs.append(event.keysym))
        top.bind("<Button>", lambda event: downs.append(str(event.state)))
        top.wait_window()

    def answer(window: TclWindow) -> None:
        events.key(window, "a")
        events.click(window)
        window.tk.call("destroy", window)

    root.bind("<Control-e>", ask)
    root.bind("<Button-1>", ask)
    with dialog(root, answer):
        events.key(root, "ctrl+e")
    with dialog(root, answer):
        events.click(root)
    assert downs == ["a", "0"] * 2


def test_the_newest_window_has_the_keyboard(root: tkinter.Tk) -> None:
    log: list[str] = []
    root.bind("<Key-a>", lambda event: log.append(str(event.widget)))
    root.geometry("300x200+0+0")
    events.settle(root)
    top = tkinter.Toplevel(root)
    top.geometry("300x200+400+0")
    top.bind("<Key-a>", lambda _: log.append("top"))
    events.key(root, "a")
    events.click(root, 10, 10)
    events.key(root, "a")
    events.click(top, 10, 10)
    events.key(root, "a")
    top.destroy()
    events.key(root, "a")
    assert log == ["top", ".", "top", "."]


def test_close_asks_the_window(root: tkinter.Tk) -> None:
    requests: list[bool] = []
    root.protocol("WM_DELETE_WINDOW", lambda: requests.append(True))
    events.close(root)
    assert requests == [True]
    assert events.alive(root)
    root.protocol("WM_DELETE_WINDOW", root.destroy)
    events.close(root)
    assert not events.alive(root)


def test_a_screenshot_shows_the_widget(root: tkinter.Tk, canvas: tkinter.Canvas) -> None:
    root.geometry("+37+21")
    canvas.configure(background="#102030")
    canvas.create_rectangle(10, 20, 30, 40, fill="#ff0000", outline="")
    picture = events.screenshot(canvas)
    assert picture.size == (400, 300)
    assert picture.getpixel((9, 20)) == (0x10, 0x20, 0x30)
    assert picture.getpixel((10, 20)) == (255, 0, 0)
    assert events.screenshot(canvas, whole_screen=True).size == (1600, 1200)


def test_waiting_for_a_thread(root: tkinter.Tk) -> None:
    done = threading.Event()
    thread = threading.Timer(0.1, done.set)
    thread.start()
    events.wait_until(root, done.is_set)
    thread.join()
    with pytest.raises(AssertionError, match="in vain for a miracle"):
        events.wait_until(root, lambda: False, seconds=0.05, what="a miracle")


def test_a_dialog_is_answered(root: tkinter.Tk) -> None:
    answers: list[bool] = []
    button = ttk.Button(
        root, text="Ask", command=lambda: answers.append(messagebox.askyesno("Sure?", "Go?"))
    )
    button.pack()
    with dialog(root, lambda window: events.click(window.find("TButton", "Yes"))):
        events.click(button)
    with dialog(root, lambda window: events.key(window, "Escape"), title="Sure?"):
        events.click(button)
    assert answers == [True, False]


def test_a_dialog_left_open_or_missing_fails(
    root: tkinter.Tk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dialogs, "CLOSE_SECONDS", 0.5)

    def ask() -> None:
        top = tkinter.Toplevel(root)
        top.wait_window()

    button = ttk.Button(root, text="Ask", command=ask)
    button.pack()
    with pytest.raises(AssertionError, match="left open"), dialog(root, lambda _: None):
        events.click(button)

    def fail(_: TclWindow) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), dialog(root, fail):
        events.click(button)
    missing = dialog(root, events.settle, seconds=0.1)
    with pytest.raises(AssertionError, match="no dialog"), missing:
        pass


@pytest.mark.dpi(192)
def test_a_dense_display(display: Display, root: tkinter.Tk) -> None:
    assert display.dpi == 192
    assert root.winfo_fpixels("1i") == pytest.approx(192, rel=0.01)


def test_two_displays_side_by_side(
    display: Display, root: tkinter.Tk, displays: Callable[[int], Display]
) -> None:
    other = displays(144)
    assert other.name != display.name
    clicks: list[str] = []
    windows = {"here": root, "there": tkinter.Tk(screenName=other.name)}
    for name, window in windows.items():
        window.geometry("100x100+0+0")
        window.bind("<Button>", partial(note, clicks, name))
    events.click(windows["there"])
    events.click(windows["here"])
    assert clicks == ["there", "here"]


def test_no_display_without_the_fixture() -> None:
    assert "DISPLAY" not in os.environ
    with pytest.raises(tkinter.TclError, match="no display name"):
        tkinter.Tk()


def fail(*_: object) -> None:
    raise ZeroDivisionError("in a callback")


def by_click(root: tkinter.Tk) -> None:
    button = ttk.Button(root, command=fail)
    button.pack()
    events.click(button)


def by_key(root: tkinter.Tk) -> None:
    root.bind("<Key-x>", fail)
    events.key(root, "x")


def by_timer(root: tkinter.Tk) -> None:
    root.after(1, fail)
    root.after(20, root.quit)
    root.mainloop()


def by_variable(root: tkinter.Tk) -> None:
    variable = tkinter.StringVar(root)
    variable.trace_add("write", fail)
    variable.set("new")


def by_tcl(root: tkinter.Tk) -> None:
    root.tk.eval("after idle {error {in a callback}}")
    events.settle(root)


@pytest.mark.parametrize("raise_error", [by_click, by_key, by_timer, by_variable, by_tcl])
def test_an_error_in_a_callback_is_seen(
    root: tkinter.Tk, watch: Watch, raise_error: Callable[[tkinter.Tk], None]
) -> None:
    raise_error(root)
    assert len(watch.errors) == 1
    assert "in a callback" in watch.errors[0]
    watch.errors.clear()


def test_a_worker_without_an_end_ends_with_its_test(root: tkinter.Tk, watch: Watch) -> None:
    def work(job: Job) -> None:
        while True:
            job.check()
            time.sleep(0.001)

    task = Background(root).run(work, ignore, ignore)
    watch.close_all()
    task.thread.join(10)
    assert not task.thread.is_alive()


def test_watching_keeps_no_closed_window(root: tkinter.Tk, watch: Watch) -> None:
    """Else a test of memory finds what only the test itself keeps."""
    window = tkinter.Toplevel(root)
    kept = weakref.ref(window)
    background = Background(window)
    window.destroy()
    assert len(watch.background) == 1
    del window, background
    gc.collect()
    assert kept() is None
