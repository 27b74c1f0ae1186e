"""What a machine is to make of the open document: it is there as long as that, shown or not.

::

    fields typed in Make --> draft --- before each command, and when Make is left --> document
    page, walls, tabs of the document --- changed ---> draft

Undo in Make takes back the steps of the draft; what they change of the page and of the tabs is a
step of the document as well, so it is saved with it.
"""

from __future__ import annotations

from dataclasses import replace

from mazeeditor.app.jobs import Timer
from mazeeditor.app.making.assembled import AssembledView
from mazeeditor.app.making.draft import MakeDraft, MakeRequest
from mazeeditor.app.making.preview import MakePreview
from mazeeditor.app.recovery.draft_recovery import MAKE, KeptForms
from mazeeditor.app.settings import Settings
from mazeeditor.core.errors import MazeError
from mazeeditor.core.listeners import Listeners
from mazeeditor.editing.content import Change
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import SetPage, SetTabs
from mazeeditor.editing.followers import Follower
from mazeeditor.making.tabs.places import HandTabs
from mazeeditor.maze.maze import Maze


class Making:
    """The draft of what is made, with the document that it is made of.

    ``changed`` is notified when the document has become another one to make something of.
    ``preview`` is what was drawn of the draft as it is, None where nothing was yet. ``assembled``
    is how its parts are seen put together, ``without_tabs`` whether the sheet is seen without tabs.
    """

    def __init__(
        self, document: Document, settings: Settings, timer: Timer, forms: KeptForms
    ) -> None:
        self._document = document
        self.draft = MakeDraft(settings, document.page, self._tabs)
        self.changed: Listeners[[]] = Listeners()
        self.preview: MakePreview | None = None
        self.assembled = AssembledView()
        self.without_tabs = False
        self._outdated = False  # whether the document has changed and the draft does not know
        self.shown = False
        forms.keep(MAKE, self.draft)
        self.draft.steps.start(timer)
        self.draft.changed.subscribe(self._forget_preview)
        document.changed.follow(Follower.MAKING, self._follow)

    @property
    def _tabs(self) -> HandTabs:
        return HandTabs.of(self._document.tabs, self._document.maze)

    def _forget_preview(self) -> None:
        self.preview = None

    # The document

    def show(self, shown: bool) -> None:
        """Follow the document while something of this is shown."""
        self.shown = shown
        if shown and self._outdated:
            self._follow_document()

    def _follow(self, change: Change) -> None:
        if self.shown or (change.maze and change.file):  # another document
            self._follow_document()
        else:
            self._outdated = True

    def _follow_document(self) -> None:
        self._outdated, self.preview = False, None
        self.draft.show_page(self._document.page)
        self.draft.show_tabs(self._tabs)
        self.changed.notify()

    def apply(self) -> None:
        """Let the document have the page and the tabs of the draft: a step each, if any."""
        document, draft = self._document, self.draft
        if not self.shown:
            return
        draft.keep()
        page = replace(document.page, **draft.page_fields.values)
        if page != document.page:
            document.apply(SetPage(document.page, page))
        if draft.tabs_moved:
            document.apply(SetTabs(draft.tabs.hand.to_json()))

    # What is made

    def copied_maze(self) -> Maze:
        return self._document.maze.copy()

    def request(self) -> MakeRequest:
        """Return what is to be made: copies, for a worker; raises ``UsageError``."""
        return self.draft.request(self._document.maze, self._document.page)

    @property
    def problem(self) -> str:
        """Why nothing can be made, as the preview shows it; "" where nothing is known of that."""
        return self.preview.problem if self.preview else ""

    def checked_request(self) -> MakeRequest:
        """Return it; raises ``MazeError`` also where the preview shows what is wrong with it."""
        if self.problem:
            raise MazeError(self.problem)
        return self.request()
