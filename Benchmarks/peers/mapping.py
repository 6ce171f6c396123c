"""Where the samples of each plane of a vortex are read from, in float64."""

import numpy


def places(shape, plane, is_centred, width, height, radius, degrees):
    """Columns and rows of the plane, with fractions, for a turn of so many degrees.

    The formula is that of the effect: a place at distance r turns by angle * (1 - r / radius)^2.
    """
    rows, columns = shape
    half = 1 if plane == 0 else 2
    # Where sample 0 lies in the picture, and how far samples lie apart.
    left = 0.5 if plane == 0 else 1.0 if is_centred else 0.5
    top = 0.5 if plane == 0 else 1.0
    dx = left + half * numpy.arange(columns, dtype=numpy.float64)[None, :] - width / 2
    dy = top + half * numpy.arange(rows, dtype=numpy.float64)[:, None] - height / 2
    share = numpy.maximum(0, 1 - numpy.hypot(dx, dy) / radius)
    angle = numpy.radians(degrees) * share * share
    x = width / 2 + dx * numpy.cos(angle) + dy * numpy.sin(angle)
    y = height / 2 + dy * numpy.cos(angle) - dx * numpy.sin(angle)
    return (x - left) / half, (y - top) / half
