"""Films of algorithms at work: recorded, played at any step, and written as animations."""

from __future__ import annotations
