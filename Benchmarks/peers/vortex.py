"""A moving vortex, exactly: float64 throughout, bilinear, rounded once at the end."""

import argparse

import numpy

import mapping
import y4m

parser = argparse.ArgumentParser()
parser.add_argument("--radius", type=float, required=True)
parser.add_argument("--from", dest="first", type=float, required=True, help="degrees")
parser.add_argument("--to", dest="last", type=float, required=True)
parser.add_argument("--duration", type=float, required=True, help="seconds")
parser.add_argument("--threads", type=int, default=0)
options = parser.parse_args()


def sampled(plane, x, y):
    rows, columns = plane.shape
    x, y = numpy.clip(x, 0, columns - 1), numpy.clip(y, 0, rows - 1)
    left, top = numpy.floor(x).astype(numpy.int64), numpy.floor(y).astype(numpy.int64)
    right, low = numpy.minimum(left + 1, columns - 1), numpy.minimum(top + 1, rows - 1)
    across, down = x - left, y - top
    upper = plane[top, left] * (1 - across) + plane[top, right] * across
    lower = plane[low, left] * (1 - across) + plane[low, right] * across
    return numpy.floor(upper * (1 - down) + lower * down + 0.5).astype(numpy.uint8)


stream = y4m.Stream()
for index, planes in enumerate(stream.frames()):
    share = min(index / stream.rate / options.duration, 1)
    degrees = options.first + (options.last - options.first) * share
    made = []
    for number, plane in enumerate(planes):
        if number < 2:
            x, y = mapping.places(
                plane.shape, number, stream.is_centred, stream.width, stream.height,
                options.radius, degrees)
        made.append(sampled(plane, x, y))
    stream.write(made)
