"""A session without a display: a script answers the questions, and a test sets the time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from mazeeditor.app.commands import COMMANDS, perform
from mazeeditor.app.drafts.field_draft import FieldDraft
from mazeeditor.app.drafts.maze_size import OverallSize, overall_size
from mazeeditor.app.drafts.picture_review import PictureReview
from mazeeditor.app.drafts.size_request import SizeRequest
from mazeeditor.app.gallery.choosing import choose
from mazeeditor.app.gallery.templates import templates
from mazeeditor.app.jobs import Background, Jobs
from mazeeditor.app.printing.system_printing import PrintDraft, PrintRequest
from mazeeditor.app.recovery.left_behind import UnsavedWork
from mazeeditor.app.session import Session
from mazeeditor.app.settings import Settings
from mazeeditor.app.ui import NO_OFFERS, Kinds, P, Recover, Running, Unsaved
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import ToggleWalls
from mazeeditor.maze.masks.cutting import MaskStep
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.maze.transforms import Transform
from mazeeditor.page.field import FieldFormat
from mazeeditor.page.formats import EXPORTERS, Exporter
from mazeeditor.page.page import Page
from tests.timers import ManualTimer


class ListedAnswers:
    """Answers questions out of lists; a question without an answer fails the test."""

    def __init__(self) -> None:
        self.errors: list[str] = []
        self.messages: list[str] = []
        self.asked: list[str] = []
        self.unsaved: list[Unsaved] = []
        self.running: list[Running | None] = []
        self.confirmed: list[bool] = []
        self.texts: list[str] = []  # of the questions with several answers
        self.chosen: list[str | None] = []
        self.paths: list[Path | None] = []

    def show_error(self, text: str, report: Callable[[], None] | None = None) -> None:  # noqa: ARG002
        self.errors.append(text)

    def show_message(self, title: str, text: str) -> None:
        self.messages.append(f"{title}: {text}")

    def ask_unsaved(self, name: str) -> Unsaved:
        self.asked.append(name)
        return self.unsaved.pop(0)

    def ask_running(self, jobs: Jobs) -> Running | None:
        self.asked.append(jobs.title)
        return self.running.pop(0)

    def confirm(self, title: str, text: str, action: str) -> bool:  # noqa: ARG002
        self.asked.append(title)
        return self.confirmed.pop(0)

    def ask(
        self,
        title: str,
        text: str,
        actions: Mapping[str, str],
        cancel: str,  # noqa: ARG002
        default: str | None = None,
    ) -> str | None:
        self.asked.append(title)
        self.texts.append(text)
        answer = self.chosen.pop(0)
        assert {answer, default} <= {None, *actions}
        return answer

    def choose(self, title: str, text: str, choices: Mapping[str, str]) -> str | None:
        self.asked.append(title)
        self.texts.append(text)
        answer = self.chosen.pop(0)
        assert answer in {None, *choices}
        return answer

    def file_to_open(self, title: str, kinds: Kinds, folder: Path | None = None) -> Path | None:  # noqa: ARG002
        self.asked.append(title)
        return self.paths.pop(0)

    def file_to_save(self, title: str, kinds: Kinds, proposal: Path) -> Path | None:  # noqa: ARG002
        self.asked.append(title)
        return self.paths.pop(0)


class ScriptedDialogs(ListedAnswers):
    """Answers what a window shows dialogs of its own for as well."""

    def __init__(self) -> None:
        super().__init__()
        self.offered: list[list[UnsavedWork]] = []
        self.recover: list[Recover | None] = []
        self.pictures: list[Callable[[Sequence[Any]], Any]] = []
        self.shown: list[tuple[list[Any], int]] = []  # of pictures, and the place of one in use
        self.format = "svg"
        self.proposed: list[str] = []  # formats
        self.requests: list[SizeRequest] = []  # as they were shown at first
        self.sizes: list[SizeRequest | None] = []
        self.print: dict[str, Any] | None = {}

    def review_picture(self, review: PictureReview, background: Background) -> bool:  # noqa: ARG002
        self.asked.append(review.name)
        return self.confirmed.pop(0)

    def ask_recovery(self, offered: Sequence[UnsavedWork]) -> tuple[Recover, UnsavedWork] | None:
        self.offered.append(list(offered))
        action = self.recover.pop(0)
        return action and (action, offered[0])

    def ask_picture(self, title: str, offered: Sequence[P], chosen: int = 0) -> P | None:
        self.asked.append(title)
        self.shown.append((list(offered), chosen))
        return self.pictures.pop(0)(offered) if self.pictures else None

    def ask_transform(
        self, transform: Transform, values: Mapping[str, Any]
    ) -> dict[str, Any] | None:
        self.asked.append(transform.label)
        options = [option for option in transform.options if option.name != "seed"]
        chosen = {option.name: values.get(option.name, option.default) for option in options}
        return {**chosen, "text": "O"} if "text" in chosen else chosen

    def ask_size(
        self, shape: str, sizes: Mapping[str, Any], request: SizeRequest
    ) -> tuple[SizeRequest, OverallSize] | None:
        self.requests.append(request)
        answer = self.sizes.pop(0)
        return None if answer is None else (answer, overall_size(answer, shape, sizes))

    def ask_print(self, draft: PrintDraft) -> PrintRequest | None:
        self.asked.append("Print")
        if self.print is None:
            return None
        draft.fields.update_valid(self.print)
        return draft.request()

    def ask_export(self, proposed: str, page: Page) -> tuple[Exporter, dict[str, Any]] | None:  # noqa: ARG002
        self.asked.append("Export")
        self.proposed.append(proposed)
        exporter = EXPORTERS[self.format]
        return exporter, {option.name: option.default for option in exporter.options}

    def ask_field(
        self,
        draft: FieldDraft,
        background: Background,  # noqa: ARG002
    ) -> tuple[FieldFormat, dict[str, Any]] | None:
        self.asked.append("Field")
        return draft.entry, dict(draft.options.values)


class ScriptedUi:
    """A front end that shows nothing and notes everything."""

    copied = ""  # what the clipboard holds

    def __init__(self) -> None:
        self.dialogs = ScriptedDialogs()
        self.statuses: list[str] = []
        self.offered_commands: list[str] = []
        self.sections: list[str] = []
        self.pointed: int | None = None
        self.closed = self.gallery = False
        self.outline: MaskStep | None = None  # what is answered

    def show_status(self, text: str, offers: Mapping[str, str] = NO_OFFERS) -> None:
        self.statuses.append(text)
        self.offered_commands = list(offers)

    def show_refusal(self, text: str) -> None:
        self.show_status(text)

    def show_section(self, name: str) -> None:
        self.sections.append(name)

    @property
    def pointed_cell(self) -> int | None:
        return self.pointed

    def show_field(self, section: str, option: str) -> None:
        self.sections.append(f"{section}.{option}")

    in_field = False

    def do_in_field(self, event: str) -> None:
        raise AssertionError(f"no field has the keyboard for {event}")

    def focus_maze(self) -> None:
        pass

    def read(self) -> str:
        return self.copied

    def write(self, text: str) -> None:
        self.copied = text

    @property
    def clipboard(self) -> ScriptedUi:
        return self

    @property
    def several_windows(self) -> bool:
        return False

    def open_window(self, begin: Callable[..., object]) -> None:
        raise AssertionError(f"there is one window only: {begin}")

    def show_window_of(self, path: Path) -> bool:  # noqa: ARG002
        return False

    def ask_outline(
        self,
        mask: MaskStep,  # noqa: ARG002
        size: tuple[str, Mapping[str, Any]],  # noqa: ARG002
    ) -> tuple[MaskStep, str | None] | None:
        return (self.outline, None) if self.outline else None

    def show_gallery(self, shown: bool) -> None:
        self.gallery = shown

    def close(self) -> None:
        self.closed = True


class Program:
    def __init__(self) -> None:
        recipe = Recipe("backtracker", braid=0.0, sizes={"rows": 12, "columns": 16}, seed=1)
        self.document = Document(maze_of(recipe), recipe)
        self.timer, self.ui = ManualTimer(), ScriptedUi()
        self.settings = Settings()
        self.session = Session(self.document, self.settings, self.timer, self.ui)
        self.answers = self.ui.dialogs

    def run(self, name: str) -> None:
        """Run a command, and let its job end."""
        self.start(name)
        self.settle()

    def start(self, name: str) -> None:
        """Run a command; its job may go on."""
        COMMANDS[name].perform(self.session.parts)

    def begin(self, name: str = "maze-to-change") -> None:
        """Begin with a template, by the name of its file, and let its job end."""
        self.start_with(name)
        self.settle()

    def start_with(self, name: str = "maze-to-change") -> None:
        """Begin with a template; its job may go on."""
        template = next(each for each in templates() if name in (each.path.stem, each.path.name))
        parts = self.session.parts
        parts.call(perform, lambda: parts.call(choose, template))

    def settle(self) -> None:
        session = self.session
        self.timer.advance_until(
            lambda: (
                not session.services.background.busy
                and session.view.verdict.settled
                and self.timer.idle
            )
        )

    def edit(self, cell: int = 5) -> None:
        """Change one wall, which is unlocked before."""
        self.document.maze.set_locks(None)
        lattice = self.document.maze.lattice
        inside = np.flatnonzero(lattice.inside)
        wall = lattice.wall(int(inside[cell]), lattice.sides.index("right"))
        self.document.apply(ToggleWalls.of(self.document.maze, np.array([wall])))

    def walls(self) -> list[int]:
        return self.document.maze.walls.tolist()


@contextmanager
def opened() -> Iterator[Program]:
    """Run a program for a test; no worker outlives it."""
    program = Program()
    try:
        yield program
    finally:
        program.session.services.background.close()
