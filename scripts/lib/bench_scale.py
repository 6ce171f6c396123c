"""What a film costs in parts: measured here, and worked out for many workers.

Runs in an empty folder, with vfx, afx and ffmpeg on the path; --quick takes smaller films and fewer runs.
"""
import heapq
import json
import os
import random
import statistics
import subprocess
import sys
import time

QUICK = "--quick" in sys.argv
RUNS = 3 if QUICK else 7
RATE = 30


def ff(*words):
    subprocess.run(["ffmpeg", "-v", "error", "-nostdin", "-y", *words], check=True)


def write(name, timeline):
    with open(name, "w") as file:
        json.dump({"version": 1, **timeline}, file)


def run(command):
    """Wall and processor seconds of a command in bash, with all that it starts."""
    before = os.times()
    start = time.monotonic()
    subprocess.run(["bash", "-o", "pipefail", "-c", command], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wall = time.monotonic() - start
    after = os.times()
    cpu = (after.children_user - before.children_user) + (after.children_system - before.children_system)
    return wall, cpu


def median(command, runs=RUNS):
    pairs = [run(command) for _ in range(runs)]
    return tuple(statistics.median(column) for column in zip(*pairs))


def make_films():
    """A minute of H.264 as cameras and editors write it, and two hours of it."""
    ff("-f", "lavfi", "-i", f"testsrc2=s=1280x720:r={RATE}:d=60", "-c:v", "libx264", "-preset", "veryfast",
       "-g", "250", "-bf", "3", "-pix_fmt", "yuv420p", "minute.mp4")
    with open("list", "w") as file:
        file.write("file minute.mp4\n" * 120)
    ff("-f", "concat", "-i", "list", "-c", "copy", "hours.mp4")
    layers = [
        {"type": "effect", "effect": "bloom"},
        {"type": "effect", "effect": "grain"},
        {"type": "text", "text": "Title", "size": 60, "color": "white", "position": ["50%", "80%"],
         "anchor": "center"},
    ]
    canvas = {"size": [1280, 720], "rate": RATE}
    write("hours.json", {"canvas": canvas, "clips": [{"source": "hours.mp4"}], "layers": layers})
    write("minute.json", {"canvas": canvas, "clips": [{"source": "minute.mp4"}], "layers": layers})
    write("plain.json", {"canvas": canvas, "clips": [{"source": {"color": "navy"}, "duration": 60}]})


def measure():
    figures = {}
    figures["start"] = median("vfx make plain.json -q --start 10 -n 1 -o x.mp4")
    first = "vfx -q -t hours.json --start {} -n 1 | cat"
    figures["first frame at 0:00:00"] = median(first.format("0"))
    # The keyframes of a minute are at 0, 250, 500 frames and so on.
    key, last = 119 * 60, 119 * 60 + 249 / RATE
    figures["first frame at 1:59:00, a keyframe"] = median(first.format(key))
    figures["the frame before the next keyframe"] = median(first.format(f"{last:.4f}"))
    seconds = 20 if QUICK else 60
    frames = seconds * RATE
    whole = f"vfx make minute.json -q -n {frames} -o whole.mp4"
    parts = ("rm -f part-*; vfx parts minute.json -q --parts 8 -n {n} --format parallel | "
             "parallel --will-cite -j 2 && vfx join part-*.mp4 -o joined.mp4").format(n=frames)
    pairs = [(run(whole), run(parts)) for _ in range(3)]
    figures["one run"] = tuple(statistics.median(p[0][i] for p in pairs) for i in (0, 1))
    figures["8 parts, 2 at a time"] = tuple(statistics.median(p[1][i] for p in pairs) for i in (0, 1))
    figures["join of 8 parts"] = median("vfx join part-*.mp4 -o joined.mp4", 3)
    return figures, frames


def formula(frames, parts, workers, start, frame, join):
    """Seconds, where every part is as long as the others."""
    rounds = -(-parts // workers)
    return rounds * (start + frames / parts * frame) + join(parts)


def simulate(frames, parts, workers, start, frame, join, seed):
    """Seconds, where parts differ by a fifth, and one in a hundred is lost half way and made again."""
    numbers = random.Random(seed)
    length = frames / parts * frame
    jobs = [start + length * max(0.2, numbers.gauss(1, 0.2)) for _ in range(parts)]
    free = [0.0] * workers
    heapq.heapify(free)
    end = 0.0
    while jobs:
        job = jobs.pop(0)
        at = heapq.heappop(free)
        if numbers.random() < 0.01:
            jobs.append(job)
            job /= 2
        heapq.heappush(free, at + job)
        end = max(end, at + job)
    return end + join(parts)


def best(frames, workers, start, frame, join):
    """The number of parts for which the formula is shortest: whole rounds of all workers."""
    choices = [workers * rounds for rounds in (1, 2, 3, 4, 6, 8)]
    choices = [count for count in choices if frames / count >= RATE] or [frames // RATE]
    return min(choices, key=lambda count: formula(frames, count, workers, start, frame, join))


def main():
    make_films()
    figures, frames = measure()
    print("| What | wall s | CPU s |\n|---|---|---|")
    for name, (wall, cpu) in figures.items():
        print(f"| {name} | {wall:.2f} | {cpu:.2f} |")
    one, eight = figures["one run"], figures["8 parts, 2 at a time"]
    print(f"\nCPU of 8 parts / one run: {eight[1] / one[1]:.3f}")
    ahead = figures["the frame before the next keyframe"][0] - figures["first frame at 1:59:00, a keyframe"][0]
    start = (figures["start"][0] + max(0, figures["first frame at 1:59:00, a keyframe"][0]
             - figures["first frame at 0:00:00"][0]) + max(0, ahead) / 2)
    # A worker is a machine like this one, and a part uses all of it.
    frame = one[0] / frames
    join_one = figures["join of 8 parts"][0] / 8

    def join(parts):
        # What is copied does not depend on the number of parts, what is looked at does.
        return join_one * parts + 2 * 3600 * RATE / frames * 0.05

    total = 2 * 3600 * RATE
    print(f"\nstart of a part {start:.2f} s, a frame {1000 * frame:.1f} ms, a part in the join {join_one:.3f} s\n")
    print("| Workers | parts | formula | simulated | times as fast | of the ideal |\n|---|---|---|---|---|---|")
    alone = formula(total, 1, 1, start, frame, join)
    for workers in (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000):
        parts = best(total, workers, start, frame, join)
        exact = formula(total, parts, workers, start, frame, join)
        runs = [simulate(total, parts, workers, start, frame, join, seed) for seed in range(20)]
        mean = statistics.mean(runs)
        print(f"| {workers} | {parts} | {clock(exact)} | {clock(mean)} | {alone / mean:.1f} "
              f"| {100 * alone / mean / workers:.0f} % |")


def clock(seconds):
    whole = round(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"


main()
