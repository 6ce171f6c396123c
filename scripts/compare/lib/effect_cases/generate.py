"""References of what is generated: bars as ffmpeg writes them, patterns by counting fine samples."""

import json
import subprocess

import numpy as np
from effects_base import Case, Picture


class Layer(Case):
    """A layer over the picture, below an effect that changes nothing."""

    def __init__(self, kind, keys, reference, **limits):
        self.layer = {"type": kind, **keys}
        super().__init__("blur", {"sigma": 0}, reference, before=[self.layer], **limits)

    @property
    def title(self):
        return json.dumps(self.layer)[1:-1]


def ffmpeg(source):
    """The bars of ffmpeg, as codes of 4:4:4; it makes 4:2:0, whose bars begin with a sample of chroma."""

    def reference(picture):
        w, h = picture.width, picture.height
        command = ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", f"{source}=s={w}x{h}:d=0.1:r=25", "-frames:v", "1",
                   "-pix_fmt", "yuv420p", "-f", "rawvideo", "-"]
        data = np.frombuffer(subprocess.run(command, check=True, capture_output=True).stdout, np.uint8).astype(float)
        chroma = data[w * h :].reshape(2, h // 2, w // 2).repeat(2, 1).repeat(2, 2)
        return np.concatenate([data[: w * h].reshape(1, h, w), chroma])

    return reference


def hd(picture):
    """ffmpeg's, but for what differs from SMPTE RP 219-1 there: -I and +Q, which are those of 601, and the ramp, which
    runs from 0 to 255."""
    planes = ffmpeg("smptehdbars")(picture)

    def exchange(old, new):
        planes[:, (planes == np.reshape(old, (3, 1, 1))).all(0)] = np.reshape(new, (3, 1))

    exchange((57, 156, 97), (61, 153, 98.75))
    exchange((44, 171, 147), (35.25, 174.25, 151.5))
    side = (picture.width // 8 + 1) & ~1
    bar = ((picture.width + 3) // 4 * 3 // 7 + 1) & ~1
    h = picture.height
    first = (h * 7 // 12 + 1) & ~1
    third = (h // 12 + 1) & ~1
    left, right = side + bar, side + 7 * bar
    planes[0, first + third : first + 2 * third, left:right] = np.linspace(16, 235, right - left)
    return planes * picture.unit


def other_matrix(source):
    """ffmpeg's bars of 601, brought to 709."""

    def reference(picture):
        planes = ffmpeg(source)(picture)
        y, cb, cr = (planes[0] - 16) / 219, (planes[1] - 128) / 224, (planes[2] - 128) / 224
        r, b = y + 1.402 * cr, y + 1.772 * cb
        g = (y - 0.299 * r - 0.114 * b) / 0.587
        return picture.with_rgb(np.stack([r, g, b], -1))

    return reference


def counted(inside, turn=0, fine=16):
    """White where `inside(x, y)` of places is, black elsewhere, by the share of fine samples."""

    def reference(picture):
        w, h = picture.width, picture.height
        at = (np.arange(w * fine) + 0.5) / fine - w / 2, (np.arange(h * fine) + 0.5) / fine - h / 2
        x, y = np.meshgrid(*at)
        a = np.radians(turn)
        places = np.cos(a) * x + np.sin(a) * y + w / 2, np.cos(a) * y - np.sin(a) * x + h / 2
        share = inside(*places).reshape(h, fine, w, fine).mean((1, 3))
        return picture.with_rgb(np.stack([share] * 3, -1))

    return reference


def stripes(x, y):
    return (x - 2.3) % 9 < 3.5


def squares(x, y):
    return (x // 7.25 + (y - 1.5) // 7.25) % 2 == 0


def lines(x, y):
    return ((x + 1) % 12 < 2) | ((y + 1) % 20 < 2)


CASES = [
    Layer("bars", {"standard": "smpte"}, hd),
    # The codes of 8 bits in 601 are rounded before they are converted.
    Layer("bars", {"standard": "smpte-sd"}, other_matrix("smptebars"), most=1.5, mean=0.4),
    Layer("bars", {"standard": "ebu"}, other_matrix("pal75bars"), most=1.5, mean=0.4),
    Layer("stripes", {"width": 3.5, "gap": 5.5, "offset": 2.3}, counted(stripes), most=4),
    Layer("checkerboard", {"cell": 7.25, "offset": [0, 1.5]}, counted(squares)),
    Layer("grid", {"cell": 12, "cellHeight": 20, "background": "black"}, counted(lines)),
    # The filter is a line across the edge, not a square.
    Layer("stripes", {"width": 3.5, "gap": 5.5, "offset": 2.3, "angle": 30}, counted(stripes, 30), most=16, mean=3),
    Layer("checkerboard", {"cell": 7.25, "offset": [0, 1.5], "angle": 20}, counted(squares, 20), most=40, mean=2),
]
