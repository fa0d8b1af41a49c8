"""Judge and tell the saved games and logs that players have in hand.

``position`` plays a file's commands, ``seats`` and ``whereabouts`` name places and pieces, ``judged`` is the
bridge to the rules reference. Nothing here runs what a module brings, and nothing tells who played.
"""
