"""Chooses the cases of a run by its tier, says what was left out, and keeps the tiers true.

A case that takes long is marked ``slow``, and left out by ``./test``. One that takes long without
the mark fails in the wider suites.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Generator, Sequence
from typing import Any

import hypothesis
import psutil
import pytest
from _pytest.runner import runtestprotocol

from tests.breadth import SEED, VARIABLE, Tier, each_value_once, sampled, tier

LONG_SECONDS = 1.0  # of the processor, as fast as the one below
COUNT_SECONDS = 0.017  # that ``processor_count`` takes on that processor, with nothing beside it
LEFT_OUT = pytest.StashKey[int]()
SUITES = {
    Tier.QUICK: "{count:,} slow or repeated cases left out: --full",
    Tier.FULL: "{count:,} repeated cases left out, and more random ones: --stress",
    Tier.STRESS: "nothing left out",
}
REST = "{count:,} cases left out: those of ./test, and repeated ones"
TOO_LONG = (
    "{name} took {seconds:.1f} s of the processor; a case of ./test may take {limit:.1f} s here: "
    "make it cheaper, or mark it with @pytest.mark.slow and leave a cheaper one without the mark"
)

# An example may compile a kernel and the machine be busy: no test is about time.
PATIENT = hypothesis.settings(
    deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
for name, number in (("quick", 10), ("full", 25), ("stress", 2000)):
    database = {} if "CI" not in os.environ else {"database": None}
    hypothesis.settings.register_profile(name, PATIENT, max_examples=number, **database)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that choose the tier."""
    text = "run all that has to pass before a change lands, also what is slow"
    parser.addoption("--full", action="store_true", help=text)
    text = "run what --full runs and ./test leaves out"
    parser.addoption("--rest", action="store_true", help=text)
    text = "run every combination and many more random cases; takes much longer"
    parser.addoption("--stress", action="store_true", help=text)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Tell the modules of tests which tier this is, before they are imported."""
    for mark in (
        "slow(wider): left out by ./test; --full runs all cases, or so many",
        "sample(number, wider): ./test runs so many of its cases, --full all, or so many",
        "each_value_once: more combinations only with --stress",
    ):
        config.addinivalue_line("markers", mark)
    if config.getoption("--stress"):
        os.environ[VARIABLE] = "stress"
    elif config.getoption("--full") or config.getoption("--rest"):
        os.environ[VARIABLE] = "full"
    elif not hasattr(config, "workerinput"):
        os.environ[VARIABLE] = "quick"
    hypothesis.settings.load_profile(tier().name.lower())
    if config.getoption("--hypothesis-seed", "none") is None:
        config.option.hypothesis_seed = str(SEED)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what the tier does not run."""
    tests = defaultdict[str, list[pytest.Item]](list)
    for item in items:
        tests[item.nodeid.partition("[")[0]].append(item)
    run = {item for cases in tests.values() for item in _cases_to_run(cases)}
    if config.getoption("--rest"):
        done = {item for cases in tests.values() for item in _quick_cases(cases)}
        run -= {item for item in done if not _draws_examples(item)}
    config.stash[LEFT_OUT] = len(items) - len(run)
    items[:] = [item for item in items if item in run]
    if hasattr(config, "workerinput"):
        _deal(items, config.workerinput["workercount"], ordered=config.getoption("--changed"))


def _deal(items: list[pytest.Item], processes: int, *, ordered: bool) -> None:
    """Let each process begin with about as many files of each size, or as soon in their order.

    xdist gives each of them an equal share of the list, one after the other; one that has ended its
    share takes half of what another one still has. So large files come first.
    """
    tests = Counter(item.path for item in items)
    files = list(tests)
    if not ordered:
        files.sort(key=lambda path: (-tests[path], path))
    place = {path: (number % processes, number) for number, path in enumerate(files)}
    items.sort(key=lambda item: place[item.path])


def _cases_to_run(cases: list[pytest.Item]) -> Sequence[pytest.Item]:
    """Return the cases of one test that this tier runs."""
    if tier() is Tier.QUICK:
        return _quick_cases(cases)
    if tier() is Tier.STRESS:
        return cases
    if cases[0].get_closest_marker("each_value_once"):
        cases = list(_each_value_once(cases))
    return sampled(cases, min(_most_cases(cases[0]), len(cases)))


def _most_cases(case: pytest.Item) -> int:
    """Return how many cases of its test ``--full`` runs, others on another commit."""
    slow, sample = map(case.get_closest_marker, ("slow", "sample"))
    given = (slow.args[0:1] if slow else ()) + (sample.args[1:2] if sample else ())
    return min(given, default=sys.maxsize)


def _quick_cases(cases: list[pytest.Item]) -> Sequence[pytest.Item]:
    """Return those without the mark ``slow`` that hold each value once, or a sample of them."""
    chosen = _each_value_once([case for case in cases if not case.get_closest_marker("slow")])
    sample = cases[0].get_closest_marker("sample")
    return sampled(chosen, sample.args[0]) if sample else chosen


def _each_value_once(cases: list[pytest.Item]) -> list[pytest.Item]:
    values = [parameters(case) for case in cases]
    several = bool(values) and len(values[0]) > 1
    return [cases[at] for at in each_value_once(values)] if several else cases


def _draws_examples(item: pytest.Item) -> bool:
    """Whether the wider suite draws more random examples in this case."""
    return bool(hypothesis.is_hypothesis_test(getattr(item, "function", None)))


def parameters(item: pytest.Item) -> dict[str, object]:
    """Return the parameters of the case of a test."""
    return dict(getattr(item, "callspec").params) if hasattr(item, "callspec") else {}  # noqa: B009


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, object, object]:
    """Fail a case that takes long without being marked ``slow``.

    It is run twice: the first case that needs a module, a typeface or a window pays for all. The
    last case of a process cannot be: its display and all else that cases share is gone by then.
    """
    started = _processor_seconds()
    result = yield
    seconds = _processor_seconds() - started
    measured = tier() is not Tier.QUICK and not item.get_closest_marker("slow") and nextitem
    if not measured or seconds <= LONG_SECONDS:
        return result
    limit = LONG_SECONDS * max(1.0, processor_count() / COUNT_SECONDS)
    if seconds > limit:
        started = _processor_seconds()
        runtestprotocol(item, nextitem=nextitem, log=False)
        seconds = min(seconds, _processor_seconds() - started)
    if seconds > limit:
        text = TOO_LONG.format(name=item.nodeid, seconds=seconds, limit=limit)
        report = pytest.TestReport(item.nodeid, item.location, {}, "failed", text, "call")
        item.ihook.pytest_runtest_logreport(report=report)
    return result


def _processor_seconds() -> float:
    """Return the processor time that this process and its ended children have taken."""
    times = psutil.Process().cpu_times()
    return times.user + times.system + times.children_user + times.children_system


def processor_count() -> float:
    """Return the processor seconds that a loop takes now: on a busy processor it takes longer."""
    started = time.process_time()
    for _number in range(1_000_000):
        pass
    return time.process_time() - started


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Note what a process of xdist has left out; each leaves out the same."""
    node.config.stash[LEFT_OUT] = getattr(node, "workeroutput", {}).get("left out", 0)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Tell the process that began this one what was left out."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left out"] = session.config.stash.get(LEFT_OUT, 0)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Say in a line what this tier leaves out."""
    text = REST if config.getoption("--rest") else SUITES[tier()]
    terminalreporter.write_line(text.format(count=config.stash.get(LEFT_OUT, 0)))
