import Bytes
import Pipes
import TestNumbers
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Clips

@Suite struct SupplierTests {
  static func settings(
    _ tools: MediaTools = MediaTools(), frames: Range<Int> = 0..<Int.max,
    spool: SpoolSettings = SpoolSettings()
  ) throws -> Supplier.Settings {
    Supplier.Settings(
      tools: tools, spool: spool, canvas: try #require(PixelFormat(width: 16, height: 4)),
      rate: try #require(FrameRate(10, 1)), frames: frames)
  }

  private func header() throws -> StreamHeader {
    try NumberedStream.reader(frames: 0).header
  }

  /// What all output frames show: for each feed its first and second frame and the weight.
  private func play(_ supplier: inout Supplier, count: Int) throws -> [[Int: FrameChoice]] {
    var shown: [[Int: FrameChoice]] = []
    for index in 0..<count {
      guard let choices = try show(&supplier, index) else { break }
      shown.append(choices)
    }
    return shown
  }

  /// What an output frame shows; nil after the end.
  private func show(_ supplier: inout Supplier, _ index: Int) throws -> [Int: FrameChoice]? {
    var supplies: [Supply] = []
    guard try supplier.supply(index, into: &supplies) else { return nil }
    var choices: [Int: FrameChoice] = [:]
    for supply in supplies {
      let first = NumberedStream.number(supply.frame)
      choices[supply.feed] = FrameChoice(
        first: first, second: supply.second.map { NumberedStream.number($0) } ?? first,
        weight: supply.weight)
    }
    supplier.recycle(&supplies)
    return choices
  }

  @Test(arguments: 0..<60)
  func `each output frame shows what is asked for`(seed: Int) throws {
    var random = SeededNumbers(seed)
    let fake = try FakeFFmpeg()
    let path = try fake.movie(frames: 30)
    let file = try Y4MFile(path: path)
    let outputs = 40
    var plans: [FeedPlan] = []
    var expected: [[Int: FrameChoice]] = Array(repeating: [:], count: outputs)
    for feed in 0..<Int.random(in: 1...5, using: &random) {
      let source: Source
      switch Int.random(in: 0...4, using: &random) {
      case 0: source = .y4m(file)
      case 1 where seed % 4 == 0: source = ChildScheduleTests.movie(path, frames: 30)
      default: source = .stdin(try header())
      }
      let start = Int.random(in: 0..<outputs, using: &random)
      let isRising = Int.random(in: 0...2, using: &random) > 0
      let choices = DemandTests.choices(
        count: Int.random(in: 1...outputs - start, using: &random), frames: 30, isRising: isRising,
        using: &random)
      for (place, choice) in choices.enumerated() { expected[start + place][feed] = choice }
      plans.append(
        FeedPlan(
          feed: feed, source: source,
          demand: DemandTests.demand(choices, start: start, isRising: isRising), name: "feed",
          place: 0..<0))
    }
    var supplier = try Supplier(
      plans, stdin: NumberedStream.reader(frames: 30), Self.settings(fake.tools))
    #expect(try play(&supplier, count: outputs) == expected)
    #expect(supplier.warnings.isEmpty)
  }

  /// A feed of standard input that shows `choose`.
  private func feed(
    _ number: Int, _ outputs: Range<Int>, isRising: Bool = true, isPlain: Bool = false,
    endsOutput: Bool = true, isStream: Bool = false, _ choose: @escaping @Sendable (Int) -> Int
  ) throws -> FeedPlan {
    FeedPlan(
      feed: number, source: .stdin(try header()),
      demand: Demand(outputs: outputs, isRising: isRising, isPlain: isPlain) {
        FrameChoice(first: choose($0), second: choose($0), weight: 0)
      }, name: "standard input", place: 3..<9, endsOutput: endsOutput, isStream: isStream)
  }

  @Test func `behind the end of the stream nothing is begun`() throws {
    // A film of which the program gives nothing is an error where it is due.
    let fake = try FakeFFmpeg("exit 1")
    let film = fake.plan(try fake.movie(frames: 30), outputs: 7..<9)
    let stream = try feed(1, 0..<Int.max, isPlain: true, isStream: true) { $0 }
    func shown(_ frames: Int) throws -> [Int?] {
      var supplier = try Supplier(
        [film, stream], stdin: NumberedStream.reader(frames: frames), Self.settings(fake.tools))
      defer { supplier.stop() }
      return try play(&supplier, count: 100).map { $0[1]?.first }
    }
    #expect(try shown(7) == Array(0..<7))
    #expect(throws: ClipError.self) { try shown(8) }
  }

  @Test func `the output ends with a stream of unknown length`() throws {
    let plan = try feed(0, 0..<Int.max, isPlain: true) { $0 }
    var supplier = try Supplier([plan], stdin: NumberedStream.reader(frames: 7), Self.settings())
    let shown = try play(&supplier, count: 100)
    #expect(shown.map { $0[0]?.first } == Array(0..<7))
    #expect(supplier.stdinReader?.frameCount == 7)
  }

  @Test func `a plain stream is given to be drawn on, from as many frames as are on their way`()
    throws
  {
    let plan = try feed(0, 0..<Int.max, isPlain: true) { $0 }
    var supplier = try Supplier([plan], stdin: NumberedStream.reader(frames: 50), Self.settings())
    var items: [[Supply]] = [[], [], []]
    var taken: [Frame?] = [nil, nil, nil]
    for index in 0..<50 {
      if let frame = taken[index % 3] { supplier.recycle(frame) }
      taken[index % 3] = nil
      #expect(try supplier.supply(index, into: &items[index % 3]))
      let own = items[index % 3][0].takeFrame()
      let frame = try #require(own)
      #expect(NumberedStream.number(frame) == index)
      #expect(items[index % 3][0].frame == nil)
      frame.bytes.initializeMemory(as: UInt8.self, repeating: 9)
      taken[index % 3] = frame
    }
    #expect(supplier.madeFrames == 3)
  }

  @Test func `a picture that is shown again may not be drawn on`() throws {
    let plans = [try feed(0, 0..<20) { $0 / 2 }, try feed(1, 5..<8) { $0 / 2 }]
    var supplier = try Supplier(plans, stdin: NumberedStream.reader(frames: 30), Self.settings())
    var supplies: [Supply] = []
    for index in 0..<20 {
      #expect(try supplier.supply(index, into: &supplies))
      let isLast = index == 19
      for place in supplies.indices {
        let own = supplies[place].takeFrame()
        #expect((own != nil) == isLast)
      }
    }
  }

  @Test func `a picture that was shown may not be drawn on before those are done that look at it`()
    throws
  {
    let fake = try FakeFFmpeg()
    let source = Source.y4m(try Y4MFile(path: try fake.movie(frames: 10)))
    let plan = FeedPlan(
      feed: 0, source: source,
      demand: Demand(outputs: 0..<20, isRising: true) {
        FrameChoice(first: $0 / 2, second: $0 / 2, weight: 0)
      },
      name: "feed", place: 0..<0)
    var supplier = try Supplier([plan], Self.settings())
    var (first, again): ([Supply], [Supply]) = ([], [])
    for index in stride(from: 0, to: 20, by: 2) {
      #expect(try supplier.supply(index, into: &first))
      var own = first[0].takeFrame()
      #expect(own == nil)
      #expect(try supplier.supply(index + 1, into: &again))
      own = again[0].takeFrame()
      #expect(own == nil)
      supplier.recycle(&first)
      own = again[0].takeFrame()
      let frame = try #require(own)
      #expect(NumberedStream.number(frame) == index / 2)
      supplier.recycle(frame)
    }
    #expect(supplier.madeFrames <= 2)
  }

  @Test(arguments: 0..<40)
  func `frames that are left out change nothing of those that are asked for`(seed: Int) throws {
    var random = SeededNumbers(seed)
    let fake = try FakeFFmpeg()
    let path = try fake.movie(frames: 30)
    let sources = [Source.y4m(try Y4MFile(path: path)), ChildScheduleTests.movie(path, frames: 30)]
    var plans: [FeedPlan] = []
    var expected: [[Int: FrameChoice]] = Array(repeating: [:], count: 60)
    for feed in 0..<Int.random(in: 1...4, using: &random) {
      let start = Int.random(in: 0..<50, using: &random)
      let isRising = Bool.random(using: &random)
      let choices = DemandTests.choices(
        count: Int.random(in: 1...60 - start, using: &random), frames: 30, isRising: isRising,
        using: &random)
      for (place, choice) in choices.enumerated() { expected[start + place][feed] = choice }
      plans.append(
        FeedPlan(
          feed: feed, source: sources[seed % 2],
          demand: DemandTests.demand(choices, start: start, isRising: isRising), name: "feed",
          place: 0..<0))
    }
    var supplier = try Supplier(plans, Self.settings(fake.tools))
    defer { supplier.stop() }
    var index = Int.random(in: 0..<9, using: &random)
    while index < 60 {
      #expect(try show(&supplier, index) == expected[index])
      index += Int.random(in: 1...12, using: &random)
    }
  }

  @Test func `children of frames that are left out are not started, or ended`() throws {
    let fake = try FakeFFmpeg()
    let path = try fake.movie(frames: 30)
    let plans = (0..<12).map { fake.plan(path, feed: $0, outputs: $0 * 10..<$0 * 10 + 10) }
    var supplier = try Supplier(plans, Self.settings(fake.tools))
    defer { supplier.stop() }
    for index in [5, 65, 115] {
      #expect(
        try show(&supplier, index) == [index / 10: FrameChoice(first: 5, second: 5, weight: 0)])
      #expect(supplier.childNumbers.count <= ChildSchedule.mostAlive)
    }
  }

  @Test func `a stream that ends too soon stands still, with a warning`() throws {
    let plan = try feed(0, 0..<10) { $0 }
    var supplier = try Supplier([plan], stdin: NumberedStream.reader(frames: 7), Self.settings())
    #expect(try play(&supplier, count: 10).map { $0[0]?.first } == [0, 1, 2, 3, 4, 5, 6, 6, 6, 6])
    #expect(supplier.warnings.count == 1)
    #expect(supplier.warnings.first?.place == 3..<9)
  }

  @Test func `backwards over the end of a stream begins with its last picture`() throws {
    let plan = try feed(0, 0..<10, isRising: false) { 9 - $0 }
    var supplier = try Supplier([plan], stdin: NumberedStream.reader(frames: 7), Self.settings())
    #expect(try play(&supplier, count: 10).map { $0[0]?.first } == [6, 6, 6, 6, 5, 4, 3, 2, 1, 0])
  }

  @Test func `a layer without an end is gone when its stream is`() throws {
    let clip = try feed(0, 0..<10) { _ in 0 }
    let layer = try feed(1, 2..<Int.max, endsOutput: false) { $0 - 2 }
    var supplier = try Supplier(
      [clip, layer], stdin: NumberedStream.reader(frames: 4), Self.settings())
    let shown = try play(&supplier, count: 10)
    #expect(shown.map { $0[0]?.first } == Array(repeating: 0, count: 10))
    #expect(shown.map { $0[1]?.first } == [nil, nil, 0, 1, 2, 3, nil, nil, nil, nil])
  }

  /// As a film whose file says that it has more frames than it has.
  @Test func `the last picture of a film stays in a layer without an end`() throws {
    let fake = try FakeFFmpeg()
    let path = try fake.movie(frames: 4)
    let layer = FeedPlan(
      feed: 1, source: ChildScheduleTests.movie(path),
      demand: Demand(outputs: 2..<Int.max, isRising: true) {
        FrameChoice(first: $0 - 2, second: $0 - 2, weight: 0)
      }, name: "movie", place: 3..<9, endsOutput: false)
    let clip = try feed(0, 0..<10) { _ in 0 }
    var supplier = try Supplier(
      [clip, layer], stdin: NumberedStream.reader(frames: 4), Self.settings(fake.tools))
    defer { supplier.stop() }
    let shown = try play(&supplier, count: 10)
    #expect(shown.map { $0[1]?.first } == [nil, nil, 0, 1, 2, 3, 3, 3, 3, 3])
  }

  @Test func `a stream without frames is an error where a picture is wanted`() throws {
    var supplier = try Supplier(
      [feed(0, 0..<4) { $0 }], stdin: NumberedStream.reader(frames: 0), Self.settings())
    let error = #expect(throws: ClipError.self) { try play(&supplier, count: 4) }
    #expect(error?.fault == .noPictures)
    #expect(error?.place == 3..<9)
  }

  @Test func `slow motion keeps one frame and no file`() throws {
    let folder = try TemporaryFolder()
    let plan = try feed(0, 0..<1000) { $0 / 100 }
    // A folder that is not there would be an error.
    var supplier = try Supplier(
      [plan], stdin: NumberedStream.reader(frames: 20),
      Self.settings(spool: SpoolSettings(folder: folder.file("missing"))))
    #expect(try play(&supplier, count: 1000).map { $0[0]?.first } == (0..<1000).map { $0 / 100 })
    #expect(supplier.madeFrames <= 3)
  }

  @Test func `two feeds apart keep what lies between them`() throws {
    let plans = [try feed(0, 0..<100) { $0 + 9 }, try feed(1, 0..<100) { $0 }]
    let stream = NumberedStream.frameBytes
    func run(_ frames: Int) throws -> [[Int: FrameChoice]] {
      var supplier = try Supplier(
        plans, stdin: NumberedStream.reader(frames: 200),
        Self.settings(spool: SpoolSettings(limit: frames * stream)))
      return try play(&supplier, count: 100)
    }
    #expect(try run(10).map { $0[1]?.first } == Array(0..<100))
    let error = #expect(throws: ClipError.self) { try run(9) }
    #expect(error?.fault == .spoolFull(needed: 10 * stream, limit: 9 * stream))
  }

  @Test func `what can never be kept is reported before the first frame`() throws {
    let plan = try feed(0, 0..<100, isRising: false) { 99 - $0 }
    let settings = try Self.settings(spool: SpoolSettings(limit: 99 * 64))
    let error = #expect(throws: ClipError.self) {
      try Supplier([plan], stdin: NumberedStream.reader(frames: 100), settings)
    }
    #expect(error?.fault == .spoolFull(needed: 6400, limit: 6336))
    #expect(error?.place == 3..<9)
  }

  @Test func `a spool that cannot be made is an error with its place`() throws {
    let plan = try feed(0, 0..<10, isRising: false) { 9 - $0 }
    let settings = try Self.settings(spool: SpoolSettings(folder: "/nonexistent"))
    let error = #expect(throws: ClipError.self) {
      try Supplier([plan], stdin: NumberedStream.reader(frames: 10), settings)
    }
    #expect(error?.place == 3..<9)
    if case .spool = error?.fault {} else { Issue.record("\(String(describing: error))") }
  }

  @Test func `a fault of the stream comes after all whole frames`() throws {
    var bytes = NumberedStream.bytes(frames: 5)
    bytes.removeLast(10)
    let reader = try FrameReader(ByteSource(bytes))
    var supplier = try Supplier(
      [feed(0, 0..<Int.max, isPlain: true) { $0 }], stdin: reader, Self.settings())
    var supplies: [Supply] = []
    for index in 0..<4 { #expect(try supplier.supply(index, into: &supplies)) }
    let error = #expect(throws: ClipError.self) { try supplier.supply(4, into: &supplies) }
    #expect(error?.fault == .stream(.truncated(frame: 4, missing: 10)))
  }

  @Test func `only the frames that are asked for are read`() throws {
    let plan = try feed(0, 0..<Int.max) { $0 }
    var supplier = try Supplier(
      [plan], stdin: NumberedStream.reader(frames: 50), Self.settings(frames: 20..<22))
    var supplies: [Supply] = []
    #expect(try supplier.supply(20, into: &supplies))
    #expect(supplies.first.map { NumberedStream.number($0.frame) } == 20)
    #expect(supplier.stdinReader?.frameCount == 21)
    #expect(try supplier.supply(21, into: &supplies))
    #expect(try !supplier.supply(22, into: &supplies))
  }
}
