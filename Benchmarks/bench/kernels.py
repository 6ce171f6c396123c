"""Says what each kernel takes: time a sample, or instructions."""

import argparse
import json
import subprocess
import sys

import counts


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/bench kernels", description=__doc__)
    parser.add_argument("kernels", nargs="*", help="names of kernels; without one, all")
    parser.add_argument("--counts", action="store_true", help="compare counts of instructions")
    parser.add_argument("--update", action="store_true", help="with --counts: keep the new ones")
    parser.add_argument("--size", default=None, help="of the frames (1920x1080)")
    parser.add_argument("--baseline", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--native", help=argparse.SUPPRESS)
    parser.add_argument("--compiler", help=argparse.SUPPRESS)
    return parser.parse_args()


def measured(program, options):
    """What a build takes, by kernel and depth."""
    command = [program, "--size", options.size or "1920x1080", *options.kernels]
    # The program names what it leaves out, with the reason, on standard error.
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(done.returncode)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return {(line["kernel"], line["depth"]): line for line in lines}


def cells(result, copy):
    """Nanoseconds a sample, and the share of the speed of memcpy over as many bytes."""
    if result is None or "skipped" in result:
        return ["", ""]
    if copy is None or "skipped" in copy:
        return [f"{result['nanoseconds'] / result['samples']:.3f}", ""]
    each = result["nanoseconds"] / result["samples"]
    share = copy["nanoseconds"] / copy["samples"] / each
    return [f"{each:.3f}", f"{share * 100:.1f} %"]


HEADINGS = ["kernel", "bits", "ns/sample", "of memcpy", "native ns/sample", "of memcpy"]


def table(baseline, native):
    yield HEADINGS
    yield ["---", "--:", "--:", "--:", "--:", "--:"]
    for name, depth in baseline:
        row = [name, "8" if depth == 8 else "16"]
        for runs in (baseline, native):
            row += cells(runs.get((name, depth)), runs.get(("copy", depth)))
        yield row


def aligned(rows):
    rows = list(rows)
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        fitted = [row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]
        yield "| " + " | ".join(fitted) + " |"


def main():
    options = arguments()
    if options.counts:
        sys.exit(counts.run(options))
    if options.kernels and "copy" not in options.kernels:
        options.kernels.insert(0, "copy")
    baseline, native = measured(options.baseline, options), measured(options.native, options)
    for (name, depth), line in baseline.items():
        if "skipped" in line and depth == 8:
            print(f"skipped: {name}: {line['skipped']}", file=sys.stderr)
    shown = {key: line for key, line in baseline.items() if "skipped" not in line}
    for line in aligned(table(shown, native)):
        print(line)


main()
