"""The sheet in Make, zoomed and moved as the maze is in its window.

====================================  ==========================================================
wheel, Ctrl+wheel                     zoom at the pointer; the plain wheel may scroll instead
Shift+wheel, wheel to the side        move sideways
middle drag, Space+drag, left drag    move; a left drag that begins on a tab moves the tab
the window's keys for zoom, fit       the same here; 0 fits
Ctrl+arrows, arrows without tabs      move
====================================  ==========================================================

What is drawn is what is seen, at its size. Until it is, the picture before is moved along.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import TYPE_CHECKING

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.jobs import Background, Latest, ignore
from mazeeditor.app.making.preview import PALE, FrameRequest, MakeFrame, draw_frame
from mazeeditor.app.settings import Settings
from mazeeditor.app.shortcuts import Shortcuts
from mazeeditor.core.translation import _
from mazeeditor.gui.canvas.gestures import SpaceKey, Wheel
from mazeeditor.gui.desktop.keys import chord, chord_label
from mazeeditor.gui.desktop.system import middle_button
from mazeeditor.gui.look import current
from mazeeditor.gui.making.turning_pages import TurningPages
from mazeeditor.gui.widgets import has_keyboard, on_destroy, on_keys
from mazeeditor.gui.widgets.fields.zoom_field import ZoomField
from mazeeditor.making.sheets.view import SheetView

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageTk import PhotoImage

    from mazeeditor.making.sheets.drawing import BareSheet, SheetDrawing
    from mazeeditor.making.solid import Solid

FOCUS = "sheet-focus"  # a tag
ARROWS = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}
ZOOMS = ("zoom-in", "zoom-out", "fit", "actual-size")  # commands of the window
PAN = 60  # px at 96 dpi that an arrow moves
PAGE, SKETCH = "page", "sketch"  # tags
MARGIN_PX = 40  # px at 96 dpi around a place that is brought into view
ZOOM_HINT = _("Wheel zooms, drag moves, 0 shows all.")


class ZoomedSheet:
    """The view of ``pages``; ``on_view`` is called when another part is seen or drawn.

    Keys are those in ``keys_in``, by default in the window. ``view`` is the part that is asked for,
    None without a sheet. ``share`` is how far the head is.
    """

    def __init__(
        self,
        pages: TurningPages,
        background: Background,
        settings: Settings,
        on_view: Callable[[], object],
        keys_in: tk.Misc | None = None,
    ) -> None:
        self._pages, self._on_view = pages, on_view
        self.canvas, self.theme = pages.view, current(pages)
        self.view: SheetView | None = None
        self.share = 1.0
        self.zoom: ZoomField | None = None
        self._offered = True
        self._content: SheetDrawing | BareSheet | Solid | None = None
        self.frame_shown: MakeFrame | None = None
        self.photo: PhotoImage | None = None
        self.sketch: PhotoImage | None = None  # what lies over all until a sheet is seen
        self._grip: tuple[int, int] | None = None
        self._outdated = False  # whether it is pale: another one is being planned
        self._behind = False  # whether what is being drawn is not what is asked for
        self._keys = Shortcuts(settings)
        self.wheel_pans = settings.wheel_scrolls
        self.framing: Latest[FrameRequest, MakeFrame] = Latest(
            background, self._take, draw_frame, self._show, ignore, delay=0
        )
        self._bind()
        on_keys(pages, self._key, keys_in or pages.winfo_toplevel())

    # What is shown

    @property
    def settled(self) -> bool:
        return self.framing.settled and not self._behind

    @property
    def size(self) -> tuple[int, int]:
        """The width and height of the view in px."""
        width, height = self.canvas.winfo_width(), self.canvas.winfo_height()
        if width <= 1:  # not laid out yet
            return int(self.canvas["width"]), int(self.canvas["height"])
        return width, height

    def show(self, content: SheetDrawing | BareSheet | Solid | None, problem: str = "") -> None:
        """Show a sheet, the same part of it as before, or a solid; without either what is wrong."""
        self._content, self.frame_shown, self._outdated = content, None, False
        if content is None:
            self.clear_sketch()
        size = getattr(content, "size", None)
        if size is None:
            self.view = None
        else:
            known = self.view or SheetView.whole(size, self.size, self.theme.scale)
            self.view = known.of_sheet(size)
        if content is None:
            self.framing.stop()
            self.photo = None
            self._pages.show_problem(problem)
        else:
            self._pages.problem.configure(text="")
            self.framing.request(delay=0)
        self._show_zoom()

    def show_sketch(self, image: Image) -> None:
        """Show a picture of all of the view until a sheet is drawn, or something is wrong."""
        from PIL import ImageTk

        self.sketch = ImageTk.PhotoImage(image, master=self.canvas)
        self.canvas.delete(SKETCH)
        self.canvas.create_image(0, 0, image=self.sketch, anchor="nw", tags=SKETCH)

    def clear_sketch(self) -> None:
        """Show what lies below that picture."""
        self.canvas.delete(SKETCH)
        self.sketch = None

    def seek(self, share: float) -> None:
        """Show where the head is after a share of its time."""
        self.share = share
        self._draw_soon()

    def show_view(self, view: SheetView) -> None:
        """Show another part of the sheet, or at another zoom."""
        if view == self.view:
            return
        self.view = view
        self._place()
        self._show_zoom()
        self._draw_soon()
        self._on_view()

    def resized(self, size: tuple[int, int]) -> None:
        """Show the sheet in a view of another size."""
        if self.view:
            self.view = self.view.of_size(size)
        if self._content is not None:
            self._place()
            self._show_zoom()
            self._draw_soon()
            self._on_view()

    def _draw_soon(self) -> None:
        """Draw what is asked for, once what is being drawn is seen: so something always moves."""
        if self._content is None:
            return
        if self.framing.settled:
            self.framing.request(delay=0)
        else:
            self._behind = True

    def _take(self) -> FrameRequest | None:
        self._behind = False
        if self._content is None:
            return None
        drawn = self.frame_shown.picture if self.frame_shown else None
        return FrameRequest(
            self._content, self.view, self.size, self.share, self.theme.ground, drawn
        )

    def _show(self, frame: MakeFrame) -> None:
        self.frame_shown = frame
        self.clear_sketch()
        self._paint(frame)
        self._place()
        if self._behind:
            self.framing.request(delay=0)
        self._on_view()

    def show_outdated(self, outdated: bool) -> None:
        """Show the sheet pale while another one is planned, which takes long."""
        if outdated != self._outdated:
            self._outdated = outdated
            if self.frame_shown:
                self._paint(self.frame_shown)

    def _paint(self, frame: MakeFrame) -> None:
        from PIL import Image, ImageTk

        image = frame.image
        if self._outdated:
            ground = Image.new(image.mode, image.size, self.theme.ground)
            image = Image.blend(image, ground, PALE)
        if self.photo and (self.photo.width(), self.photo.height()) == image.size:
            self.photo.paste(image)
        else:
            self.photo = ImageTk.PhotoImage(image, master=self.canvas)

    def _place(self) -> None:
        """Put the picture where it belongs, also one that is not of the view as it is now."""
        canvas, frame = self.canvas, self.frame_shown
        if not self.photo or frame is None:
            return
        x = (self.size[0] - self.photo.width()) / 2
        y = (self.size[1] - self.photo.height()) / 2
        if frame.view and self.view and frame.view.scale == self.view.scale:
            x = (frame.view.left - self.view.left) * frame.view.scale
            y = (frame.view.top - self.view.top) * frame.view.scale
        place = round(x), round(y)
        if not canvas.find_withtag(PAGE):
            canvas.delete("all")
            canvas.create_image(*place, image=self.photo, anchor="nw", tags=PAGE)
        canvas.itemconfigure(PAGE, image=self.photo)
        canvas.coords(PAGE, *place)
        self._show_focus()

    def _show_focus(self) -> None:
        """Draw a frame in the view where it has the keyboard."""
        canvas, width = self.canvas, self.theme.px(2)
        canvas.delete(FOCUS)
        if has_keyboard(canvas):
            right, bottom = self.size
            corners = width / 2, width / 2, right - width / 2, bottom - width / 2
            canvas.create_rectangle(*corners, outline=self.theme.focus, width=width, tags=FOCUS)

    # Zoom

    def zoom_by(self, steps: int, px: float | None = None, py: float | None = None) -> None:
        """Zoom in by ``steps`` with the place at (px, py), or the middle."""
        if self.view:
            self.show_view(self.view.stepped(steps, px, py))

    def pan(self, dx: float, dy: float) -> None:
        """Show what is ``dx`` px to the right and ``dy`` px below."""
        if self.view:
            self.show_view(self.view.panned(dx, dy))

    def fit(self) -> None:
        if self.view:
            self.show_view(SheetView.whole(self.view.sheet, self.size, self.theme.scale))

    def zoom_to(self, percent: float | None) -> None:
        """Show the sheet at a zoom in percent, 100 as large as it is made; or (None) all of it."""
        if percent is None:
            self.fit()
        elif self.view:
            self.show_view(self.view.zoomed(self.view.actual * percent / 100))

    def reveal(self, x: float, y: float) -> None:
        """Bring a place in mm into view."""
        if self.view:
            self.show_view(self.view.revealing(x, y, self.theme.px(MARGIN_PX)))

    def _show_zoom(self) -> None:
        if self.zoom:
            usable = self.view and self._offered
            self.zoom.state(["!disabled" if usable else "disabled"])
            self.zoom.show(self.view.percent if self.view else None)

    def offer_zoom(self, offered: bool) -> None:
        """Let the field change the zoom, or not while something lies over the sheet."""
        if offered != self._offered:
            self._offered = offered
            self._show_zoom()

    def add_zoom(self, field: ZoomField, on_invalid: Callable[[str], object]) -> None:
        """Let a field show and change the zoom."""
        self.zoom = field
        field.on_zoom, field.on_leave = self.zoom_to, self.canvas.focus_set
        field.on_invalid = on_invalid
        self._show_zoom()

    def keys(self) -> str:
        """Return the keys that zoom, as they are shown to the user."""
        chords = (chord for name in ZOOMS for chord in self._keys.of(COMMANDS[name])[:1])
        return ", ".join(map(chord_label, chords))

    # Pointer and keys

    def _bind(self) -> None:
        canvas = self.canvas
        self.wheel, self._space = Wheel(self), SpaceKey(canvas, self._show_cursor)
        middle = middle_button(canvas)
        canvas.bind(f"<ButtonPress-{middle}>", self.grab)
        canvas.bind(f"<B{middle}-Motion>", self.drag)
        canvas.bind(f"<ButtonRelease-{middle}>", self.release)
        canvas.bind("<FocusIn>", lambda _event: self._show_focus(), add=True)
        canvas.bind("<FocusOut>", lambda _event: self._show_focus(), add=True)
        on_destroy(canvas, self._space.close)

    @property
    def holds_space(self) -> bool:
        """Whether the next drag moves the sheet, whatever it begins on."""
        return self._space.held

    @property
    def grabbed(self) -> bool:
        """Whether a drag moves the sheet now."""
        return self._grip is not None

    def grab(self, event: tk.Event[tk.Misc]) -> None:
        """Begin to move the sheet."""
        if self.view:
            self.canvas.focus_set()
            self._grip = event.x, event.y
            self._show_cursor()

    def drag(self, event: tk.Event[tk.Misc]) -> None:
        """Move the sheet with the pointer."""
        if self._grip:
            dx, dy = self._grip[0] - event.x, self._grip[1] - event.y
            self._grip = event.x, event.y
            self.pan(dx, dy)

    def release(self, _event: tk.Event[tk.Misc]) -> None:
        self._grip = None
        self._show_cursor()

    def _show_cursor(self) -> None:
        self.canvas.configure(cursor="fleur" if self._grip or self._space.held else "")

    def _key(self, event: tk.Event[tk.Misc]) -> str | None:
        """Zoom and move by keys; those without Ctrl belong to what has the keyboard."""
        pressed = chord(event)
        here = has_keyboard(self.canvas)
        if self.view is None or not (here or pressed.startswith("Mod+")):
            return None
        action = self._action(pressed, here=here)
        if action is None:
            return None
        action()
        return "break"

    def _action(self, pressed: str, *, here: bool) -> Callable[[], None] | None:
        key = pressed.removeprefix("Mod+").replace("KP_", "")
        if here and key in ARROWS:
            x, y = (side * self.theme.px(PAN) for side in ARROWS[key])
            return lambda: self.pan(x, y)
        if pressed == "0":
            return self.fit
        command = self._keys.commands.get(pressed)
        return {
            "zoom-in": lambda: self.zoom_by(1),
            "zoom-out": lambda: self.zoom_by(-1),
            "fit": self.fit,
            "actual-size": lambda: self.zoom_to(100),
        }.get(command.name if command else "")
