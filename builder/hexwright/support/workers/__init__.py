"""Share work among processes of this machine or of a cluster, and keep results in a record."""
