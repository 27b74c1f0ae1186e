"""Free memory is what the system reports, at most what a container has left."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from mazeeditor.core.kernels.compiled import available
from mazeeditor.core.memory import free_bytes, give_back, keep_pages, kept_bytes, resident_bytes
from tests.heap import GLIBC, SCATTERED, scattered


def test_free_memory_is_what_the_system_reports() -> None:
    free = free_bytes(Path("no such folder"))
    assert free is not None
    assert 10**6 < free < 2**50
    assert free == pytest.approx(psutil.virtual_memory().available, rel=0.5)


def test_a_container_limits_free_memory(tmp_path: Path) -> None:
    (tmp_path / "memory.max").write_text("5000000\n")
    (tmp_path / "memory.current").write_text("4000000\n")
    assert free_bytes(tmp_path) == 1_000_000
    (tmp_path / "memory.max").write_text("max\n")
    assert (free_bytes(tmp_path) or 0) > 10**6


STAT = "anon 1000000\nfile 3000000\n{}inactive_file 1500000\n{}active_file 700000\nslab 9\n"


def test_files_in_memory_count_as_free(tmp_path: Path) -> None:
    """The system takes their pages back when memory is short."""
    (tmp_path / "memory.max").write_text("5000000\n")
    (tmp_path / "memory.current").write_text("4000000\n")
    (tmp_path / "memory.stat").write_text(STAT.format("", ""))
    assert free_bytes(tmp_path) == 3_200_000
    (tmp_path / "memory.current").write_text("9000000\n")
    assert free_bytes(tmp_path) == 0


def test_a_container_of_the_first_version_of_groups(tmp_path: Path) -> None:
    folder = tmp_path / "memory"
    folder.mkdir()
    (folder / "memory.limit_in_bytes").write_text("5000000\n")
    (folder / "memory.usage_in_bytes").write_text("4000000\n")
    own = "inactive_file 1\nactive_file 1\n"  # without those of groups within it
    (folder / "memory.stat").write_text(own + STAT.format("total_", "total_"))
    assert free_bytes(tmp_path) == 3_200_000
    (folder / "memory.limit_in_bytes").write_text("9223372036854771712\n")  # no limit
    assert 10**6 < (free_bytes(tmp_path) or 0) < 2**50


def test_free_memory_may_be_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> None:
        raise FileNotFoundError("/proc/meminfo")

    monkeypatch.setattr(psutil, "virtual_memory", fails)
    assert free_bytes() is None


@GLIBC
def test_memory_that_was_freed_goes_back_to_the_system() -> None:
    give_back()  # what tests before this one have freed would be used first
    before = resident_bytes()
    held = scattered()
    assert kept_bytes() > SCATTERED * 0.9
    assert resident_bytes() > before + SCATTERED * 0.8
    give_back()
    assert resident_bytes() < before + SCATTERED * 0.2
    assert len(held) == SCATTERED // 20_000 // 50


@GLIBC
def test_what_the_c_library_keeps_is_read_without_leaving_garbage() -> None:
    """In a process of its own: threads that other tests have left may make garbage meanwhile."""
    code = (
        "import gc; from mazeeditor.core.memory import kept_bytes; kept_bytes(); gc.collect();"
        "gc.disable(); [kept_bytes() for _ in range(100)]; print(gc.collect())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert int(done.stdout) < 100


def test_where_nothing_is_known_of_the_c_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert kept_bytes() == 0
    give_back()
    keep_pages(1 << 20)


NEW_PAGES = """
import resource
import mazeeditor
from mazeeditor.core.kernels.jit import compiling

def faults(seed):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    mazeeditor.generate(rows=1000, columns=1000, seed=seed)
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

with compiling():
    print([faults(seed) for seed in range(6)][-1])
"""


@GLIBC
@pytest.mark.slow
def test_mazes_made_one_after_the_other_keep_their_pages() -> None:
    """Cells and walls of a maze are 490 pages."""
    if not available():
        pytest.skip("interpreted, it takes a minute")
    assert int(subprocess.check_output([sys.executable, "-c", NEW_PAGES], text=True)) < 50
