"""Where a maze lies on the ground: outlines in degrees, a plane in metres, the grid on it."""
