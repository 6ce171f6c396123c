import Foundation
import Images
import Testing

/// Every case drawn anew and held against what was kept after someone had looked at it.
///
/// `scripts/goldens --update` keeps what is drawn now instead.
@Suite(.serialized) struct GoldenTests {
  /// Case, frame, plane.
  typealias Summaries = [String: [String: [String: PlaneSummary]]]

  static let groups: [String] = GoldenCase.all.map(\.group).reduce(into: []) { groups, group in
    if groups.last != group { groups.append(group) }
  }

  @Test func `there are cases of every kind`() {
    #expect(Self.groups.count >= 6)
    #expect(GoldenCase.all.count >= 50)
    #expect(GoldenCase.all.allSatisfy { !$0.times.isEmpty })
  }

  @Test(arguments: groups)
  func `frames are those that were looked at`(_ group: String) throws {
    let cases = GoldenCase.all.filter { $0.group == group }
    let kept = (try? Data(contentsOf: Goldens.summaries(group)))
      .flatMap { try? JSONDecoder().decode(Summaries.self, from: $0) }
    var found: Summaries = [:]
    for item in cases {
      let results = try item.results()
      var frames: [String: [String: PlaneSummary]] = [:]
      for result in results { frames[result.label] = PlaneSummary.all(result.frame) }
      found[item.name] = frames
      let expected = kept?[item.name]
      if Goldens.isUpdating {
        if expected != frames { try keepPicture(of: item, results) }
      } else if expected != frames {
        let places = try leavePictures(of: item, results)
        Issue.record("\(item): \(report(frames, expected))\(places)")
      }
    }
    if Goldens.isUpdating {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      try Goldens.write(try encoder.encode(found) + [10], to: Goldens.summaries(group))
    } else {
      let gone = Set((kept ?? [:]).keys).subtracting(cases.map(\.name)).sorted()
      #expect(gone.isEmpty, "kept, but no longer among the cases")
    }
  }

  /// What differs, a line a plane.
  private func report(
    _ found: [String: [String: PlaneSummary]], _ expected: [String: [String: PlaneSummary]]?
  ) -> String {
    guard let expected else { return "nothing is kept for it" }
    var lines: [String] = []
    for label in Set(found.keys).union(expected.keys).sorted() {
      guard let new = found[label], let old = expected[label] else {
        lines.append("\(label): \(found[label] == nil ? "is no longer drawn" : "is new")")
        continue
      }
      for plane in ["Y", "U", "V", "A"] where new[plane] != old[plane] {
        let text = old[plane].flatMap { new[plane]?.difference(from: $0) } ?? "is new or gone"
        lines.append("\(label), plane \(plane): \(text)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func keepPicture(of item: GoldenCase, _ results: [GoldenCase.Result]) throws {
    let place = Goldens.pictures.appendingPathComponent("\(item.group)-\(item.name).png")
    try Goldens.write(PNGEncoder.encode(item.picture(results)), to: place)
  }

  /// Leaves the picture as it is now and, beside it, how far it is from the one that was kept.
  private func leavePictures(
    of item: GoldenCase, _ results: [GoldenCase.Result]
  ) throws -> String {
    let now = item.picture(results)
    let name = "\(item.group)-\(item.name)"
    let place = Goldens.failures.appendingPathComponent("\(name)-now.png")
    try Goldens.write(PNGEncoder.encode(now), to: place)
    let kept = Goldens.pictures.appendingPathComponent("\(name).png")
    guard let data = try? Data(contentsOf: kept),
      let file = try? ImageFile(parsing: [UInt8](data)),
      let before = try? PictureSequence(file).picture(0),
      let difference = before.difference(to: now)
    else { return "\nit is now \(place.path)" }
    let other = Goldens.failures.appendingPathComponent("\(name)-difference.png")
    try Goldens.write(PNGEncoder.encode(difference), to: other)
    return "\nit is now \(place.path)\nand differs as \(other.path) shows, eight times as strongly"
  }
}

extension Picture {
  /// Grey where the pictures are equal, eight times the difference elsewhere; nil for pictures that
  /// cannot be compared.
  fileprivate func difference(to other: Picture) -> Picture? {
    guard width == other.width, height == other.height, case .eight(let old) = samples,
      case .eight(let new) = other.samples
    else { return nil }
    let samples = zip(old, new).enumerated().map { index, pair in
      index % 4 == 3 ? 255 : UInt8(min(max(128 + 8 * (Int(pair.1) - Int(pair.0)), 0), 255))
    }
    return Picture(width: width, height: height, samples: .eight(samples))
  }
}
