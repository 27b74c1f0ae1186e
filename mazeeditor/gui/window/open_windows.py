"""The windows of one process, each with a document of its own; the last one ends the program.

::

    Application (.)          the first window, whose interpreter all share
      +-- .process           its timers outlive each window: collector, signals
      +-- .window2           further windows: session, gate, snapshot and title of their own
      +-- .window3
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from mazeeditor.app.drafts.new_maze import first_document
from mazeeditor.app.gate import Gate, State
from mazeeditor.app.session import Session
from mazeeditor.app.settings import Settings
from mazeeditor.app.ui import Questions
from mazeeditor.gui import look
from mazeeditor.gui.desktop.blocking import FURTHER, bring_forward
from mazeeditor.gui.desktop.mac import set_title_bars
from mazeeditor.gui.desktop.system import Root, ask_mode
from mazeeditor.gui.empty_window import place, put_bar
from mazeeditor.gui.look import Theme, current
from mazeeditor.gui.window.window import Window

CLASS = "Mazeeditor"  # by which desktops tell whose window it is
PROCESS = "process"  # the widget, never seen, whose timers belong to no window


class OpenWindows:
    """The open windows, and the settings that all of them share.

    ``on_use`` is called with the session of each window that gets the keyboard.
    """

    def __init__(
        self,
        application: tk.Tk,
        settings: Settings,
        ask: Callable[[tk.Misc], Questions],
        on_use: Callable[[Session], object],
    ) -> None:
        self.process = tk.Frame(application, name=PROCESS)
        self._application, self._settings = application, settings
        self._ask, self._on_use = ask, on_use
        self._opened = 1  # windows so far
        self.windows: list[Window] = []  # the one used last is the last
        # Windows have their commands for it; this one is for dialogs, which have no keys of these.
        application.bind_all("<F1>", self._open_manual)

    def __iter__(self) -> Iterator[Window]:
        return iter(self.windows.copy())

    @property
    def sessions(self) -> list[Session]:
        return [window.session for window in self.windows]

    # Windows come

    def add(self, root: Root, theme: Theme) -> Window:
        """Fill an empty window with a new document."""
        document = first_document(self._settings)
        window = Window(root, document, self._settings, self._ask(root), theme, self)
        self.windows.append(window)
        root.bind("<FocusIn>", lambda _event: self._use(window), add=True)
        self._on_use(window.session)
        return window

    def _open_manual(self, event: tk.Event[tk.Misc]) -> None:
        """Open the manual at what is used in a dialog, or at what its window is used for."""
        from mazeeditor.gui.widgets.modal import Modal
        from mazeeditor.gui.window.manual_help import open_manual, topic_of
        from mazeeditor.gui.workspaces import WORKSPACES

        widget = event.widget
        dialog = widget.winfo_toplevel() if isinstance(widget, tk.Misc) else None
        if self.windows and isinstance(dialog, Modal):
            session = self.windows[-1].session
            chosen = session.view.workspaces
            topic = topic_of(widget) or WORKSPACES[chosen.name].topic(chosen.view)
            open_manual(topic, session.services, dialog)

    def _use(self, window: Window) -> None:
        if self.windows[-1] is not window and window in self.windows:
            self.windows.remove(window)
            self.windows.append(window)
            self._on_use(window.session)
            window.session.services.update()

    def open(self) -> Window:
        """Put another window on the screen, with a new document."""
        theme = current(self._application)
        self._opened += 1
        root = tk.Toplevel(self._application, name=f"{FURTHER}{self._opened}", class_=CLASS)
        root.withdraw()
        root.configure(background=theme.window)
        put_bar(root)
        place(root, self._settings, theme.scale)
        window = self.add(root, theme)
        root.deiconify()
        bring_forward(root, str(root))
        root.after(1, window.fill)  # it is drawn first
        return window

    def show_window_of(self, path: Path) -> bool:
        """Bring the window in front in which a file is open, if any."""
        for window in self:
            session = window.session
            own, book = session.document.path, session.book.path
            if book and _same(book, path):
                session.book.show()
            elif not (own and _same(own, path)):
                continue
            bring_forward(window.root, str(window.root))
            return True
        return False

    # What all have in common

    def set_theme(self, name: str) -> None:
        """Change all windows to ``light``, ``dark`` or ``system``."""
        self._settings.theme = name
        set_title_bars(self._application, name)
        theme = look.apply(self._application, ask_mode(name)(), current(self._application).scale)
        for window in self:
            window.root.configure(background=theme.window)
            window.maze_view.set_theme(theme)

    def follow_settings(self, changed: Window | None = None) -> None:
        """Let the windows show what was changed in the settings, by one of them that shows it."""
        for window in self:
            if window is not changed:
                window.session.services.update()

    # Windows go

    def quit(self) -> None:
        """Close all windows, once each is saved or its changes may be lost, and its work is done.

        Where the user goes back to one of them, all stay open.
        """
        self._leave({}, ())

    def _leave(self, agreed: dict[Gate, State], asked: tuple[Window, ...]) -> None:
        """Ask about what is unsaved in all windows, but for ``agreed`` states; then close all.

        At first about work that runs, but for the windows that were ``asked``.
        """
        for window in self:
            session = window.session
            busy = session.services.jobs.busy and not session.view.awaited
            if busy and window not in asked:
                bring_forward(window.root, str(window.root))
                go_on = partial(self._leave, agreed, (*asked, window))
                session.services.closing.leave_work(go_on)
                return
        for window in self:
            for gate in window.session.book.gates:
                if not gate.may_leave(agreed.get(gate)):
                    bring_forward(window.root, str(window.root))
                    gate.leave(partial(self._agreed, agreed, gate, asked))
                    return
        for window in self:
            window.close()

    def _agreed(self, agreed: dict[Gate, State], gate: Gate, asked: tuple[Window, ...]) -> None:
        self._leave({**agreed, gate: gate.state}, asked)

    def remove(self, window: Window) -> None:
        """Destroy a window that has ended; with the last one the program ends."""
        self.windows.remove(window)
        application = self._application
        if not self.windows:
            call = application.tk.call
            for timer in application.tk.splitlist(call("after", "info")):
                call("after", "cancel", timer)  # tkinter's method deletes what destroy deletes
            application.destroy()
            return
        self._on_use(self.windows[-1].session)
        self._cancel_timers(window.root)
        if window.root is not application:
            window.root.destroy()
        else:
            self._empty()

    def _parts(self, root: tk.Misc) -> list[tk.Misc]:
        """Return the widgets of a window, with its dialogs, without other windows."""
        kept = {self.process, *(window.root for window in self.windows)}
        parts, waiting = [], [root]
        while waiting:
            part = waiting.pop()
            parts.append(part)
            waiting += [child for child in part.winfo_children() if child not in kept]
        return parts

    def _cancel_timers(self, root: Root) -> None:
        """Cancel what a window would have done later."""
        call = root.tk.call
        own = {name for part in self._parts(root) for name in part._tclCommands or ()}  # type: ignore[attr-defined]
        for timer in root.tk.splitlist(call("after", "info")):
            script, _kind = root.tk.splitlist(call("after", "info", timer))
            words = str(script).split()
            if words and (words[0] in own or (str(root) != "." and str(root) in str(script))):
                call("after", "cancel", timer)

    def _empty(self) -> None:
        """Hide the first window, whose interpreter the others need, and free all that it held."""
        root = self._application
        kept = {self.process, *(window.root for window in self.windows)}
        for child in root.winfo_children():
            if child not in kept:
                child.destroy()
        call, listed = root.tk.call, root.tk.splitlist
        scripts = []
        for sequence in listed(call("bind", ".")):
            scripts.append(str(call("bind", ".", sequence)))
            call("bind", ".", sequence, "")
        for protocol in listed(call("wm", "protocol", ".")):
            scripts.append(str(call("wm", "protocol", ".", protocol)))
            call("wm", "protocol", ".", protocol, "")
        # not those that are bound for all windows, which tkinter counts as the root's too
        names = {word.strip('"[]{}') for script in scripts for word in script.split()}
        for name in names.intersection(root._tclCommands or ()):  # type: ignore[attr-defined]
            root.deletecommand(name)


def _same(path: Path, other: Path) -> bool:
    try:
        return path.samefile(other)
    except (OSError, ValueError):  # one of them is not there
        return path.absolute() == other.absolute()
