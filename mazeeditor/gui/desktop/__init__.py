"""The desktop around the window: its keys, scale, clipboard, drops, and dialogs in front."""
