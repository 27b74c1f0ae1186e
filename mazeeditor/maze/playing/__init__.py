"""Walking a maze as a player does: the trail, the steps, the time, a hint; nothing is drawn."""
