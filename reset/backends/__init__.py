"""What carries a world's plan out: an engine of this machine, or somebody else."""
