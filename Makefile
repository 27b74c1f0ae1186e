# make run     the same as ./run  (ARGS="file.maze" opens that file)
# make test    the same as ./test (ARGS="-k wall -n 0" goes to pytest)
# make stress  the same as ./test --stress
# make lint    checks style and types
# make clean   removes everything that these have made
#
# Each sets up what is missing first, in .venv and, where it must and may, from Debian.
# PYTHON=python3.12 chooses the interpreter.

.PHONY: run test stress lint clean

run:
	@./run $(ARGS)

test:
	@./test $(ARGS)

stress:
	@./test --stress $(ARGS)

lint:
	@sh .ci/setup test
	@.venv/bin/python -m ruff check
	@.venv/bin/python -m ruff format --check
	@.venv/bin/python -m mypy

clean:
	rm -rf .venv build ./*.egg-info .pytest_cache .hypothesis .mypy_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
