"""``python -m mazeeditor`` is the same as ``mazeeditor``."""

import sys

from mazeeditor.cli import main

sys.exit(main())
