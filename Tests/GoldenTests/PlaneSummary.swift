import Bytes
import TestSupport
import Y4M

/// What is kept of one plane: enough to tell whether it is the same, and how far off it is if not.
struct PlaneSummary: Codable, Hashable {
  /// The MD5 digest of the plane's bytes.
  let hash: String
  let mean: Double
  let minimum: Int
  let maximum: Int

  init(_ frame: Frame, plane: Int) {
    let layout = frame.format.planes[plane]
    let start = layout.offset
    let end = start + layout.width * layout.height * frame.format.sampleBytes
    hash = MD5.hexDigest(of: Array(frame.bytes[start..<end]))
    let samples = frame.samples(plane)
    // Three decimals, made of whole numbers, so that every machine writes the same.
    mean = Double(samples.reduce(0, +) * 1000 / samples.count) / 1000
    minimum = samples.min() ?? 0
    maximum = samples.max() ?? 0
  }

  /// The planes of a frame by name.
  static func all(_ frame: Frame) -> [String: PlaneSummary] {
    let names = ["Y", "U", "V", "A"]
    var all: [String: PlaneSummary] = [:]
    for (index, role) in frame.format.roles.enumerated() {
      all[names[role.rawValue]] = PlaneSummary(frame, plane: index)
    }
    return all
  }

  /// How this one differs from what was expected, for people.
  func difference(from expected: PlaneSummary) -> String {
    if self == expected { return "the same" }
    var parts: [String] = []
    func note(_ name: String, _ old: String, _ new: String) {
      if old != new { parts.append("\(name) \(old) -> \(new)") }
    }
    note("mean", "\(expected.mean)", "\(mean)")
    note("minimum", "\(expected.minimum)", "\(minimum)")
    note("maximum", "\(expected.maximum)", "\(maximum)")
    return parts.isEmpty
      ? "other samples with the same mean and extremes" : parts.joined(separator: ", ")
  }
}
