"""Widgets that ttk has not, each in its file; all follow the theme and work without a mouse."""
