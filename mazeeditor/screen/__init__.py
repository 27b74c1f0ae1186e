"""From a maze to pixels at any zoom, hit tests, and what an edit makes dirty; no tkinter."""
