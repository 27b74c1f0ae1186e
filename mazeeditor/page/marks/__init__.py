"""What a page shows in and around a maze: arrows, pictures, the route, things along it."""
