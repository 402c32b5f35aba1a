"""Our own generators of hard supported and unsupported pairs."""

from training.synthetic.generator import Generator

__all__ = ["Generator"]
