"""The file dialog of the desktop, by xdg-desktop-portal over D-Bus.

The call returns at once the path of a request, whose signal ``Response`` brings the answer
(flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.FileChooser.html).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes, urlsplit

from mazeeditor.core.errors import CancelledError
from mazeeditor.core.job import Job
from mazeeditor.gui.file_dialogs.file_question import FileQuestion, UnusableError

if TYPE_CHECKING:
    from jeepney import Message
    from jeepney.io.blocking import DBusConnection

NAME, PLACE = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
CHOOSER, REQUEST = "org.freedesktop.portal.FileChooser", "org.freedesktop.portal.Request"
FIRST_REPLY = 3.0  # s that the desktop may take to begin; starting the portal takes about one
LOOK = 0.1  # s between two looks whether the window still waits
CHOSEN, CANCELLED = 0, 1  # results of a request; 2 is a failure
GLOB = 0  # kind of a filter


def ask(question: FileQuestion, job: Job) -> Path | None:
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

        reply = self._connection.send_and_get_reply(message, timeout=FIRST_REPLY)
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
                self._connection.recv_messages(timeout=LOOK)
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
