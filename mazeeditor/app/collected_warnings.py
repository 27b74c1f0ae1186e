"""What the program logs as a warning while a file is made, for the message after it."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from threading import get_ident

PROGRAM = "mazeeditor"


class _Collector(logging.Handler):
    """Keeps the warnings of one thread, each once: two windows may export at the same time."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._thread = get_ident()
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the text of a warning."""
        text = record.getMessage()
        ours = record.levelno == logging.WARNING and record.thread == self._thread
        if ours and text not in self.texts:
            self.texts.append(text)


@contextmanager
def collected_warnings() -> Iterator[list[str]]:
    """Collect what this thread warns of within the ``with``."""
    collector, logger = _Collector(), logging.getLogger(PROGRAM)
    logger.addHandler(collector)
    try:
        yield collector.texts
    finally:
        logger.removeHandler(collector)


def with_warnings(text: str, warnings: list[str]) -> str:
    """Return a message followed by warnings, which are sentences."""
    return ". ".join([text, " ".join(warnings)]) if warnings else text
