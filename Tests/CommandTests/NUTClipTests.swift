import Bytes
import Foundation
import NUT
import Pipes
import TestFiles
import Testing
import Y4M

/// Clips, layers and canvases over NUT on standard input, by the frames' own times.
@Suite(.timeLimit(.minutes(20))) struct NUTClipTests {
  let bench: Workbench

  init() throws { bench = try Workbench() }

  /// The times of pictures in seconds, and their bytes.
  private typealias Shown = [(time: Rational, data: [UInt8])]

  private static func fixture(_ name: String) throws -> Data {
    let folder = Checkout.fixture("nut")
    return try Data(contentsOf: folder.appendingPathComponent(name + ".nut"))
  }

  private static func pictures(_ bytes: Data) throws -> Shown {
    var reader = try NUTReader(ByteSource(Array(bytes)))
    let header = reader.header
    var shown: Shown = []
    while let item = try reader.next() {
      guard case .packet(let packet) = item,
        case .video = header.streams[packet.stream].content
      else { continue }
      var data: [UInt8] = []
      #expect(try reader.read(into: &data))
      shown.append((header.clock(ofStream: packet.stream).seconds(packet.ticks), data))
    }
    return shown
  }

  private func vfx(_ timeline: String, _ input: Data, _ options: String...) throws
    -> Workbench.Outcome
  {
    try bench.write(timeline)
    try bench.write(input, to: "in.nut")
    return try bench.bash("vfx -t t.json \(options.joined(separator: " ")) < in.nut")
  }

  /// The frame whose time has come, and whose successor's has not.
  private func held(_ frames: Shown, at time: Rational) -> [UInt8]? {
    (frames.last { $0.time <= time } ?? frames.first)?.data
  }

  @Test func `an even canvas shows the frame that is due`() throws {
    let input = try Self.fixture("ffmpeg9-vfr")
    let frames = try Self.pictures(input)
    let outcome = try vfx(#"{ "version": 1, "canvas": { "rate": 20 } }"#, input, "-q")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let shown = try Self.pictures(outcome.output)
    let start = try #require(frames.first?.time)
    #expect(shown.count > 10)
    for (index, picture) in shown.enumerated() {
      let time = start + Rational(reducing: Int128(index), over: 20)
      #expect(picture.time == time)
      #expect(picture.data == held(frames, at: time), "\(index)")
    }
  }

  @Test func `clips count from the first packet, forwards and backwards`() throws {
    let input = try Self.fixture("ffmpeg9-vfr")
    let frames = try Self.pictures(input)
    let start = try #require(frames.first?.time)
    let outcome = try vfx(
      #"{ "version": 1, "canvas": { "rate": 20 }, "clips": [{ "source": "stdin", "in": 0.1, "out": 0.7 }] }"#,
      input, "-q")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let shown = try Self.pictures(outcome.output)
    #expect(shown.count == 12 && shown.first?.time == .zero)
    for (index, picture) in shown.enumerated() {
      let time = start + Rational(reducing: Int128(index + 2), over: 20)
      #expect(picture.data == held(frames, at: time), "\(index)")
    }
    let back = try vfx(
      #"{ "version": 1, "canvas": { "rate": 20 }, "clips": [{ "source": "stdin", "in": 0.1, "out": 0.7, "reverse": true }] }"#,
      input, "-q")
    #expect(back.status == 0, "\(back.errors)")
    let turned = try Self.pictures(back.output)
    #expect(turned.count == 12)
    for (index, picture) in turned.enumerated() {
      let end = start + Rational(reducing: Int128(14 - index), over: 20)
      #expect(picture.data == frames.last { $0.time < end }?.data, "\(index)")
    }
  }

  @Test(arguments: ["", #", "reverse": true"#])
  func `a mean weighs uneven frames by the time for which each is seen`(_ way: String) throws {
    let input = try Self.fixture("ffmpeg9-vfr")
    let frames = try Self.pictures(input)
    let start = try #require(frames.first?.time)
    // Half a second of the film in each frame of the output.
    let outcome = try vfx(
      """
      { "version": 1, "canvas": { "rate": 4 }, "clips": [
        { "source": "stdin", "in": 0, "out": 1, "speed": 2, "sampling": "average"\(way) } ] }
      """, input, "-q")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let shown = try Self.pictures(outcome.output)
    try #require(shown.count == 2)
    let half = Rational(reducing: 1, over: 2)
    for (index, picture) in shown.enumerated() {
      let part = way.isEmpty ? index : 1 - index
      let (from, to) = (start + half * Rational(part), start + half * Rational(part + 1))
      var sums = [Double](repeating: 0, count: picture.data.count)
      var (total, count) = (0.0, 0)
      for (number, frame) in frames.enumerated() {
        let end = number + 1 < frames.count ? frames[number + 1].time : to
        let share = (min(end, to) - max(frame.time, from)).double
        guard share > 0 else { continue }
        count += 1
        total += share
        for (place, sample) in frame.data.enumerated() { sums[place] += share * Double(sample) }
      }
      #expect(count > 3 && abs(total - 0.5) < 1e-9)
      // Ticks are rounded to 16 bits of the whole.
      let worst = zip(sums, picture.data).map { abs($0 / total - Double($1)) }.max() ?? 9
      #expect(worst <= 0.6, "frame \(index): \(worst)")
    }
  }

  @Test func `sounds pass beside an even canvas, and not beside clips`() throws {
    let input = try Self.fixture("ffmpeg9-av-s16")
    let even = try vfx(#"{ "version": 1, "canvas": { "rate": 50 } }"#, input)
    #expect(even.status == 0 && even.errors.isEmpty, "\(even.errors)")
    func sounds(_ bytes: Data) throws -> [[UInt8]] {
      var reader = try NUTReader(ByteSource(Array(bytes)))
      let header = reader.header
      var found: [[UInt8]] = []
      while let item = try reader.next() {
        guard case .packet(let packet) = item, case .audio = header.streams[packet.stream].content
        else { continue }
        var data: [UInt8] = []
        #expect(try reader.read(into: &data))
        found.append([UInt8](packet.ticks.description.utf8) + data)
      }
      return found
    }
    #expect(try sounds(even.output) == sounds(input))
    #expect(try !sounds(input).isEmpty)
    let cut = try vfx(
      #"{ "version": 1, "clips": [{ "source": "stdin", "out": 0.1 }] }"#, input)
    #expect(cut.status == 0 && cut.errors.contains("the clips make a new film"), "\(cut.errors)")
    #expect(try sounds(cut.output).isEmpty)
  }

  @Test func `a canvas of another size keeps the times`() throws {
    let input = try Self.fixture("ffmpeg9-vfr")
    let frames = try Self.pictures(input)
    let outcome = try vfx(#"{ "version": 1, "canvas": { "size": [40, 30] } }"#, input, "-q")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try Self.pictures(outcome.output).map(\.time) == frames.map(\.time))
  }
}
