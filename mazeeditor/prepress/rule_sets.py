"""Sets of rules: what a print shop asks for, each in a file, to which users add theirs.

::

    {"format": "mazeeditor rules", "version": 1, "name": "My shop", "about": "Thin books",
     "based_on": "kdp",
     "rules": {"page-count": {"least": 4, "most": 96, "severity": "warning",
                              "source": "https://...", "quote": "up to 96 pages"},
               "gutter": null}}

A rule has the values of its check, lengths also with units (``"0.25in"``). What is ``null`` is not
asked for, though the set that this one is based on may ask for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mazeeditor.core.disk.json_files import (
    JsonFormat,
    check_keys,
    file_named,
    files_by_name,
    short_text,
)
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.options import Option, check_all
from mazeeditor.core.translation import _, printable, quote_value
from mazeeditor.prepress.checks import CHECKS

SUFFIX = ".json"
FORMAT = JsonFormat("mazeeditor rules", 1, _("they are not rules of this program."))
OWN_FOLDER = Path(__file__).parent / "rules"
LONGEST_TEXT = 1_000  # characters
MAX_DEPTH = 10  # sets based on others
ERROR, WARNING = "error", "warning"
SEVERITIES = (ERROR, WARNING)
_KEYS = ("format", "version", "name", "about", "based_on", "rules")
_OF_RULE = ("severity", "source", "quote")


@dataclass(frozen=True)
class Rule:
    """A check with its values; ``source`` is where it stands, ``quote`` what is said there."""

    name: str
    values: Mapping[str, Any]
    severity: str = ERROR
    source: str = ""
    quote: str = ""


@dataclass(frozen=True)
class RuleSet:
    """All that is asked for; ``name`` is that of its file, ``label`` what users read."""

    name: str
    label: str
    about: str = ""
    rules: Mapping[str, Rule] = field(default_factory=dict)

    def value(self, rule: str, option: str) -> Any:
        if rule in self.rules:
            return self.rules[rule].values[option]
        return next(one.default for one in CHECKS[rule].options if one.name == option)


def read_rule_set(path: Path, folders: Iterable[Path] = ()) -> RuleSet:
    """Return the rules in a file; raises ``MazeError`` that names it."""
    return _read(path, rule_set_files(folders), 0)


def _read(path: Path, files: Mapping[str, Path], depth: int) -> RuleSet:
    try:
        values = FORMAT.read(path)
        check_keys(values, _KEYS)
        base = values.get("based_on")
        known: dict[str, Rule] = {}
        if base is not None:
            if not isinstance(base, str) or base not in files or depth >= MAX_DEPTH:
                raise MazeError(_("there are no rules {name}.").format(name=quote_value(base)))
            known = dict(_read(files[base], files, depth + 1).rules)
        return RuleSet(
            path.stem,
            short_text(values, "name", LONGEST_TEXT) or path.stem,
            short_text(values, "about", LONGEST_TEXT),
            _rules(values.get("rules", {}), known),
        )
    except MazeError as error:
        if depth:
            raise
        raise MazeError(
            _("The rules {file} cannot be used: {reason}").format(
                file=printable(path), reason=error
            )
        ) from None


def _rules(values: object, known: dict[str, Rule]) -> dict[str, Rule]:
    """Return the rules of ``known``, changed and completed by those of a file."""
    if not isinstance(values, dict):
        raise MazeError(_("{key} must be an object.").format(key=quote_value("rules")))
    result = dict(known)
    for name, own in values.items():
        if name not in CHECKS:
            raise MazeError(
                _("there is no rule {name}. Choose one of: {known}.").format(
                    name=quote_value(name), known=", ".join(CHECKS.names())
                )
            )
        result.pop(name, None)
        if own is not None:
            result[name] = _rule(name, own, known.get(name))
        if CHECKS[name].always and (own is None or result[name].severity != ERROR):
            raise MazeError(_("the rule {name} must be an error.").format(name=quote_value(name)))
    result |= {name: rule for name, rule in always().items() if name not in result}
    return {name: result[name] for name in CHECKS.names() if name in result}


def always() -> dict[str, Rule]:
    """Return the rules that no set may leave out."""
    return {
        name: Rule(name, check_all(CHECKS[name].options, {}))
        for name in CHECKS.names()
        if CHECKS[name].always
    }


def _rule(name: str, own: object, before: Rule | None) -> Rule:
    """Return a rule; what its file leaves out is as in the set that it is based on."""
    if not isinstance(own, dict):
        raise MazeError(_("the rule {name} must be an object.").format(name=quote_value(name)))
    options = CHECKS[name].options
    check_keys(own, [*(option.name for option in options), *_OF_RULE])
    severity = own.get("severity", before.severity if before else ERROR)
    if severity not in SEVERITIES:
        raise MazeError(
            _("the severity of {name} must be one of {known}, not {value}.").format(
                name=quote_value(name), known=", ".join(SEVERITIES), value=quote_value(severity)
            )
        )
    values = dict(before.values) if before else {}
    values |= {one.name: _value(one, own[one.name], name) for one in options if one.name in own}
    source = short_text(own, "source", LONGEST_TEXT) or (before.source if before else "")
    quote = short_text(own, "quote", LONGEST_TEXT)
    if before and not own.keys() - set(_OF_RULE):
        quote = quote or before.quote
    return Rule(name, check_all(options, values), severity, source, quote)


def _value(option: Option, value: object, rule: str) -> Any:
    """Return a value as its option takes it, a length with its unit in mm."""
    try:
        if isinstance(value, str) and option.kind in (int, float):
            return option.parse(value)
        return option.check(value)
    except UsageError as error:
        raise MazeError(
            _("in the rule {rule}: {reason}").format(rule=quote_value(rule), reason=error)
        ) from None


def rule_set_files(folders: Iterable[Path] = ()) -> dict[str, Path]:
    """Return the files of all rule sets by name; those of later folders replace earlier ones."""
    return files_by_name((OWN_FOLDER, *folders), SUFFIX)


def rule_set(name: str, folders: Iterable[Path] = ()) -> RuleSet:
    """Return the rules of that name, or in the file that the user has named.

    Raises ``UsageError`` with the names there are, and ``MazeError``.
    """
    files = rule_set_files(folders)
    text = _(
        "There are no rules {name}. Choose one of: {known}; files of your own belong into "
        "the folder rules beside the settings."
    )
    return _read(file_named(name, files, SUFFIX, text), files, 0)


def rule_sets(folders: Iterable[Path] = ()) -> tuple[list[RuleSet], list[str]]:
    """Return all rule sets, and for each file that is none the reason."""
    files = rule_set_files(folders)
    results = [_set_or_problem(path, files) for path in files.values()]
    known = [one for one in results if isinstance(one, RuleSet)]
    return known, [one for one in results if isinstance(one, str)]


def _set_or_problem(path: Path, files: Mapping[str, Path]) -> RuleSet | str:
    try:
        return _read(path, files, 0)
    except MazeError as error:
        return str(error)
