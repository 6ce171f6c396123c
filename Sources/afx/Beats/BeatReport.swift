import AudioFilters
import Shell
import Timeline

/// The beats of a sound, as lines for people or an object for programs.
struct BeatReport {
  let name: String
  /// In seconds.
  let duration: Double
  let tracker: BeatTracker

  /// A line a beat: its time, bar.beat and strength.
  var text: String {
    tracker.beats.map { beat in
      "\(fixed(beat.time, 3))\t\(beat.bar).\(beat.number)\t\(fixed(beat.strength, 2))\n"
    }.joined()
  }

  /// One object on one line. A tempo of null is that of a sound without beats.
  var json: String {
    let beats = tracker.beats.map { beat in
      JSONText.object([
        ("time", .number(fixed(beat.time, 3))), ("bar", .integer(beat.bar)),
        ("beat", .integer(beat.number)), ("strength", .number(fixed(beat.strength, 2))),
      ])
    }
    let downbeats = tracker.beats.filter { $0.number == 1 }
    let report = JSONText.object([
      ("file", .string(name)), ("duration", .number(fixed(duration, 3))),
      ("tempo", tracker.tempo.map { .number(fixed($0, 2)) } ?? .null),
      ("confidence", .number(fixed(tracker.confidence, 2))), ("beats", .array(beats)),
      ("downbeats", .array(downbeats.map { .number(fixed($0.time, 3)) })),
    ])
    return report.compact + "\n"
  }
}
