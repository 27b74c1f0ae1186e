"""Processes that the program starts of itself: isolated, and ended with it."""

from __future__ import annotations

import signal

# They ask a process to end: Ctrl+C, the end of the session, a closed terminal (BREAK on Windows)
_NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
END_SIGNALS = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
