"""The commands of the File menu, and what comes from outside: printed, made, dropped, recovered."""
