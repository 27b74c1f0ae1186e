"""The typefaces of the program and of this computer."""
