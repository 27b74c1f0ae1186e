"""The appearance: colours, fonts, and every part of a widget drawn for the current screen."""
