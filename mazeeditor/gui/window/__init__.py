"""The window as a whole: its bars, its welcome, and the commands that only a window has."""
