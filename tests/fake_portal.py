"""A desktop portal for the tests, run as ``python -m tests.fake_portal BEHAVIOUR FILE``.

It notes in FILE how it is called, as JSON. What it then does: ``choose`` what FILE.uri holds,
``cancel``, ``fail``, ``hang`` (never reply at all), ``wait`` (for a Close), or ``vanish``.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from jeepney import (
    DBusAddress,
    HeaderFields,
    Message,
    MessageType,
    new_method_return,
    new_signal,
)
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, open_dbus_connection

from mazeeditor.gui.file_dialogs.desktop_dialogs import NAME, PLACE, REQUEST

CODES = {"choose": 0, "cancel": 1, "fail": 2}


def readable(value: Any) -> Any:
    """Return what JSON can hold: bytes as a list of numbers."""
    if isinstance(value, bytes):
        return list(value)
    if isinstance(value, dict):
        return {key: readable(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [readable(item) for item in value]
    return value


def serve(connection: DBusConnection, behaviour: str, notes: Path) -> None:
    """Answer calls for ever, or until this is to vanish."""
    while True:
        message = connection.receive()
        if message.header.message_type is not MessageType.method_call:
            continue
        called = message.header.fields[HeaderFields.member]
        with notes.open("a") as file:
            file.write(json.dumps([called, *readable(message.body)]) + "\n")
        if called == "Close" or behaviour == "hang":
            continue
        answer(connection, message, behaviour, notes.with_suffix(".uri"))
        if behaviour == "vanish":
            return


def answer(connection: DBusConnection, message: Message, behaviour: str, uri: Path) -> None:
    """Return the handle of a request, and its response where there is one."""
    sender = message.header.fields[HeaderFields.sender][1:].replace(".", "_")
    handle = f"{PLACE}/request/{sender}/t"
    foreign = DBusAddress(f"{PLACE}/request/other/t", interface=REQUEST)
    connection.send(new_signal(foreign, "Response", "ua{sv}", (0, {"uris": ("as", ["file:///x"])})))
    connection.send(new_method_return(message, "o", (handle,)))
    if behaviour in CODES:
        place = DBusAddress(handle, interface=REQUEST)
        results = {"uris": ("as", [uri.read_text()])} if behaviour == "choose" else {}
        connection.send(new_signal(place, "Response", "ua{sv}", (CODES[behaviour], results)))


def main(behaviour: str, notes: str) -> None:
    """Own the name of the portal and serve."""
    with open_dbus_connection("SESSION") as connection:
        connection.send_and_get_reply(message_bus.RequestName(NAME))
        print("ready", flush=True)
        serve(connection, behaviour, Path(notes))


if __name__ == "__main__":
    main(*sys.argv[1:])
