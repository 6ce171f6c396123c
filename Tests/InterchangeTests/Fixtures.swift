import Bytes
import Foundation
import TestFiles
import Timeline

@testable import Interchange

/// The files in `Tests/Fixtures/interchange`, and OpenTimelineIO's tables beside them.
enum Fixtures {
  static let folder = Checkout.fixture("interchange")

  static func source(_ path: String) throws -> SourceText {
    let data = try Data(contentsOf: folder.appendingPathComponent(path))
    return SourceText(name: path, bytes: [UInt8](data))
  }

  /// The files of a folder that end so, in order.
  static func paths(_ part: String, ending: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: folder.appendingPathComponent(part).path)
    return (names ?? []).filter { $0.hasSuffix(ending) }.sorted().map { "\(part)/\($0)" }
  }

  /// One row of a table: an item of a track.
  struct Row: Equatable, CustomStringConvertible {
    let track: Int
    let isSound: Bool
    let item: String
    let name: String
    let start: Rational
    let duration: Rational
    /// Where the source starts; nil where the table does not say.
    let source: Rational?
    let speed: Double?

    var description: String {
      "\(track) \(item) \(name) at \(start.double) for \(duration.double) from "
        + "\(source?.double ?? -1) at \(speed ?? 1)"
    }
  }

  /// The clips of a table, without those within others.
  static func rows(_ path: String) throws -> [Row] {
    let text = String(decoding: try source(path).bytes, as: UTF8.self)
    return text.split(separator: "\n").dropFirst(2).compactMap { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard cells.count >= 8, let track = Int(cells[0]), cells[3].hasPrefix("Clip"),
        let start = time(cells[5]), let duration = time(cells[6])
      else { return nil }
      let speed = cells.last.flatMap { speedText($0) }
      return Row(
        track: track, isSound: cells[1] == "Audio", item: "Clip", name: cells[4], start: start,
        duration: duration, source: time(cells[7]), speed: speed)
    }
  }

  /// `86501/24` is a count of frames and their rate.
  private static func time(_ text: String) -> Rational? {
    let parts = text.split(separator: "/").map(String.init)
    guard parts.count == 2, let value = Double(parts[0]), let rate = Double(parts[1]),
      let exact = FrameRate(decimal: rate)
    else { return nil }
    return exact.seconds(Rational(approximating: value))
  }

  private static func speedText(_ cell: String) -> Double? {
    if cell.contains("FreezeFrame") { return 0 }
    guard let open = cell.range(of: "LinearTimeWarp(") else { return nil }
    return Double(cell[open.upperBound...].prefix { $0 != ")" })
  }

  /// The clips of a cut as a table has them.
  static func rows(of cut: CutTimeline) -> [Row] {
    var rows: [Row] = []
    for (number, track) in cut.tracks.enumerated() {
      var position = Rational.zero
      for item in track.items {
        if case .clip(let clip) = item, clip.duration > .zero {
          rows.append(
            Row(
              track: number, isSound: track.kind == .sound, item: "Clip", name: clip.name,
              start: position, duration: clip.duration, source: clip.start,
              speed: clip.speed == .one ? nil : clip.speed.double))
        }
        position = position + item.duration
      }
    }
    return rows
  }
}

extension ImportLog {
  /// The messages of all warnings and errors.
  var messages: [String] { diagnostics.sorted.map(\.message) }
}

/// A list that stands in a test, read at 24 frames a second.
func list(_ lines: String..., rate: FrameRate? = FrameRate(24, 1)) -> (
  cut: CutTimeline, log: ImportLog
) {
  EDLReader.read(SourceText(name: "a.edl", text: lines.joined(separator: "\n")), rate: rate)
}

extension CutTimeline {
  /// The clips of a track.
  func clips(_ track: Int = 0) -> [CutClip] {
    tracks[track].items.compactMap { if case .clip(let clip) = $0 { clip } else { nil } }
  }

  /// The transitions of a track.
  func transitions(_ track: Int = 0) -> [CutTransition] {
    tracks[track].items.compactMap { if case .transition(let change) = $0 { change } else { nil } }
  }
}
