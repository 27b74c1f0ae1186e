"""Which rare options the forms of the program show: those of an open *More*, or all of them."""

from __future__ import annotations

from mazeeditor.app.settings import Settings
from mazeeditor.core.listeners import Listeners

MOST = 200  # names in the settings: there are fewer forms


class RareOptions:
    """Remembers in ``settings`` what is open; ``changed`` is notified of each change.

    A *More* is known by a name: that of its form, or of the first option in it. Forms with the
    same options share it.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.changed: Listeners[[]] = Listeners()

    def are_of(self, settings: Settings) -> bool:
        """Whether what is open is remembered in these settings."""
        return self._settings is settings

    @property
    def everything(self) -> bool:
        """Whether forms show all options."""
        return self._settings.everything

    def show_everything(self, everything: bool) -> None:
        """Show all options in all forms, or again what was open before."""
        self._settings.everything = everything
        self.changed.notify()

    def is_open(self, more: str) -> bool:
        """Whether the options below a *More* are shown."""
        return self.everything or more in self._settings.opened

    def open(self, more: str, opened: bool = True) -> None:
        """Open a *More*, or close it."""
        names = self._settings.opened
        if opened == (more in names):
            return
        if opened:
            names[:] = [more, *names][:MOST]
        else:
            names.remove(more)
        self.changed.notify()
