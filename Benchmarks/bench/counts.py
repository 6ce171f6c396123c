"""Counts the instructions of each kernel and compares them with those that are kept.

A count does not depend on how busy the machine is, and repeats; so a kernel that became slower
is seen at once, though not one that waits longer for memory.
"""

import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile

KEPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "counts.json")
# Small, so that all kernels take seconds where each instruction takes fifty; wide enough that
# what a row costs beside its samples does not stand out.
SIZE = "384x216"
# More than this part of what is kept is a failure.
TOLERANCE = 0.05


def count(program, size, names):
    """Instructions of one run of each kernel, by its name and bits, and what was left out."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "callgrind")
        command = ["valgrind", "--quiet", "--tool=callgrind", f"--callgrind-out-file={out}"]
        command += ["--zero-before=*markBegin*", "--dump-after=*markEnd*"]
        command += [program, "--counts", "--size", size, *names]
        # Dictionaries would else take another order in each run.
        environment = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"}
        done = subprocess.run(command, stdout=subprocess.PIPE, env=environment, text=True)
        if done.returncode != 0:
            sys.exit(f"counts: exit code {done.returncode}: {' '.join(command)}")
        found, skipped, dumps = {}, [], 0
        for line in map(json.loads, done.stdout.splitlines()):
            if "skipped" in line:
                skipped.append(line["kernel"])
                continue
            dumps += 1
            found[f"{line['kernel']}, {line['depth']} bits"] = instructions(f"{out}.{dumps}")
    return found, sorted(set(skipped))


def instructions(path):
    with open(path) as file:
        return next(int(line.split()[1]) for line in file if line.startswith("summary:"))


def origin(compiler):
    """What a count depends on beside the sources."""
    version = subprocess.run(["valgrind", "--version"], stdout=subprocess.PIPE, text=True)
    system = f"{platform.system()} {platform.machine()} {' '.join(platform.libc_ver())}"
    return {"compiler": compiler, "system": system.strip(), "valgrind": version.stdout.strip()}


def compare(found, kept):
    """The kernels that grew, those that shrank, and those that are not kept, each as a line."""
    grown, shrunk, new = [], [], []
    for name, now in found.items():
        before = kept.get(name)
        if before is None:
            new.append(f"{name}: {now}")
            continue
        change = f"{name}: {before} -> {now} ({(now / before - 1) * 100:+.1f} %)"
        if now > before * (1 + TOLERANCE):
            grown.append(change)
        elif now < before * (1 - TOLERANCE):
            shrunk.append(change)
    return grown, shrunk, new


def tell(title, lines):
    if lines:
        print(title)
        for line in lines:
            print(f"  {line}")


def run(options):
    """Counts, and compares or keeps; gives the exit code."""
    if not shutil.which("valgrind"):
        sys.exit("counts: valgrind is needed to count instructions")
    size = options.size or SIZE
    found, skipped = count(options.baseline, size, options.kernels)
    here = origin(options.compiler)
    document = {**here, "size": SIZE, "counts": {}}
    if os.path.exists(KEPT):
        with open(KEPT) as file:
            document = json.load(file)
    if options.update:
        before = document["counts"] if options.kernels else {}
        save({**here, "size": size, "counts": {**before, **found}})
        print(f"{len(found)} counts are kept in Benchmarks/counts.json")
        return 0
    if size != document["size"]:
        lines = [f"{name}: {instructions}" for name, instructions in found.items()]
        tell(f"counts at {size}, which are not those that are kept:", lines)
        return 0
    grown, shrunk, new = compare(found, document["counts"])
    tell("not here:", skipped)
    tell("new, to be kept with scripts/bench kernels --counts --update:", new)
    tell("fewer instructions, to be kept with --counts --update:", shrunk)
    tell("more instructions; where that is meant, to be kept with --counts --update:", grown)
    differing = [
        f"{key} was {document[key]}, is {here[key]}" for key in here if document[key] != here[key]
    ]
    if differing:
        print(f"{len(found)} counts, which do not compare: {'; '.join(differing)}")
        return 0
    if grown:
        print(f"{len(grown)} of {len(found)} counts grew by more than {TOLERANCE:.0%}")
        return 1
    print(f"{len(found)} counts, none of which grew by more than {TOLERANCE:.0%}")
    return 0


def save(document):
    with open(KEPT, "w") as file:
        json.dump(document, file, indent=1)
        file.write("\n")
