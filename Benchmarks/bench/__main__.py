"""Measures vfx and its peers in turn, A B A B, over the works of works.json."""

import argparse
import copy
import json
import os
import sys

import assets
import peers
import processes
import quality
import report
import tables
import works

HERE = os.path.dirname(os.path.abspath(__file__))
WORKS = os.path.join(HERE, "..", "works.json")


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__)
    parser.add_argument("works", nargs="*", help="names of works; without one, all")
    parser.add_argument("--pairs", type=int, default=5, help="how often each pair is run (5)")
    parser.add_argument("--frames", type=int, default=300, help="frames of a run (300)")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="threads of each")
    parser.add_argument("--sink", choices=["null", "pipe", "both"], default="both")
    parser.add_argument("--json", metavar="FILE", help="keep every run in a file")
    parser.add_argument("--list", action="store_true", help="name the works")
    parser.add_argument("--table", metavar="FILE", help="show the tables of such a file")
    parser.add_argument("--into", metavar="PAGE", help="write the results in a page anew")
    parser.add_argument("--vfx", help=argparse.SUPPRESS)
    parser.add_argument("--commit", help=argparse.SUPPRESS)
    parser.add_argument("--folder", help=argparse.SUPPRESS)
    return parser.parse_args()


class Bench:
    def __init__(self, options):
        self.options = options
        self.files = assets.Assets(options.folder, options.vfx)
        self.peers = peers.Peers(options.folder, self.files, options.threads)
        self.works = works.load(WORKS, options.works, self.files, options)
        self.document = {}

    def skip(self, work, peer, reason):
        self.document["skipped"].append({"work": work.name, "peer": peer, "reason": reason})
        line = f"skipped: {work.name}, {peer}: {reason.splitlines()[0]}"
        print(line, file=sys.stderr, flush=True)

    def cost(self, contestant, work, sink):
        source, frames = [], work.count
        if contestant.stream:
            source, frames = self.files.stream(contestant.stream, contestant.frames or work.count)
        return processes.run(
            contestant.commands, source, contestant.frames or frames, sink, self.options.folder)

    def compare(self, work, peer, sink):
        """Runs both in turn; the first pair warms up and does not count."""
        ours, theirs = [], []
        mine = peer.ours if peer and peer.ours else work.ours
        for index in range(self.options.pairs + 1):
            first = self.cost(mine, work, sink)
            second = self.cost(peer, work, sink) if peer else None
            if index > 0:
                ours.append(first.json())
                if second:
                    theirs.append(second.json())
        return {
            "work": work.name,
            "sink": sink,
            "peer": peer.name if peer else "",
            "family": peer.family if peer else "",
            "unit": work.unit,
            "ours": ours,
            "theirs": theirs,
        }

    def contestants(self, work, entries):
        for entry in entries:
            found, missing = self.peers.expand(entry, work)
            for name, reason in missing:
                self.skip(work, name, reason)
            yield from found

    def measure(self, work):
        rivals = list(self.contestants(work, work.entry["peers"]))
        sinks = ["null", "pipe"] if self.options.sink == "both" else [self.options.sink]
        for sink in ["null"] if work.is_job else sinks:
            for peer in rivals or [None]:
                try:
                    record = self.compare(work, peer, sink)
                except processes.Failure as failure:
                    self.skip(work, peer.name if peer else "vfx", str(failure))
                    continue
                self.document["results"].append(record)
                pictures = self.document["quality"]
                picture = next((p for p in pictures if report.is_same(p, record)), None)
                print(report.markdown(report.row(record, picture)), flush=True)

    def judge(self, work):
        """Compares pictures over one length of the stream."""
        options = copy.copy(self.options)
        options.frames = assets.STREAMS[work.stream][2]
        entry = {**work.entry, "name": f"{work.name}-short", "share": 1}
        short = works.Work(entry, self.files, options)
        same = [e for e in entry["peers"] if e.get("same")] + entry.get("references", [])
        rivals = list(self.contestants(short, same))
        for rival in rivals:
            try:
                records = quality.measure(options.vfx, short, [rival], self.files, options.folder)
            except processes.Failure as failure:
                self.skip(work, f"{rival.name} (picture)", str(failure))
                continue
            for record in records:
                record["work"] = work.name
                self.document["quality"].append(record)

    def take(self, work):
        if not work.is_job:
            self.judge(work)
        self.measure(work)

    def run(self):
        # Taken now: what is true of the tree when the runs end may not be what was measured.
        origin = report.origin(self.options, peers.versions(self.peers))
        self.document = {**origin, "works": [], "results": [], "quality": [], "skipped": []}
        print(report.heading(report.HEADINGS))
        for work in self.works:
            self.document["works"].append({"name": work.name, "goals": work.goals})
            refusal = work.refusal()
            if refusal:
                self.skip(work, "vfx", refusal)
            else:
                self.take(work)
            # After each work, so that a run that is stopped has told what it knew.
            if self.options.json:
                report.save(self.options.json, self.document)
        print()
        for line in tables.closing(self.document):
            print(line)


def main():
    options = arguments()
    if options.into:
        tables.refresh(options.into)
        return
    if options.table:
        with open(options.table) as file:
            print("\n".join(tables.table(json.load(file))))
        return
    if options.list:
        with open(WORKS) as file:
            for entry in json.load(file)["works"]:
                print(f"{entry['name']:20} {entry['about']}")
        return
    if options.json:
        options.json = os.path.abspath(options.json)
    Bench(options).run()


main()
