import Bytes
import Foundation
import Testing
import Timeline

@testable import Interchange

/// The clips of other programs' files beside those that OpenTimelineIO finds in them.
@Suite struct TableTests {
  /// At which rate OpenTimelineIO has read a list.
  private static func rate(_ path: String) -> FrameRate? {
    if path.contains("5994") { return FrameRate(60_000, 1001) }
    return path.contains("python") ? FrameRate(25, 1) : FrameRate(24, 1)
  }

  /// Of two lists the tables are not what the lists say, as OpenTimelineIO adds up lengths and does
  /// not look at times of the record: in one an event lies over another one, in the other, source
  /// and record differ in length.
  static let lists = Fixtures.paths("edl", ending: ".edl.expected.tsv")
    .filter { !$0.contains("24psf") && !$0.contains("5994") }
  static let timelines = Fixtures.paths("otio", ending: ".otio.expected.tsv")

  @Test func `there are lists and timelines`() {
    #expect(Self.lists.count == 9 && Self.timelines.count == 10)
  }

  @Test(arguments: lists)
  func `lists have the clips of OpenTimelineIO`(_ table: String) throws {
    let path = table.replacingOccurrences(of: ".expected.tsv", with: "")
    let source = try Fixtures.source(path)
    let (cut, log) = EDLReader.read(source, rate: Self.rate(path))
    #expect(!log.hasErrors)
    let expected = try Fixtures.rows(table).filter { !$0.isSound }
    let found = Fixtures.rows(of: cut).filter { !$0.isSound }
    #expect(found.map(\.start) == expected.map(\.start))
    #expect(found.map(\.duration) == expected.map(\.duration))
    for (one, other) in zip(found, expected) {
      // It leaves the mark of a frozen frame on one that is held for a frame.
      #expect(one.name == other.name || one.name + " FF" == other.name)
      #expect(one.source == other.source, "\(one) is not \(other)")
      if let speed = other.speed {
        #expect(abs((one.speed ?? 1) - speed) < 1e-5)
      } else if let speed = one.speed {
        // Its reader loses what is played backwards, and a frame that is held for a frame.
        #expect(speed < 0 || one.duration == Rational(reducing: 1, over: 24))
      }
    }
  }

  @Test func `lists that contradict themselves are read as their records say`() throws {
    let over = try Fixtures.source("edl/python-edl-test_24psf.edl")
    let first = EDLReader.read(over, rate: FrameRate(25, 1))
    #expect(first.log.messages.contains { $0.hasPrefix("an event begins before the one before") })
    #expect(first.cut.clips().map(\.name).contains("clip &5"))
    let uneven = try Fixtures.source("edl/python-edl-test_5994NDF.edl")
    let second = EDLReader.read(uneven, rate: FrameRate(60_000, 1001))
    #expect(second.log.messages.contains { $0.hasPrefix("source and record differ in length") })
    #expect(!second.log.hasErrors)
  }

  @Test(arguments: timelines)
  func `timelines have the clips of OpenTimelineIO`(_ table: String) throws {
    let path = table.replacingOccurrences(of: ".expected.tsv", with: "")
    let (cut, log) = OTIOReader.read(try Fixtures.source(path))
    #expect(!log.hasErrors)
    let expected = try Fixtures.rows(table)
    let found = Fixtures.rows(of: cut)
    #expect(found.map(\.start) == expected.map(\.start))
    #expect(found.map(\.duration) == expected.map(\.duration))
    #expect(found.map(\.name) == expected.map(\.name))
    #expect(found.map(\.isSound) == expected.map(\.isSound))
    let first = try Self.firstTimes(path)
    for (one, other) in zip(found, expected) {
      guard let start = other.source else { continue }
      // The tables count in the source's own time, which need not begin at 0.
      #expect(one.source == start - (first[one.name] ?? .zero), "\(one) is not \(other)")
    }
  }

  /// When the media of clips begin, by the names of the clips.
  private static func firstTimes(_ path: String) throws -> [String: Rational] {
    let (root, _) = JSONSource.parse(try Fixtures.source(path), as: .json5)
    var (times, left) = ([String: Rational](), [root].compactMap { $0 })
    while let node = left.popLast() {
      if let range = OTIORange(node["media_reference"]?["available_range"]),
        let name = node["name"]?.string
      {
        times[name] = range.start
      }
      left += node.elements ?? node.members?.map(\.value) ?? []
    }
    return times
  }
}
