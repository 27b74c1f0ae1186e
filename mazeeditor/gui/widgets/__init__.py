"""Widgets that ttk does not have; all follow the theme and work without a mouse."""
