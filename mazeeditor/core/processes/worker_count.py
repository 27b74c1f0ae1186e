"""How many processes do the work, as people and programs choose it."""

from __future__ import annotations

from mazeeditor.core.options import Option
from mazeeditor.core.translation import _

WORKERS = Option(
    "workers",
    int,
    None,
    _("processes that do the work; without it, one for each core"),
    1,
    256,
    optional=True,
)
