import Bytes
import Shell
import Timeline

/// What a page knows of a timeline: its size and rate, its bars, its text and its faults.
struct PreviewPlan {
  /// The longest text that a page gets, in bytes.
  private static let longestText = 1 << 18

  let file: TimelineFile
  let diagnostics: Diagnostics
  /// What is shown; of an earlier text where this one is faulty.
  let edition: Edition?
  /// Whether the edition is of this text.
  let isCurrent: Bool
  let hasSound: Bool

  /// The members that say what is shown, and where its parts stand in the text.
  func json(number: Int) -> JSONText {
    var members: [(key: String, value: JSONText)] = [
      ("number", .integer(number)), ("name", .string(file.source.name)),
      ("sound", .bool(hasSound)), ("current", .bool(isCurrent)),
      ("faults", DiagnosticJSON.value(of: diagnostics, in: file.source)),
      ("text", .string(text)),
    ]
    if let edition { members += Self.film(edition) }
    if let edition, isCurrent {
      members += [("layers", layers(edition)), ("clips", clips(edition))]
    }
    return .object(members)
  }

  private static func film(_ edition: Edition) -> [(key: String, value: JSONText)] {
    let (scene, format) = (edition.scene, edition.scene.renderer.output)
    return [
      ("edition", .integer(edition.number)), ("width", .integer(format.width)),
      ("height", .integer(format.height)), ("frames", .integer(edition.frameCount)),
      ("rate", .array([.integer(scene.rate.numerator), .integer(scene.rate.denominator)])),
      ("start", .number(fixed(scene.start.seconds, 6))),
    ]
  }

  private var text: String {
    let own = file.source.ownBytes
    return own.count > Self.longestText ? "" : String(decoding: own, as: UTF8.self)
  }

  private func layers(_ edition: Edition) -> JSONText {
    let layers = edition.scene.plan.document.layers
    let places = file.source.places(of: layers.map(\.place.lowerBound))
    return .array(
      zip(layers, places).map { layer, place in
        Self.bar(layer.title, layer.effect ?? layer.word, layer.range, place, edition)
      })
  }

  private func clips(_ edition: Edition) -> JSONText {
    let document = edition.scene.plan.document
    guard !document.playsStream, let entries = edition.scene.plan.edit?.entries else {
      return .array([])
    }
    let clips = entries.map { document.clips[$0.clip] }
    let places = file.source.places(of: clips.map(\.place.lowerBound))
    return .array(
      zip(entries, zip(clips, places)).map { entry, clip in
        Self.bar(
          clip.0.name ?? clip.0.media.source.name, "clip", entry.range, clip.1, edition)
      })
  }

  private static func bar(
    _ title: String, _ kind: String, _ range: TimeRange, _ place: SourcePlace, _ edition: Edition
  ) -> JSONText {
    let frames = range.shifted(by: -edition.scene.start).frames(rate: edition.scene.rate)
      .clamped(to: 0..<edition.frameCount)
    return .object([
      ("title", .string(title)), ("kind", .string(kind)), ("line", .integer(place.line)),
      ("from", .integer(frames.lowerBound)), ("to", .integer(frames.upperBound)),
      ("times", .string("\(range.start) – \(range.end.map { "\($0)" } ?? "end")")),
    ])
  }
}
