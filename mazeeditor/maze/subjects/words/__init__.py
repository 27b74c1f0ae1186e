"""Mazes with words in them: their route writes one, or their walls show it."""
