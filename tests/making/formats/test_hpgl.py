"""HPGL: the planned paths, in the units of plotters."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.making.designs import maze_of
from tests.making.formats.planned import check_planned, planned


@pytest.mark.slow
@pytest.mark.parametrize("origin", ["bottom-left", "top-left"])
def test_a_file_holds_the_planned_paths(tmp_path: Path, origin: str) -> None:
    check_planned("hpgl", planned(maze_of("polar"), "inlay", origin), tmp_path)
