"""Tests of the virtual VASSAL."""
