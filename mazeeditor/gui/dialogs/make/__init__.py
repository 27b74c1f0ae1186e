"""The dialog of Make: its fields, the sheet with its tabs, machines and materials to edit."""
