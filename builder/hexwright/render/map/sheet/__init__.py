"""The sheet around the map: plan, panels, legend, tracks and boxes."""
