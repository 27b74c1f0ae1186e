"""The typefaces to choose from, and a word in each of them, drawn in the background when seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import sleep
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.app.jobs import Background, Latest, OnError, ignore
from mazeeditor.app.parts.services import Services
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.core.typefaces.chosen_typeface import add_own, available_typefaces
from mazeeditor.core.typefaces.shaping import must_be_shaped
from mazeeditor.core.typefaces.typefaces import SUFFIXES, Typeface
from mazeeditor.page.scene import Layer, Scene, Text
from mazeeditor.page.text.lettering import lettering_of

LETTERS = 0.62  # of the height of a preview: the em
BASELINE = 0.72  # of the height
MAX_CHARACTERS = 60  # characters: more would not be seen
# s after each preview: FreeType keeps the window from going on for up to 20 ms
PAUSE_AFTER_S = 0.005
PAUSE_MS = 10  # ms: of a list that is scrolled fast, only what is seen at last is drawn


@dataclass(frozen=True, eq=False)
class WordPreview:
    """A word in a typeface: ``ink`` uint8[height, width], 255 where letters are.

    Where the typeface lacks some characters, ``missing`` are these, and there is no ink.
    """

    ink: NDArray[np.uint8] | None
    missing: str = ""


class PreviewRequest(NamedTuple):
    """Which typefaces to draw a word in, "" for their own names, and the size in px."""

    names: Sequence[str]
    word: str
    width: int
    height: int


def _list_typefaces(word: str) -> dict[str, Typeface]:
    characters = "".join({*_visible_text(word)})
    typefaces = available_typefaces()
    return dict(sorted(typefaces.items(), key=lambda item: not item[1].covers(characters)))


def _visible_text(word: str) -> str:
    return " ".join(word.split())[:MAX_CHARACTERS]


class TypefacePreviews:
    """Lists typefaces and draws previews; ``on_error`` gets what goes wrong."""

    def __init__(self, background: Background, on_error: OnError) -> None:
        self._background, self._on_error = background, on_error
        self._typefaces: dict[str, Typeface] = {}
        self._request: PreviewRequest | None = None
        self._on_drawn: Callable[[dict[str, WordPreview]], object] = ignore
        self._drawing = Latest(
            background,
            lambda: self._request,
            self._draw,
            lambda drawn: self._on_drawn(drawn),
            on_error,
            delay=PAUSE_MS,
        )

    def find(self, word: str, on_found: Callable[[list[str]], object]) -> None:
        """Call ``on_found`` soon with the names of all typefaces, the bundled one first.

        Those that lack some characters of a word come last.
        """

        def found(typefaces: dict[str, Typeface]) -> None:
            self._typefaces = typefaces
            on_found(list(typefaces))

        self._background.run(lambda _job: _list_typefaces(word), found, self._on_error)

    def draw(
        self, request: PreviewRequest, on_drawn: Callable[[dict[str, WordPreview]], object]
    ) -> None:
        """Call ``on_drawn`` soon with previews by name, unless there is another request first."""
        self._request, self._on_drawn = request, on_drawn
        self._drawing.request()

    def stop(self) -> None:
        """Draw nothing more."""
        self._drawing.stop()

    def _draw(self, request: PreviewRequest, job: Job) -> dict[str, WordPreview]:
        result = {}
        for name in request.names:
            job.check()
            if name in self._typefaces:
                result[name] = preview_of(self._typefaces[name], request)
                sleep(PAUSE_AFTER_S)
        return result


def ask_typeface(services: Services, use: Callable[[str], None]) -> None:
    """Let the user choose the file of a typeface; keep a copy, and ``use`` its name."""
    kinds = [(_("Typefaces"), SUFFIXES)]
    path = services.ui.dialogs.file_to_open(_("Choose a typeface"), kinds)
    if path:
        services.background.run(lambda _job: add_own(path), use, services.report)


def preview_of(typeface: Typeface, request: PreviewRequest) -> WordPreview:
    """Return the word of a request, or else the name of the typeface, as the typeface draws it."""
    word = _visible_text(request.word) or typeface.family
    lacking = "".join(dict.fromkeys(char for char in word if not typeface.has(char)))
    if lacking.strip():
        return WordPreview(None, lacking)
    try:
        if must_be_shaped(word):
            return WordPreview(_draw_shaped(typeface, word, request))
        return WordPreview(_plain(typeface, word, request))
    except Exception:  # a damaged file must not keep the others from being seen
        return WordPreview(None)


def _plain(typeface: Typeface, word: str, request: PreviewRequest) -> NDArray[np.uint8]:
    """Draw a word with Pillow, which reads of a file only what it draws."""
    from PIL import Image, ImageDraw, ImageFont

    layout = ImageFont.Layout.BASIC
    size = round(LETTERS * request.height)
    font = ImageFont.truetype(typeface.path, size, typeface.index, layout_engine=layout)
    image = Image.new("L", (request.width, request.height))
    place = (0, round(BASELINE * request.height))
    ImageDraw.Draw(image).text(place, word, 255, font, anchor="ls")
    return np.asarray(image)


def _draw_shaped(typeface: Typeface, word: str, request: PreviewRequest) -> NDArray[np.uint8]:
    """Draw a word whose letters join as a page does."""
    from mazeeditor.page.raster import raster

    width, height = request.width, request.height
    size = LETTERS * height
    lettering = lettering_of(word, typeface.family)
    text = Text(0, BASELINE * height, size, word, "start", "black", lettering=lettering)
    scene = Scene(width, height, (Layer("word", "", (text,)),), word, "", size, 0.0)
    return 255 - np.asarray(raster.draw(scene, width).convert("L"))
