"""Tests of computer players run commands on games of this repository, which are read once."""

from tests.games_read_once import games_are_read_once as games_are_read_once
