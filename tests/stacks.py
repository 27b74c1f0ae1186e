"""Where all threads are: what a test that waits in vain needs to say."""

from __future__ import annotations

import sys
import threading
import traceback


def stacks() -> str:
    """Return the lines that each thread is at, those of this one left out."""
    names = {thread.ident: thread.name for thread in threading.enumerate()}
    frames = sys._current_frames()
    del frames[threading.get_ident()]
    each = (
        f"{names.get(ident, ident)}:\n{''.join(traceback.format_stack(frame))}"
        for ident, frame in frames.items()
    )
    return "\n".join(each)
