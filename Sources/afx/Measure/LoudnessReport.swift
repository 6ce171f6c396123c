import AudioFilters
import Bytes
import Shell
import Timeline
import WAV

/// What a stream measures, as a text for people or an object for programs.
struct LoudnessReport {
  let name: String
  let format: AudioFormat
  let meter: LoudnessMeter

  private var duration: Time { Time(meter.length, format.rate) ?? .zero }

  /// A heading and a line for each value.
  var text: String {
    let channels = counted(format.channels, "channel")
    return "\(name.printable): \(timestamp(duration)), \(format.rate) Hz, \(channels)\n"
      + line("integrated", meter.integrated, "LUFS") + line("range", meter.range, "LU")
      + line("momentary max", meter.momentaryMaximum, "LUFS")
      + line("short-term max", meter.shortTermMaximum, "LUFS")
      + line("true peak", meter.truePeak, "dBTP") + line("sample peak", meter.samplePeak, "dBFS")
  }

  private func line(_ title: String, _ value: Double, _ unit: String) -> String {
    let gap = String(repeating: " ", count: max(0, 16 - title.count))
    return "  \(title)\(gap)" + fixed(value, 1).padded(to: 7, with: " ") + " \(unit)\n"
  }

  /// One object on one line. A level of null is that of silence: minus infinity.
  var json: String {
    let report = JSONText.object([
      ("file", .string(name)), ("samples", .integer(meter.length)),
      ("rate", .integer(format.rate)), ("channels", .integer(format.channels)),
      ("integrated", number(meter.integrated)), ("range", number(meter.range)),
      ("momentaryMax", number(meter.momentaryMaximum)),
      ("shortTermMax", number(meter.shortTermMaximum)), ("truePeak", number(meter.truePeak)),
      ("samplePeak", number(meter.samplePeak)),
      ("truePeaks", .array(meter.truePeakFactors.map { number(decibels($0)) })),
      ("samplePeaks", .array(meter.samplePeakFactors.map { number(decibels($0)) })),
    ])
    return report.compact + "\n"
  }

  private func number(_ level: Double) -> JSONText {
    level.isFinite ? .number(fixed(level, 2)) : .null
  }
}

/// The level of an amplitude in decibels; minus infinity for silence.
func decibels(_ factor: Double) -> Double {
  factor > 0 ? Maths.log(factor) * 8.685889638065037 : -.infinity
}
