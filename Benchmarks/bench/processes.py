"""Runs one program in a pipe and says what it cost."""

import dataclasses
import os
import subprocess
import time


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
            "wallSeconds": round(self.wall, 4),
            "cpuSeconds": round(self.cpu, 4),
            "peakMiB": round(self.peak, 1),
        }


def run(command, source, frames, sink, folder):
    """Feeds `command` through a pipe from `cat`; `sink` is "null" or "pipe", to another `cat`.

    The clock stops when the program has ended; its processor time and memory are its own, without
    those of either `cat`.
    """
    feeder = subprocess.Popen(
        ["cat", *source], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    null = open(os.devnull, "wb")
    drain = None
    output = null
    if sink == "pipe":
        drain = subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=null)
        output = drain.stdin
    log = open(os.path.join(folder, "stderr.txt"), "w+b")
    begin = time.monotonic()
    process = subprocess.Popen(command, stdin=feeder.stdout, stdout=output, stderr=log, cwd=folder)
    feeder.stdout.close()
    if drain:
        drain.stdin.close()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    feeder.terminate()
    feeder.wait()
    if drain:
        drain.wait()
    if process.returncode != 0:
        log.seek(0)
        message = log.read().decode(errors="replace")
        raise SystemExit(f"exit code {process.returncode}: {' '.join(command)}\n{message}")
    # Linux counts in KiB, macOS in bytes.
    unit = 1024 if os.uname().sysname == "Linux" else 1024 * 1024
    return Cost(frames, wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / unit)
