"""``mazeeditor completion``: what lets a shell complete commands, flags and values by Tab."""

from __future__ import annotations

import argparse

from mazeeditor.cli.commands import DONE, subcommand
from mazeeditor.core.translation import _

SHELLS = ("bash", "zsh", "fish")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the shell."""
    text = _("shell that completes: {known}").format(known=", ".join(SHELLS))
    parser.add_argument("shell", choices=SHELLS, metavar=_("SHELL"), help=text)


@subcommand(
    "completion",
    _("Print what lets bash, zsh or fish complete commands, flags and values."),
    order=90,
    example="mazeeditor completion bash",
    configure=configure,
)
def run(parsed: argparse.Namespace) -> int:
    """Print the script of a shell."""
    from mazeeditor.cli import shell_completion  # which imports all commands

    print(getattr(shell_completion, parsed.shell)(), end="")
    return DONE
