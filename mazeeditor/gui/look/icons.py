"""Icons in the colours of the theme, sharp at every scale, and repainted when the theme changes."""

from __future__ import annotations

import tkinter as tk
from functools import cache
from typing import TYPE_CHECKING

from mazeeditor.core.disk.paths import icons_folder
from mazeeditor.gui.look import Theme, current

if TYPE_CHECKING:
    from PIL import Image, ImageTk

APPLICATION = "app"
COLOURED = "object-"  # begins the names of pictures in colours of their own
_APP_SIZES = (32, 16, 48, 128)  # px; the first is the one that a window manager asks for most


class Icons:
    """The icons of one window, read when first requested and kept."""

    def __init__(self, root: tk.Misc, theme: Theme) -> None:
        self._root, self._theme = root, theme
        self._photos: dict[tuple[str, float, str], ImageTk.PhotoImage] = {}
        self._app: list[ImageTk.PhotoImage] = []
        # A window that is not shown yet is not notified of a change of theme. Tk asks for the
        # window, as the same events of all widgets in it come here too: two hundred at the start.
        follow = root.register(self._follow)
        for event in ("<<ThemeChanged>>", "<Map>"):
            root.bind(event, f'+if {{"%W" eq "{root}"}} {{{follow}}}')

    def get(self, name: str, size: float = 20, role: str = "text") -> str:
        """Return the Tk image of an icon, for any ``image=``.

        Pictures of objects have colours of their own, whatever the role.

        ``size`` is px at 96 dpi, ``role`` the theme's name of its colour. Raises
        ``FileNotFoundError`` for an unknown icon, ``AttributeError`` for an unknown role.
        """
        from PIL import ImageTk

        key = name, size, role
        if key not in self._photos:
            self._photos[key] = ImageTk.PhotoImage(self._tinted(*key), master=self._root)
        return str(self._photos[key])

    def application(self) -> list[str]:
        """Return the program's own icon in several sizes, for ``wm_iconphoto``."""
        from PIL import ImageTk

        if not self._app:
            self._app = [
                ImageTk.PhotoImage(_resize(APPLICATION, size), master=self._root)
                for size in _APP_SIZES
            ]
        return [str(photo) for photo in self._app]

    def _tinted(self, name: str, size: float, role: str) -> Image.Image:
        from PIL import Image

        mask = _resize(name, self._theme.px(size))
        if name.startswith(COLOURED):
            return mask
        icon = Image.new("RGBA", mask.size, getattr(self._theme, role))
        icon.putalpha(mask)
        return icon

    def _follow(self) -> None:
        """Repaint the images in place: every widget that shows them changes with them."""
        theme = current(self._root)
        if theme != self._theme:
            self._theme = theme
            for key, photo in self._photos.items():
                photo.paste(self._tinted(*key))


@cache  # a further window has the same icons
def _resize(name: str, side: int) -> Image.Image:
    """Return an icon ``side`` px wide; of those that the theme tints only what they cover."""
    from PIL import Image

    whole = _read(name)
    icon = whole if name == APPLICATION or name.startswith(COLOURED) else whole.getchannel("A")
    return icon.resize((side, side), Image.Resampling.LANCZOS)


@cache
def _read(name: str) -> Image.Image:
    from PIL import Image

    with Image.open(icons_folder() / f"{name}.png") as icon:
        icon.load()
    return icon
