"""What the newspaper's archive holds, made from one seed number by ``generate(seed, scale)``."""

from sites.cms.seed.assemble import generate, sample

__all__ = ["generate", "sample"]
