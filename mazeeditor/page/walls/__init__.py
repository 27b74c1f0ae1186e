"""The walls of a maze as lines and areas on a page."""
