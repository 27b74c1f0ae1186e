"""Checking a PDF leaves the limits of qpdf, which are those of a whole process, as they are."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from threading import Thread

import pikepdf
import pytest

import mazeeditor

LARGE = 6_000_000  # bytes of a stream: more than a check may unpack of a small file

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not hasattr(pikepdf.settings, "set_qpdf_limits"), reason="this pikepdf sets no limits"
    ),
]


def with_large_stream() -> bytes:
    file = BytesIO()
    with pikepdf.new() as pdf:
        pdf.Root.Large = pdf.make_stream(bytes(LARGE))
        pdf.save(file, compress_streams=True)
    return file.getvalue()


def test_other_threads_read_pdfs_while_some_are_checked(tmp_path: Path) -> None:
    (file,) = mazeeditor.sheet(tmp_path / "a.pdf", count=2, rows=5, columns=5, seed=1)
    reports: list[mazeeditor.Report] = []

    def check() -> None:
        reports.extend(mazeeditor.preflight(file, rules="general") for _turn in range(2))

    threads = [Thread(target=check) for _number in range(2)]
    data = with_large_stream()
    before = int(pikepdf.settings.set_qpdf_limits(flate_max_memory=0)["flate_max_memory"])
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        with pikepdf.open(BytesIO(data)) as pdf:
            assert len(pdf.Root.Large.read_bytes()) == LARGE
    assert len(reports) == 4
    assert pikepdf.settings.set_qpdf_limits(flate_max_memory=before) == {"flate_max_memory": 0}
