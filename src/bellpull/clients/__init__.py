"""The coding tools that agents run in: where each keeps its settings, and what Bellpull writes there."""
