"""Judge, tell and draw the saved games and logs that players have in hand.

``position`` plays a file's commands, ``sheet`` and ``words`` name places and pieces, ``ours`` is the bridge
to the rules reference. Nothing here runs what a module brings, and nobody is told who played.
"""
