import Pipes
import TestSupport
import Testing
import Y4M

@testable import Clips

/// What becomes of children that fail, hang, or write nonsense.
@Suite struct ChildFaultTests {
  /// Plays ten output frames; what was shown, and the error.
  private func play(
    _ lines: String, outputs: Range<Int> = 0..<10, interrupt: Interrupt? = nil,
    isRising: Bool = true,
    choose: (@Sendable (Int) -> Int)? = nil
  ) throws -> (shown: [Int], error: ClipError?, warnings: Int) {
    let fake = try FakeFFmpeg(lines, interrupt: interrupt)
    let plan = fake.plan(
      try fake.movie(frames: 12), outputs: outputs, isRising: isRising, choose: choose)
    var supplier = try Supplier([plan], SupplierTests.settings(fake.tools))
    var supplies: [Supply] = []
    var shown: [Int] = []
    do throws(ClipError) {
      for index in outputs {
        let isShown = try supplier.supply(index, into: &supplies)
        #expect(isShown)
        shown += supplies.map { NumberedStream.number($0.frame) }
      }
    } catch {
      return (shown, error, supplier.warnings.count)
    }
    return (shown, nil, supplier.warnings.count)
  }

  private let header = NumberedStream.header.utf8.count
  private static let firstLine = #"head -n 1 "$f""#

  @Test func `a movie is played`() throws {
    let result = try play(FakeFFmpeg.playing)
    #expect(result.shown == Array(0..<10))
    #expect((result.error, result.warnings) == (nil, 0))
  }

  @Test func `a movie is played from anywhere, and backwards`() throws {
    #expect(try play(FakeFFmpeg.playing, choose: { $0 + 2 }).shown == Array(2..<12))
    #expect(
      try play(FakeFFmpeg.playing, isRising: false, choose: { 11 - $0 }).shown
        == (2..<12).reversed())
  }

  @Test(arguments: ["exit 0", #"head -n 1 "$f""#])
  func `a child without a picture is an error, also where nothing else ends the use`(
    lines: String
  ) throws {
    #expect(try play(lines).error?.fault == .noPictures)
    let fake = try FakeFFmpeg(lines)
    let plan = fake.plan(
      try fake.movie(frames: 12), outputs: 0..<Int.max, isRising: true, choose: nil)
    var supplier = try Supplier([plan], SupplierTests.settings(fake.tools))
    var supplies: [Supply] = []
    let error = #expect(throws: ClipError.self) { try supplier.supply(0, into: &supplies) }
    #expect(error?.fault == .noPictures && error?.place == 0..<5)
  }

  @Test func `a child that hangs is given up, with its place`() throws {
    let fake = try FakeFFmpeg(#"head -n 1 "$f"; sleep 60"#, patience: 1)
    let plan = fake.plan(
      try fake.movie(frames: 12), outputs: 0..<10, isRising: true, choose: nil)
    var supplier = try Supplier([plan], SupplierTests.settings(fake.tools))
    var supplies: [Supply] = []
    let error = #expect(throws: ClipError.self) { try supplier.supply(0, into: &supplies) }
    #expect(error?.place == 0..<5)
    #expect(
      error?.description
        == "movie 0: ffmpeg has sent nothing for 1 s and was stopped; --timeout gives it more time")
  }

  @Test func `a child that fails gives its last words and the place`() throws {
    let error = try play("echo one >&2; echo two >&2; exit 7").error
    #expect(error?.place == 0..<5)
    #expect(
      error?.fault == .childFailed(program: "ffmpeg", .exited(7), words: "one\ntwo\n"))
    #expect(error?.description == "movie 0: ffmpeg ended with exit code 7: one; two")
  }

  @Test(arguments: [
    (
      "[mov,mp4 @ 0x55a4c5849a00] moov atom not found\nfile:a: bad\n",
      ": moov atom not found; file:a: bad"
    ),
    ("[vost#0:0/libx264 @ 0x5] [enc @ 0x6] x [y @ 0x7]\n", ": x [y @ 0x7]"),
    ("[a] b\n    Last message repeated 45 times\n", ": [a] b"), ("[a @ 0x1", ": [a @ 0x1"),
    ("", ""),
  ])
  func `addresses in memory are left out of ffmpeg's words`(_ words: String, _ said: String) {
    #expect(ClipError.Fault.quoted(words) == said)
  }

  @Test func `a child that fails after a while does so too`() throws {
    let result = try play(#"head -c \#(3 * 70 + header) "$f"; echo bad >&2; exit 1"#)
    #expect(result.shown == [0, 1, 2])
    #expect(result.error?.fault == .childFailed(program: "ffmpeg", .exited(1), words: "bad\n"))
  }

  @Test(arguments: [
    3 * 70, 3 * 70 + 32, 10 - NumberedStream.header.utf8.count, -NumberedStream.header.utf8.count,
  ])
  func `a child that is killed in the middle is an error`(bytes: Int) throws {
    let result = try play("head -c \(bytes + header) \"$f\"; kill -9 $$")
    #expect(result.shown.count < 4)
    #expect(
      result.error?.fault == .childFailed(program: "ffmpeg", .killed(signal: 9), words: ""))
  }

  @Test func `a child that is killed by others is an error`() throws {
    let fake = try FakeFFmpeg(#"head -c \#(3 * 70 + header) "$f"; exec sleep 60"#)
    let plan = fake.plan(try fake.movie(frames: 12), outputs: 0..<10)
    var supplier = try Supplier([plan], SupplierTests.settings(fake.tools))
    var supplies: [Supply] = []
    for index in 0..<3 { #expect(try supplier.supply(index, into: &supplies)) }
    #expect(supplier.childNumbers.count == 1)
    for number in supplier.childNumbers {
      _ = try ChildProcess("/bin/kill", ["-9", "\(number)"]).finish()
    }
    let error = #expect(throws: ClipError.self) { try supplier.supply(3, into: &supplies) }
    #expect(error?.fault == .childFailed(program: "ffmpeg", .killed(signal: 9), words: ""))
  }

  @Test func `a stream that is cut short is an error though its child ends well`() throws {
    let fault = try play(#"head -c \#(3 * 70 + header + 32) "$f""#).error?.fault
    #expect(
      fault == .childWrote(program: "ffmpeg", .truncated(frame: 3, missing: 38), words: ""))
  }

  @Test func `garbage is an error`() throws {
    let fault = try play("echo no video; sleep 60").error?.fault
    #expect(
      fault == .childWrote(program: "ffmpeg", .notY4M(start: Array("no video\n".utf8)), words: ""))
    let junk = try play(Self.firstLine + "; while :; do echo junk; done")
    guard case .childWrote(_, .malformed, _) = junk.error?.fault else {
      Issue.record("\(junk)")
      return
    }
  }

  @Test func `a child that ends too soon leaves its last picture and a warning`() throws {
    let result = try play(#"head -c \#(3 * 70 + header) "$f""#)
    #expect(result.shown == [0, 1, 2, 2, 2, 2, 2, 2, 2, 2])
    #expect((result.error, result.warnings) == (nil, 1))
  }

  @Test func `a child that has nothing at the end of a movie is asked for what is before`() throws {
    let result = try play(FakeFFmpeg.playing, outputs: 0..<2, choose: { $0 + 40 })
    #expect(result.shown == [11, 11])
  }

  @Test func `a movie without pictures is an error`() throws {
    #expect(try play("exit 0").error?.fault == .noPictures)
    #expect(try play(Self.firstLine).error?.fault == .noPictures)
  }

  @Test func `a child that never ends is stopped in time`() throws {
    let start = Host.monotonicTime
    let result = try play(FakeFFmpeg.playing + "\ntrap '' TERM PIPE; sleep 60")
    #expect(result.shown == Array(0..<10))
    #expect(Host.monotonicTime - start < 10_000_000_000)
  }

  @Test func `a child that writes nothing can be interrupted`() throws {
    let interrupt = try Interrupt()
    let raiser = try Thread(name: "raiser") {
      let start = Host.monotonicTime
      while Host.monotonicTime - start < 50_000_000 {}
      interrupt.stop(by: .interrupt)
    }
    defer { raiser.join() }
    let result = try play("sleep 60", interrupt: interrupt)
    #expect(result.error?.stop == .stopped(.interrupt))
  }

  @Test func `hundreds of clips leave nothing behind`() throws {
    let fake = try FakeFFmpeg()
    let path = try fake.movie(frames: 12)
    let count = 60
    let plans = (0..<count).map { fake.plan(path, feed: $0, outputs: $0 * 2..<$0 * 2 + 3) }
    var supplier = try Supplier(plans, SupplierTests.settings(fake.tools))
    var supplies: [Supply] = []
    let first = try TemporaryFile.lowestFree()
    for index in 0..<2 * count + 1 {
      #expect(try supplier.supply(index, into: &supplies))
      #expect(supplier.childNumbers.count <= ChildSchedule.mostAlive)
      for supply in supplies {
        #expect(NumberedStream.number(supply.frame) == index - supply.feed * 2)
      }
    }
    #expect(supplier.childNumbers.isEmpty)
    // Other tests hold a few at the same time.
    #expect(try TemporaryFile.lowestFree() < first + 40)
  }

  @Test func `a file is named but once`() throws {
    var opener = SourceOpener(MediaTools())
    let error = #expect(throws: ClipError.self) {
      try opener.open("a.mp4", path: "/nonexistent/a.mp4", place: 1..<2)
    }
    #expect(error?.description == "cannot open /nonexistent/a.mp4: No such file or directory")
    #expect(error?.place == 1..<2)
  }

  @Test func `programs that are not there or not allowed are errors`() throws {
    let folder = try TemporaryFolder()
    try Files.write([1, 2, 3], to: folder.file("a.mp4"))
    var missing = SourceOpener(MediaTools("/nonexistent/ffmpeg-9"))
    // ffprobe may still be in PATH.
    #expect(throws: ClipError.self) {
      try missing.open("a.mp4", path: folder.file("a.mp4"), place: 1..<2)
    }
    var forbidden = SourceOpener(MediaTools(isAllowed: false))
    let error = #expect(throws: ClipError.self) {
      try forbidden.open("a.mp4", path: folder.file("a.mp4"), place: 1..<2)
    }
    #expect(error?.fault == .childForbidden(kind: "a movie"))
    #expect(error?.place == 1..<2)
    var untrusted = SourceOpener(MediaTools(isAllowed: false, ban: "--untrusted"))
    let other = #expect(throws: ClipError.self) {
      try untrusted.open("a.mp4", path: folder.file("a.mp4"), place: 1..<2)
    }
    #expect(other?.description == "a.mp4: a movie is read by ffmpeg, which --untrusted forbids")
    let fake = try FakeFFmpeg()
    let plan = FeedPlan(
      feed: 0, source: ChildScheduleTests.movie("a"),
      demand: fake.plan("a", outputs: 0..<1).demand, name: "a", place: 4..<5)
    var supplier = try Supplier([plan], SupplierTests.settings(MediaTools("/nonexistent/ffmpeg")))
    var supplies: [Supply] = []
    let absent = #expect(throws: ClipError.self) { try supplier.supply(0, into: &supplies) }
    #expect(absent?.fault == .programMissing("/nonexistent/ffmpeg", absence: "was not found"))
  }
}

extension TemporaryFile {
  /// The lowest number that a new descriptor gets.
  static func lowestFree() throws -> Int32 {
    let (reading, writing) = try FileDescriptor.pipe()
    try reading.close()
    try writing.close()
    return max(reading.number, writing.number)
  }
}
