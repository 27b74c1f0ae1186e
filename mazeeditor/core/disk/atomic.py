"""Writes files whole or not at all: at any moment the old or the new file is complete."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from mazeeditor.core.disk.file_state import FileState
from mazeeditor.core.disk.open_elsewhere import reason_of
from mazeeditor.core.disk.output_pipe import output_pipe
from mazeeditor.core.disk.overwriting import check_output, note_replaced
from mazeeditor.core.disk.paths import check_name, reachable
from mazeeditor.core.disk.staging import Chunks, Group, StagedFile, sweep, sync_folder
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, printable

Content = bytes | bytearray | Chunks
PREVIOUS = "~"  # after the name of a file: the one before


@dataclass(frozen=True)
class WriteResult:
    """What was written, ``None`` for a device, and whether it has ``replaced`` an old file.

    ``warning`` says what else could not be done.
    """

    state: FileState | None = None
    replaced: bool = False
    warning: str = ""


def write_whole(
    path: str | os.PathLike[str],
    data: Content,
    *,
    job: Job | None = None,
    before_replace: Callable[[Path], None] | None = None,
    keep_previous: bool = False,
) -> WriteResult:
    """Write ``data``, bytes or chunks of bytes, to a file.

    The bytes go to a new file in the same folder, are read back from the disk, and replace the old
    file then. Until then, and when ``data`` raises (a job that is cancelled), the old file stays.
    The old file's mode and owner are kept, and a symbolic link stays one. ``before_replace`` is
    called with the file's path at the last moment, and may raise; the old file is kept next to the
    new one, under its name with a ``~``, where ``keep_previous``. Raises ``MazeError`` and
    ``CancelledError``.
    """
    path, job = Path(path), job or Job()
    chunks = _chunks(data)
    with _naming(path), ExitStack() as stack:
        target, old = _target(path)
        if old is not None and not stat.S_ISREG(old.st_mode):
            _write_into_device(target, old, chunks, job)
            return WriteResult()
        file = stack.enter_context(StagedFile(target, old, Group(), job, locked=True))
        file.write(chunks)
        previous = previous_of(target)
        warning = _warning(previous, file.back_up) if keep_previous else ""
        if before_replace:
            before_replace(target)
        file.replace()
        note_replaced(old)
        if keep_previous and not warning:
            warning = _warning(previous, lambda: file.keep_backup(previous))
        sync_folder(target.parent)
        written = WriteResult(file.state(), old is not None, warning)
    sweep(target.parent)
    return written


def write_together(files: Iterable[tuple[Path, Content]], job: Job | None = None) -> list[Path]:
    """Write several files, all or none; return their paths.

    All are on the disk and read back before the first replaces an old one, and where one cannot be
    replaced those before it are put back. Names change one after the other: a process that is
    killed meanwhile leaves some files old and some new, each complete. Raises ``MazeError`` and
    ``CancelledError``.
    """
    job, group, paths = job or Job(), Group(), []
    staged: list[tuple[Path, StagedFile]] = []
    replaced: list[os.stat_result | None] = []
    with ExitStack() as stack:
        for path, data in files:
            paths.append(path)
            with _naming(path):
                target, old = _target(path)
                if old is not None and not stat.S_ISREG(old.st_mode):
                    _write_into_device(target, old, _chunks(data), job)
                    continue
                file = stack.enter_context(StagedFile(target, old, group, job, locked=not staged))
                file.write(_chunks(data))
                staged.append((path, file))
                replaced.append(old)
        job.check()
        _replace_all(staged)
        for old in replaced:
            note_replaced(old)
        folders = {file.target.parent for _path, file in staged}
        for folder in folders:
            sync_folder(folder)
    for folder in folders:
        sweep(folder)
    return paths


def _replace_all(staged: list[tuple[Path, StagedFile]]) -> None:
    """Replace every old file or none; the first last, as its lock protects the others."""
    try:
        for path, file in staged if len(staged) > 1 else ():
            with _naming(path):
                file.back_up()
        for path, file in reversed(staged):
            with _naming(path):
                file.replace()
    except BaseException as error:
        left = [path for path, file in staged if not _put_back(file)]
        if left and isinstance(error, MazeError):
            raise MazeError(
                _("{error} {file} could not be put back: it is the new one already.").format(
                    error=error, file=", ".join(map(printable, left))
                )
            ) from error
        raise


def _put_back(file: StagedFile) -> bool:
    try:
        file.put_back()
    except OSError:
        return False
    return True


def previous_of(path: Path) -> Path:
    """Return the name under which the file before this one is kept."""
    return path.with_name(path.name + PREVIOUS)


def _warning(previous: Path, step: Callable[[], None]) -> str:
    """Do a step towards the previous version; return why that cannot be kept, "" where it can."""
    try:
        step()
    except OSError as error:
        return _("The previous version could not be kept as {file}: {reason}.").format(
            file=printable(previous), reason=reason_of(error, previous)
        )
    return ""


def _chunks(data: Content) -> Chunks:
    return [data] if isinstance(data, bytes | bytearray) else data


def _target(path: Path) -> tuple[Path, os.stat_result | None]:
    """Return the file behind all links and its status, or ``None``; raises ``MazeError``."""
    check_name(path)
    name, path = printable(path), reachable(path)
    try:
        old = path.stat()
    except FileNotFoundError:
        old = None
    except ValueError:  # a NUL or half a character in the name
        raise MazeError(
            _("Cannot write {file}: this is not a valid file name.").format(file=name)
        ) from None
    if old is not None and stat.S_ISDIR(old.st_mode):
        raise MazeError(_("Cannot write {file}: it is a folder.").format(file=name))
    if old is not None and not os.access(path, os.W_OK):
        raise MazeError(_("Cannot write {file}: it is read-only.").format(file=name))
    check_output(path, old)
    # a link into /proc/self/fd cannot be resolved and a device must not be replaced
    special = old is not None and not stat.S_ISREG(old.st_mode)
    return (path if special else reachable(Path(os.path.realpath(path)))), old


def _write_into_device(target: Path, old: os.stat_result, chunks: Chunks, job: Job) -> None:
    """Write to a device such as ``/dev/stdout``, or a pipe, which has no old bytes to keep."""
    if stat.S_ISFIFO(old.st_mode):
        with output_pipe(target, job) as pipe:
            pipe.writelines(chunks)
        return
    with target.open("wb") as file:
        file.writelines(chunks)


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Turn an ``OSError`` into a ``MazeError`` of one sentence with the name of the file."""
    try:
        yield
    except OSError as error:
        raise MazeError(_failure(path, error)) from error


def _failure(path: Path, error: OSError) -> str:
    try:
        folder = path.parent.absolute()
    except FileNotFoundError:
        text = _("Cannot write {file}: the current folder was removed. Go to another folder.")
        return text.format(file=printable(path))
    if isinstance(error, FileNotFoundError) and not reachable(folder).exists():
        return _("Cannot write {file}: there is no folder {folder}.").format(
            file=printable(path), folder=printable(folder)
        )
    return _("Cannot write {file}: {reason}.").format(
        file=printable(path), reason=reason_of(error, path)
    )
