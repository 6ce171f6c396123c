"""Errors of chroma-key beside those of other keyers, row by row of their table."""

import os
import subprocess
import sys
import tempfile

import key_scenes
import numpy
from PIL import Image

FOLDER = sys.argv[1]


def baselines():
    """The screen's colour of each case, and the least errors of each row by other keyers."""
    colors, rows = {}, {}
    with open(os.path.join(FOLDER, "baselines.tsv"), encoding="utf-8") as table:
        for line in table.read().splitlines()[1:]:
            case, kind, keyer, square, absolute = line.split("\t")
            if kind:
                rows.setdefault((case, kind), []).append((float(square), float(absolute)))
            else:
                colors[case] = "#" + keyer.split("0x")[1]
    least = {row: tuple(map(min, zip(*errors))) for row, errors in rows.items()}
    return colors, least


def picture(*parts):
    """Samples of a PNG, 0 to 1."""
    return numpy.asarray(Image.open(os.path.join(FOLDER, *parts))).astype(float) / 255


def run(stream, *arguments):
    """The planes of the one frame that the program writes, at luma's places."""
    with open(stream, "rb") as source:
        made = subprocess.run(
            [os.environ["VFX"], *arguments], stdin=source, stdout=subprocess.PIPE, check=True
        ).stdout
    return planes_of(made)


def planes_of(made):
    """The planes of a stream's first frame, at luma's places."""
    header, _, rest = made.partition(b"\n")
    tags = {tag[:1]: tag[1:] for tag in header.decode().split()[1:]}
    width, height = int(tags["W"]), int(tags["H"])
    body = rest[rest.index(b"\n") + 1 :]
    samples = numpy.frombuffer(body, numpy.uint8).astype(float)
    if tags["C"].startswith("444"):
        return list(samples[: 3 * width * height].reshape(3, height, width))
    across, down = (width + 1) // 2, (height + 1) // 2
    luma = samples[: width * height].reshape(height, width)
    chroma = samples[width * height :].reshape(2, down, across)
    return [luma] + [raised(plane, width, height) for plane in chroma]


def raised(plane, width, height):
    """Left-sited chroma at the places of luma."""
    before, after = numpy.roll(plane, 1, 0), numpy.roll(plane, -1, 0)
    before[0], after[-1] = plane[0], plane[-1]
    tall = numpy.stack([0.75 * plane + 0.25 * before, 0.75 * plane + 0.25 * after], 1)
    tall = tall.reshape(-1, plane.shape[1])[:height]
    after = numpy.roll(tall, -1, 1)
    after[:, -1] = tall[:, -1]
    return numpy.stack([tall, (tall + after) / 2], 2).reshape(height, -1)[:, :width]


def colors_of(planes):
    """R'G'B' of limited BT.709."""
    luma, blue, red = (planes[0] - 16) / 219, (planes[1] - 128) / 224, (planes[2] - 128) / 224
    r, b = luma + 1.5748 * red, luma + 1.8556 * blue
    return numpy.stack([r, (luma - 0.2126 * r - 0.0722 * b) / 0.7152, b], -1).clip(0, 1)


def keyed(stream, timeline):
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".json") as file:
        file.write('{ "version": 1, "layers": [%s] }' % timeline)
        file.flush()
        return run(stream, "render", "--matrix", "709", "-t", file.name)


def main():
    if "--make" in sys.argv[2:]:
        key_scenes.make(FOLDER, sys.modules[__name__])
    colors, least = baselines()
    lost = 0
    print("case          stream      alpha: MSE   best peer  SAD/1000  best peer   over black: MAE")
    for (case, kind), (square, absolute) in least.items():
        stream = os.path.join(FOLDER, case, kind + ".y4m")
        effect = '{ "type": "effect", "effect": "chroma-key", "color": "%s"%s }'
        alpha = picture(case, "alpha.png")
        alpha = alpha if alpha.ndim == 2 else alpha[..., 0]
        made = (keyed(stream, effect % (colors[case], ', "view": "alpha"'))[0] - 16) / 219
        error = made - alpha
        errors = (error * error).mean(), abs(error).sum() / 1000
        truth = picture(case, "foreground.png")[..., :3] * alpha[..., None]
        mixed = abs(colors_of(keyed(stream, effect % (colors[case], ""))) - truth).mean()
        is_better = errors[0] < square and errors[1] < absolute
        lost += not is_better
        print(
            f"{case:13} {kind:11} {errors[0]:.5f}      {square:.5f}    {errors[1]:.2f}      "
            f"{absolute:.2f}        {mixed:.4f}{'' if is_better else '   not better'}"
        )
    sys.exit(1 if lost else 0)


main()
