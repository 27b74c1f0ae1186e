"""The parts put together or pulled apart, over the sheet of Make, turned by the mouse.

=================  =============================================
drag, arrows       turn it
wheel, + and -     zoom
0                  back to how it was seen first
=================  =============================================
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from tkinter import ttk
from typing import TYPE_CHECKING

from mazeeditor.app.jobs import Background, Latest, ignore
from mazeeditor.app.making.assembled import (
    ASSEMBLED,
    EXPLODED,
    SHEET,
    AssembledFrame,
    AssembledRequest,
    AssembledView,
    draw_assembled,
    is_assembled,
)
from mazeeditor.core.translation import _
from mazeeditor.gui.canvas.gestures import Wheel
from mazeeditor.gui.desktop.keys import chord
from mazeeditor.gui.look import current
from mazeeditor.gui.making.turning_pages import TurningPages
from mazeeditor.gui.widgets import has_keyboard
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.making.assembly.picture import Eye

if TYPE_CHECKING:
    from PIL.ImageTk import PhotoImage

    from mazeeditor.making.assembly.bodies import Assembly
    from mazeeditor.making.plan import MakePlan

RADIANS_PER_PX = 0.01  # radians for a px at 96 dpi
KEY_TURN = 0.12  # radians for an arrow
ARROWS = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, 1), "Down": (0, -1)}
ZOOM = 1.2  # for a notch of the wheel
PICTURE, FOCUS = "picture", "assembly-focus"  # tags


class AssemblyPane:
    """A row that chooses what is seen, and the canvas that lies over the sheet.

    ``on_mode`` is called when something else is chosen. What is chosen is kept in ``view``.
    """

    def __init__(
        self,
        parent: tk.Misc,
        pages: TurningPages,
        background: Background,
        view: AssembledView,
        on_mode: Callable[[], object],
    ) -> None:
        self.view, self._on_mode, self.theme = view, on_mode, current(parent)
        self.row = ttk.Frame(parent)
        self._pages = pages
        self.mode = tk.StringVar(parent, view.mode)
        self.buttons: dict[str, ttk.Radiobutton] = {}
        for mode, label, hint in (
            (SHEET, _("Sheet"), _("The flat sheet, as the machine cuts it")),
            (ASSEMBLED, _("Assembled"), _("The parts put together: drag to turn them")),
            (EXPLODED, _("Exploded"), _("The parts pulled apart: drag to turn them")),
        ):
            button = ttk.Radiobutton(
                self.row,
                text=label,
                value=mode,
                variable=self.mode,
                style="Tab.Toolbutton",
                command=self._choose,
            )
            button.pack(side="left")
            Tooltip(button, hint)
            self.buttons[mode] = button
        self.canvas = tk.Canvas(
            pages.view, background=self.theme.ground, highlightthickness=0, takefocus=True
        )
        self.wheel_pans = False
        self._plan: MakePlan | None = None
        self._known: Assembly | None = None
        self.photo: PhotoImage | None = None
        self._grip: tuple[int, int] | None = None
        self._behind = False
        self.drawing: Latest[AssembledRequest, AssembledFrame] = Latest(
            background, self._take, draw_assembled, self._show, ignore, delay=0
        )
        self._bind()

    # What is shown

    @property
    def shown(self) -> bool:
        """Whether it is seen in the place of the sheet."""
        return bool(self.canvas.winfo_manager())

    @property
    def settled(self) -> bool:
        return self.drawing.settled and not self._behind

    @property
    def rolls(self) -> bool:
        """Whether a slider does something: it rolls a ball, or pulls parts apart."""
        ball = self._plan is not None and self._plan.product.ball is not None
        return self.view.mode == EXPLODED or ball

    @property
    def share(self) -> float:
        return self.view.eye.apart if self.view.mode == EXPLODED else self.view.rolled

    def show(self, plan: MakePlan | None) -> None:
        """Show what a plan is put together to; its sheet, where nothing is."""
        offered = is_assembled(plan)
        if plan is not self._plan:
            self._plan, self._known = plan, None
        if offered and not self.row.winfo_manager():
            gap = self.theme.px(6)
            self.row.pack(side="top", anchor="w", pady=(0, gap), before=self._pages)
        if not offered:
            self.row.pack_forget()
        self._lay_over(offered and self.view.mode != SHEET)

    def _lay_over(self, over: bool) -> None:
        if over and not self.shown:
            self.canvas.place(x=0, y=0, relwidth=1, relheight=1)
        elif not over:
            self.drawing.stop()
            self.canvas.place_forget()
            self.canvas.delete("all")
            self.photo = None
        if over:
            self._draw_soon()
        self._on_mode()

    def _choose(self) -> None:
        self.view.mode = self.mode.get()
        if self.view.mode == EXPLODED and not self.view.eye.apart:
            self.view.seek(1.0)
        self._lay_over(self.view.mode != SHEET)
        if self.shown:
            self.canvas.focus_set()

    def seek(self, share: float) -> None:
        """Let the ball roll so far, or pull the parts apart so far."""
        self.view.seek(share)
        self._draw_soon()

    def zoom_by(self, steps: int, _px: float | None = None, _py: float | None = None) -> None:
        """Show all larger by some steps, or smaller."""
        self.view.zoom_by(ZOOM**steps)
        self._draw_soon()

    def pan(self, dx: float, dy: float) -> None:
        """Turn instead: all is in the middle anyway."""
        self._turn(-dx, -dy)

    def fit(self) -> None:
        """Show all as it was seen first."""
        self.view.eye = Eye(apart=self.view.eye.apart)
        self._draw_soon()

    def _turn(self, right: float, down: float) -> None:
        by = RADIANS_PER_PX / self.theme.scale
        self.view.turn(right * by, down * by)
        self._draw_soon()

    def _draw_soon(self) -> None:
        if not self.shown:
            return
        if self.drawing.settled:
            self.drawing.request(delay=0)
        else:
            self._behind = True

    def _take(self) -> AssembledRequest | None:
        self._behind = False
        size = self.canvas.winfo_width(), self.canvas.winfo_height()
        if self._plan is None or min(size) <= 1:
            return None
        coarse = self._grip is not None
        view = replace(self.view)
        return AssembledRequest(self._plan, self._known, view, size, self.theme.ground, coarse)

    def _show(self, frame: AssembledFrame) -> None:
        from PIL import ImageTk

        if not self.shown:
            return
        canvas = self.canvas
        if frame.plan is self._plan:
            self._known = frame.assembly
        if frame.image is None:
            canvas.delete("all")
            self.photo = None
            middle = canvas.winfo_width() // 2, canvas.winfo_height() // 2
            room = canvas.winfo_width() - self.theme.px(40)
            canvas.create_text(*middle, text=frame.problem, width=room, fill=self.theme.text)
        elif self.photo and (self.photo.width(), self.photo.height()) == frame.image.size:
            self.photo.paste(frame.image)
        else:
            self.photo = ImageTk.PhotoImage(frame.image, master=canvas)
            canvas.delete("all")
            canvas.create_image(0, 0, image=self.photo, anchor="nw", tags=PICTURE)
        self._show_focus()
        if self._behind or (frame.coarse and self._grip is None):
            self.drawing.request(delay=0)

    def _show_focus(self) -> None:
        canvas, width = self.canvas, self.theme.px(2)
        canvas.delete(FOCUS)
        if has_keyboard(canvas):
            right, bottom = canvas.winfo_width(), canvas.winfo_height()
            corners = width / 2, width / 2, right - width / 2, bottom - width / 2
            canvas.create_rectangle(*corners, outline=self.theme.focus, width=width, tags=FOCUS)

    # Pointer and keys

    def _bind(self) -> None:
        canvas = self.canvas
        self.wheel = Wheel(self)
        canvas.bind("<ButtonPress-1>", self._grab)
        canvas.bind("<B1-Motion>", self._drag)
        canvas.bind("<ButtonRelease-1>", self._release)
        canvas.bind("<Key>", self._press)
        canvas.bind("<Configure>", lambda _event: self._draw_soon())
        canvas.bind("<FocusIn>", lambda _event: self._show_focus(), add=True)
        canvas.bind("<FocusOut>", lambda _event: self._show_focus(), add=True)

    def _grab(self, event: tk.Event[tk.Misc]) -> None:
        self.canvas.focus_set()
        self._grip = event.x, event.y
        self.canvas.configure(cursor="fleur")

    def _drag(self, event: tk.Event[tk.Misc]) -> None:
        if self._grip:
            right, down = event.x - self._grip[0], event.y - self._grip[1]
            self._grip = event.x, event.y
            self._turn(right, down)

    def _release(self, _event: tk.Event[tk.Misc]) -> None:
        self._grip = None
        self.canvas.configure(cursor="")
        self._draw_soon()  # finely again

    def _press(self, event: tk.Event[tk.Misc]) -> str | None:
        pressed = chord(event).replace("KP_", "")
        if pressed in ARROWS:
            right, up = ARROWS[pressed]
            self.view.turn(right * KEY_TURN, up * KEY_TURN)
            self._draw_soon()
        elif pressed in ("plus", "+", "Add", "minus", "-", "Subtract"):
            self.zoom_by(1 if pressed in ("plus", "+", "Add") else -1)
        elif pressed == "0":
            self.fit()
        else:
            return None
        return "break"
