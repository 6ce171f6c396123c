"""Runs programs in a pipe and says what they cost."""

import dataclasses
import os
import subprocess
import threading
import time

# Seconds after which a program is taken to hang; the slowest work takes a tenth of it.
PATIENCE = 120


@dataclasses.dataclass
class Cost:
    """What one run took, for so many frames."""

    frames: int
    wall: float
    cpu: float
    peak: float

    @property
    def fps(self):
        return self.frames / self.wall

    @property
    def cpu_per_100(self):
        return self.cpu / self.frames * 100

    def json(self):
        return {
            "frames": self.frames,
            "wallSeconds": round(self.wall, 5),
            "cpuSeconds": round(self.cpu, 5),
            "peakMiB": round(self.peak, 1),
        }

    @staticmethod
    def parse(entry):
        return Cost(entry["frames"], entry["wallSeconds"], entry["cpuSeconds"], entry["peakMiB"])


class Failure(Exception):
    """A program that ended with another code than 0."""


def run(commands, source, frames, sink, folder):
    """Runs a chain of programs, each feeding the next; their costs are added up.

    The first is fed by `cat` with the files of `source`, if there are any. `sink` is "null",
    "pipe", to another `cat`, or an open file. The clock stops when the last has ended.
    """
    with open(os.devnull, "wb") as null, open(os.path.join(folder, "stderr.txt"), "w+b") as log:
        feeder = None
        entry = subprocess.DEVNULL
        if source:
            feeder = subprocess.Popen(
                ["cat", *source], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
            entry = feeder.stdout
        drain = None
        if sink == "pipe":
            drain = subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=null)
        output = drain.stdin if drain else null if sink == "null" else sink
        begin = time.monotonic()
        chain = start(commands, entry, output, log, folder)
        if drain:
            drain.stdin.close()
        watch = threading.Timer(PATIENCE, lambda: [process.kill() for process in chain])
        watch.start()
        usages = [finish(process) for process in chain]
        watch.cancel()
        wall = time.monotonic() - begin
        for helper in (feeder, drain):
            if helper is feeder and feeder:
                feeder.terminate()
            if helper:
                helper.wait()
        for process, command in zip(chain, commands):
            if process.returncode != 0:
                log.seek(0)
                message = log.read().decode(errors="replace").strip()
                last = (message.splitlines() or [""])[-1]
                name = os.path.basename(command[0])
                summary = f"{name}: exit code {process.returncode}: {last}"
                raise Failure(f"{summary}\n{message}\n{' '.join(command)}")
    # Linux counts in KiB, macOS in bytes.
    unit = 1024 if os.uname().sysname == "Linux" else 1024 * 1024
    cpu = sum(usage.ru_utime + usage.ru_stime for usage in usages)
    return Cost(frames, wall, cpu, sum(usage.ru_maxrss for usage in usages) / unit)


def start(commands, entry, output, log, folder):
    """Starts the chain; this process keeps none of the pipes between."""
    chain = []
    for index, command in enumerate(commands):
        is_last = index == len(commands) - 1
        process = subprocess.Popen(
            command, stdin=entry, stdout=output if is_last else subprocess.PIPE, stderr=log,
            cwd=folder,
            # The one font that the works use, as libass is told by fontsdir.
            env={**os.environ, "VFX_FONT_PATH": os.path.join(folder, "fonts")},
        )
        if entry != subprocess.DEVNULL:
            entry.close()
        entry = process.stdout
        chain.append(process)
    return chain


def finish(process):
    """Waits for a program's end and gives what it used."""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage
