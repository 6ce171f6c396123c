"""References of the effects of the family Distort that fold, repeat or project the picture."""

import numpy as np
from effects_base import Case
from scipy.ndimage import map_coordinates


def halves(change):
    """A mirror in the middle: what it makes of a plane is made by flips alone."""
    return lambda picture: picture.each(change)


def left(p):
    half = p.shape[1] // 2
    return np.concatenate([p[:, :half], p[:, :half][:, ::-1]], 1)


def right(p):
    return left(p[:, ::-1])[:, ::-1]


def top(p):
    return left(p.T).T


def bottom(p):
    return right(p.T).T


def diagonal(p):
    half = p.shape[0] // 2
    return np.concatenate([p[:half], p[:half][::-1, ::-1]])


def beside(p):
    """The mirror at 70 pixels: 70 kept, 70 mirrored, and the rest mirrored once more."""
    return np.concatenate([p[:, :70], p[:, :70][:, ::-1], p[:, : p.shape[1] - 140]], 1)


def exact(effect, keys, change):
    return Case(effect, keys, halves(change), most=0, mean=0)


def area(p, width, height):
    """The plane made smaller: exact means of the areas that samples cover."""

    def weights(side, made):
        edges = np.arange(made + 1) * side / made
        low = np.maximum(edges[:-1, None], np.arange(side))
        high = np.minimum(edges[1:, None], np.arange(side) + 1)
        return np.maximum(high - low, 0) * made / side

    return weights(p.shape[0], height) @ p @ weights(p.shape[1], width).T


def tiles(columns, rows, mirror=False):
    def change(p):
        h, w = p.shape
        small = area(p, w // columns, h // rows)
        if not mirror:
            return np.tile(small, (rows, columns))
        four = np.block([[small, small[:, ::-1]], [small[::-1], small[::-1, ::-1]]])
        return np.tile(four, (rows, columns))[:h, :w]

    return lambda picture: picture.each(change)


def rolled(x, y):
    """Tiles moved over the canvas: what leaves it returns on the other side."""

    def change(p):
        small = np.tile(area(p, p.shape[1] // 2, p.shape[0] // 2), (2, 2))
        places = np.mgrid[0 : p.shape[0], 0 : p.shape[1]] - np.array([y, x])[:, None, None]
        return map_coordinates(small, places, order=1, mode="grid-wrap")

    return lambda picture: picture.each(change)


def gaps(picture):
    """Three columns and two rows with gaps of 12 on 240 x 160: tiles of 72 x 74."""

    def change(p, dark):
        # The picture covers a tile: as high as that, and cut at both sides.
        made = np.full(p.shape, dark)
        left = (240 * 74 / 160 - 72) / 2 * 160 / 74
        tall = area(p, 240, 74)
        fine = np.repeat(tall, 37, 1)  # 240 * 37 columns; a sample of a tile is 80 of them
        start = round(left * 37)
        small = fine[:, start : start + 72 * 80].reshape(74, 72, 80).mean(2)
        for row in range(2):
            for column in range(3):
                made[86 * row : 86 * row + 74, 84 * column : 84 * column + 72] = small
        return made

    dark = [16 * picture.unit, 128 * picture.unit, 128 * picture.unit]
    return np.stack([change(p, d) for p, d in zip(picture.planes, dark)])


def pinned(corners, **keys):
    """The homography to four corners, clockwise from the upper left, drawn by OpenCV eight times as
    large; what lies beyond the picture is black."""
    fine = 8

    def reference(picture):
        import cv2

        h, w = picture.height, picture.width
        square = np.float32([[0, 0], [w, 0], [w, h], [0, h]])
        to = cv2.getPerspectiveTransform(square, np.float32(corners))
        return warped(picture, to, fine)

    names = ["topLeft", "topRight", "bottomRight", "bottomLeft"]
    return Case("perspective", {n: list(c) for n, c in zip(names, corners)} | keys, reference, **LIMITS)


# Edges are as dark as distances say, not areas, and where the picture is seen smaller the mean of
# fewer places is taken than here.
LIMITS = {"most": 30, "mean": 0.25, "psnr": 46}


def warped(picture, to, fine):
    import cv2

    h, w = picture.height, picture.width
    half, back = np.eye(3), np.eye(3)
    half[:2, 2], back[:2, 2] = 0.5, -0.5
    whole = back @ np.diag([fine, fine, 1]) @ to @ half
    size = (w * fine, h * fine)
    # Which of the places lie in the picture.
    y, x = (np.mgrid[0 : h * fine, 0 : w * fine] + 0.5) / fine
    u, v, n = np.tensordot(np.linalg.inv(to), np.stack([x, y, np.ones_like(x)]), 1)
    inside = (n > 0) & (u >= 0) & (u <= w * n) & (v >= 0) & (v <= h * n)
    planes = []
    for plane, dark in zip(picture.planes, (16, 128, 128)):
        big = cv2.warpPerspective(plane.astype(np.float32), whole, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        big = np.where(inside, big, dark * picture.unit)
        planes.append(big.reshape(h, fine, w, fine).mean((1, 3)))
    return np.stack(planes)


def leaning(tilt, swing, fov):
    def reference(picture):
        import cv2

        h, w = picture.height, picture.width
        t, s = np.radians(tilt), np.radians(swing)
        about_x = np.array([[1, 0, 0], [0, np.cos(t), np.sin(t)], [0, -np.sin(t), np.cos(t)]])
        about_y = np.array([[np.cos(s), 0, -np.sin(s)], [0, 1, 0], [np.sin(s), 0, np.cos(s)]])
        far = h / 2 / np.tan(np.radians(fov) / 2)
        corners = []
        for x, y in [(0, 0), (w, 0), (w, h), (0, h)]:
            p = about_x @ about_y @ np.array([x - w / 2, y - h / 2, 0])
            corners.append([w / 2 + p[0] * far / (far + p[2]), h / 2 + p[1] * far / (far + p[2])])
        square = np.float32([[0, 0], [w, 0], [w, h], [0, h]])
        return warped(picture, cv2.getPerspectiveTransform(square, np.float32(corners)), 8)

    return Case("perspective", {"tilt": tilt, "swing": swing, "fov": fov}, reference, **LIMITS)


def star(segments, angle=0, rotation=0, center=None):
    def change(p):
        h, w = p.shape
        cx, cy = center or (w / 2, h / 2)
        y, x = np.mgrid[0:h, 0:w] + 0.5
        wedge = np.pi / segments
        turn = np.mod(np.arctan2(y - cy, x - cx) - np.radians(rotation), 2 * wedge)
        turn = np.where(turn > wedge, 2 * wedge - turn, turn) + np.radians(angle)
        far = np.hypot(x - cx, y - cy)
        places = [cy + far * np.sin(turn) - 0.5, cx + far * np.cos(turn) - 0.5]
        return map_coordinates(p, places, order=1, mode="reflect")

    keys = {"segments": segments, "angle": angle, "rotation": rotation}
    if center:
        keys["center"] = list(center)
    return Case("kaleidoscope", keys, lambda c: c.each(change))


# Fewer places are taken than here where the picture is not made much smaller, which shows where its
# ends meet and at the centre.
ROUND = {"most": 25, "mean": 0.25, "psnr": 50}


def planet(inside="bottom", rotation=0, fine=8):
    """The picture around a point: the mean of 64 places a sample."""

    def change(p):
        h, w = p.shape
        y, x = (np.mgrid[0 : h * fine, 0 : w * fine] + 0.5) / fine
        share = np.mod(np.arctan2(x - w / 2, h / 2 - y) - np.radians(rotation), 2 * np.pi) / (2 * np.pi)
        far = np.hypot(x - w / 2, y - h / 2) / (min(w, h) / 2) * h
        places = [(h - far if inside == "bottom" else far) - 0.5, share * w - 0.5]
        found = map_coordinates(p, places, order=1, mode="nearest")
        return found.reshape(h, fine, w, fine).mean((1, 3))

    keys = {"inside": inside, "rotation": rotation}
    return Case("polar", keys, lambda c: c.each(change), **ROUND)


def unwound(picture, fine=8):
    def change(p):
        h, w = p.shape
        y, x = (np.mgrid[0 : h * fine, 0 : w * fine] + 0.5) / fine
        turn, far = 2 * np.pi * x / w, (1 - y / h) * 90
        places = [100 - far * np.cos(turn) - 0.5, 60 + far * np.sin(turn) - 0.5]
        found = map_coordinates(p, places, order=1, mode="nearest")
        return found.reshape(h, fine, w, fine).mean((1, 3))

    return picture.each(change)


CASES = [
    exact("mirror", {}, left),
    exact("mirror", {"mode": "right"}, right),
    exact("mirror", {"mode": "top"}, top),
    exact("mirror", {"mode": "bottom"}, bottom),
    exact("mirror", {"mode": "quad"}, lambda p: left(top(p))),
    exact("mirror", {"mode": "diagonal"}, diagonal),
    exact("mirror", {"mode": "horizontal"}, np.fliplr),
    exact("mirror", {"mode": "vertical"}, np.flipud),
    exact("mirror", {"position": 70}, beside),
    Case("tile", {}, tiles(2, 2), most=1.0, mean=0.1),
    Case("tile", {"columns": 3, "rows": 2, "fit": "stretch"}, tiles(3, 2), most=1.0, mean=0.1),
    Case("tile", {"columns": 4, "rows": 4, "mirror": True}, tiles(4, 4, True), most=1.0, mean=0.1),
    Case("tile", {"columns": 3, "rows": 2, "gap": 12}, gaps, most=1.0, mean=0.1),
    Case("tile", {"offset": [20, -30]}, rolled(20, -30), most=1.0, mean=0.1),
    # Halfway between samples, four of them are mixed, each of them rounded.
    Case("tile", {"offset": [7.5, 0.5]}, rolled(7.5, 0.5), most=1.0, mean=0.3),
    pinned([(20, 10), (230, -30), (200, 150), (-15, 120)]),
    pinned([(60, 50), (150, 40), (170, 120), (50, 130)]),
    pinned([(-200, -100), (400, -50), (500, 300), (-100, 250)]),
    leaning(40, 0, 50),
    leaning(-25, 35, 70),
    leaning(60, 0, 90),
    star(6),
    star(3, angle=40, rotation=15),
    star(5, angle=-70, center=(90, 110)),
    planet(),
    planet("top", rotation=100),
    Case("polar", {"inverse": True, "center": [60, 100], "radius": 90}, unwound, **ROUND),
]
