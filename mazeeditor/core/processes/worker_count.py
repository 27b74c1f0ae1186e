"""How many processes do the work, as people and programs choose it."""

from __future__ import annotations

from mazeeditor.core.options import Option
from mazeeditor.core.translation import _

WORKERS = Option(
    "workers",
    int,
    None,
    _("number of processes that do the work; by default one for each core"),
    1,
    256,
    optional=True,
)
