import Bytes
import Shell
import Timeline

/// What a comparison of sounds found, as a text for people or an object for programs.
struct SoundComparison {
  let difference: SoundDifference
  let faults: [String]
  let rate: Int

  /// A few lines; the last one is the verdict.
  var text: String {
    var text = "channel  largest dB    RMS dB    SNR dB\n"
    for channel in difference.channels.indices {
      text += row(
        "\(channel + 1)", Double(difference.channels[channel].largest),
        difference.level(of: channel),
        difference.ratio(of: channel))
    }
    text += row("all", Double(difference.largest), difference.level(), difference.ratio())
    text += "samples  \(difference.compared) compared, \(difference.differing) differ\n"
    if let first = difference.first { text += "first    sample \(first), \(time(first))\n" }
    if let worst { text += "worst    sample \(worst), \(time(worst))\n" }
    if !faults.isEmpty { return text + faults.map { "differs: \($0)\n" }.joined() }
    return text + (difference.differing == 0 ? "identical\n" : "within the limits\n")
  }

  private func row(_ name: String, _ largest: Double, _ level: Double, _ ratio: Double) -> String {
    let name = name + String(repeating: " ", count: max(0, 7 - name.count))
    return name + fixed(decibels(largest), 2).padded(to: 12, with: " ")
      + fixed(decibels(level), 2).padded(to: 10, with: " ")
      + fixed(ratio, 2).padded(to: 10, with: " ") + "\n"
  }

  private func time(_ sample: Int) -> String {
    timestamp(Time(sample, max(rate, 1)) ?? .zero)
  }

  /// The sample frame with the greatest difference.
  private var worst: Int? {
    guard difference.differing > 0 else { return nil }
    return difference.channels.max { $0.largest < $1.largest }?.place
  }

  /// One object on one line. A level of null is that of silence, and a ratio of null that of equal
  /// sounds.
  var json: String {
    let channels = difference.channels.indices.map { channel in
      JSONText.object([
        ("largest", number(decibels(Double(difference.channels[channel].largest)))),
        ("rms", number(decibels(difference.level(of: channel)))),
        ("snr", number(difference.ratio(of: channel))),
      ])
    }
    let report = JSONText.object([
      ("passes", .bool(faults.isEmpty)),
      (
        "identical",
        .bool(difference.differing == 0 && difference.lengths.0 == difference.lengths.1)
      ),
      ("samples", .array([.integer(difference.lengths.0), .integer(difference.lengths.1)])),
      ("compared", .integer(difference.compared)), ("differing", .integer(difference.differing)),
      ("first", difference.first.map { .integer($0) } ?? .null),
      ("worst", worst.map { .integer($0) } ?? .null),
      ("largest", number(decibels(Double(difference.largest)))),
      ("rms", number(decibels(difference.level()))), ("snr", number(difference.ratio())),
      ("channels", .array(channels)), ("faults", .array(faults.map(JSONText.string))),
    ])
    return report.compact + "\n"
  }

  private func number(_ level: Double) -> JSONText {
    level.isFinite ? .number(fixed(level, 3)) : .null
  }
}
