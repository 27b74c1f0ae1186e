"""What machines make of a maze: laser, plotter, router and printer take the files as they are."""
