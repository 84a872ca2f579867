"""A run: journal, manifest, summary, runner."""
