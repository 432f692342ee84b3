"""Bellpull: the attention layer between people and their AI agents."""

__version__ = "0.1.0"
