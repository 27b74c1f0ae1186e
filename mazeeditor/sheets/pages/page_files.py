"""Writes composed pages: one PDF, or a picture of each page, in files of their own or a ZIP."""

from __future__ import annotations

import logging
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol, TypeVar
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.options import check_all
from mazeeditor.core.processes.workers import EACH_CORE, Workers, do_all
from mazeeditor.core.translation import _
from mazeeditor.page.findings import (
    COARSE,
    CUT,
    MISSING,
    NARROW,
    NO_OPENING,
    NO_ROUTE,
    OVERLAP,
    PALE,
    SMALL_LETTERS,
    THIN,
    UNREADABLE,
    PageFinding,
    merge_findings,
    not_drawn,
    refuse_unfit,
)
from mazeeditor.page.formats import EXPORTERS, Exporter, target_of
from mazeeditor.page.formats.pdf import DrawnPage, joined_pages, pdf_page
from mazeeditor.page.imposition import ONE_EACH, Imposition
from mazeeditor.page.print_warnings import (
    advice_for,
    warning_about_cuts,
    warning_about_lines,
    warning_of,
)
from mazeeditor.page.scene import Box, Scene
from mazeeditor.prepress.pdfx import as_pdfx

T = TypeVar("T")
PDF, ZIP = ".pdf", ".zip"
PICTURES = (".svg", ".png")
ALWAYS = (1980, 1, 1, 0, 0, 0)  # the same pages give the same bytes
COMPOSING = 0.98  # of the work, about; the rest is writing
CHECKED = 0.55  # of it where a PDF/X-1a is checked then
# findings whose warnings name pages
BY_PLACE = NARROW, NO_ROUTE, NO_OPENING, UNREADABLE, SMALL_LETTERS, OVERLAP


@dataclass(frozen=True)
class PageFormat:
    """The format of pages, by the suffix of the file, and the options of its exporter.

    ``inner`` is the format of the pictures in a ZIP, ``pdfx`` the printing condition of a PDF/X-1a,
    "" for any other PDF, ``imposition`` how its pages lie on sheets.
    """

    suffix: str
    options: dict[str, Any] = field(default_factory=dict)
    inner: Literal["svg", "png"] = "svg"
    pdfx: str = ""
    imposition: Imposition = ONE_EACH

    @classmethod
    def of(cls, path: Path, inner: str | None = None, **options: Any) -> PageFormat:
        """Return the format of a file; raises ``UsageError`` for one that pages cannot have."""
        suffix = path.suffix.lower()
        if suffix not in (PDF, ZIP, *PICTURES):
            known = ", ".join((PDF, ZIP, *PICTURES))
            text = _("{file} does not end with a format for pages. Choose one of: {known}.")
            raise UsageError(text.format(file=path.name, known=known))
        if inner not in (None, "svg", "png"):
            raise UsageError(_("A ZIP holds pages as svg or png, not {inner}.").format(inner=inner))
        format_ = cls(suffix, inner="png" if inner == "png" else "svg")
        return cls(suffix, check_all(format_.exporter.options, options), format_.inner)

    def for_press(self, condition: str) -> PageFormat:
        """Return the format of a PDF/X-1a for a printing condition; pictures stay as they are."""
        return replace(self, pdfx=condition) if condition and self.suffix == PDF else self

    @property
    def exporter(self) -> Exporter:
        name = self.inner if self.suffix == ZIP else self.suffix.removeprefix(".")
        return EXPORTERS[name]


class PrintablePage(Protocol):
    """A page to be drawn, which can be pickled."""

    @property
    def name(self) -> str:
        """The name of its file, without a suffix."""

    @property
    def trim(self) -> Box | None:
        """Where the page is cut, in mm; None where its file does not say."""

    @property
    def effort(self) -> float:
        """About how many ms it takes to draw and encode, for the progress."""

    @property
    def number(self) -> int:
        """Its number, from 1."""

    def composed(self, job: Job) -> Scene:
        """Draw the page; raises ``UsageError``, ``MazeError`` and ``CancelledError``."""

    def findings(self, scene: Scene) -> list[PageFinding]:
        """Return what is wrong with the page as it was drawn."""


def judge(plan: PrintablePage, job: Job) -> list[PageFinding]:
    """Draw a page and return what is wrong with it; raises ``CancelledError``."""
    try:
        return plan.findings(plan.composed(job))
    except MazeError as problem:
        return [not_drawn(problem, plan.number)]


def findings_of(
    plans: Sequence[PrintablePage], job: Job, *, workers: Workers = EACH_CORE
) -> list[PageFinding]:
    """Return what is wrong with pages as they will be printed; raises ``CancelledError``."""
    efforts = [plan.effort for plan in plans]
    pages = do_all(judge, plans, job, workers=workers, name=_("Page {number}"), efforts=efforts)
    return [finding for page in pages for finding in page]


def encode_page(
    plan: PrintablePage, job: Job, *, format_: PageFormat
) -> tuple[DrawnPage | bytes, PageWarnings]:
    """Compose a page and return it as its file needs it; raises what composing raises."""
    scene = plan.composed(job)
    if format_.suffix == PDF:
        options = format_.options
        page = pdf_page(scene, job, dpi=options["dpi"] if options["picture"] else 0)
        return replace(page, trim=plan.trim), PageWarnings.of(plan, scene)
    data = bytes(format_.exporter.run([scene], job, **format_.options))
    return data, PageWarnings.of(plan, scene)


class MazeSizes(NamedTuple):
    """The smallest cell, wall and passage of mazes in mm, and the cells of the largest of them."""

    cell: float
    wall: float
    passage: float
    cells: int

    @classmethod
    def of(cls, scene: Scene) -> MazeSizes | None:
        """Return those of a page, None for one without mazes or with answers."""
        if not scene.mazes or scene.solved:
            return None
        return cls(scene.cell, scene.wall, scene.passage, scene.cells)

    def with_others(self, others: MazeSizes | None) -> MazeSizes:
        if others is None:
            return self
        return MazeSizes(
            min(self.cell, others.cell),
            min(self.wall, others.wall),
            min(self.passage, others.passage),
            max(self.cells, others.cells),
        )

    @property
    def advice(self) -> str:
        return advice_for(self.passage, self.cells, self.wall)


@dataclass
class PageWarnings:
    """What the user is warned of, once for all pages.

    ``findings`` are what is wrong, page by page, and ``sizes`` those of all mazes, None if there
    are none to solve.
    """

    findings: list[PageFinding] = field(default_factory=list)
    sizes: MazeSizes | None = None

    @classmethod
    def of(cls, plan: PrintablePage, scene: Scene) -> PageWarnings:
        return cls(plan.findings(scene), MazeSizes.of(scene))

    def collecting(self, pages: Iterable[tuple[T, PageWarnings]]) -> Iterator[T]:
        for page, own in pages:
            self.add(own)
            yield page

    def add(self, others: PageWarnings) -> None:
        self.findings += others.findings
        self.sizes = others.sizes.with_others(self.sizes) if others.sizes else self.sizes

    @property
    def texts(self) -> list[str]:
        named = [finding for finding in self.findings if finding.kind in BY_PLACE]
        return [*merge_findings(named), *self.general]

    @property
    def general(self) -> list[str]:
        """Those that need no page to be named, each as a sentence."""
        thinnest = min(self._values_of(THIN), default=math.inf)
        lacking = "".join(sorted(set(self._items_of(MISSING))))
        cut = dict.fromkeys(self._items_of(CUT))
        texts = warning_about_lines(thinnest), warning_of(lacking), warning_about_cuts(cut)
        others = dict.fromkeys(each.text for each in self.findings if each.kind in (COARSE, PALE))
        return [text for text in (*texts, *others) if text]

    def _values_of(self, kind: str) -> Iterator[float]:
        yield from (each.value for each in self.findings if each.kind == kind and each.value)

    def _items_of(self, kind: str) -> Iterator[str]:
        yield from (item for each in self.findings if each.kind == kind for item in each.items)

    def refuse_bad(self) -> None:
        """Raise ``MazeError`` if a page is not fit for use, once it is logged why."""
        try:
            refuse_unfit(self.findings)
        except MazeError:
            self.log()
            raise

    def log(self, further: Iterable[str] = ()) -> None:
        """Log each, and further ones: a line on stderr where nothing else is set up."""
        for text in filter(None, (*further, *self.texts)):
            logging.getLogger(__name__).warning("%s", text)


def files_of(
    plans: Sequence[PrintablePage],
    path: Path,
    title: str,
    format_: PageFormat,
    job: Job,
    *,
    workers: Workers = EACH_CORE,
    warnings: PageWarnings | None = None,
) -> dict[Path, bytes]:
    """Return the bytes of each file, and log what the user is warned of, or add it to ``warnings``.

    Raises ``UsageError``, ``MazeError`` and ``CancelledError``.
    """
    work = partial(encode_page, format_=format_)
    efforts = [plan.effort for plan in plans]
    with job.part(CHECKED if format_.pdfx else COMPOSING):
        collected = warnings or PageWarnings()
        pages = collected.collecting(
            do_all(work, plans, job, workers=workers, name=_("Page {number}"), efforts=efforts)
        )
        files = _files(plans, pages, path, format_, title, job)
        if warnings is None:
            collected.log()
    if format_.pdfx:
        with job.part(COMPOSING - CHECKED):
            files = {name: as_pdfx(files[name], title, format_.pdfx, job) for name in files}
    return files


def _files(
    plans: Sequence[PrintablePage],
    pages: Iterable[Any],
    path: Path,
    format_: PageFormat,
    title: str,
    job: Job,
) -> dict[Path, bytes]:
    if format_.suffix == PDF:
        return {path: joined_pages(pages, title, job, imposition=format_.imposition)}
    suffix = f".{format_.exporter.name}"
    name = path.with_suffix(suffix)
    names = [target_of(name, plan.name) if len(plans) > 1 else name for plan in plans]
    files = zip(names, pages, strict=True)
    return {path: _zip(files)} if format_.suffix == ZIP else dict(files)


def _zip(files: Iterable[tuple[Path, bytes]]) -> bytes:
    result = BytesIO()
    with ZipFile(result, "w") as archive:
        for path, data in files:
            info = ZipInfo(path.name, ALWAYS)
            info.external_attr = 0o644 << 16
            stored = path.suffix == ".png"  # compressed already
            archive.writestr(info, data, ZIP_STORED if stored else 8)
    return result.getvalue()
