"""The errors that users may see; each message is one sentence on which they can act."""

from __future__ import annotations


class MazeError(Exception):
    """Something could not be done; the message is one sentence that names what and where."""

    status = 1  # of the process that ends with it


class UsageError(MazeError):
    """The request is invalid: an unknown name, a number out of range, a wrong option."""

    status = 2


class CancelledError(Exception):
    """A job was cancelled; nothing has changed."""
