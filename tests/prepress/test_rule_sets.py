"""Each rule of each set finds what breaks it, and only that; files of rules are read strictly."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from mazeeditor.core.disk.named_files import NamedFile
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.prepress.checks import CHECKS
from mazeeditor.prepress.preflight import preflight
from mazeeditor.prepress.rule_sets import Rule, RuleSet, read_rule_set, rule_set, rule_sets
from tests.prepress.pdf_builder import book
from tests.prepress.rule_breakers import PAIRS, new

SETS = rule_sets()[0]


def only(rules: RuleSet, name: str) -> RuleSet:
    return RuleSet(rules.name, rules.label, rules={name: rules.rules[name]})


def test_each_rule_has_files_that_break_it() -> None:
    lacking = {*CHECKS.names()} - {*PAIRS}
    assert not lacking, "add a file that breaks the rule, and one that does not, to PAIRS"
    assert {*PAIRS} == {*CHECKS.names()}


@pytest.mark.sample(9)
@pytest.mark.parametrize("name", CHECKS.names())
def test_what_breaks_a_rule_is_found(name: str, tmp_path: Path) -> None:
    """With the values of each set."""
    broken, kept = (tmp_path / file for file in ("broken.pdf", "kept.pdf"))
    known: list[Rule] = []
    for rules in SETS:
        rule = rules.rules.get(name)
        if rule is None or replace(rule, source="") in known:
            continue
        if name == "page-count" and known:
            continue  # one book of 800 pages is enough
        known.append(replace(rule, source=""))
        for pair in PAIRS[name]:
            pair.breaks(rule.values).write(broken, pair.gap(rule.values, True))
            pair.keeps(rule.values).write(kept, pair.gap(rule.values, False))
            (finding, *_others) = preflight(
                broken, rules=only(rules, name), bleed=pair.bleed
            ).findings
            assert (finding.rule, finding.severity) == (name, rule.severity), rules.name
            assert sorted(finding.pages) == list(pair.pages), rules.name
            assert finding.message.endswith(".")
            assert finding.advice.endswith(".")
            report = preflight(kept, rules=only(rules, name), bleed=pair.bleed)
            assert report.findings == (), rules.name
    assert known, f"no set of rules has {name}: add it to one in mazeeditor/prepress/rules"


def test_a_rule_set_explains_itself() -> None:
    for rules in SETS:
        assert rules.label != rules.name
        assert rules.about.endswith("."), rules.name
        if rules.name != "general":
            lacking = {name for name, rule in rules.rules.items() if not rule.source}
            assert lacking <= {"page-boxes", "actions", "attachments", "damage", "readable"}, (
                f"{rules.name}: name the page of the print shop that asks for it as its source"
            )


@pytest.mark.slow
def test_the_gutter_grows_with_the_book(tmp_path: Path) -> None:
    rules = only(rule_set("kdp"), "gutter")
    steps = [(150, 0.375), (151, 0.5), (301, 0.625), (501, 0.75), (701, 0.875)]
    for (pages, inches), (share, found) in product(steps, ((0.99, 1), (1.0, 0))):
        area = b"%f 100 50 50 re f" % (72 * inches * share)
        report = preflight(book({7: area}, pages=pages).write(tmp_path / "a.pdf"), rules=rules)
        assert len(report.findings) == found, pages
        for finding in report.findings:
            assert finding.pages == (7,)
            assert finding.limit == pytest.approx(25.4 * inches)
            assert finding.setting
            assert finding.setting.name == "gutter"
            assert finding.setting.value == pytest.approx(25.4 * inches)


HEAD = {"format": "mazeeditor rules", "version": 1}
INVALID: dict[str, Any] = {
    "no preset": {"format": "mazeeditor preset", "version": 1},
    "a list": [],
    "newer": HEAD | {"version": 2},
    "an unknown key": HEAD | {"colour": "red"},
    "an unknown rule": HEAD | {"rules": {"lines": {}}},
    "an unknown value": HEAD | {"rules": {"line-width": {"most": 1}}},
    "a wrong type": HEAD | {"rules": {"line-width": {"least": True}}},
    "a wrong unit": HEAD | {"rules": {"margins": {"outside": "1 ell"}}},
    "out of range": HEAD | {"rules": {"page-count": {"least": -1}}},
    "no object": HEAD | {"rules": {"line-width": 0.75}},
    "rules in a list": HEAD | {"rules": []},
    "a wrong severity": HEAD | {"rules": {"line-width": {"severity": "fatal"}}},
    "a wrong table": HEAD | {"rules": {"gutter": {"steps": "150:1in"}}},
    "a wrong size": HEAD | {"rules": {"page-count": {"by_trim": "large=20"}}},
    "a base that is missing": HEAD | {"based_on": "ktp"},
    "a base that is a list": HEAD | {"based_on": []},
    "itself as its base": HEAD | {"based_on": "own"},
    "a long name": HEAD | {"name": "x" * 2000},
}


DAMAGED = [b"", b"{", b'{"a": 1, "a": 2}', b"\xff", b"[" * 10**5, b" " * 2**21]


@pytest.mark.slow
def test_an_invalid_file_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    for data in [*(json.dumps(values).encode() for values in INVALID.values()), *DAMAGED]:
        path.write_bytes(data)
        with pytest.raises(MazeError) as error:
            read_rule_set(path, [tmp_path])
        assert str(error.value).startswith(f"The rules {path} cannot be used: "), data[:99]
        assert str(error.value).count("\n") == 0, data[:99]
        assert rule_sets([tmp_path])[1], data[:99]


def test_rules_of_a_user(tmp_path: Path) -> None:
    own = HEAD | {
        "name": "Thin",
        "based_on": "kdp",
        "rules": {"page-count": {"most": "96"}, "gutter": None, "margins": {"outside": "1cm"}},
    }
    (tmp_path / "thin.json").write_text(json.dumps(own))
    thin = rule_set("thin", [tmp_path])
    assert (thin.label, thin.value("page-count", "most")) == ("Thin", 96)
    assert thin.value("page-count", "least") == 24
    assert "gutter" not in thin.rules
    assert thin.rules["margins"].values == {"outside": 10.0, "with_bleed": 9.525}
    assert rule_set(NamedFile(tmp_path / "thin.json")).rules == thin.rules
    assert "thin" in {rules.name for rules in rule_sets([tmp_path])[0]}
    with pytest.raises(UsageError, match="Choose one of: general, kdp"):
        rule_set("thin")


@pytest.mark.parametrize("own", [None, {"severity": "warning"}])
def test_what_cannot_be_checked_is_an_error_in_every_set(own: object, tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    values = {"format": "mazeeditor rules", "version": 1, "name": "Own", "rules": {"readable": own}}
    path.write_text(json.dumps(values))
    with pytest.raises(MazeError, match="the rule 'readable' must be an error"):
        read_rule_set(path)
    path.write_text(json.dumps({**values, "rules": {}}))
    broken = book({4: b"/Missing Do"}, pdf=new()).write(tmp_path / "a.pdf")
    for rules in (read_rule_set(path), RuleSet("bare", "Bare")):
        (finding,) = preflight(broken, rules=rules).errors
        assert (finding.rule, finding.pages) == ("readable", (4,))
