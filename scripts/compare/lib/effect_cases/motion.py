"""References of the family Motion."""

import numpy as np
from effects_base import Case, Picture
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


# Effects that read frames before their own.


def rolling(picture, number):
    """A film that moves to the right by five pixels a frame, and down by two."""
    return Picture(np.roll(picture.planes, (2 * number, 5 * number), (1, 2)), picture.depth)


def held(sums, own):
    """Cut at black and white, but for what lay beyond before."""
    return np.clip(sums, np.minimum(own, 0), np.maximum(own, 1))


def echo(mode, count=4, delay=2, decay=0.7, at=0.75):
    def reference(frames):
        own = frames[-1].rgb
        past = [(decay**n, frames[-1 - n * delay].rgb) for n in range(1, count + 1) if n * delay < len(frames)]
        if mode == "blend":
            made = (own + sum(s * c for s, c in past)) / (1 + sum(s for s, _ in past))
            return frames[-1].with_rgb(made)
        made = own
        for s, c in past:
            if mode == "add":
                made = made + s * c
            elif mode == "lighten":
                made = np.maximum(made, s * c)
            else:
                made = np.minimum(made, 1 - s * (1 - c))
        return frames[-1].with_rgb(held(made, own))

    keys = {"count": count, "delay": f"{delay}f", "decay": decay, "mode": mode}
    return Case("echo", keys, reference, at=at, film=rolling)


def difference(mode, gain, delay=3):
    def reference(frames):
        own, past = frames[-1].rgb, frames[-1 - delay].rgb
        made = abs(own - past) * gain if mode == "absolute" else 0.5 + (own - past) * gain / 2
        return frames[-1].with_rgb(held(made, own))

    keys = {"delay": f"{delay}f", "mode": mode, "gain": gain}
    return Case("frame-difference", keys, reference, at=0.5, film=rolling)


def aged(frames, ages, blend):
    """Each place as it was so many frames ago."""
    planes = np.stack([f.planes for f in reversed(frames)])
    ages = np.clip(ages, 0, len(frames) - 1)
    y, x = np.mgrid[0 : ages.shape[0], 0 : ages.shape[1]]
    if not blend:
        return planes[np.floor(ages + 0.5).astype(int), :, y, x].transpose(2, 0, 1)
    whole = np.floor(ages).astype(int)
    share = (ages - whole)[..., None]
    one, two = planes[whole, :, y, x], planes[np.minimum(whole + 1, len(frames) - 1), :, y, x]
    return (one + (two - one) * share).transpose(2, 0, 1)


def scan(direction, span=12, at=0.75, blend=True):
    def reference(frames):
        h, w = frames[-1].height, frames[-1].width
        y, x = np.mgrid[0:h, 0:w] + 0.5
        ages = {"down": y / h, "up": 1 - y / h, "right": x / w, "left": 1 - x / w}[direction]
        return aged(frames, ages * span, blend)

    keys = {"span": f"{span}f", "direction": direction, "blend": blend}
    return Case("slit-scan", keys, reference, at=at, film=rolling)


def radial(invert, span=10):
    def reference(frames):
        h, w = frames[-1].height, frames[-1].width
        y, x = np.mgrid[0:h, 0:w] + 0.5
        ages = np.hypot(x - w / 2, y - h / 2) / np.hypot(w / 2, h / 2)
        return aged(frames, (1 - ages if invert else ages) * span, True)

    return Case("time-displace", {"span": f"{span}f", "invert": invert}, reference, at=0.75, film=rolling)


CASES = [
    *[echo(mode) for mode in ("blend", "add", "lighten", "darken")],
    echo("lighten", at=0.125),
    Case("posterize-time", {"rate": 5}, lambda frames: frames[14], at=0.75, film=rolling, most=0),
    difference("absolute", 3),
    difference("signed", 1.5),
    *[scan(direction) for direction in ("down", "up", "right", "left")],
    scan("down", at=0.25),
    scan("left", blend=False),
    radial(False),
    radial(True),
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
