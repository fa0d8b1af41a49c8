"""Campaigns: many games by a plan, on one machine or a cluster, and what they say about a game."""
