"""Measures vfx and its peers in turn, A B A B, over the works of works.json."""

import argparse
import os
import sys

import assets
import processes
import report
import works

HERE = os.path.dirname(os.path.abspath(__file__))


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__)
    parser.add_argument("works", nargs="*", help="names of works; without one, all")
    parser.add_argument("--pairs", type=int, default=5, help="how often each pair is run (5)")
    parser.add_argument("--frames", type=int, default=300, help="frames of a run (300)")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="threads of each")
    parser.add_argument("--sink", choices=["null", "pipe", "both"], default="both")
    parser.add_argument("--json", metavar="FILE", help="keep every run in a file")
    parser.add_argument("--list", action="store_true", help="name the works")
    parser.add_argument("--vfx", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--commit", help=argparse.SUPPRESS)
    parser.add_argument("--folder", required=True, help=argparse.SUPPRESS)
    return parser.parse_args()


def chosen(all_works, names):
    known = {work.name: work for work in all_works}
    for name in names:
        if name not in known:
            sys.exit(f"bench: there is no work '{name}'; there are {', '.join(known)}")
    return [known[name] for name in names] if names else all_works


class Bench:
    def __init__(self, options):
        self.options = options
        self.header, self.frames = assets.prepare(options.folder, options.vfx)
        self.records = []

    def cost(self, contestant, count, sink):
        source, frames = assets.stream(self.header, self.frames, contestant.frames or count)
        command = contestant.command
        if contestant.frames:
            frames = contestant.frames
            command = command[:-1] + ["-frames:v", str(frames), command[-1]]
        return processes.run(command, source, frames, sink, self.options.folder)

    def compare(self, work, peer, sink):
        """Runs both in turn; the first pair warms up and does not count."""
        count = max(assets.CLIP_FRAMES, int(self.options.frames * work.share))
        ours, theirs = [], []
        for index in range(self.options.pairs + 1):
            mine = self.cost(work.ours, count, sink)
            other = self.cost(peer, count, sink) if peer else None
            if index > 0:
                ours.append(mine)
                if other:
                    theirs.append(other)
        name = peer.name if peer else ""
        print(report.markdown(report.row(work.name, sink, name, ours, theirs)), flush=True)
        self.records.append(
            {
                "work": work.name,
                "sink": sink,
                "peer": name,
                "ours": [cost.json() for cost in ours],
                "theirs": [cost.json() for cost in theirs],
            }
        )


def main():
    options = arguments()
    bench = Bench(options)
    path = os.path.join(HERE, "..", "works.json")
    everything = works.load(path, options.folder, options.vfx, options.threads)
    if options.list:
        for work in everything:
            print(f"{work.name:14} {work.about}")
        return
    # Taken now: what is true of the tree when the runs end may not be what was measured.
    origin = report.origin(options.vfx, options.commit, options.threads)
    print(report.heading())
    for work in chosen(everything, options.works):
        for sink in ["null", "pipe"] if options.sink == "both" else [options.sink]:
            for peer in work.peers or [None]:
                bench.compare(work, peer, sink)
    if options.json:
        report.save(options.json, origin, bench.records)


main()
