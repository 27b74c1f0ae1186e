"""The file dialogs outside of the program: the desktop's portal, zenity (GTK) and kdialog (KDE).

xdg-desktop-portal is asked over D-Bus. The call returns at once the path of a request, whose signal
``Response`` brings the answer
(flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.FileChooser.html).
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes, urlsplit

from mazeeditor.core.errors import CancelledError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _

if TYPE_CHECKING:
    from jeepney import Message
    from jeepney.io.blocking import DBusConnection


ALL_FILES = (_("All files"), ("*",))
NAME, PLACE = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
CHOOSER, REQUEST = "org.freedesktop.portal.FileChooser", "org.freedesktop.portal.Request"
FIRST_REPLY_S = 3.0  # s that the desktop may take to begin; starting the portal takes about one
POLL_S = 0.1  # s between two looks whether the window still waits
CHOSEN, CANCELLED = 0, 1  # results of a request; 2 is a failure
GLOB = 0  # kind of a filter
ENDING = ("SIGTERM", "SIGKILL", "SIGINT", "SIGHUP")  # Windows lacks two of them
ENDED_BY_HAND = {-number for number in signal.Signals if number.name in ENDING}
CANCELLED_STATUS = 1  # exit status of both
OF_FILTERS = str.maketrans("|()\\\n", "     ")  # what has a meaning in their filters


class UnusableError(Exception):
    """A dialog is not installed, does not answer or failed: another one is asked."""


@dataclass
class FileQuestion:
    """A file to open, or to save where there is a ``name`` to propose.

    ``kinds`` are labels with suffixes (``.maze``); ``window`` is the number of the X window that
    the dialog belongs to.
    """

    title: str
    kinds: Sequence[tuple[str, tuple[str, ...]]]
    folder: Path | None = None
    name: str = ""
    window: int = 0

    @property
    def saves(self) -> bool:
        return bool(self.name)

    @property
    def patterns(self) -> list[tuple[str, list[str]]]:
        """The kinds with patterns (``*.maze``), and a last one for all files."""
        every = [*self.kinds, ALL_FILES]
        return [(label, [f"*{suffix.lstrip('*')}" for suffix in own]) for label, own in every]

    @property
    def start(self) -> Path:
        """The folder to begin in, absolute."""
        return (self.folder or Path()).absolute()

    @property
    def path(self) -> str:
        """The proposed file, or the folder with a slash at its end."""
        return f"{self.start}/{self.name}"


def ask_portal(question: FileQuestion, job: Job) -> Path | None:
    """Return the file chosen in the desktop's dialog, None for none.

    Raises ``UnusableError`` where there is no D-Bus session, no portal, or it fails.
    """
    try:
        from jeepney import DBusErrorResponse
        from jeepney.io.blocking import open_dbus_connection

        with open_dbus_connection(_bus()) as connection:
            return _Request(connection, job).ask(question)
    except (ImportError, OSError, KeyError, ValueError, RuntimeError, DBusErrorResponse):
        raise UnusableError from None


def _bus() -> str:
    """Return the address of the session's bus; where nothing names it, its usual place."""
    usual = f"unix:path={os.environ.get('XDG_RUNTIME_DIR', '/nowhere')}/bus"
    return os.environ.get("DBUS_SESSION_BUS_ADDRESS") or usual


class _Request:
    """One dialog on a connection of its own."""

    def __init__(self, connection: DBusConnection, job: Job) -> None:
        self._connection, self._job = connection, job

    def ask(self, question: FileQuestion) -> Path | None:
        from jeepney import DBusAddress, MatchRule, new_method_call
        from jeepney.bus_messages import message_bus

        response = MatchRule(type="signal", interface=REQUEST, member="Response")
        owner = MatchRule(
            type="signal", sender=message_bus.bus_name, member="NameOwnerChanged", path=None
        )
        owner.add_arg_condition(0, NAME)
        chooser = DBusAddress(PLACE, NAME, CHOOSER)
        with (
            self._connection.filter(response, bufsize=16) as responses,
            self._connection.filter(owner) as owners,
        ):
            for rule in (response, owner):
                self._call(message_bus.AddMatch(rule))
            method = "SaveFile" if question.saves else "OpenFile"
            call = new_method_call(chooser, method, "ssa{sv}", _arguments(question))
            (handle,) = self._call(call)
            try:
                return self._wait(lambda: _answer_in(responses, handle), owners)
            except CancelledError:
                close = DBusAddress(handle, NAME, REQUEST)
                with suppress(Exception):  # it may be gone by now
                    self._connection.send(new_method_call(close, "Close"))
                return None

    def _call(self, message: Message) -> tuple[Any, ...]:
        from jeepney.wrappers import unwrap_msg

        reply = self._connection.send_and_get_reply(message, timeout=FIRST_REPLY_S)
        body: tuple[Any, ...] = unwrap_msg(reply)
        return body

    def _wait(self, answer: Callable[[], tuple[int, Any] | None], owners: Any) -> Path | None:
        """Return the file of the answer; None where the portal ends without one."""
        while not (reply := answer()):
            if self._job.cancelled:
                raise CancelledError
            if owners and not owners.popleft().body[2]:
                return None
            with suppress(TimeoutError):
                self._connection.recv_messages(timeout=POLL_S)
        code, results = reply
        if code == CANCELLED:
            return None
        uris = results.get("uris", ("as", []))[1]
        if code != CHOSEN or not uris:
            raise UnusableError
        return _path_of(uris[0])


def _answer_in(responses: Any, handle: str) -> tuple[int, Any] | None:
    """Return the answer to a request among the signals that came; those of others are dropped."""
    from jeepney import HeaderFields

    while responses:
        message = responses.popleft()
        if message.header.fields.get(HeaderFields.path) == handle:
            code, results = message.body
            return code, results
    return None


def _arguments(question: FileQuestion) -> tuple[str, str, dict[str, tuple[str, Any]]]:
    """Return parent window, title and options as the portal takes them."""
    filters = [(label, [(GLOB, own) for own in patterns]) for label, patterns in question.patterns]
    options: dict[str, tuple[str, Any]] = {
        "modal": ("b", True),
        "filters": ("a(sa(us))", filters),
        "current_folder": ("ay", os.fsencode(question.start) + b"\0"),
    }
    if question.saves:  # text of D-Bus is UTF-8, names of files need not be
        name = os.fsencode(question.name).decode(errors="replace")
        options["current_name"] = ("s", name)
    window = f"x11:{question.window:x}" if question.window else ""
    return window, question.title, options


def _path_of(uri: str) -> Path:
    """Return the path of a ``file:`` URI; raises ``UnusableError`` for another one."""
    parts = urlsplit(uri)
    if parts.scheme != "file":
        raise UnusableError
    return Path(os.fsdecode(unquote_to_bytes(parts.path)))


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
                output, _errors = process.communicate(timeout=POLL_S)
                break
            except subprocess.TimeoutExpired:
                if job.cancelled:
                    process.kill()
        if job.cancelled or process.returncode in (CANCELLED_STATUS, *ENDED_BY_HAND):
            return None
        path = output.removesuffix(b"\n")  # the name itself may end with one
        if process.returncode or not path:
            raise UnusableError
        return Path(os.fsdecode(path))
