"""Player aids: folded cards, set-up maps and lists."""
