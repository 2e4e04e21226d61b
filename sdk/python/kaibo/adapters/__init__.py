"""Adapters for frameworks; each wants its framework, named in the extras of the package."""
