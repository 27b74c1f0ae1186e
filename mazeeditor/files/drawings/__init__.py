"""Drawings of mazes: their lines snapped to a lattice, each wall there or not."""
