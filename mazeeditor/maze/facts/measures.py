"""The measures of a maze, each with its name and a description.

How hard a maze is cannot be measured; these are properties that can be counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _, quote_value
from mazeeditor.maze.facts.structure import Structure

Figure = int | float | None
NO_ROUTE = _("There is no route from an entrance to an exit.")
MCCLENDON = _("(M. S. McClendon, The Complexity and Difficulty of a Maze, Bridges 2001.)")
KIM = _("(P. H. Kim and R. Crawfis, The Quest for the Perfect Perfect-Maze, CGAMES 2015.)")
NO_TREE = _("Only mazes with a route and without loops have one.")
NO_TURNS = _("Only mazes with a route, turns and without loops have one.")


@dataclass(frozen=True)
class Measure:
    """One figure: the key it has in JSON and CSV, its name and its description for the user.

    ``value`` is a count of cells where ``share`` is false, or a number from 0 to 1; ``whole`` where
    it is never a fraction. ``expensive`` ones take more than a few passes over the maze.
    ``lacking`` is the reason why a maze may have no value, ``source`` who has defined the measure,
    and ``unit`` what it counts, "" for a bare number.
    """

    name: str
    label: str
    description: str
    value: Callable[[Structure], Figure]
    share: bool = False
    expensive: bool = False
    whole: bool = True
    lacking: str = ""
    source: str = ""
    unit: str = _("cells")

    @property
    def long_description(self) -> str:
        return f"{self.description} {self.source}".rstrip()

    def description_for(self, structure: Structure) -> str:
        """Return the long description, with the reason where the maze has no value."""
        lacking = self.lacking if self.value(structure) is None else ""
        return f"{self.long_description} {lacking}".rstrip()

    def shown(self, structure: Structure) -> str:
        """Return the formatted figure: ``1,204``, ``3.4``, ``12.5 %``, ``–`` for none."""
        value = self.value(structure)
        if value is None:
            return "–"
        if self.share:
            return f"{value:.1%}".replace("%", "\N{NO-BREAK SPACE}%")
        if self.expensive and structure.longest and not structure.longest.exact:
            return _("at least {number:,}").format(number=value)
        return f"{value:,}" if isinstance(value, int) else f"{value:,.1f}"


MEASURES = (
    Measure(
        "dead_ends",
        _("Dead ends"),
        _("Cells with one passage: the only way on is back."),
        lambda structure: structure.dead_ends,
    ),
    Measure(
        "straights",
        _("Straights"),
        _("Cells with two passages opposite each other: the corridor goes straight on."),
        lambda structure: structure.straights,
    ),
    Measure(
        "turns",
        _("Turns"),
        _("Cells with two passages that are not opposite each other: the corridor bends."),
        lambda structure: structure.turns,
    ),
    Measure(
        "junctions",
        _("Junctions"),
        _("Cells with three passages: a choice between two directions."),
        lambda structure: structure.junctions,
    ),
    Measure(
        "crossings",
        _("Crossings"),
        _("Cells with four or more passages: a choice between at least three directions."),
        lambda structure: structure.crossings,
    ),
    Measure(
        "longest_corridor",
        _("Longest corridor"),
        _("The most cells in a row, straights and turns, that offer no choice of direction."),
        lambda structure: structure.longest_corridor,
    ),
    Measure(
        "dead_end_length",
        _("Mean dead end"),
        _("How many cells a dead end is deep, from its end to the next junction, on average."),
        lambda structure: structure.dead_end_length,
        lacking=_("There are no dead ends."),
        whole=False,
    ),
    Measure(
        "shortest",
        _("Shortest route"),
        _("The cells on a shortest route from the entrance to an exit, both ends counted."),
        lambda structure: structure.shortest,
        lacking=NO_ROUTE,
    ),
    Measure(
        "decisions",
        _("Decisions on the route"),
        _("The cells on a shortest route with a choice of direction: a wrong turn is possible."),
        lambda structure: structure.decisions,
        lacking=NO_ROUTE,
    ),
    Measure(
        "route_share",
        _("Share on the route"),
        _("How much of the maze a shortest route passes."),
        lambda structure: structure.route_share,
        lacking=NO_ROUTE,
        share=True,
        whole=False,
    ),
    Measure(
        "walk",
        _("Random walk"),
        _("The steps of a random walk from the entrance to an exit, on average."),
        lambda structure: structure.walk,
        lacking=_("There is no route, or the maze has too many loops to compute it."),
        whole=False,
        source=_("(Doyle and Snell, Random Walks and Electric Networks, 1984.)"),
        unit=_("steps"),
    ),
    Measure(
        "complexity",
        _("McClendon's complexity"),
        _("How sharply and how soon all hallways turn: the logarithm of their sum."),
        lambda structure: structure.hallways.complexity if structure.hallways else None,
        lacking=NO_TURNS,
        whole=False,
        source=MCCLENDON,
        unit="",
    ),
    Measure(
        "difficulty",
        _("McClendon's difficulty"),
        _("How much the route turns, times the same of each branch: the logarithm of that."),
        lambda structure: structure.hallways.difficulty if structure.hallways else None,
        lacking=NO_TURNS,
        whole=False,
        source=MCCLENDON,
        unit="",
    ),
    Measure(
        "alcoves",
        _("Alcoves"),
        _("Dead ends that are seen whole from the route: straight, without a junction."),
        lambda structure: structure.hallways.alcoves if structure.hallways else None,
        lacking=NO_TREE,
        source=KIM,
    ),
    Measure(
        "forward_dead_ends",
        _("Forward dead ends"),
        _("Dead ends nearer to the exit, in a straight line, than where they leave the route."),
        lambda structure: structure.hallways.forward_dead_ends if structure.hallways else None,
        lacking=NO_TREE,
        source=KIM,
    ),
    Measure(
        "backward_dead_ends",
        _("Backward dead ends"),
        _("Dead ends off the route that are neither alcoves nor forward."),
        lambda structure: structure.hallways.backward_dead_ends if structure.hallways else None,
        lacking=NO_TREE,
        source=KIM,
    ),
    Measure(
        "longest_path",
        _("Longest path"),
        _("The cells on the longest of all shortest paths, between the two cells farthest apart."),
        lambda structure: structure.longest.length if structure.longest else None,
        expensive=True,
    ),
)


def measures_named(names: Iterable[str]) -> tuple[Measure, ...]:
    """Return the measures of these names, in the order of ``MEASURES``; raises ``UsageError``."""
    known, chosen = [measure.name for measure in MEASURES], list(names)
    for name in chosen:
        if name not in known:
            raise UsageError(
                _("There is no measure named {name}. Choose one of: {known}.").format(
                    name=quote_value(name), known=", ".join(known)
                )
            )
    return tuple(measure for measure in MEASURES if measure.name in chosen)
