import Bytes
import Shell
import Timeline
import Y4M

/// What a comparison found, as a text for people or an object for programs.
struct ComparisonReport {
  let difference: StreamDifference
  let faults: [String]
  let rate: FrameRate?

  /// A few lines; the last one is the verdict.
  var text: String {
    var text = "plane   PSNR dB      SSIM  largest difference\n"
    for plane in difference.planes {
      text += row(
        "\(plane.role)", difference.ratio(plane), difference.similarity(plane), plane.largest)
    }
    text += row("all", difference.ratio, difference.similarity, difference.largest)
    let count = difference.compared
    text += "frames  \(count) compared, \(difference.differing) differ\n"
    if let first = difference.first { text += place("first", first) }
    if let worst = difference.worst { text += place("worst", worst) }
    if !faults.isEmpty { return text + faults.map { "differs: \($0)\n" }.joined() }
    return text + (difference.differing == 0 ? "identical\n" : "within the limits\n")
  }

  private func row(_ name: String, _ ratio: Double, _ similarity: Double, _ largest: Int) -> String
  {
    let name = name + String(repeating: " ", count: max(0, 5 - name.count))
    return name + fixed(ratio, 3).padded(to: 10, with: " ")
      + fixed(similarity, 6).padded(to: 10, with: " ")
      + largest.padded(to: 20, with: " ") + "\n"
  }

  private func place(_ name: String, _ place: StreamDifference.Place) -> String {
    "\(name)   frame \(place.frame), \(timestamp(time(place))), PSNR \(fixed(place.ratio, 3)) dB\n"
  }

  private func time(_ place: StreamDifference.Place) -> Time {
    rate.map { Time(frame: place.frame, rate: $0) } ?? Time(place.frame, 25) ?? .zero
  }

  /// One object on one line. A PSNR of null is that of equal pictures: infinite.
  var json: String {
    var planes = difference.planes.map {
      object("\($0.role)", difference.ratio($0), difference.similarity($0), $0.largest)
    }
    planes.append(object("all", difference.ratio, difference.similarity, difference.largest))
    let report = JSONText.object([
      ("passes", .bool(faults.isEmpty)),
      ("identical", .bool(isIdentical)),
      ("frames", .array([.integer(difference.lengths.0), .integer(difference.lengths.1)])),
      ("compared", .integer(difference.compared)),
      ("differing", .integer(difference.differing)),
      ("first", object(difference.first)),
      ("worst", object(difference.worst)),
      ("planes", .object(planes)),
      ("faults", .array(faults.map(JSONText.string))),
    ])
    return report.compact + "\n"
  }

  private var isIdentical: Bool {
    difference.differing == 0 && difference.lengths.0 == difference.lengths.1
  }

  private func number(_ ratio: Double) -> JSONText {
    ratio.isFinite ? .number(fixed(ratio, 4)) : .null
  }

  private func object(
    _ name: String, _ ratio: Double, _ similarity: Double, _ largest: Int
  ) -> (key: String, value: JSONText) {
    let members: [(key: String, value: JSONText)] = [
      ("psnr", number(ratio)), ("ssim", .number(fixed(similarity, 6))),
      ("largest", .integer(largest)),
    ]
    return (name, .object(members))
  }

  private func object(_ place: StreamDifference.Place?) -> JSONText {
    guard let place else { return .null }
    return .object([
      ("frame", .integer(place.frame)), ("time", .number(fixed(time(place).seconds, 6))),
      ("psnr", number(place.ratio)),
    ])
  }
}
