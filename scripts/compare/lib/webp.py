"""Compares WebP pictures with libwebp's; see scripts/compare/webp."""

import numpy as np
from PIL import Image

import picture_files
from picture_files import DICE, WORK, Files, film


def picture(width, height, kind):
    """Ramps, noise, or a pattern of a few colours, all with alpha."""
    def ramps(x, y):
        return [x * 5 % 256, y * 7 % 256, (x - y) ** 2 // 4 % 256, np.clip(255 - x + y, 0, 255)]

    return picture_files.picture(width, height, kind, ramps)


def encoded():
    """The paths of some hundred files."""
    files = Files("WEBP", "webp")
    save = files.save
    for width, height in [(1, 1), (2, 1), (1, 3), (15, 16), (16, 16), (17, 33), (64, 31), (129, 127)]:
        for kind in ["ramp", "noise", "few"]:
            image = picture(width, height, kind)
            for quality in [0, 30, 60, 100]:
                method = int(DICE.integers(0, 7))
                save(image, quality=quality, method=method, alpha_quality=int(DICE.choice([0, 40, 100])))
                save(image.convert("RGB"), quality=quality, method=method)
            save(image, lossless=True, method=int(DICE.integers(0, 7)), exact=True)
    for lossless in [False, True]:
        for gap in range(6):
            frames = [picture(57, 35, "few") for _ in range(6)]
            for index, frame in enumerate(frames):
                frame.alpha_composite(picture(20, 12, "ramp"), (5 * index, 3 * index))
                frame.paste((0, 0, 0, 0), (40 - 4 * index, 2, 48 - 4 * index, 20))
            save(frames[0], save_all=True, append_images=frames[1:], duration=[100, 40, 20, 60, 80, 500],
                 lossless=lossless, kmin=gap, kmax=gap + 2, minimize_size=gap % 2 == 1, loop=gap)
    return files.paths


def judge(path):
    """Whether the film of a file is that of libwebp's frames."""
    image = Image.open(path)
    frames, delays = [], []
    for index in range(getattr(image, "n_frames", 1)):
        image.seek(index)
        image.load()
        frames.append(image.convert("RGBA").copy())
        delays.append(image.info.get("duration", 0))
    reference = WORK / "reference.png"
    if len(frames) == 1:
        frames[0].save(reference)
    else:
        # Frames that are like the one before are not to be joined, so each stands for itself.
        frames[0].save(reference, save_all=True, append_images=frames[1:], duration=delays,
                       loop=image.info.get("loop", 0), blend=0)
    return film(path, 0.8) == film(reference, 0.8)


picture_files.main("WebP", judge, encoded, "libwebp")
