"""Several mazes that are one: portals in their cells lead from one to another."""
