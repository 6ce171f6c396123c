"""Samples Unicode's conformance files for the tests: samples.py DATA TARGET."""

import sys
from pathlib import Path

data, target = Path(sys.argv[1]), Path(sys.argv[2])


def body(name):
    for line in (data / name).read_text(encoding="utf-8").splitlines():
        line = line.split("#")[0].strip()
        if line:
            yield line


def write(name, lines):
    (target / name).write_text("\n".join(lines) + "\n", encoding="utf-8")


write("BidiCharacterTest.txt", list(body("BidiCharacterTest.txt"))[::71])

kept, levels, order, number = [], "", "", 0
for line in body("BidiTest.txt"):
    if line.startswith("@Levels"):
        levels = line
    elif line.startswith("@Reorder"):
        order = line
    else:
        number += 1
        if number % 211 == 1:
            kept += [one for one in (levels, order) if one]
            levels = order = ""
            kept.append(line)
write("BidiTest.txt", kept)

breaks = list(body("auxiliary/LineBreakTest.txt"))
write("LineBreakTest.txt", breaks[:-200:3] + breaks[-200:])
