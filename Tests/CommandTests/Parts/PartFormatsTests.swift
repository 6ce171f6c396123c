import Bytes
import Foundation
import Shell
import Testing
import Timeline

@testable import vfx

/// A plan of parts in all its forms.
@Suite struct PartFormatsTests {
  private func jobs(
    _ timeline: String = "t.json", output: String = "t.mp4", prefix: String = "part-",
    preset: FilmPreset = .web, added: [String] = [], hasSound: Bool = true, from first: Int = 0,
    sources: [String] = [], soundSources: [String] = []
  ) throws -> PartJobs {
    let rate = try #require(FrameRate(25, 1))
    let reads = [
      PartPlan.Read(source: "in.mp4", from: Time(3, 2), to: .some(Time(seconds: 4)), lead: 3),
      PartPlan.Read(source: "logo.png", from: nil, to: nil, lead: 0),
    ]
    let parts = [0..<50, 50..<75].enumerated().map { index, frames in
      PartPlan.Part(
        number: .init(index: index + 1, count: 2), frames: frames,
        start: Time(frame: first + frames.lowerBound, rate: rate),
        share: index == 0 ? 0.625 : 0.375, reads: index == 0 ? [] : reads,
        warnings: index == 0 ? [] : ["it is late"])
    }
    return PartJobs(
      plan: PartPlan(parts: parts, rate: rate), timeline: timeline, output: output, prefix: prefix,
      preset: preset, options: ["--set", "who=Ada $1"], added: added, range: [],
      hasSound: hasSound, sources: sources, soundSources: soundSources)
  }

  @Test func `as a table`() throws {
    let rows = PartListing(jobs: try jobs()).table.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(
      rows == [
        [
          "part", "start", "frames", "cost", "sound_start", "sound_duration", "reads", "output",
          "warnings",
        ],
        ["1", "0f", "50", "0.6250", "0", "2", "", "part-0001.mp4", ""],
        [
          "2", "50f", "25", "0.3750", "2", "1", "in.mp4 1.5-4 (3 first); logo.png", "part-0002.mp4",
          "it is late",
        ],
      ])
  }

  @Test func `as an object`() throws {
    let jobs = try jobs(sources: ["in.mp4", "look.cube"], soundSources: ["in.mp4", "song.wav"])
    let data = Data(PartListing(jobs: jobs).object.utf8)
    let root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let parts = try #require(root["parts"] as? [[String: Any]])
    #expect(parts.count == 2 && root["rate"] as? String == "25/1")
    #expect(root["files"] as? [String] == ["t.json", "in.mp4", "look.cube", "song.wav"])
    #expect(parts[1]["start"] as? String == "50f" && parts[1]["frames"] as? Int == 25)
    #expect(parts[1]["cost"] as? Double == 0.375)
    #expect(parts[1]["sound"] as? [String: String] == ["start": "2", "duration": "1"])
    #expect(parts[1]["warnings"] as? [String] == ["it is late"])
    let reads = try #require(parts[1]["reads"] as? [[String: Any]])
    #expect(reads[0]["from"] as? String == "1.5" && reads[0]["to"] as? String == "4")
    #expect(reads[0]["lead"] as? Int == 3 && reads[1].keys.sorted() == ["source"])
    #expect(
      parts[1]["command"] as? [String] == [
        "vfx", "make", "t.json", "--preset", "web", "--set", "who=Ada $1", "--start", "50f", "-n",
        "25", "--part", "2/2", "-o", "part-0002.mp4",
      ])
    #expect(
      root["join"] as? [String] == [
        "vfx", "join", "part-0001.mp4", "part-0002.mp4", "--sound", "part-sound.m4a", "-o", "t.mp4",
      ])
  }

  @Test func `a part that begins between two frames has its time`() throws {
    let jobs = try jobs()
    let part = PartPlan.Part(
      number: .init(index: 1, count: 1), frames: 0..<5, start: try #require(Time(1, 3)), share: 1,
      reads: [], warnings: [])
    #expect(jobs.start(part) == "1/3")
  }

  @Test func `the sound has the range of the film`() throws {
    #expect(
      try jobs(preset: .archive).sound?.typed
        == "vfx make t.json --preset archive --set 'who=Ada $1' --only sound -o part-sound.mka")
    #expect(try jobs(hasSound: false).sound == nil)
  }

  @Test func `as a Makefile`() throws {
    let text = try PartMakefile(
      try jobs(
        added: ["-crf", "18"], sources: ["in.mp4", "logo.png"],
        soundSources: ["in.mp4", "song.wav"])
    ).text
    #expect(
      text == """
        # t.mp4 in 2 parts: make -j 4 -f FILE, with as many at a time as there are workers.
        # A part that is there and newer than what it is made from, and than this plan, is not made again.
        VFX := vfx
        plan := $(lastword $(MAKEFILE_LIST))
        parts := \\
          part-0001.mp4 \\
          part-0002.mp4

        t.mp4: $(parts) part-sound.m4a
        \t$(VFX) join $(parts) --sound part-sound.m4a -o $@

        part-0001.mp4: range := --start 0f -n 50 --part 1/2
        part-0002.mp4: range := --start 50f -n 25 --part 2/2

        $(parts): $(plan) t.json in.mp4 logo.png
        \t$(VFX) make t.json --preset web --set 'who=Ada $$1' $(range) -o $@ -- -crf 18

        part-sound.m4a: $(plan) t.json in.mp4 song.wav
        \t$(VFX) make t.json --preset web --set 'who=Ada $$1' --only sound -o $@ -- -crf 18

        """)
    let silent = try PartMakefile(try jobs(hasSound: false)).text
    #expect(!silent.contains("sound"))
  }

  @Test(arguments: ["a b.json", "a$b", "a:b", "a#b", "é.json", "-x.json", "a%b"])
  func `make cannot have all names`(_ name: String) throws {
    let (named, read) = (try jobs(name), try jobs(sources: [name]))
    #expect(throws: CommandFailure.self) { try PartMakefile(named) }
    #expect(throws: CommandFailure.self) { try PartMakefile(read) }
  }

  @Test func `as a script for Slurm`() throws {
    let jobs = try jobs(
      "my t.json", output: "my t.mp4", added: ["-crf", "18"], sources: ["my look.cube"],
      soundSources: ["song.wav"])
    let text = SlurmScript(jobs: jobs).text
    #expect(
      text == """
        #!/bin/bash
        # my t.mp4 in 2 parts: an array of jobs, one for the sound, and one that joins
        # them. Run it with bash; its arguments go to sbatch. What is there and newer than what it is made
        # from, and than this script, is not made again.
        set -euo pipefail
        plan=$(realpath "$0")
        export plan

        parts=$(sbatch --parsable --job-name=parts --requeue --array=1-2 "$@" <<'JOB'
        #!/bin/bash
        set -euo pipefail
        starts=(0f 50f)
        frames=(50 25)
        part=$SLURM_ARRAY_TASK_ID
        file=part-$(printf '%04d' "$part").mp4
        old=no
        for source in "$plan" 'my t.json' 'my look.cube'; do
          if [ ! "$file" -nt "$source" ]; then old=yes; fi
        done
        if [ $old = no ]; then exit 0; fi
        vfx make 'my t.json' --preset web --set 'who=Ada $1' --start "${starts[part - 1]}" -n "${frames[part - 1]}" \\
          --part "$part/2" -o "$file" -- -crf 18
        JOB
        )
        sound=$(sbatch --parsable --job-name=sound --requeue "$@" <<'JOB'
        #!/bin/bash
        set -euo pipefail
        file=part-sound.m4a
        old=no
        for source in "$plan" 'my t.json' song.wav; do
          if [ ! "$file" -nt "$source" ]; then old=yes; fi
        done
        if [ $old = no ]; then exit 0; fi
        vfx make 'my t.json' --preset web --set 'who=Ada $1' --only sound -o part-sound.m4a -- -crf 18
        JOB
        )
        sbatch --job-name=join --kill-on-invalid-dep=yes \\
          --dependency="afterok:$parts:$sound" "$@" <<'JOB'
        #!/bin/bash
        set -euo pipefail
        vfx join part-0001.mp4 part-0002.mp4 --sound part-sound.m4a -o 'my t.mp4'
        JOB

        """)
  }

  @Test(arguments: [("part-", "part-*.mp4"), ("my parts/p", "'my parts/p'*.mp4")])
  func `all parts by a pattern`(_ prefix: String, _ pattern: String) throws {
    let join = try jobs(prefix: prefix, hasSound: false).typedJoin
    #expect(join == "vfx join \(pattern) -o t.mp4")
  }

  @Test func `films that cannot be joined have no parts`() throws {
    let (slow, fast) = (try #require(FrameRate(30, 1)), try #require(FrameRate(60, 1)))
    for preset in [FilmPreset.web, .phone, .hevc, .archive, .prores] {
      try preset.checkParts(rate: slow)
    }
    for preset in [FilmPreset.webm, .gif, .webp] {
      #expect(throws: CommandFailure.self) { try preset.checkParts(rate: slow) }
    }
    #expect(throws: CommandFailure.self) { try FilmPreset.phone.checkParts(rate: fast) }
  }
}
