"""What a page shows in and beside a maze: arrows, pictures, the route, things along it."""
