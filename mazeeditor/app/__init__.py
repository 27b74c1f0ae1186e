"""The state of the running program, without a widget: document, draft, jobs, settings, commands."""
