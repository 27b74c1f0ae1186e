"""Tests of the Watch window's parts; the window itself is in ``test_window_watch*.py``."""
