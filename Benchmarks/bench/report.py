"""Tables and records of what was measured."""

import json
import os
import platform
import statistics
import subprocess


def median(values):
    return statistics.median(values)


def spread(values, digits=2):
    """Median, and least and most in brackets."""
    low, middle, high = min(values), median(values), max(values)
    return f"{middle:.{digits}f} ({low:.{digits}f}-{high:.{digits}f})"


HEADINGS = [
    "work", "out", "peer", "fps", "peer fps", "fps ratio", "CPU s/100", "peer CPU", "CPU ratio",
    "MiB", "peer MiB",
]


def row(work, sink, name, ours, theirs):
    """One line of the table; `theirs` is empty where no peer does the work."""
    cells = [work, sink, name, f"{median([c.fps for c in ours]):.0f}"]
    mine = median([c.cpu_per_100 for c in ours])
    memory = f"{max(c.peak for c in ours):.0f}"
    if not theirs:
        return cells + ["", "", f"{mine:.3f}", "", "", memory, ""]
    return cells + [
        f"{median([c.fps for c in theirs]):.0f}",
        spread([a.fps / b.fps for a, b in zip(ours, theirs)]),
        f"{mine:.3f}",
        f"{median([c.cpu_per_100 for c in theirs]):.3f}",
        spread([a.cpu_per_100 / max(b.cpu_per_100, 1e-9) for a, b in zip(ours, theirs)]),
        memory,
        f"{max(c.peak for c in theirs):.0f}",
    ]


def markdown(cells):
    return "| " + " | ".join(cells) + " |"


def heading():
    return markdown(HEADINGS) + "\n" + markdown(["---"] * len(HEADINGS))


def machine():
    model = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo") as file:
            model = next(line.split(":")[1].strip() for line in file if "model name" in line)
    except (OSError, StopIteration):
        pass
    return {
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "processor": model,
        "cores": os.cpu_count(),
        "load": load(),
    }


def load():
    return [round(value, 2) for value in os.getloadavg()]


def text_of(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return done.stdout.split("\n")[0]


def origin(vfx, commit, threads):
    """What is measured, and on what; `commit` only where the program was built from just that."""
    return {
        "commit": commit,
        "vfx": text_of(vfx, "--version"),
        "ffmpeg": text_of("ffmpeg", "-version"),
        "threads": threads,
        "machine": machine(),
    }


def save(path, origin, records):
    document = {**origin, "loadAtTheEnd": load(), "results": records}
    with open(path, "w") as file:
        json.dump(document, file, indent=1)
        file.write("\n")
