"""How many mazes the way through several passes."""

from __future__ import annotations

import pytest

from mazeeditor.core.errors import UsageError
from mazeeditor.maze.portals.network import most_visits, network


@pytest.mark.parametrize("areas", [1, 2, 3])
def test_the_way_usually_passes_two_thirds_of_the_mazes(areas: int) -> None:
    """Two at least, and no more than can be passed."""
    for count in range(2, 13):
        most = most_visits(count, areas)
        if most < 2:
            with pytest.raises(UsageError, match="needs 4 mazes at least"):
                network(count, areas=areas, seed=1)
            continue
        visits = min(max(round(count * 2 / 3), 2), most)
        usual = network(count, areas=areas, seed=1)
        assert usual == network(count, areas=areas, visits=visits, seed=1), count
