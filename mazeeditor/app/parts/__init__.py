"""The parts of one window: the open document, the view, the services; and calls with them."""
