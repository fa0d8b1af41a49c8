"""Games made at random from what the data format can say: what `check` takes, all sides must play alike."""
