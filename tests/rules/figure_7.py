"""The example of figure 7 of the rule text."""

from __future__ import annotations

FIGURE_7 = ("1107 soviet-16/2", "1303 soviet-49/2", "1108 german-xxiv", "1205 german-xli", "1005 german-lvii")
