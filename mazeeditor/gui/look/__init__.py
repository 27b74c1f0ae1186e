"""What makes the look: colours, fonts, and every part of a widget drawn for the screen at hand."""
