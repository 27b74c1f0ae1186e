"""What can go wrong, each said in one sentence that a person can act on."""

from __future__ import annotations


class MazeError(Exception):
    """Something could not be done; the message is one sentence that names what and where."""


class UsageError(MazeError):
    """What was asked for makes no sense: an unknown name, a number out of range, a wrong option."""


class CancelledError(Exception):
    """A job was cancelled; nothing has changed."""
