"""Compares JPEG pictures with libjpeg-turbo's; see scripts/compare/jpeg."""

import numpy as np
from PIL import Image, ImageOps

import picture_files
from picture_files import DICE, WORK, Files, film


def picture(width, height, kind):
    """Ramps, noise, or a pattern of a few colours."""
    return picture_files.picture(
        width, height, kind, lambda x, y: [x * 5 % 256, y * 7 % 256, np.clip(128 + 4 * (x - y), 0, 255)])


def encoded():
    """The paths of some hundred files."""
    files = Files("JPEG", "jpg")
    save = files.save
    ways = [{}, {"progressive": True}, {"optimize": True}, {"restart_marker_blocks": 3},
            {"progressive": True, "restart_marker_blocks": 2}]
    for width, height in [(1, 1), (2, 1), (1, 3), (5, 4), (15, 16), (16, 16), (17, 33), (64, 31), (129, 127)]:
        for kind in ["ramp", "noise", "few"]:
            image = picture(width, height, kind)
            for quality in [1, 50, 85, 100]:
                for subsampling in range(3):
                    save(image, quality=quality, subsampling=subsampling, **ways[DICE.integers(0, len(ways))])
            save(image.convert("L"), quality=75, **ways[DICE.integers(0, len(ways))])
            save(image.convert("CMYK"), quality=75, **ways[DICE.integers(0, len(ways))])
            save(image, quality=75, keep_rgb=True)
    for turn in range(1, 9):
        exif = Image.Exif()
        exif[274] = turn
        save(picture(40, 27, "few"), exif=exif)
    return files.paths


def judge(path):
    """Whether the film of a file is that of libjpeg-turbo's pixels."""
    image = Image.open(path)
    profile = image.info.get("icc_profile")
    image = ImageOps.exif_transpose(image)
    if image.mode == "CMYK":
        # What ink leaves of light; Pillow gives the ink.
        left = 255 - np.asarray(image).astype(int)
        image = Image.fromarray(((left[..., :3] * left[..., 3:] + 127) // 255).astype(np.uint8))
        profile = None
    reference = WORK / "reference.png"
    image.save(reference, icc_profile=profile)
    return film(path, 0.02) == film(reference, 0.02)


picture_files.main("JPEG", judge, encoded, "libjpeg-turbo")
