"""Files of at most 1 MB made to take time and memory: bounds hold, and SIGTERM is answered."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.breadth import stress
from tests.prepress.measured_check import LONGEST, answer, checked
from tests.prepress.worst_files import MOST, WORST

if not stress():
    pytest.skip("takes many minutes: with --stress", allow_module_level=True)

pytestmark = pytest.mark.skipif(os.name != "posix", reason="limits and signals are those of POSIX")
MEGABYTES = 300
PATIENCE = 10.0  # seconds of work after SIGTERM; one is meant, on a machine that is not busy


@pytest.mark.parametrize("name", WORST)
def test_it_has_an_end(name: str, tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(WORST[name]())
    assert path.stat().st_size <= MOST
    one = checked(path)
    assert one.status in (0, 1), f"{one.text} after {one.worked:.0f} s, of at most {LONGEST}"
    assert "Traceback" not in one.text
    assert one.megabytes < MEGABYTES
    assert answer(path, one.worked) < PATIENCE
