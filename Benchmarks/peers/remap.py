"""A vortex with fixed maps by OpenCV: bilinear, no part of the maps computed twice."""

import argparse

import cv2
import numpy

import mapping
import y4m

parser = argparse.ArgumentParser()
parser.add_argument("--radius", type=float, required=True)
parser.add_argument("--degrees", type=float, required=True)
parser.add_argument("--threads", type=int, default=0)
options = parser.parse_args()
cv2.setNumThreads(options.threads)

stream = y4m.Stream()
maps = []
for plane in range(2):
    x, y = mapping.places(
        stream.sizes[plane], plane, stream.is_centred, stream.width, stream.height,
        options.radius, options.degrees)
    maps.append((x.astype(numpy.float32), y.astype(numpy.float32)))
for planes in stream.frames():
    stream.write(
        cv2.remap(plane, *maps[min(index, 1)], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        for index, plane in enumerate(planes))
