"""Parts put together: as bodies, as pictures from any side, and as a sheet of instructions."""
