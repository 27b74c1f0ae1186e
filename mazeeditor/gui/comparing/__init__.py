"""The window Compare Generators: choices, table and plot of what their mazes are like."""
