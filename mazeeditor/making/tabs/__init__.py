"""Tabs: bridges over cuts that hold loose pieces."""
