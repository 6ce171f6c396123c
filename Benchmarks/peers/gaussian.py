"""A Gaussian blur by OpenCV, half as wide for chroma, the edges repeated."""

import argparse

import cv2
import numpy

import y4m

parser = argparse.ArgumentParser()
parser.add_argument("--sigma", type=float, required=True)
parser.add_argument("--exact", action="store_true", help="in float, rounded once at the end")
parser.add_argument("--threads", type=int, default=0)
options = parser.parse_args()
cv2.setNumThreads(options.threads)


def blurred(plane, sigma):
    if not options.exact:
        return cv2.GaussianBlur(plane, (0, 0), sigma, borderType=cv2.BORDER_REPLICATE)
    # Six sigma each way: what is cut off is less than a millionth.
    size = 2 * int(6 * sigma + 0.5) + 1
    made = cv2.GaussianBlur(
        plane.astype(numpy.float64), (size, size), sigma, borderType=cv2.BORDER_REPLICATE)
    return numpy.floor(made + 0.5).astype(numpy.uint8)


stream = y4m.Stream()
for planes in stream.frames():
    stream.write(
        blurred(plane, options.sigma / (2 if index else 1)) for index, plane in enumerate(planes))
