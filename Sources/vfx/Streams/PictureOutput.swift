import Bytes
import Clips
import NUT
import Pipes
import Shell
import Timeline
import Y4M

/// The stream on standard output.
struct PictureOutput {
  private enum Writer {
    case y4m(FrameWriter)
    /// Pictures go to the stream of this number.
    case nut(NUTWriter, stream: Int)
  }

  private var writer: Writer
  private let rate: FrameRate
  /// How long a tick of the stream of pictures is, where frames follow evenly.
  private var clock: TimeBase?
  /// The time of the first frame in NUT with sounds beside it.
  private var origin = Time.zero
  /// The first frame that is not where an even rate would have it, in a stream that cannot say so.
  private(set) var firstUneven: Int?
  private var frameCount = 0
  /// Where the times of frames go.
  private var log: TimecodeLog?
  /// When the first frame is shown.
  private var start: Time?

  /// Writes the headers: of the kind that the options say, or else of that of `input`.
  init(
    _ output: FileDescriptor, _ scene: Scene, _ input: PictureInput?, _ options: RenderOptions,
    _ warnings: RenderWarnings
  ) throws {
    rate = scene.rate
    log = try options.timecodesOut.map { path in
      let read =
        (scene.request.common.timeline?.readPaths ?? [])
        + [options.timecodes?.path].compactMap(\.self)
      try OutputFile.check(path, "the file of times", madeOf: read)
      return try TimecodeLog(path)
    }
    switch options.output ?? (input?.film == nil ? .y4m : .nut) {
    case .y4m:
      let header = try Self.header(scene, options)
      warnings.tell(ofOutput: header)
      if let film = input?.film { warnings.tell(ofDroppedStreams: film.nut.streams.count - 1) }
      writer = .y4m(
        try FrameWriter(output, header: header, shortensLines: options.hasShortHeader))
    case .nut:
      let (header, stream) = try NUTHeader.written(
        scene, input?.film,
        hasTimes: options.timecodes != nil && scene.plan.document.playsStream)
      clock = header.clock(ofStream: stream)
      if input?.film != nil, scene.passesInput { origin = scene.start }
      if let film = input?.film, !scene.passesInput { warnings.tell(ofNewFilm: film.nut) }
      writer = .nut(try NUTWriter(output, header: header), stream: stream)
    }
  }

  /// The header of Y4M.
  private static func header(
    _ scene: Scene, _ options: RenderOptions
  ) throws -> StreamHeader {
    let header = scene.header
    guard header.isCarried else { return options.hasShortHeader ? header.shortened : header }
    let line = StreamHeader(
      format: header.format, rate: scene.rate, aspect: header.aspect,
      interlacing: .progressive, range: header.statedRange)
    guard let line else {
      throw CommandFailure(
        "Y4M has no name for the format of the pictures; --to nut writes it, or ask ffmpeg for "
          + "another -pix_fmt")
    }
    return line
  }

  /// Writes what an item holds, and gives whether that is a frame.
  mutating func write(_ item: FrameItem) throws(PipeError) -> Bool {
    switch writer {
    case .y4m(var stream):
      guard let time = item.time else { return false }
      defer { writer = .y4m(stream) }
      note(time, isTold: item.hasOwnTime)
      try stream.write(item.frame, parameters: item.parameters)
    case .nut(var stream, let number):
      defer { writer = .nut(stream, stream: number) }
      for passed in item.passed {
        switch passed {
        case .packet(let packet, let data): try stream.write(packet, data)
        case .info(let body): try stream.write(info: body)
        }
      }
      guard let time = item.time else { return false }
      let frame = item.frame
      let ticks = item.hasOwnTime ? Self.fineTicks(time) : evenTicks
      var packet = item.packet ?? NUTPacket(stream: number, ticks: ticks, size: 0)
      packet.size = frame.bytes.count
      // The memory is the frame's.
      try withExtendedLifetime(frame) { () throws(PipeError) in
        try stream.write(packet, frame.bytes)
      }
    }
    if let time = item.time { try log?.append(time) }
    frameCount += 1
    return true
  }

  /// The tick of the next frame at an even rate.
  private var evenTicks: Int {
    guard let clock else { return frameCount }
    let time = (origin + Time(frame: frameCount, rate: rate)).value
    let ticks = time * Rational(reducing: Int128(clock.denominator), over: Int128(clock.numerator))
    return Int(clamping: ticks.rounded)
  }

  /// The nearest tick of the clock of streams whose frames have times of their own.
  private static func fineTicks(_ time: Time) -> Int {
    let ticks = time.value * Rational(NUTHeader.fineTicks) + Rational(reducing: 1, over: 2)
    return Int(clamping: ticks.floor)
  }

  /// Notes a frame's time, if the stream says it.
  private mutating func note(_ time: Time, isTold: Bool) {
    let first = start ?? time
    start = first
    guard isTold, firstUneven == nil else { return }
    // Clocks of milliseconds round the times of even rates.
    let off = time - first - Time(frame: frameCount, rate: rate)
    let tolerance = Time(Rational(reducing: 1, over: 1000))
    if off > tolerance || off < -tolerance { firstUneven = frameCount }
  }

  /// The first line of a frame that is longer than ffmpeg reads.
  var firstLongLine: Int? {
    if case .y4m(let stream) = writer { return stream.firstLongLine }
    return nil
  }

  /// Writes what ends the stream.
  mutating func finish() throws(PipeError) {
    try log?.finish()
    guard case .nut(var stream, let number) = writer else { return }
    defer { writer = .nut(stream, stream: number) }
    try stream.finish()
  }
}
