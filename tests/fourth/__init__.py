"""Tests of Battle of Moscow as far as the program plays it."""
