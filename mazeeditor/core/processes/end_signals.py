"""The signals that ask a process to end: Ctrl+C, the end of the session, a closed terminal."""

from __future__ import annotations

import signal

END_SIGNALS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]
