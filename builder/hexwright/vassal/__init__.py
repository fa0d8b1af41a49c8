"""Read and write VASSAL's formats: encoded strings, build files, module archives."""
