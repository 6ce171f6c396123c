"""Measures how evenly a slow Ken Burns move runs; see scripts/tests/jitter.

A still with two sharp edges grows a little, or is passed. The edges are found in every frame to a
small part of a pixel, and ought to move by equal steps: where the second difference of their places
is not nought, the picture shakes. vfx has to stay under the limit, and zoompan to be over it, which
shows that the measurement sees what it is for.
"""

import json
import math
import os
import struct
import subprocess
import sys
import tempfile
import zlib

VFX = os.environ["VFX"]
FFMPEG = os.environ.get("FFMPEG", "")
# Pixels, of the frame to frame change of speed.
LIMIT = 0.05
WIDTH, HEIGHT, FRAMES, RATE = 640, 360, 100, 25
DARK, BRIGHT = 40, 200
# Where the bright field begins, in shares of the still's sides: it is all that is to the right of
# the one edge or below the other.
EDGES = (0.75, 0.72)


def png(path, width, height):
    """A grey still: dark, and bright from the edges on."""
    edge = round(EDGES[0] * width)
    upper = bytes([DARK]) * edge + bytes([BRIGHT]) * (width - edge)
    rows = round(EDGES[1] * height)
    data = (b"\0" + upper) * rows + (b"\0" + bytes([BRIGHT]) * width) * (height - rows)

    def chunk(name, data):
        body = name + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head))
        file.write(chunk(b"IDAT", zlib.compress(data, 1)) + chunk(b"IEND", b""))


def frames(command):
    """The luma planes of the 8-bit 4:2:0 or grey stream that a command writes."""
    program = subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
    words = program.stdout.readline().split()
    rest = 0 if b"Cmono" in words else WIDTH * HEIGHT // 2
    found = []
    while program.stdout.readline():
        found.append(program.stdout.read(WIDTH * HEIGHT))
        program.stdout.read(rest)
    if program.wait() != 0 or len(found) != FRAMES:
        sys.exit(f"{command[0]}: exit code {program.returncode}, {len(found)} frames")
    return found


def place(samples):
    """Where a line of samples goes over from dark to bright: in the middle of its slope.

    The code values of the two differ with range and matrix, so they are those of its ends.
    """
    dark, bright = samples[0], samples[-1]
    return len(samples) - (sum(samples) - dark * len(samples)) / (bright - dark)


def tracks(planes):
    """The places of both edges in all frames: x along a row, y along a column."""
    row, column = HEIGHT // 4, WIDTH // 4
    return [
        [place(plane[row * WIDTH : (row + 1) * WIDTH]) for plane in planes],
        [place(plane[column :: WIDTH]) for plane in planes],
    ]


def shake(track):
    """The largest second difference, and its root mean square."""
    seconds = [track[i - 1] - 2 * track[i] + track[i + 1] for i in range(1, len(track) - 1)]
    mean = math.sqrt(sum(value * value for value in seconds) / len(seconds))
    return max(map(abs, seconds)), mean


def ours(folder, still, **clip):
    path = os.path.join(folder, "t.json")
    canvas = {"size": [WIDTH, HEIGHT], "rate": RATE, "format": "420jpeg"}
    clip = {"source": still, "duration": FRAMES / RATE, "fit": "cover", **clip}
    with open(path, "w") as file:
        json.dump({"version": 1, "canvas": canvas, "clips": [clip]}, file)
    return [VFX, "--quiet", "--timeline", path]


def theirs(folder, still, zoom, x, y):
    """zoompan's; `on` is the frame's number."""
    move = f"zoompan=z='{zoom}':x='{x}':y='{y}':d={FRAMES}:s={WIDTH}x{HEIGHT}:fps={RATE}"
    return [
        FFMPEG, "-v", "error", "-nostdin", "-i", os.path.join(folder, still), "-vf",
        f"format=yuv420p,{move}", "-f", "yuv4mpegpipe", "-",
    ]


def measure(name, command, is_peer):
    failed, worst = 0, 0
    for axis, track in zip("xy", tracks(frames(command))):
        largest, mean = shake(track)
        worst = max(worst, largest)
        way = abs(track[-1] - track[0])
        verdict = "" if is_peer else ", ok" if largest < LIMIT else ", TOO MUCH"
        failed += not is_peer and largest >= LIMIT
        print(f"{name:34} {axis} {way:5.1f} px: {largest:.4f} px at most, {mean:.4f} rms{verdict}")
    if is_peer and worst < LIMIT:
        print(f"{name}: under the limit, so this measures nothing")
        failed += 1
    return failed


def main():
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, side in (("same.png", 1), ("twice.png", 2)):
            png(os.path.join(folder, name), WIDTH * side, HEIGHT * side)
            size = f"{WIDTH * side}x{HEIGHT * side}"
            command = ours(folder, name, zoom={"from": 1, "to": 1.1})
            failed += measure(f"vfx, {size}, zoom to 1.1", command, False)
            command = ours(folder, name, zoom=1.2, focus={"from": [0, 0.5], "to": [1, 0.5]})
            failed += measure(f"vfx, {size}, pan", command, False)
            if FFMPEG:
                centre = ("iw/2-iw/zoom/2", "ih/2-ih/zoom/2")
                command = theirs(folder, name, f"1+0.1*on/{FRAMES}", *centre)
                failed += measure(f"zoompan, {size}, zoom to 1.1", command, True)
                across = f"(iw-iw/zoom)*on/{FRAMES}"
                command = theirs(folder, name, "1.2", across, centre[1])
                failed += measure(f"zoompan, {size}, pan", command, True)
    if failed:
        sys.exit(f"jitter: {failed} measurements failed")
    print(f"a Ken Burns move changes its speed by less than {LIMIT} px a frame")


main()
