"""Write and read what VASSAL reads: strings, build files, archives."""
