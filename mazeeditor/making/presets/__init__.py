"""Machines and materials, each in a file, to which users add theirs."""
