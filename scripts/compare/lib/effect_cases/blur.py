"""References of the family Blur, in float64."""

import numpy as np
from effects_base import Case, Picture, beyond
from scipy.ndimage import convolve, gaussian_filter, map_coordinates, percentile_filter, uniform_filter

LEGAL = ((16, 235), (16, 240), (16, 240))


def gauss(plane, sigma):
    return gaussian_filter(plane, sigma, mode="nearest", truncate=6)


def held(sharp, plane, unit, channel):
    """Nothing is led beyond black and white but what lay there."""
    low, high = (v * unit for v in LEGAL[channel])
    return np.clip(sharp, np.minimum(plane, low), np.maximum(plane, high))


def blur(sigma):
    return lambda picture: picture.each(lambda p: gauss(p, sigma))


def sharpen(amount=0.5, radius=2.5, threshold=0, luma=True):
    def reference(picture):
        planes = picture.planes.copy()
        for channel in range(1 if luma else 3):
            plane = picture.planes[channel]
            difference = plane - gauss(plane, radius)
            span = (LEGAL[channel][1] - LEGAL[channel][0]) * picture.unit
            difference[abs(difference) < threshold * span] = 0
            planes[channel] = held(plane + amount * difference, plane, picture.unit, channel)
        return Picture(planes, picture.depth)

    return reference


def clarity(amount=0.3, share=0.03):
    def reference(picture):
        plane, planes = picture.planes[0], picture.planes.copy()
        tone = np.clip(picture.luma, 0, 1)
        sigma = share * min(picture.width, picture.height)
        sharp = plane + amount * 4 * tone * (1 - tone) * (plane - gauss(plane, sigma))
        planes[0] = held(sharp, plane, picture.unit, 0)
        return Picture(planes, picture.depth)

    return reference


def box(plane, radius):
    """The mean of 2 whole + 1 samples along each axis, and of the next two by their share."""
    whole, share = int(radius), radius - int(radius)
    for axis in (0, 1):
        n = 2 * whole + 1
        inner = uniform_filter(plane, [n if a == axis else 1 for a in (0, 1)], mode="nearest")
        outer = uniform_filter(plane, [n + 2 if a == axis else 1 for a in (0, 1)], mode="nearest")
        plane = (inner * n * (1 - share) + outer * (n + 2) * share) / (n + 2 * share)
    return plane


def box_blur(radius=10, passes=1):
    def reference(picture):
        def change(plane):
            for _ in range(passes):
                plane = box(plane, radius)
            return plane

        return picture.each(change)

    return reference


def surface_blur(radius=8, threshold=0.1):
    def reference(picture):
        """He, Sun and Tang: means of lines fitted in squares; luma guides itself and chroma."""

        def change(channel):
            plane = picture.planes[channel] / (219 * picture.unit)
            guides = [plane] if channel == 0 else [plane, picture.luma]
            least = [threshold**2] if channel == 0 else [(threshold / 4) ** 2, threshold**2]
            mean = lambda p: box(p, radius)
            means = [mean(g) for g in guides]
            cov = np.stack([[mean(g * h) - m * n for h, n in zip(guides, means)] for g, m in zip(guides, means)])
            cov = np.moveaxis(cov, (0, 1), (-2, -1))
            wanted = np.stack([mean(g * plane) - m * mean(plane) for g, m in zip(guides, means)], -1)
            slopes = np.linalg.solve(cov + np.diag(least), wanted[..., None])[..., 0]
            offset = mean(plane) - sum(slopes[..., i] * m for i, m in enumerate(means))
            result = mean(offset) + sum(mean(slopes[..., i]) * g for i, g in enumerate(guides))
            return result * 219 * picture.unit

        return Picture(np.stack([change(c) for c in range(3)]), picture.depth)

    return reference


def aperture(radius, blades=0, rotation=0, parts=33):
    """How much of each pixel lies in a disc, or in a polygon with a corner above the middle."""
    reach = int(np.ceil(radius)) + 1
    steps = (np.arange((2 * reach + 1) * parts) + 0.5) / parts - reach - 0.5
    x, y = steps[None, :], steps[:, None]
    if blades:
        # The angle from the nearest corner to the middle of the side after it.
        half = np.pi / blades
        angle = (np.arctan2(x, -y) - np.radians(rotation)) % (2 * half) - half
        inside = np.hypot(x, y) * np.cos(angle) <= radius * np.cos(half)
    else:
        inside = x * x + y * y <= radius * radius
    size = 2 * reach + 1
    return inside.reshape(size, parts, size, parts).mean((1, 3))


def lens_blur(radius=8, blades=0, rotation=0, highlights=0, threshold=0.8):
    def reference(picture):
        kernel = aperture(radius, blades, rotation)
        mean = lambda p: convolve(p, kernel, mode="nearest")
        weights = 1 + 50 * highlights * np.clip(picture.luma - threshold, 0, 1)
        # The stream's light is a power of 2.4.
        light = np.maximum(picture.rgb, 0) ** 2.4
        blurred = np.stack([mean(light[..., c] * weights) for c in range(3)], -1) / mean(weights)[..., None]
        # What lay below black stays there.
        return picture.with_rgb(blurred ** (1 / 2.4) + np.minimum(picture.rgb, 0))

    return reference


def directional_blur(angle=0, length=20):
    def reference(picture):
        x, y = length * np.cos(np.radians(angle)), length * np.sin(np.radians(angle))
        long = max(abs(x), abs(y))
        rows, columns = np.mgrid[: picture.height, : picture.width].astype(float)
        reach = int(long / 2 + 1)
        # How much of the line lies nearest to each row or column that it crosses.
        steps = np.arange(-reach, reach + 1)
        weights = np.clip(np.minimum(steps + 0.5, long / 2) - np.maximum(steps - 0.5, -long / 2), 0, None)

        def change(plane):
            at = lambda k: [rows + k * y / long, columns + k * x / long]
            line = sum(w * map_coordinates(plane, at(k), order=1, mode="nearest") for k, w in zip(steps, weights))
            return line / weights.sum()

        return picture.each(change)

    return reference


def radial_blur(mode="zoom", amount=10, center=(0.5, 0.5), samples=65):
    def reference(picture):
        cx, cy = center[0] * picture.width - 0.5, center[1] * picture.height - 0.5
        rows, columns = np.mgrid[: picture.height, : picture.width].astype(float)
        dx, dy = columns - cx, rows - cy

        def change(plane):
            total = np.zeros(plane.shape)
            for t in (np.arange(samples) + 0.5) / samples:
                if mode == "zoom":
                    x, y = dx * (1 - t * amount / 100), dy * (1 - t * amount / 100)
                else:
                    a = np.radians(amount) * (t - 0.5)
                    x, y = dx * np.cos(a) - dy * np.sin(a), dx * np.sin(a) + dy * np.cos(a)
                total += map_coordinates(plane, [cy + y, cx + x], order=1, mode="nearest")
            return total / samples

        return picture.each(change)

    return reference


def tilt_shift(center=(0.5, 0.5), angle=0, focus=0.2, falloff=0.2, sigma=7):
    def reference(picture):
        side, turn = min(picture.width, picture.height), np.radians(angle)
        rows, columns = np.mgrid[: picture.height, : picture.width] + 0.5
        x, y = columns - center[0] * picture.width, rows - center[1] * picture.height
        distance = abs(y * np.cos(turn) - x * np.sin(turn)) - focus * side / 2
        share = np.clip(distance / (falloff * side), 0, 1)
        step = share**2 * (3 - 2 * share) * 4

        def change(plane):
            stack = [plane] + [gauss(plane, sigma * n / 4) for n in (1, 2, 3, 4)]
            return sum(np.clip(1 - abs(step - n), 0, None) * level for n, level in enumerate(stack))

        return picture.each(change)

    return reference


def median(radius=1, percentile=0.5):
    def change(plane):
        return percentile_filter(plane, 100 * percentile, size=2 * radius + 1, mode="nearest")

    return lambda picture: picture.each(change)


CASES = [
    Case("blur", {"sigma": 4}, blur(4), most=1.0, mean=0.3),
    Case("blur", {"sigma": 9, "edge": "mirror"}, beyond(blur(9), "symmetric"), most=1.0, mean=0.3),
    Case("blur", {"sigma": 9, "edge": "wrap"}, beyond(blur(9), "wrap"), most=1.0, mean=0.3),
    Case("blur", {"sigma": 9, "edge": "transparent"}, beyond(blur(9), "constant"), most=1.0, mean=0.3),
    Case("box-blur", {"radius": 20, "edge": "mirror"}, beyond(box_blur(20), "symmetric"), most=0.01, mean=0.01),
    Case("box-blur", {"radius": 6.5, "passes": 3, "edge": "color"}, beyond(box_blur(6.5, 3), "constant"), most=0.1, mean=0.01),
    Case("directional-blur", {"angle": 45, "length": 50, "edge": "wrap"},
         beyond(directional_blur(45, 50), "wrap"), most=0.05, mean=0.01),
    Case("lens-blur", {"radius": 2.4, "edge": "transparent"}, beyond(lens_blur(2.4), "constant"), most=0.7, mean=0.1),
    Case("radial-blur", {"mode": "spin", "edge": "mirror"},
         beyond(radial_blur("spin"), "symmetric", 400), most=3, mean=0.1),
    Case("sharpen", {}, sharpen(), most=0.1, mean=0.05),
    Case("sharpen", {"amount": 5, "radius": 1, "luma": False}, sharpen(5, 1, luma=False), most=0.2, mean=0.05),
    Case("sharpen", {"amount": 2, "radius": 12}, sharpen(2, 12), most=0.7, mean=0.1),
    # A difference that lies at the threshold is added or not.
    Case("sharpen", {"amount": 1, "threshold": 0.05}, sharpen(1, threshold=0.05), most=11, mean=0.1),
    Case("clarity", {}, clarity(), most=0.2, mean=0.05),
    Case("clarity", {"amount": -1, "radius": "10%"}, clarity(-1, 0.1), most=0.5, mean=0.1),
    Case("box-blur", {}, box_blur(), most=0.01, mean=0.01),
    Case("box-blur", {"radius": 2.5, "passes": 3}, box_blur(2.5, 3), most=0.1, mean=0.01),
    Case("box-blur", {"radius": 300, "passes": 2}, box_blur(300, 2), most=0.1, mean=0.01),
    Case("surface-blur", {}, surface_blur(), most=0.05, mean=0.01),
    Case("surface-blur", {"radius": 20.5, "threshold": 0.02}, surface_blur(20.5, 0.02), most=0.05, mean=0.01),
    Case("surface-blur", {"radius": 2, "threshold": 0.3}, surface_blur(2, 0.3), most=0.05, mean=0.01),
    Case("lens-blur", {}, lens_blur(), most=0.5, mean=0.1),
    Case("lens-blur", {"radius": 2.4}, lens_blur(2.4), most=0.7, mean=0.1),
    Case("lens-blur", {"radius": 11, "blades": 5, "rotation": 20, "highlights": 0.5, "threshold": 0.6},
         lens_blur(11, 5, 20, 0.5, 0.6), most=0.7, mean=0.1),
    Case("directional-blur", {}, directional_blur(), most=0.05, mean=0.01),
    Case("directional-blur", {"angle": 90, "length": 45.5}, directional_blur(90, 45.5), most=0.05, mean=0.01),
    Case("directional-blur", {"angle": 45, "length": 30}, directional_blur(45, 30), most=0.05, mean=0.01),
    # Sums stand at quarters of a sample, and at eighths where lines cross few rows.
    Case("directional-blur", {"angle": 30}, directional_blur(30), most=1, mean=0.1),
    Case("directional-blur", {"angle": -77, "length": 70}, directional_blur(-77, 70), most=1, mean=0.1),
    Case("directional-blur", {"angle": 110, "length": 4.2}, directional_blur(110, 4.2), most=1.5, mean=0.1),
    # Long paths are read from a grid that is one and a half times or twice as fine as the picture:
    # that softens fine detail across them by a little, which shows at single samples.
    Case("radial-blur", {}, radial_blur(), most=1.5, mean=0.1),
    Case("radial-blur", {"amount": 80, "center": ["20%", "120%"]}, radial_blur("zoom", 80, (0.2, 1.2), 257), most=1, mean=0.1),
    Case("radial-blur", {"mode": "spin"}, radial_blur("spin"), most=3, mean=0.1),
    Case("radial-blur", {"mode": "spin", "amount": 50, "center": ["70%", "30%"]}, radial_blur("spin", 50, (0.7, 0.3), 257), most=1.5, mean=0.1),
    Case("radial-blur", {"mode": "spin", "amount": 360}, radial_blur("spin", 360, samples=700), most=1, mean=0.1),
    Case("tilt-shift", {}, tilt_shift(), most=0.2, mean=0.02),
    Case("tilt-shift", {"center": ["30%", "70%"], "angle": 35, "focus": 0, "falloff": "60%", "blur": 3},
         tilt_shift((0.3, 0.7), 35, 0, 0.6, 3), most=0.2, mean=0.02),
    Case("median", {}, median(), most=0, mean=0),
    Case("median", {"radius": 6, "percentile": 0.25}, median(6, 0.25), most=0, mean=0),
    Case("median", {"radius": 2, "percentile": 1}, median(2, 1), most=0, mean=0),
]
