"""Watching algorithms at work: the choice of them, films with their code, and files of those."""
