# make run     the same as ./run  (ARGS="file.maze" opens that file)
# make test    the same as ./test (ARGS="-k wall -n 0" goes to pytest)
# make stress  the same as ./test --stress
# make coverage  runs the suite, kernels interpreted too, and lists what no test reaches
# make bounds  runs the tests of kernels, all compiled, with their indices of arrays checked
# make mutate  tries 150 mutants of the program, and lists those that no test notices
# make lint    checks style and types
# make clean   removes everything that these have made
#
# Each sets up what is missing first, in .venv and, where it must and may, from Debian.
# PYTHON=python3.12 chooses the interpreter.

.PHONY: run test stress coverage bounds mutate lint clean

run:
	@./run $(ARGS)

test:
	@./test $(ARGS)

stress:
	@./test --stress $(ARGS)

coverage:
	@sh .ci/setup test
	@rm -f .coverage .coverage.*
	-.venv/bin/python -m coverage run -m pytest -n auto --dist worksteal $(ARGS)
	-MAZEEDITOR_PURE=1 .venv/bin/python -m coverage run -m pytest -n auto --dist worksteal $(INTERPRETED)
	@.venv/bin/python -m coverage combine -q
	@.venv/bin/python -m coverage report --ignore-errors --skip-covered --sort=cover

# The tests of kernels: of what runs compiled, no coverage is known.
INTERPRETED = tests/maze tests/screen

bounds:
	@./test --bounds tests/test_bounds.py $(INTERPRETED) tests/page tests/editing tests/making

mutate:
	@sh .ci/setup test
	@.venv/bin/python -m tests.mutation $(ARGS)

lint:
	@sh .ci/setup test
	@sh .ci/lint

clean:
	rm -rf .venv build ./*.egg-info .pytest_cache .hypothesis .mypy_cache .ruff_cache .coverage .coverage.*
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
