"""The window: the only room that knows tkinter."""
