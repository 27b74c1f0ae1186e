"""What the workspace Sheets shows: names, all pages side by side, and the fields of a sheet."""
