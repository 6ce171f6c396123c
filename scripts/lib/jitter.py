"""Measures how evenly a slow Ken Burns move runs; see scripts/jitter-tests.

A still with a sharp edge and a soft dot grows a little. Both are found in every frame to a small
part of a pixel, and ought to move by equal steps: where the second difference of their places is
not nought, the picture shakes. vfx has to stay under the limit, and zoompan to be over it, which
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
# Where things are in the still, in shares of its sides: the edge, and the dot with its radius.
EDGE, DOT, SIGMA = 0.84, (0.2, 0.25), 0.008


def png(path, width, height):
    """A grey still: dark, a bright field from the edge to the right, and the dot."""
    dot_x, dot_y, sigma = DOT[0] * width, DOT[1] * height, SIGMA * width
    edge = round(EDGE * width)
    across = [math.exp(-((x + 0.5 - dot_x) ** 2) / (2 * sigma * sigma)) for x in range(width)]
    rows = []
    for y in range(height):
        down = math.exp(-((y + 0.5 - dot_y) ** 2) / (2 * sigma * sigma)) * (BRIGHT - DARK)
        if down < 0.01:
            row = bytes([DARK]) * edge
        else:
            row = bytes(round(DARK + down * across[x]) for x in range(edge))
        rows.append(b"\0" + row + bytes([BRIGHT]) * (width - edge))

    def chunk(name, data):
        body = name + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head))
        file.write(chunk(b"IDAT", zlib.compress(b"".join(rows), 1)) + chunk(b"IEND", b""))


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


def levels(plane):
    """The code values of the dark and the bright field, which differ with range and matrix."""
    return plane[(HEIGHT // 2) * WIDTH + 40], plane[(HEIGHT // 2) * WIDTH + WIDTH - 1]


def edge(plane):
    """Where the bright field begins, averaged over some rows away from the dot."""
    dark, bright = levels(plane)
    total, rows = 0, range(HEIGHT // 2, HEIGHT // 2 + 40)
    for y in rows:
        total += sum(plane[y * WIDTH + WIDTH // 2 : (y + 1) * WIDTH])
    mean = total / len(rows) - dark * (WIDTH - WIDTH // 2)
    return WIDTH - mean / (bright - dark)


def dot(plane, expected):
    """The centre of gravity of the dot, in a window about where it is expected."""
    dark = levels(plane)[0]
    left, top = (max(round(value) - 24, 0) for value in expected)
    weight = x_sum = y_sum = 0
    for y in range(top, top + 48):
        row = plane[y * WIDTH + left : y * WIDTH + left + 48]
        for x, value in enumerate(row):
            value -= dark
            # Rings of a sharpening filter and noise of one level are not the dot.
            if value > 1:
                weight += value
                x_sum += value * (left + x + 0.5)
                y_sum += value * (y + 0.5)
    return x_sum / weight, y_sum / weight


def places(planes, move):
    """The tracks of the edge's x, and of the dot's x and y."""
    tracks = [[], [], []]
    for number, plane in enumerate(planes):
        x, y = dot(plane, move(DOT, number / FRAMES))
        for track, value in zip(tracks, (edge(plane), x, y)):
            track.append(value)
    return tracks


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


def grown(place, share):
    zoom = 1 + 0.1 * share
    return [(0.5 + (p - 0.5) * zoom) * side for p, side in zip(place, (WIDTH, HEIGHT))]


def passed(place, share):
    focus = (share, 0.5)
    sides = (WIDTH, HEIGHT)
    return [(f + (p - f) * 1.2) * side for p, f, side in zip(place, focus, sides)]


def measure(name, command, move, is_peer):
    tracks = places(frames(command), move)
    failed = 0
    worst = 0
    for label, track in zip(("edge", "dot, x", "dot, y"), tracks):
        largest, mean = shake(track)
        worst = max(worst, largest)
        way = abs(track[-1] - track[0])
        verdict = "" if is_peer else ", ok" if largest < LIMIT else ", TOO MUCH"
        failed += not is_peer and largest >= LIMIT
        print(f"{name:34} {label:7} {way:5.1f} px: {largest:.4f} px at most, {mean:.4f} rms{verdict}")
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
            failed += measure(f"vfx, {size}, zoom to 1.1", command, grown, False)
            command = ours(
                folder, name, zoom=1.2, focus={"from": [0, 0.5], "to": [1, 0.5]})
            failed += measure(f"vfx, {size}, pan", command, passed, False)
            if FFMPEG:
                centre = ("iw/2-iw/zoom/2", "ih/2-ih/zoom/2")
                command = theirs(folder, name, f"1+0.1*on/{FRAMES}", *centre)
                failed += measure(f"zoompan, {size}, zoom to 1.1", command, grown, True)
                across = f"(iw-iw/zoom)*on/{FRAMES}"
                command = theirs(folder, name, "1.2", across, centre[1])
                failed += measure(f"zoompan, {size}, pan", command, passed, True)
    if failed:
        sys.exit(f"jitter: {failed} measurements failed")
    print(f"a Ken Burns move changes its speed by less than {LIMIT} px a frame")


main()
