"""The front end as commands and jobs need it: event loop, questions, messages, focus."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from PIL.Image import Image

    from mazeeditor.app.drafts.field_draft import FieldDraft
    from mazeeditor.app.drafts.maze_size import OverallSize
    from mazeeditor.app.drafts.picture_review import PictureReview
    from mazeeditor.app.drafts.size_request import SizeRequest
    from mazeeditor.app.jobs import Background, Jobs
    from mazeeditor.app.printing.system_printing import PrintDraft, PrintRequest
    from mazeeditor.app.recovery.left_behind import UnsavedWork
    from mazeeditor.maze.masks.cutting import MaskStep
    from mazeeditor.maze.transforms import Transform
    from mazeeditor.page.field import FieldFormat
    from mazeeditor.page.formats import Exporter
    from mazeeditor.page.page import Page


NO_OFFERS: Mapping[str, str] = {}
Kinds = Iterable[tuple[str, tuple[str, ...]]]  # ("Project", (".maze",))


class Unsaved(Enum):
    """What to do with unsaved changes."""

    SAVE = "save"
    DISCARD = "discard"
    KEEP = "keep"  # go back to the document


class Running(Enum):
    """What to do with work that runs when its window is closed."""

    WAIT = "wait"
    STOP = "stop"


class Recover(Enum):
    """What to do with unsaved work of a window that has crashed."""

    OPEN = "open"
    SAVE_AS = "save as"
    DISCARD = "discard"


class Pictured(Protocol):
    """What is chosen by its picture."""

    @property
    def name(self) -> str:
        """The name for users."""

    def picture(self, side: int) -> Image:
        """Return a picture that fits into a square of ``side`` px; called by a worker."""


P = TypeVar("P", bound=Pictured)


class Questions(Protocol):
    """Dialogs: each method returns when the user has answered."""

    def show_error(self, text: str, report: Callable[[], None] | None = None) -> None:
        """Show what went wrong; ``report`` opens what can be sent to the developers."""

    def show_message(self, title: str, text: str) -> None:
        """Show a text that needs no answer."""

    def ask_unsaved(self, name: str) -> Unsaved:
        """Ask what to do with the unsaved changes of the document ``name``."""

    def ask_running(self, jobs: Jobs) -> Running | None:
        """Ask whether to wait for the job that runs; None for neither.

        Where it ends meanwhile, nothing is to be answered any more: that is ``WAIT``.
        """

    def confirm(self, title: str, text: str, action: str) -> bool:
        """Ask whether to do something that cannot be undone; ``action`` is on the button."""

    def ask(
        self,
        title: str,
        text: str,
        actions: Mapping[str, str],
        cancel: str,
        default: str | None = None,
    ) -> str | None:
        """Ask which of several ``actions`` (name: label on its button) to take, if any.

        Returns its name; None for the button ``cancel`` and for Escape. Enter takes ``default``,
        where None is ``cancel``.
        """

    def choose(self, title: str, text: str, choices: Mapping[str, str]) -> str | None:
        """Ask for one of several things (name: label); Enter takes the first.

        Returns its name; None where none is chosen.
        """

    def file_to_open(self, title: str, kinds: Kinds, folder: Path | None = None) -> Path | None:
        """Ask for a file to read."""

    def file_to_save(self, title: str, kinds: Kinds, proposal: Path) -> Path | None:
        """Ask for a file to write; an existing one is only returned after a question."""

    def review_picture(self, review: PictureReview, background: Background) -> bool:
        """Let the maze that was read in a picture be corrected; whether it is to be used."""

    def ask_recovery(self, offered: Sequence[UnsavedWork]) -> tuple[Recover, UnsavedWork] | None:
        """Ask what to do with unsaved work that was left behind; one answer, or ``None``."""

    def ask_picture(self, title: str, offered: Sequence[P], chosen: int = 0) -> P | None:
        """Ask for one of several things, by picture and name; ``chosen`` is the place of one."""

    def ask_transform(
        self, transform: Transform, values: Mapping[str, Any]
    ) -> dict[str, Any] | None:
        """Ask for the options of a transform; ``values`` are shown at first."""

    def ask_size(
        self, shape: str, sizes: Mapping[str, Any], request: SizeRequest
    ) -> tuple[SizeRequest, OverallSize] | None:
        """Ask how large a maze of a shape is to be, in mm; ``request`` is shown at first."""

    def ask_print(self, draft: PrintDraft) -> PrintRequest | None:
        """Ask for printer, copies and pages; ``draft`` has what is shown at first."""

    def ask_export(self, proposed: str, page: Page) -> tuple[Exporter, dict[str, Any]] | None:
        """Ask for a format, ``proposed`` at first, and its options."""

    def ask_field(
        self, draft: FieldDraft, background: Background
    ) -> tuple[FieldFormat, dict[str, Any]] | None:
        """Ask what is written of a field, and its options; ``draft`` has what is shown at first."""


class Clipboard(Protocol):
    """A text that programs share."""

    def read(self) -> str:
        """Return the text, "" where there is none."""

    def write(self, text: str) -> None:
        """Put a text in."""


class Ui(Protocol):
    """The front end of one window."""

    @property
    def dialogs(self) -> Questions:
        """The dialogs."""

    def show_status(self, text: str, offers: Mapping[str, str] = NO_OFFERS) -> None:
        """Show a message for a while, where it does not interrupt the user.

        ``offers`` are the names of commands offered beside it, with the labels of their buttons.
        """

    def show_refusal(self, text: str) -> None:
        """Show why nothing was done where the user looks: at the pointer, and as a message."""

    def show_section(self, name: str) -> None:
        """Bring a section of the panel into view."""

    def show_field(self, section: str, option: str) -> None:
        """Bring the field of an option into view and give it the keyboard.

        It stands in a section of the panel, or in a workspace of that name.
        """

    @property
    def pointed_cell(self) -> int | None:
        """The cell of the cell cursor, else the one under the pointer, if any."""

    @property
    def clipboard(self) -> Clipboard:
        """The clipboard of the desktop."""

    @property
    def in_field(self) -> bool:
        """Whether a field that takes text has the keyboard."""

    def do_in_field(self, event: str) -> None:
        """Let that field do what an event like ``<<Paste>>`` means there."""

    def focus_maze(self) -> None:
        """Give the keyboard to the maze."""

    @property
    def several_windows(self) -> bool:
        """Whether ``open_window`` can be used now."""

    def open_window(self, begin: Callable[..., object]) -> None:
        """Open another window, and call ``begin`` with those of its parts that it declares."""

    def show_window_of(self, path: Path) -> bool:
        """Bring the window in front in which a file is open; returns whether there is one."""

    def ask_outline(
        self, mask: MaskStep, size: tuple[str, Mapping[str, Any]]
    ) -> tuple[MaskStep, str | None] | None:
        """Ask what a maze of a shape and its sizes is cut to; ``mask`` is shown at first.

        Returns the mask, and what is done with several pieces.
        """

    def show_gallery(self, shown: bool) -> None:
        """Let the gallery cover the window, or show what is below again."""

    def close(self) -> None:
        """Close the window, and with the last one end the program; nothing is asked."""
