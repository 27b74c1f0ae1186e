"""What a drag would change, where that takes long: found in the background while it goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from mazeeditor.app.jobs import Background
from mazeeditor.app.latest import Latest
from mazeeditor.app.toolbox import Toolbox
from mazeeditor.app.ui import Ui
from mazeeditor.editing.document import Document
from mazeeditor.editing.tools.gesture import Gesture

if TYPE_CHECKING:
    from mazeeditor.core.job import Job

DELAY = 5  # ms

Taken = tuple[Gesture, "Callable[[Job], Any]"]


class ToolSketch:
    """Shows the sketches of the gesture in use, the newest one only."""

    def __init__(
        self, toolbox: Toolbox, document: Document, background: Background, ui: Ui
    ) -> None:
        self._toolbox, self._document = toolbox, document
        self._latest: Latest[Taken, tuple[Gesture, Any]] = Latest(
            background,
            self._take,
            lambda taken, job: (taken[0], taken[1](job)),
            self._show,
            lambda problem: ui.show_status(str(problem)),
            delay=DELAY,
            wait_for_pause=False,  # a drag never pauses
        )
        toolbox.moved.subscribe(self._follow)

    @property
    def settled(self) -> bool:
        """Whether what is shown is that of the drag as it is."""
        return self._latest.settled

    def _follow(self) -> None:
        if self._toolbox.dragging:
            self._latest.request()
        elif not self._latest.settled:
            self._latest.stop()

    def _take(self) -> Taken | None:
        gesture = self._toolbox.gesture
        work = gesture.sketch(self._document) if self._toolbox.dragging else None
        return (gesture, work) if work else None

    def _show(self, result: tuple[Gesture, Any]) -> None:
        gesture, sketch = result
        if gesture is self._toolbox.gesture and self._toolbox.dragging:
            gesture.show_sketch(self._document, sketch)
            self._toolbox.changed.notify()
