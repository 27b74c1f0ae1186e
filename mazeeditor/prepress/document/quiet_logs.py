"""What a library logs while it works for us: a part of the result, never lines on the terminal."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from threading import get_ident

_MOST = 100
_LONGEST = 200  # characters


class _Collector(logging.Handler):
    """Keeps the warnings of one thread, each once."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._thread = get_ident()
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the first line of a warning."""
        text = (record.getMessage().splitlines() or [""])[0][:_LONGEST]
        if record.thread == self._thread and text not in self.texts and len(self.texts) < _MOST:
            self.texts.append(text)


@contextmanager
def logged(library: str) -> Iterator[list[str]]:
    """Collect what a library warns of in this thread within the ``with``."""
    collector, logger = _Collector(), logging.getLogger(library)
    logger.addHandler(collector)
    try:
        yield collector.texts
    finally:
        logger.removeHandler(collector)
