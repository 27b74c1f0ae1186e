"""Chooses a picture for the start or the goal: from all drawings as they look, or from a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from mazeeditor.core.disk.named_files import NamedFile
from mazeeditor.core.job import Job
from mazeeditor.core.options import Option
from mazeeditor.core.translation import _

if TYPE_CHECKING:
    from PIL.Image import Image

    from mazeeditor.app.parts.services import Services

SIDE, MARGIN = 20.0, 2.0  # mm: a picture as it is drawn for the choice


@dataclass(frozen=True)
class OfferedPicture:
    """A drawing by its name, "" for the one that matches, or a file as a page keeps it."""

    text: str
    matching: str = ""

    @property
    def name(self) -> str:
        from mazeeditor.page.drawings.motifs import label_of

        return label_of(self.text)

    def picture(self, side: int) -> Image:
        """Return it on a square of ``side`` px."""
        from mazeeditor.page.drawings.motifs import Motif, motif_of
        from mazeeditor.page.raster import raster
        from mazeeditor.page.scene import Layer, Picture, Scene

        motif = motif_of(self.text or self.matching)
        box = (MARGIN, MARGIN, SIDE - MARGIN, SIDE - MARGIN)
        if isinstance(motif, Motif):
            items: tuple[object, ...] = motif.items(box, "black", 0.0)
        else:
            scale = (SIDE - 2 * MARGIN) / max(motif.width, motif.height)
            width, height = motif.width * scale, motif.height * scale
            corner = (SIDE - width) / 2, (SIDE - height) / 2
            items = (Picture(*corner, width, height, motif.kind, motif.data, motif.grey),)
        layers = (Layer("marks", "", items),)  # type: ignore[arg-type]
        return raster.draw(Scene(SIDE, SIDE, layers, "", "", SIDE, 0.0), side)


@dataclass(frozen=True)
class OfferedFile:
    """A file of the user, as the last of all pictures."""

    @property
    def name(self) -> str:
        return _("From a file…")

    def picture(self, side: int) -> Image:
        """Return a plus on a square of ``side`` px."""
        from mazeeditor.page.raster import raster
        from mazeeditor.page.scene import Layer, Scene, Strokes

        near, middle, far = 0.3 * SIDE, 0.5 * SIDE, 0.7 * SIDE
        points = np.array([(near, middle), (far, middle), (middle, near), (middle, far)])
        plus = Strokes(points, np.array([0, 2, 4]), np.array([False] * 2), 1.0, "#808080", "round")
        layers = (Layer("marks", "", (plus,)),)
        return raster.draw(Scene(SIDE, SIDE, layers, "", "", SIDE, 0.0), side)


def choose_picture(
    services: Services,
    option: Option,
    values: Mapping[str, Any],
    use: Callable[[str], object],
) -> None:
    """Ask for a picture as the value of an option, and hand over the text that is kept of it.

    ``values`` are those of all marks of the page. A file that is no picture is asked for at once.
    """
    if option.file and not option.file.drawn:
        ask_for_file(services, option, use)
        return
    from mazeeditor.page.drawings.motifs import names
    from mazeeditor.page.marks.marks import goal_of

    value, matching = values[option.name], goal_of(values["start_picture"])
    texts = [*([] if option.default else [""]), *names()]
    if value not in texts:
        texts.append(value)
    offered: list[OfferedPicture | OfferedFile] = [OfferedPicture(text, matching) for text in texts]
    offered.append(OfferedFile())
    label = _("Choose a picture")
    answer = services.ui.dialogs.ask_picture(label, offered, texts.index(value))
    if isinstance(answer, OfferedPicture):
        use(answer.text)
    elif answer:
        ask_for_file(services, option, use)


def ask_for_file(services: Services, option: Option, use: Callable[[str], object]) -> None:
    """Ask for a file, read it in the background, and hand over the text that is kept of it."""
    file = option.file
    assert file
    title = _("Choose a picture") if file.drawn else _("Choose a file")
    path = services.ui.dialogs.file_to_open(title, [(file.kind, file.suffixes)])
    if path:
        reading = _("Reading {name}").format(name=path.name)
        services.jobs.start(reading, lambda job: _read(option, path, job), use)


def choose_path(services: Services, option: Option, use: Callable[[str], object]) -> None:
    """Ask for the file of an option whose value is a named file, and hand it over."""
    assert option.file
    kinds = [(option.file.kind, option.file.suffixes)]
    path = services.ui.dialogs.file_to_open(_("Choose a file"), kinds)
    if path:
        use(NamedFile(path))


def _read(option: Option, path: Path, job: Job) -> str:
    """Return what is kept of a file, which is known from now on to be whole."""
    assert option.file
    load = option.file.load or option.file.keep
    assert load
    text = load(path)
    job.check()
    option.check(text)
    return text
