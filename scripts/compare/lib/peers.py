"""Renders pictures with vfx and with peers and compares them by PSNR; see scripts/compare/peers.

Every line says what was compared, how far apart the results are and how far they may be. Peers
differ among themselves: coordinates of 1/32 sample, other cubic curves, edges renormalised rather
than repeated. Edges are therefore left out, and the limits say what is known of each.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile

import cv2
import numpy
from PIL import Image

VFX = os.environ["VFX"]
failures = 0


def psnr(one, other):
    error = numpy.mean((one.astype(float) - other.astype(float)) ** 2)
    return 99.0 if error == 0 else 10 * numpy.log10(255 * 255 / error)


def report(name, one, other, limit, margin=0):
    global failures
    if margin:
        one = one[margin:-margin, margin:-margin]
        other = other[margin:-margin, margin:-margin]
    value = psnr(one, other)
    worst = int(numpy.max(numpy.abs(one.astype(int) - other.astype(int))))
    verdict = "ok" if value >= limit else "FAILED"
    failures += value < limit
    print(f"{name:58} {value:6.2f} dB, worst {worst:3d}, at least {limit} dB: {verdict}")


def y4m(colorspace, planes, full=False):
    height, width = planes[0].shape
    line = f"YUV4MPEG2 W{width} H{height} F25:1 Ip A1:1 C{colorspace}"
    line += " XCOLORRANGE=FULL" if full else ""
    return line.encode() + b"\nFRAME\n" + b"".join(p.tobytes() for p in planes)


def planes_of(stream):
    """The planes of the first frame: luma, and chroma of 4:2:0 or 4:4:4."""
    head, rest = stream.split(b"\n", 1)
    words = head.decode().split()
    width, height = int(words[1][1:]), int(words[2][1:])
    samples = numpy.frombuffer(rest.split(b"\n", 1)[1], numpy.uint8)
    planes = [samples[: width * height].reshape(height, width)]
    samples = samples[width * height :]
    if "C420" in head.decode():
        width, height = (width + 1) // 2, (height + 1) // 2
    while len(samples) >= width * height and len(planes) < 3 and "Cmono" not in words:
        planes.append(samples[: width * height].reshape(height, width))
        samples = samples[width * height :]
    return planes


def render(folder, timeline, stream, *options):
    path = os.path.join(folder, "t.json")
    with open(path, "w") as file:
        json.dump(dict(version=1, **timeline), file)
    command = [VFX, "--timeline", path, "--quiet", *options]
    return planes_of(subprocess.run(command, input=stream, capture_output=True, check=True).stdout)


def photo(width, height):
    """A grey picture with smooth parts, edges and some noise; the same in every run."""
    y, x = numpy.mgrid[0:height, 0:width].astype(float)
    value = 128 + 60 * numpy.sin(x / 7) * numpy.cos(y / 11) + 40 * numpy.sin(x * y / 900)
    value[(x // 16 + y // 16) % 5 == 0] = 230
    noise = (x * 7919 + y * 104729 + (x * y) % 97 * 31) % 23
    return numpy.clip(value + noise - 11, 0, 255).astype(numpy.uint8)


def layer_on_mono(folder, image, size, layer):
    """Draws a grey picture over black; with full range a sample is the picture's own value."""
    Image.fromarray(image).save(os.path.join(folder, "p.png"))
    black = y4m("mono", [numpy.zeros((size[1], size[0]), numpy.uint8)], full=True)
    layers = [dict(type="image", source="p.png", **layer)]
    return render(folder, dict(layers=layers), black)[0]


def resizing(folder):
    image = photo(192, 144)
    picture = Image.fromarray(image)
    for size in [(96, 72), (77, 50), (31, 100), (5, 7)]:
        ours = layer_on_mono(folder, image, size, dict(size=list(size)))
        area = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
        report(f"down to {size[0]}x{size[1]}, OpenCV INTER_AREA", ours, area, 60)
        box = numpy.array(picture.resize(size, Image.BOX))
        # Pillow counts whole samples whose middles lie in the area, so only whole ratios agree.
        whole = 192 % size[0] == 0 and 144 % size[1] == 0
        report(f"down to {size[0]}x{size[1]}, Pillow BOX", ours, box, 50 if whole else 24)
    for size in [(384, 288), (500, 333), (250, 600)]:
        for sampling, kind in [("bicubic", Image.BICUBIC), ("bilinear", Image.BILINEAR)]:
            ours = layer_on_mono(folder, image, size, dict(size=list(size), sampling=sampling))
            theirs = numpy.array(picture.resize(size, kind))
            name = f"up to {size[0]}x{size[1]}, Pillow {sampling}"
            report(name, ours, theirs, 50, margin=8)
        nearest = layer_on_mono(folder, image, size, dict(size=list(size), sampling="nearest"))
        theirs = numpy.array(picture.resize(size, Image.NEAREST))
        # At other ratios some middles fall between two samples, where either is the nearest.
        whole = size[0] % 192 == 0 and size[1] % 144 == 0
        report(f"up to {size[0]}x{size[1]}, Pillow nearest", nearest, theirs, 60 if whole else 40)


def turning(folder):
    image = photo(160, 120)
    for angle in [10, 33, 90, 200]:
        for sampling, kind, limit in [
            ("bilinear", cv2.INTER_LINEAR, 60),
            # OpenCV's curve has a = -0.75, ours -0.5 (Catmull-Rom).
            ("bicubic", cv2.INTER_CUBIC, 44),
        ]:
            layer = dict(position=["50%", "50%"], anchor="center", rotation=angle)
            ours = layer_on_mono(folder, image, (240, 240), dict(layer, sampling=sampling))
            # OpenCV counts angles the other way and from the middles of samples.
            turn = cv2.getRotationMatrix2D((79.5, 59.5), -angle, 1)
            turn[:, 2] += [119.5 - 79.5, 119.5 - 59.5]
            theirs = cv2.warpAffine(image, turn, (240, 240), flags=kind)
            inside = cv2.warpAffine(numpy.full_like(image, 255), turn, (240, 240)) == 255
            inside = cv2.erode(inside.astype(numpy.uint8), numpy.ones((7, 7))) == 1
            name = f"turned by {angle} degrees, OpenCV {sampling}"
            report(name, ours[inside].reshape(1, -1), theirs[inside].reshape(1, -1), limit)


def blurring(folder):
    """Against OpenCV's kernel in double precision, wide enough for all that counts of it."""
    y, x = numpy.mgrid[0:240, 0:320]
    noise = (numpy.random.default_rng(1).integers(0, 2, (240, 320)) * 255).astype(numpy.uint8)
    pictures = dict(
        photo=photo(320, 240), noise=noise, checkers=((x + y) % 2 * 255).astype(numpy.uint8),
        edge=((x > 150) * 255).astype(numpy.uint8))
    global failures
    for sigma in [0.5, 1, 2, 3.4, 3.5, 5, 7, 8, 14, 30]:
        side = 2 * int(numpy.ceil(6 * sigma)) + 1
        for name, image in pictures.items():
            layer = dict(type="effect", effect="blur", sigma=sigma)
            ours = render(folder, dict(layers=[layer]), y4m("mono", [image]))[0]
            exact = cv2.GaussianBlur(
                image.astype(float), (side, side), sigma, borderType=cv2.BORDER_REPLICATE)
            worst = numpy.max(numpy.abs(ours - exact))
            # Rounding alone is off by up to half a level.
            verdict = "ok" if worst <= 0.6 else "FAILED"
            failures += worst > 0.6
            label = f"{name} blurred by {sigma:g}, OpenCV"
            print(f"{label:58} {psnr(ours, exact):6.2f} dB, worst {worst:.2f}, at most 0.6: {verdict}")


def ffmpeg(*arguments):
    command = ["ffmpeg", "-v", "error", *arguments, "-f", "yuv4mpegpipe", "-strict", "-1", "-"]
    return planes_of(subprocess.run(command, capture_output=True, check=True).stdout)


def against_ffmpeg(folder):
    base = os.path.join(folder, "base.y4m")
    stream = y4m(
        "420mpeg2",
        [photo(320, 240) // 2 + 50, photo(160, 120) // 3 + 80, photo(160, 120)[::-1] // 3 + 90],
    )
    with open(base, "wb") as file:
        file.write(stream)
    badge = numpy.zeros((64, 64, 4), numpy.uint8)
    y, x = numpy.mgrid[0:64, 0:64] - 31.5
    badge[..., 0], badge[..., 1], badge[..., 2] = 240, 100 + x, 60 + 2 * y * (y > 0)
    badge[..., 3] = numpy.clip((30 - numpy.hypot(x, y)) * 10, 0, 255)
    logo = os.path.join(folder, "logo.png")
    Image.fromarray(badge).save(logo)

    def over(name, graph, layer, limits, margin=0):
        ours = render(
            folder, dict(layers=[dict(type="image", source="logo.png", **layer)]), stream,
            "--matrix", "601")
        theirs = ffmpeg("-i", base, "-i", logo, "-filter_complex", graph)
        for plane, label, limit in zip(range(3), "YUV", limits):
            report(f"{name}, ffmpeg, {label}", ours[plane], theirs[plane], limit, margin)

    over("overlay at 40,60", "[0][1]overlay=40:60", dict(position=[40, 60]), (60, 58, 58))
    over(
        "overlay to 32x32",
        "[1]scale=32:32:flags=area[s];[0][s]overlay=40:60",
        dict(position=[40, 60], size=[32, 32]), (60, 58, 58))
    over(
        "overlay turned by 30 degrees",
        "[1]rotate=PI/6:c=none:ow=96:oh=96[s];[0][s]overlay=40:60",
        dict(position=[88, 108], anchor="center", rotation=30, sampling="bilinear"), (58, 56, 56))
    ours = render(
        folder, dict(layers=[dict(type="effect", effect="blur", sigma=8)]), stream)
    # A recursive filter that comes near to a gaussian, and blurs chroma as it is told.
    theirs = ffmpeg("-i", base, "-vf", "gblur=sigma=8:steps=3:planes=1")
    chroma = ffmpeg("-i", base, "-vf", "gblur=sigma=4:steps=3:planes=6")
    for plane, label in enumerate("YUV"):
        other = (chroma if plane else theirs)[plane]
        report(f"blur, ffmpeg gblur, {label}", ours[plane], other, 44, margin=24)
    for name, size, flags, limit in [
        ("half as large", "160:120", "area+accurate_rnd", 50),
        # Mitchell and Netravali's B and C; 0 and 1/2 make a Catmull-Rom curve.
        ("twice as large", "640:480", "bicubic+accurate_rnd:param0=0:param1=0.5", 44),
    ]:
        width, height = map(int, size.split(":"))
        ours = render(folder, dict(canvas=dict(size=[width, height])), stream)
        theirs = ffmpeg("-i", base, "-vf", f"scale={size}:flags={flags}")
        for plane, label in enumerate("YUV"):
            report(
                f"canvas {name}, ffmpeg {flags.split('+')[0]}, {label}", ours[plane],
                theirs[plane], limit if plane == 0 else 44, margin=8)


with tempfile.TemporaryDirectory() as place:
    resizing(place)
    turning(place)
    blurring(place)
    if shutil.which("ffmpeg"):
        against_ffmpeg(place)
print(f"{failures} comparisons failed" if failures else "all comparisons hold")
sys.exit(1 if failures else 0)
