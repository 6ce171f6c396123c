"""Lines of tables, and records of what was measured."""

import datetime
import json
import os
import platform
import statistics
import subprocess

import goals
import quality


def spread(values, digits=2):
    """Median, and least and most in brackets."""
    low, middle, high = min(values), statistics.median(values), max(values)
    return f"{middle:.{digits}f} ({low:.{digits}f}-{high:.{digits}f})"


HEADINGS = [
    "work", "out", "peer", "fps", "peer fps", "fps ratio", "CPU s/100", "peer CPU", "CPU ratio",
    "MiB", "peer MiB", "PSNR Y / U / V",
]


def speed(costs, unit):
    if unit == "ms":
        return f"{statistics.median(1000 * cost.wall for cost in costs):.1f} ms"
    return f"{statistics.median(cost.fps for cost in costs):.0f}"


def cpu(costs, unit):
    """Processor seconds for 100 frames; for all of a short run in milliseconds."""
    if unit == "ms":
        return f"{statistics.median(1000 * cost.cpu for cost in costs):.1f} ms"
    return f"{statistics.median(cost.cpu_per_100 for cost in costs):.3f}"


def row(record, picture=None, is_fastest=False):
    """One line of the table; `theirs` is empty where no peer does the work."""
    ours, theirs = goals.costs(record, "ours"), goals.costs(record, "theirs")
    unit = record["unit"]
    name = f"**{record['peer']}**" if is_fastest else record["peer"]
    cells = [record["work"], record["sink"], name, speed(ours, unit)]
    memory = f"{max(cost.peak for cost in ours):.0f}"
    if not theirs:
        return cells + ["", "", cpu(ours, unit), "", "", memory, "", ""]
    return cells + [
        speed(theirs, unit),
        spread(goals.ratios(record, lambda cost: cost.fps)),
        cpu(ours, unit),
        cpu(theirs, unit),
        spread(goals.ratios(record, lambda cost: cost.cpu_per_100)),
        memory,
        f"{max(cost.peak for cost in theirs):.0f}",
        quality.text(picture),
    ]


def is_same(picture, record):
    """Whether a comparison of pictures belongs to a record of runs."""
    return (picture["work"], picture["peer"]) == (record["work"], record["peer"])


def markdown(cells):
    return "| " + " | ".join(cells) + " |"


def heading(cells):
    return markdown(cells) + "\n" + markdown(["---"] * len(cells))


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


def origin(options, versions):
    """What is measured, when, and on what; the commit only where the program was built from just that."""
    return {
        "date": datetime.date.today().isoformat(),
        "commit": options.commit,
        "vfx": text_of(options.vfx, "--version"),
        "peers": versions,
        "threads": options.threads,
        "pairs": options.pairs,
        "frames": options.frames,
        "machine": machine(),
    }


def save(path, document):
    with open(path, "w") as file:
        json.dump({**document, "loadAtTheEnd": load()}, file, indent=1)
        file.write("\n")
