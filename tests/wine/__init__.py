"""The program as it is shipped for Windows, tested on Linux under Wine: ``./test --windows``."""
