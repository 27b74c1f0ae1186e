"""The gallery, without its widget: templates by purpose, what is found, and how each begins."""
