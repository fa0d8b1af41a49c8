"""VASSAL: its file formats, and the compiler that turns a game and its rules into a module."""
