"""The file dialogs of other programs: zenity (GTK) and kdialog (KDE)."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from pathlib import Path

from mazeeditor.core.job import Job
from mazeeditor.gui.file_dialogs.file_question import FileQuestion, UnusableError

LOOK = 0.1  # s between two looks whether the window still waits
ENDING = ("SIGTERM", "SIGKILL", "SIGINT", "SIGHUP")  # Windows lacks two of them
ENDED_BY_HAND = {-number for number in signal.Signals if number.name in ENDING}
CANCELLED = 1  # exit status of both
OF_FILTERS = str.maketrans("|()\\\n", "     ")  # what has a meaning in their filters


def ask_zenity(question: FileQuestion, job: Job) -> Path | None:
    """Return the file chosen in zenity, None for none; raises ``UnusableError``."""
    command = ["--file-selection", f"--title={question.title}", f"--filename={question.path}"]
    if question.saves:
        command += ["--save", "--confirm-overwrite"]
    for label, patterns in question.patterns:
        command.append(f"--file-filter={label.translate(OF_FILTERS)} | {' '.join(patterns)}")
    return _run("zenity", command, question, job)


def ask_kdialog(question: FileQuestion, job: Job) -> Path | None:
    """Return the file chosen in kdialog, None for none; raises ``UnusableError``."""
    command = ["--title", question.title]
    if question.window:
        command += ["--attach", str(question.window)]
    command.append("--getsavefilename" if question.saves else "--getopenfilename")
    command.append(question.path)
    kinds = [f"{label.translate(OF_FILTERS)} ({' '.join(own)})" for label, own in question.patterns]
    return _run("kdialog", [*command, "|".join(kinds)], question, job)


def _run(name: str, command: list[str], question: FileQuestion, job: Job) -> Path | None:
    """Run a program until it ends or the job is cancelled; return the path that it prints."""
    program = shutil.which(name)
    if not program:
        raise UnusableError
    environment = {**os.environ, "WINDOWID": str(question.window)}  # zenity's window belongs to it
    try:
        process = subprocess.Popen(
            [os.fsencode(part) for part in (program, *command)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
        )
    except OSError:
        raise UnusableError from None
    return _answer(process, job)


def _answer(process: subprocess.Popen[bytes], job: Job) -> Path | None:
    with process:
        while True:
            try:
                output, _errors = process.communicate(timeout=LOOK)
                break
            except subprocess.TimeoutExpired:
                if job.cancelled:
                    process.kill()
        if job.cancelled or process.returncode in (CANCELLED, *ENDED_BY_HAND):
            return None
        path = output.removesuffix(b"\n")  # the name itself may end with one
        if process.returncode or not path:
            raise UnusableError
        return Path(os.fsdecode(path))
