"""Python programs that answer each line of JSON with a line, and run until the tests end."""

from __future__ import annotations

import atexit
import json
import subprocess
import sys
from functools import cache


def ask(program: str, request: object) -> str:
    """Send a request to the server that runs ``program``, started at the first; return its line."""
    server = _server(program)
    assert server.stdin
    assert server.stdout
    server.stdin.write(json.dumps(request) + "\n")
    server.stdin.flush()
    return server.stdout.readline()


@cache
def _server(program: str) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    server = subprocess.Popen(
        [sys.executable, "-c", program], stdin=pipe, stdout=pipe, text=True, encoding="utf-8"
    )
    atexit.register(server.kill)
    return server
