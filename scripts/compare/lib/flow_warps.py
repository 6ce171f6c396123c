"""Pictures that are warped, and how far the motion that is found is from the true one."""

import os
import subprocess

import cv2
import numpy

# How much larger our mean error may be than that of OpenCV's DIS.
MOST = 1.1
# Nothing is compared so near to the sides, where something may leave the picture.
RIM = 4


def waves(x, y):
    """The texture of the tests."""
    sin, cos = numpy.sin, numpy.cos
    return 128 + 36 * (
        sin(x * 0.31 + 1.7 * sin(y * 0.17)) + 0.8 * sin(y * 0.37 + x * 0.11)
        + 0.6 * sin((x + y) * 0.53 + 2 * sin(x * 0.07)) + 0.5 * cos(x * 0.23 - y * 0.41))


def photograph(path, width, height):
    """A picture of a file, with a rim of 80 pixels beyond the sides."""
    size = (width + 160, height + 160)
    whole = cv2.resize(cv2.imread(path, 0), size, interpolation=cv2.INTER_AREA)

    def light(x, y):
        places = ((x + 80).astype(numpy.float32), (y + 80).astype(numpy.float32))
        return cv2.remap(
            whole.astype(numpy.float32), *places, cv2.INTER_CUBIC,
            borderMode=cv2.BORDER_REFLECT_101)

    return light


def shift(x, y):
    """A translation; each warp gives where what is seen at a place was before."""
    return lambda width, height: lambda atX, atY: (atX - x, atY - y)


def turn(scale, angle):
    """A zoom and a turn about the middle."""
    cos, sin = numpy.cos(angle) / scale, numpy.sin(angle) / scale

    def make(width, height):
        x, y = width / 2, height / 2
        return lambda atX, atY: (
            x + cos * (atX - x) + sin * (atY - y), y - sin * (atX - x) + cos * (atY - y))

    return make


def wave(far, length):
    """Rows and columns that sway."""
    turns = 2 * numpy.pi / length
    return lambda width, height: lambda atX, atY: (
        atX - far * numpy.sin(atY * turns) - 1, atY - far * numpy.cos(atX * turns * 0.8))


SMALL = {
    "shift 0, 0.3": shift(0, 0.3), "shift 1.25, -0.5": shift(1.25, -0.5),
    "shift 3.4, 2.2": shift(3.4, 2.2), "shift -6, 1.5": shift(-6, 1.5),
    "zoom 1.06": turn(1.06, 0), "turn 0.05": turn(1, 0.05), "wave 1.5": wave(1.5, 60),
}
LARGE = {
    "shift 7.3, -3.6": shift(7.3, -3.6), "shift 24, 9.5": shift(24, 9.5),
    "zoom 1.05, turn 0.02": turn(1.05, 0.02), "turn 0.06": turn(1, 0.06),
    "wave 2.5": wave(2.5, 90),
}


def cases(photos):
    """The name of each picture, its size, its light at a place, and its warps."""
    yield "waves", 72, 56, waves, SMALL
    yield "waves", 240, 160, waves, SMALL
    for name in ["coffee", "chelsea", "astronaut", "motorcycle_left", "brick"]:
        path = os.path.join(photos, name + ".png")
        yield name, 480, 320, photograph(path, 480, 320), LARGE


def truth(before, x, y):
    """The motion from the first picture: at its end, `before` gives the place itself."""
    away, down = numpy.zeros_like(x), numpy.zeros_like(y)
    for _ in range(60):
        wasX, wasY = before(x + away, y + down)
        away, down = away - (wasX - x), down - (wasY - y)
    return numpy.array([away, down])


def ours(program, first, second):
    """The motion that the program finds."""
    height, width = first.shape
    found = subprocess.run(
        [program, str(width), str(height)], input=first.tobytes() + second.tobytes(),
        capture_output=True, check=True).stdout
    return numpy.frombuffer(found, numpy.float32).reshape(2, height, width)


def theirs(first, second):
    """The motion that OpenCV finds."""
    search = cv2.DISOpticalFlow_create(cv2.DISOPTICAL_FLOW_PRESET_MEDIUM)
    return numpy.moveaxis(search.calc(first, second, None), 2, 0)


def compare(program, photos):
    """Prints a row of a table for each warp, and gives those that are worse than OpenCV's."""
    worse = []
    print("| Picture | Size | Warp | Error of DIS | of `flow` | Ratio |")
    print("|---|---|---|---|---|---|")
    for name, width, height, light, warps in cases(photos):
        y, x = numpy.mgrid[0:height, 0:width].astype(float)
        for label, make in warps.items():
            before = make(width, height)
            first, second = (
                numpy.clip(numpy.round(picture), 0, 255).astype(numpy.uint8)
                for picture in (light(x, y), light(*before(x, y))))
            motion = truth(before, x, y)
            stays = numpy.ones_like(x, bool)
            for place, side in ((x, width), (y, height), (x + motion[0], width),
                                (y + motion[1], height)):
                stays &= (place >= RIM) & (place <= side - 1 - RIM)
            errors = [
                numpy.hypot(*(found - motion))[stays].mean()
                for found in (theirs(first, second), ours(program, first, second))]
            ratio = errors[1] / errors[0]
            print(f"| `{name}` | {width}x{height} | {label} | {errors[0]:.3f} | {errors[1]:.3f} "
                  f"| {ratio:.2f} |", flush=True)
            if ratio > MOST:
                worse.append(f"{name} {width}x{height} {label}")
    return worse
