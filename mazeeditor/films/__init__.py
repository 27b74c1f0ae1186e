"""Films of algorithms at work: recorded, played at any step, and written as moving pictures."""

from __future__ import annotations
