"""Finds the grid and the walls of a maze in a picture, whoever drew, printed or scanned it."""
