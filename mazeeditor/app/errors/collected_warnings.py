"""What the program logs as a warning while a file is made, for the message after it."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from mazeeditor.core.logged import PROGRAM, logged


@contextmanager
def collected_warnings() -> Iterator[list[str]]:
    """Collect what this thread warns of within the ``with``, each text once."""
    texts: list[str] = []

    def keep(record: logging.LogRecord) -> None:
        text = record.getMessage()
        if record.levelno == logging.WARNING and text not in texts:
            texts.append(text)

    with logged(PROGRAM, keep):
        yield texts


def with_warnings(text: str, warnings: list[str]) -> str:
    """Return a message followed by warnings, which are sentences."""
    return ". ".join([text, " ".join(warnings)]) if warnings else text
