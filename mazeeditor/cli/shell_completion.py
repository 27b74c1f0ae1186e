"""Completion of commands, flags and their values for bash, zsh and fish, made from the parsers.

Each shell gets a table of its own words; shtab knows no fish, and completes no value that only the
help of a flag lists.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator

from mazeeditor.cli.all_parsers import command_parsers, explain, flags, takes_file, values

BASH = """\
# Completion of mazeeditor in bash, made from its parser.
_mazeeditor() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} words=
    COMPREPLY=()
    if [ "$COMP_CWORD" = 1 ]; then
        words="{commands} --help --version"
    else
        case "${{COMP_WORDS[1]}} $before" in
{values}
        *)
            case "$current:${{COMP_WORDS[1]}}" in
{flags}
            esac
            ;;
        esac
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}}
complete -o default -F _mazeeditor mazeeditor
"""

ZSH = """\
#compdef mazeeditor
# Completion of mazeeditor in zsh, made from its parser.
_mazeeditor() {{
    local -a commands
    commands=(
{commands}
    )
    if (( CURRENT == 2 )); then
        _describe command commands
        _files -g '*.(maze|mazebook)'
        _arguments '--help[show the help]' '--version[show the version]'
        return
    fi
    local command=$words[2]
    shift words
    (( CURRENT-- ))
    case $command in
{cases}
    esac
}}
_mazeeditor "$@"
"""


def completions() -> dict[str, str]:
    """Return the completions by the places of their files below ``/usr/share``."""
    return {
        "bash-completion/completions/mazeeditor": bash(),
        "zsh/vendor-completions/_mazeeditor": zsh(),
        "fish/vendor_completions.d/mazeeditor.fish": fish(),
    }


def _commands() -> Iterator[tuple[str, argparse.ArgumentParser]]:
    yield from command_parsers().items()


def bash() -> str:
    """Return the completion for bash: of files where there is nothing else."""
    value_lines, flag_lines = [], []
    for name, parser in _commands():
        named: list[str] = []
        for action in flags(parser):
            named += action.option_strings
            if action.nargs == 0:
                continue
            matches = "|".join(f'"{name} {flag}"' for flag in action.option_strings)
            words = " ".join(values(action))
            value_lines.append(f'        {matches}) words="{words}" ;;')
        flag_lines.append(f'            -*:{name}) words="{" ".join(named)}" ;;')
        places = " ".join(_place_values(parser))
        if places:
            flag_lines.append(f'            *:{name}) words="{places}" ;;')
    return BASH.format(
        commands=" ".join(command_parsers()),
        values="\n".join(value_lines),
        flags="\n".join(flag_lines),
    )


def _place_values(parser: argparse.ArgumentParser) -> list[str]:
    places = [action for action in parser._actions if not action.option_strings]
    return [value for action in places for value in values(action)]


def _for_zsh(text: str) -> str:
    """Return a text as it stands in single quotes of zsh, in what ``_arguments`` reads."""
    for char in "\\[]:":
        text = text.replace(char, f"\\{char}")
    return text.replace("'", "'\\''")


def zsh() -> str:
    """Return the completion for zsh, with the help of each flag."""
    commands = "\n".join(
        f"        '{name}:{_for_zsh(parser.description or '')}'" for name, parser in _commands()
    )
    cases = []
    for name, parser in _commands():
        lines = []
        for action in flags(parser):
            text = f"[{_for_zsh(explain(parser, action))}]"
            end = "" if action.nargs == 0 else f":value:{_zsh_action(action)}"
            lines += [f"'*{flag}{text}{end}'" for flag in action.option_strings]
        places = [action for action in parser._actions if not action.option_strings]
        lines += [f"'*:{_for_zsh(action.dest)}:{_zsh_action(action)}'" for action in places[:1]]
        block = " \\\n".join(f"            {line}" for line in lines)
        cases.append(f"    {name})\n        _arguments \\\n{block}\n        ;;")
    return ZSH.format(commands=commands, cases="\n".join(cases))


def _zsh_action(action: argparse.Action) -> str:
    words = values(action)
    if words:
        return f"({' '.join(map(_for_zsh, words))})"
    return "_files" if takes_file(action) else " "


def fish() -> str:
    """Return the completion for fish, with the help of each flag."""
    lines = ["# Completion of mazeeditor in fish, made from its parser."]
    first = "complete -c mazeeditor -n __fish_use_subcommand"
    lines.append(f"{first} -l help -d 'Show the help'")
    lines.append(f"{first} -l version -d 'Show the version'")
    for name, parser in _commands():
        lines.append(f"{first} -a {name} -d {_for_fish(parser.description or '')}")
    for name, parser in _commands():
        used = f"complete -c mazeeditor -n '__fish_seen_subcommand_from {name}'"
        for action in flags(parser):
            text = f"-d {_for_fish(explain(parser, action))}"
            lines.append(f"{used} {_fish_flags(action.option_strings)}{_fish_value(action)} {text}")
        places = _place_values(parser)
        if places:
            lines.append(f"{used} -a {_for_fish(' '.join(places))}")
    return "\n".join(lines) + "\n"


def _fish_flags(named: Iterable[str]) -> str:
    return " ".join(f"-l {flag[2:]}" if flag[:2] == "--" else f"-s {flag[1:]}" for flag in named)


def _fish_value(action: argparse.Action) -> str:
    if action.nargs == 0:
        return ""
    words = values(action)
    if words:
        return f" -x -a {_for_fish(' '.join(words))}"
    return " -r -F" if takes_file(action) else " -x"


def _for_fish(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
