import Foundation
import TestSupport
import Testing

/// `--watch`: timelines that change while a stream runs.
@Suite(.timeLimit(.minutes(5))) struct WatchTests {
  static let width = 64
  static let height = 16
  static let header = "YUV4MPEG2 W64 H16 F25:1 Ip Cmono\n"
  static let frameBytes = 6 + 64 * 16

  let bench: Workbench

  init() throws { bench = try Workbench() }

  /// A timeline that fills the right half with a grey.
  static func timeline(_ grey: Int, more: String = "") -> String {
    let digits = String(format: "#%02x%02x%02x", grey, grey, grey)
    return """
      { "version": 1, "layers": [
        { "type": "color", "color": "\(digits)", "size": [32, 16], "position": [32, 0] }\(more) ] }
      """
  }

  /// Frames whose left half says their number, given one after another until ``stop()``.
  final class Feeder: @unchecked Sendable {
    private let lock = NSLock()
    private var isOver = false
    private(set) var count = 0

    func stop() { lock.withLock { isOver = true } }

    func run(_ handle: FileHandle) {
      try? handle.write(contentsOf: Data(WatchTests.header.utf8))
      while !lock.withLock({ isOver }) {
        var frame = [UInt8](repeating: 16, count: 64 * 16)
        for row in 0..<16 {
          for place in 0..<4 {
            frame[row * 64 + place] = UInt8(truncatingIfNeeded: count >> (8 * place))
          }
        }
        try? handle.write(contentsOf: Data("FRAME\n".utf8) + Data(frame))
        count += 1
        usleep(500)
      }
      try? handle.close()
    }
  }

  /// Takes the frames that come out, and notes what they show.
  final class Reader: @unchecked Sendable {
    private let lock = NSLock()
    private var greys: [UInt8] = []
    private var faults: [String] = []
    private var numbers = 0

    var latest: UInt8? { lock.withLock { greys.last } }
    var result: (greys: [UInt8], faults: [String], count: Int) {
      lock.withLock { (greys, faults, numbers) }
    }

    func run(_ handle: FileHandle) {
      var rest = Data()
      var isBegun = false
      while let more = try? handle.read(upToCount: 1 << 16), !more.isEmpty {
        rest += more
        if !isBegun {
          guard rest.count >= WatchTests.header.utf8.count else { continue }
          let header = String(decoding: rest.prefix(WatchTests.header.utf8.count), as: UTF8.self)
          if header != WatchTests.header { lock.withLock { faults.append("header \(header)") } }
          rest.removeFirst(WatchTests.header.utf8.count)
          isBegun = true
        }
        while rest.count >= WatchTests.frameBytes {
          take([UInt8](rest.prefix(WatchTests.frameBytes)))
          rest.removeFirst(WatchTests.frameBytes)
        }
      }
      if !rest.isEmpty { lock.withLock { faults.append("\(rest.count) bytes are left") } }
    }

    private func take(_ frame: [UInt8]) {
      lock.withLock {
        if !frame.starts(with: Array("FRAME\n".utf8)) { faults.append("no FRAME line") }
        let samples = frame.dropFirst(6)
        for row in 0..<16 {
          let line = [UInt8](samples.dropFirst(row * 64).prefix(64))
          let number = (0..<4).reduce(0) { $0 | Int(line[$1]) << (8 * $1) }
          if number != numbers { faults.append("frame \(numbers) says \(number)") }
          let first = samples[samples.startIndex + 32]
          if line[32...].contains(where: { $0 != first }) { faults.append("\(numbers) is torn") }
        }
        let grey = samples[samples.startIndex + 32]
        if greys.last != grey { greys.append(grey) }
        numbers += 1
      }
    }
  }

  /// Lets a timeline be watched while frames run, and gives what came out.
  private func run(
    _ change: (Reader, Process) throws -> Void
  ) throws -> (result: (greys: [UInt8], faults: [String], count: Int), given: Int, errors: String) {
    let process = bench.process(["--watch", "-t", "t.json"])
    let (input, output) = (Pipe(), Pipe())
    let errors = bench.folder.appendingPathComponent("errors")
    try Data().write(to: errors)
    process.standardInput = input
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    try? input.fileHandleForReading.close()
    try? output.fileHandleForWriting.close()
    let (feeder, reader, group) = (Feeder(), Reader(), DispatchGroup())
    let writing = input.fileHandleForWriting
    let reading = output.fileHandleForReading
    DispatchQueue.global().async(group: group) { feeder.run(writing) }
    DispatchQueue.global().async(group: group) { reader.run(reading) }
    let outcome = Result { try change(reader, process) }
    feeder.stop()
    group.wait()
    process.waitUntilExit()
    try outcome.get()
    #expect(process.terminationStatus == 0)
    return (reader.result, feeder.count, try bench.text("errors"))
  }

  private func write(_ text: String, to name: String = "t.json") throws {
    let handle = try FileHandle(forWritingTo: bench.folder.appendingPathComponent(name))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }

  /// Waits until a grey is seen, as limited luma.
  private func wait(for grey: Int, _ reader: Reader) throws {
    let luma = Int((16 + 219 * Double(grey) / 255).rounded())
    for _ in 0..<2000 {
      if let latest = reader.latest, Int(latest) == luma { return }
      usleep(5000)
    }
    throw Missing(grey: grey)
  }

  struct Missing: Error { let grey: Int }

  private func waitForText(_ text: String) throws {
    for _ in 0..<2000 {
      if try bench.text("errors").contains(text) { return }
      usleep(5000)
    }
    throw Missing(grey: -1)
  }

  @Test func `forty changes lose, double and tear no frame`() throws {
    let path = bench.folder.appendingPathComponent("t.json")
    try Data(Self.timeline(10).utf8).write(to: path)
    let outcome = try run { reader, _ in
      try wait(for: 10, reader)
      for step in 1...40 {
        let (grey, text) = (10 + 5 * step, Self.timeline(10 + 5 * step))
        switch step % 5 {
        case 0:
          // As most editors save.
          try Data(text.utf8).write(to: path, options: .atomic)
        case 1: try write(text)
        case 2:
          try write("")
          usleep(30_000)
          try write(text)
        case 3:
          try FileManager.default.removeItem(at: path)
          usleep(200_000)
          try Data(text.utf8).write(to: path)
        default:
          // Half of it is there for a moment.
          try write(String(text.prefix(60)))
          usleep(20_000)
          try write(text)
        }
        try wait(for: grey, reader)
      }
    }
    #expect(outcome.result.faults.isEmpty, "\(outcome.result.faults.prefix(5))")
    #expect(outcome.result.count == outcome.given)
    #expect(
      outcome.result.greys.count == 41 && outcome.result.greys == outcome.result.greys.sorted())
  }

  @Test func `a faulty timeline is reported once, and the one before goes on`() throws {
    try bench.write(Self.timeline(100))
    let outcome = try run { reader, _ in
      try wait(for: 100, reader)
      try write(Self.timeline(150, more: #", { "type": "colour", "color": "red" }"#))
      try waitForText("goes on")
      try wait(for: 100, reader)
      try write(#"{ "version": 1, "canvas": { "size": [32, 32] } }"#)
      try waitForText("changes the size of 64x16 to 32x32, which a running stream can't")
      try FileManager.default.removeItem(at: bench.folder.appendingPathComponent("t.json"))
      try waitForText("No such file")
      try bench.write(Self.timeline(200))
      try wait(for: 200, reader)
    }
    #expect(outcome.result.faults.isEmpty && outcome.result.count == outcome.given)
    #expect(outcome.result.greys.count == 2)
    #expect(outcome.errors.components(separatedBy: "t.json:2:").count == 2, "\(outcome.errors)")
    #expect(outcome.errors.components(separatedBy: "the timeline before goes on").count == 4)
  }

  @Test func `files that it names are watched, and SIGHUP reads it again`() throws {
    let nested =
      ##"{ "version": 1, "canvas": { "size": [64, 16] }, "layers": [{ "type": "color", "color": "#%" }] }"##
    func part(_ grey: Int) -> String {
      nested.replacingOccurrences(of: "%", with: String(format: "%02x%02x%02x", grey, grey, grey))
    }
    let text = #"{ "version": 1, "layers": [{ "type": "timeline", "source": "part.json" }] }"#
    try bench.write(text)
    try bench.write(part(50), to: "part.json")
    let process = bench.process(["--watch", "-t", "t.json"])
    let (input, output) = (Pipe(), Pipe())
    let errors = bench.folder.appendingPathComponent("errors")
    try Data().write(to: errors)
    (process.standardInput, process.standardOutput) = (input, output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    let feed = input.fileHandleForWriting
    try feed.write(contentsOf: Data(Self.header.utf8))
    let frame = Data("FRAME\n".utf8) + Data(repeating: 16, count: 64 * 16)
    _ = try output.fileHandleForReading.read(upToCount: Self.header.utf8.count)
    func shown() throws -> UInt8? {
      try feed.write(contentsOf: frame)
      var bytes = Data()
      while bytes.count < Self.frameBytes {
        guard
          let more = try output.fileHandleForReading.read(
            upToCount: Self.frameBytes - bytes.count), !more.isEmpty
        else { return nil }
        bytes += more
      }
      return bytes.last
    }
    #expect(try shown() == 59)
    try write(part(120), to: "part.json")
    try waitForNote { _ = try shown() }
    #expect(try shown() == 119)
    kill(process.processIdentifier, SIGHUP)
    for _ in 0..<500 where try bench.text("errors").components(separatedBy: "read again").count < 3
    {
      usleep(10_000)
      _ = try shown()
    }
    #expect(try bench.text("errors").components(separatedBy: "read again").count == 3)
    try feed.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  private func waitForNote(_ step: () throws -> Void) throws {
    for _ in 0..<500 {
      if try bench.text("errors").contains("read again") { return }
      usleep(10_000)
      try step()
    }
    throw Missing(grey: -2)
  }

  @Test func `a sound that a picture follows is watched`() throws {
    let sound = bench.folder.appendingPathComponent("s.wav")
    try SoundFiles.wave(Array(repeating: 0, count: 4800)).write(to: sound)
    let layer = #"""
      , { "type": "color", "color": "black", "size": [1, 1], "position": [32, 0],
        "opacity": { "sound": "s.wav", "from": 0, "to": 0.01 } }
      """#
    try bench.write(Self.timeline(90, more: layer))
    let outcome = try run { reader, _ in
      try wait(for: 90, reader)
      try SoundFiles.wave((0..<4800).map { Int16($0) }).write(to: sound, options: .atomic)
      try waitForText("read again")
    }
    #expect(outcome.result.faults.isEmpty && outcome.result.count == outcome.given)
  }

  @Test func `a timeline on standard input can't be watched`() throws {
    let outcome = try bench.vfx("--watch", "-t", "-")
    #expect(outcome.status == 2 && outcome.errors.contains("must be a file"))
    #expect(try bench.vfx("--watch").status == 2)
  }
}
