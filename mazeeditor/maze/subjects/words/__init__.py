"""Mazes with words in them: a word that their route writes."""
