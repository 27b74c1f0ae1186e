# make run     opens the window (ARGS="file.maze" opens that file)
# make test    runs all tests, on all cores (ARGS="-k wall -n 0" goes to pytest)
# make lint    checks style and types
# make clean   removes all that these have made
#
# Each sets up what is missing first, in .venv and, where it must and may, from Debian.
# PYTHON=python3.12 chooses the interpreter.

.PHONY: run test lint clean

run:
	@sh .ci/setup run
	@if [ -z "$$DISPLAY" ] && [ "$$(uname)" != Darwin ]; then \
	    echo "There is no display (DISPLAY is not set); without one, use the command line:" \
	        ".venv/bin/mazeeditor --help" >&2; \
	    exit 1; \
	fi
	@.venv/bin/python -m mazeeditor $(ARGS)

test:
	@sh .ci/setup test
	@.venv/bin/python -m pytest -n auto $(ARGS)

lint:
	@sh .ci/setup test
	@.venv/bin/python -m ruff check
	@.venv/bin/python -m ruff format --check
	@.venv/bin/python -m mypy

clean:
	rm -rf .venv build ./*.egg-info .pytest_cache .hypothesis .mypy_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
