"""The engine of an episode: begin, observe, act, end, judge."""
