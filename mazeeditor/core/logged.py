"""What one thread logs while it works: a part of the result, not lines on the terminal."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import get_ident

PROGRAM = __name__.partition(".")[0]


@contextmanager
def keep_log(name: str, keep: Callable[[logging.LogRecord], object]) -> Iterator[None]:
    """Call ``keep`` for each warning or error that this thread logs within the ``with``.

    ``name`` is that of the logger, with those below it. Other threads may do the same work.
    """
    handler, logger = _Handler(keep), logging.getLogger(name)
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)


class _Handler(logging.Handler):
    def __init__(self, keep: Callable[[logging.LogRecord], object]) -> None:
        super().__init__(logging.WARNING)
        self._keep, self._thread = keep, get_ident()

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record of this thread."""
        if record.thread == self._thread:
            self._keep(record)


@contextmanager
def collected_warnings() -> Iterator[list[str]]:
    """Collect what this thread warns of within the ``with``, each text once."""
    texts: list[str] = []

    def keep(record: logging.LogRecord) -> None:
        text = record.getMessage()
        if record.levelno == logging.WARNING and text not in texts:
            texts.append(text)

    with keep_log(PROGRAM, keep):
        yield texts
