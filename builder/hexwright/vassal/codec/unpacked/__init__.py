"""The files of a module that is unpacked for people and version control, and the way back to its bytes."""
