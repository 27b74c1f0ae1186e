"""Prints what of the planted breaches is found: ``python -m tests.prepress.planted FOLDER``.

By carrier and rule; then the files in which a breach was missed, which stay in the folder.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from tests.prepress.planted.planted_files import Case, cases, identity, missed, write

ALL = "all"


def outcome(folder: Path, number: int) -> str:
    """Return why a breach was missed, "" where it was found."""
    case = cases()[number]
    path = write(case, folder / f"{number}.pdf")
    try:
        text = missed(case, path)
    except Exception as error:
        text = f"{type(error).__name__}: {error}"
    if not text:
        path.unlink()
    return text


def table(known: Sequence[Case], outcomes: Sequence[str]) -> str:
    """Return how many were found of how many, carriers downwards and rules across."""
    rules = sorted({breach.rule for breach, _carrier in known})
    total, found = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for (breach, carrier), text in zip(known, outcomes, strict=True):
        for place in ((carrier.name, breach.rule), (carrier.name, ALL), (ALL, breach.rule)):
            total[place] += 1
            found[place] += not text
    total[ALL, ALL], found[ALL, ALL] = len(known), sum(not text for text in outcomes)
    carriers = dict.fromkeys(carrier.name for _breach, carrier in known)
    lines = [["", *rules, ALL]]
    for name in (*carriers, ALL):
        places = [(name, rule) for rule in (*rules, ALL)]
        cells = [f"{found[place]}/{total[place]}" if total[place] else "-" for place in places]
        lines.append([name, *cells])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def main(folder: Path) -> None:
    """Check all files."""
    folder.mkdir(parents=True, exist_ok=True)
    known = cases()
    with ProcessPoolExecutor(2) as pool:
        outcomes = list(pool.map(partial(outcome, folder), range(len(known)), chunksize=20))
    print(table(known, outcomes))
    for number, text in enumerate(outcomes):
        if text:
            print(f"{folder / str(number)}.pdf: {identity(known[number])}: {text[:200]}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
