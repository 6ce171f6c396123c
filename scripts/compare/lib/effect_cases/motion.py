"""References of the family Motion."""

import numpy as np
from effects_base import Case
from scipy.ndimage import map_coordinates

MODES = {"clamp": "nearest", "mirror": "reflect", "wrap": "grid-wrap"}


def seen(p, zoom, roll, pan, anchor, mode, order=1):
    """The plane p through a camera, read between samples by lines."""
    h, w = p.shape
    ax, ay = anchor or (w / 2, h / 2)
    y, x = np.mgrid[0:h, 0:w] + 0.5
    c, s = np.cos(np.radians(roll)), np.sin(np.radians(roll))
    dx, dy = (x - ax) / zoom, (y - ay) / zoom
    places = [ay + pan[1] + s * dx + c * dy - 0.5, ax + pan[0] + c * dx - s * dy - 0.5]
    return map_coordinates(p, places, order=order, mode=MODES[mode])


def camera(zoom=1, roll=0, pan=(0, 0), anchor=None, mode="clamp", **more):
    keys = {"zoom": zoom, "roll": roll, "pan": list(pan), "edge": mode}
    if anchor:
        keys["anchor"] = list(anchor)
    # Places are read to 1/256 sample: at the photo's hardest edges that is nearly a code.
    return Case("camera", keys, lambda c: c.each(lambda p: seen(p, zoom, roll, pan, anchor, mode)), most=1.0, **more)


def smaller(zoom, mode):
    """A camera that sees the picture smaller: means of 8 by 8 places in what each sample shows."""

    def reference(picture):
        def change(p):
            h, w = p.shape
            fine = 8
            y, x = (np.mgrid[0 : h * fine, 0 : w * fine] + 0.5) / fine
            places = [h / 2 + (y - h / 2) / zoom - 0.5, w / 2 + (x - w / 2) / zoom - 0.5]
            found = map_coordinates(p, places, order=0, mode=MODES[mode])
            return found.reshape(h, fine, w, fine).mean((1, 3))

        return picture.each(change)

    # The picture is made smaller once and then read at places between those samples, which is softer.
    return Case("camera", {"zoom": zoom, "edge": mode}, reference, most=40, mean=1.0, psnr=34)


CASES = [
    camera(zoom=1.5),
    camera(zoom=2.3, roll=17, pan=(10.25, -4.5)),
    camera(roll=30, mode="mirror"),
    camera(roll=30, pan=(50, 20), mode="wrap"),
    camera(zoom=0.95, roll=-65, anchor=(20, 30), mode="mirror"),
    camera(pan=(300, -100), mode="wrap"),
    smaller(0.5, "mirror"),
    smaller(0.3, "mirror"),
    # 0.25 seconds after the second of 120 beats a minute.
    Case(
        "zoom-pulse",
        {"amount": 0.5, "decay": 0.2, "center": [60, 50]},
        lambda c: c.each(lambda p: seen(p, 1 + 0.5 * np.exp(-0.25 / 0.2), 0, (0, 0), (60, 50), "clamp")),
        at=0.75,
    ),
    Case("zoom-pulse", {"beats": [0.1, 0.75, 2]}, lambda c: c.each(lambda p: seen(p, 1.1, 0, (0, 0), None, "clamp")), at=0.75),
]
