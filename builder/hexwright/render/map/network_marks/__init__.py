"""Marks on networks that change in play."""
