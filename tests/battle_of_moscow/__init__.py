"""Tests of the data of Battle of Moscow (1970)."""
