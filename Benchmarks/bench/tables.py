"""The tables of a results file."""

import json
import re

import goals
import quality
import report


def details(document, counting=False):
    """A line for each work, sink and peer; the fastest of a family of several is marked. With `counting`,
    only a family's fastest has a line."""
    yield report.heading(report.HEADINGS)
    pictures = {(record["work"], record["peer"]): record for record in document["quality"]}
    for record in document["results"]:
        rivals = [
            other for other in document["results"]
            if other["work"] == record["work"] and other["family"] == record["family"]
        ]
        best = goals.fastest(rivals, record["family"]).get(record["sink"])
        if counting and best not in (None, record):
            continue
        several = len({other["peer"] for other in rivals}) > 1 and not counting
        picture = pictures.get((record["work"], record["peer"]))
        yield report.markdown(report.row(record, picture, several and record is best))


def summary(document):
    """A line for each goal of each work."""
    yield report.heading(["work", "goal", "result", "met"])
    for work in document["works"]:
        records = [r for r in document["results"] if r["work"] == work["name"]]
        pictures = [r for r in document["quality"] if r["work"] == work["name"]]
        for verdict in goals.verdicts(work["goals"], records, pictures):
            found = ", ".join(f"{where} {value:.4g}" for where, value in verdict.results.items())
            met = "yes" if verdict.met else "no" if verdict.results else "not measured"
            yield report.markdown([work["name"], verdict.text, found, met])


def exactness(document):
    """A line for each picture that is compared with an exact one."""
    named = {(record["work"], record["peer"]) for record in document["results"]}
    others = [r for r in document["quality"] if (r["work"], r["peer"]) not in named]
    if others:
        yield ""
        yield report.heading(["work", "compared with", "PSNR Y / U / V"])
        for record in others:
            yield report.markdown([record["work"], record["peer"], quality.text(record)])


def omissions(document):
    """What was not measured, and why."""
    if document["skipped"]:
        yield ""
        for entry in document["skipped"]:
            yield f"- {entry['work']}, {entry['peer']}: skipped: {entry['reason'].splitlines()[0]}"


def closing(document):
    """What can be told only when all has been measured."""
    yield from summary(document)
    yield from exactness(document)
    yield from omissions(document)


def circumstances(document):
    """What was measured, and on what."""
    machine = document["machine"]
    yield (
        f"{document['pairs']} pairs of about {document['frames']} frames, {document['threads']} "
        f"threads each, on {machine['cores']} cores of {machine['processor']} ({machine['system']}); load "
        f"{machine['load'][0]} before and {document['loadAtTheEnd'][0]} after. "
        f"{document['vfx']} of commit {(document['commit'] or 'unknown')[:12]}, on {document.get('date', 'an unknown day')}."
    )
    yield ""
    for name, version in document["peers"].items():
        yield f"- {name}: {version}"


def table(document):
    """All that a results file tells, as a page shows it."""
    yield from circumstances(document)
    yield ""
    yield from closing(document)
    yield ""
    yield from details(document)


def excerpt(document):
    """What a page shows of a results file: the goals, and the peers that count."""
    yield from circumstances(document)
    yield ""
    yield from closing(document)
    yield ""
    yield from details(document, counting=True)


REGION = re.compile(r"(<!-- results of (\S+) -->\n).*?(<!-- end of results -->)", re.DOTALL)


def refresh(path):
    """Writes each region of a page anew from the results file that its mark names."""
    def region(match):
        with open(match[2]) as file:
            lines = excerpt(json.load(file))
            return match[1] + "\n".join(lines) + "\n" + match[3]

    with open(path) as file:
        page, count = REGION.subn(region, file.read())
    if count == 0:
        raise SystemExit(f"{path} has no mark <!-- results of FILE -->")
    with open(path, "w") as file:
        file.write(page)
