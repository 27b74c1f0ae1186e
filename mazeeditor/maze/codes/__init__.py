"""Codes for cameras in the walls of a maze: their modules, and where they are."""
