"""The images that VASSAL itself contains (the `images` resources of VASSAL 3.7.26)."""

from __future__ import annotations

from hexwright.inspect.analysis.word_sets import word_set

_NAMES = word_set(
    """
    Edit16.gif Help16.gif Save16.gif SaveAs16.gif Splash.gif Splash.png StepForward16.gif Undo16.gif
    VASSAL-256x256.png black.jpg camera.gif chart.gif chess_clock.png connect.gif counter.gif die.gif
    disconnect.gif getMessages.gif globe_selected.gif globe_unselected.gif inventory.gif keyCommand.gif
    lockedRoom.gif map.gif moved.gif notes.gif overview.gif playerAway.gif playerLooking.gif postMessage.gif
    recenter.gif status.gif thread.gif unmoved.gif zoom.png zoomIn.gif zoomIn.png zoomOut.gif zoomOut.png
    """
)


def is_engine_image(name: str) -> bool:
    """Return whether VASSAL contains an image with this name."""
    bare = name.removeprefix("/").removeprefix("images/")
    return name.startswith("/") or bare in _NAMES or f"{bare}.gif" in _NAMES
