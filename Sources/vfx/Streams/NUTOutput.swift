import Bytes
import Clips
import NUT
import Shell
import Y4M

extension NUTHeader {
  /// The header of an output, and the number of the stream of its pictures.
  ///
  /// What is said of the input's other streams stays; of its pictures, their format changes if that
  /// of the output is another.
  static func written(
    _ scene: Scene, _ film: NUTFilm?, hasTimes: Bool
  ) throws -> (header: NUTHeader, stream: Int) {
    let format = scene.header.format
    guard let tag = RawPixels.tag(of: format) else {
      throw CommandFailure(
        "ffmpeg has no name in NUT for the output's format; a 'format' of the canvas changes it, or "
          + "--to y4m writes it")
    }
    guard let film, scene.passesInput else {
      return (try pictures(scene, tag, hasTimes: hasTimes), 0)
    }
    var header = film.nut
    guard case .video(var picture) = header.streams[film.number].content else {
      throw CommandFailure("the input has no pictures")
    }
    // At an even rate of its own.
    if !scene.plan.document.playsStream {
      let clock = scene.evenClock
      let base = header.timeBases.firstIndex(of: clock) ?? header.timeBases.count
      if base == header.timeBases.count { header.timeBases.append(clock) }
      let old = header.streams[film.number]
      header.streams[film.number] = NUTStream(old.content, tag: tag, timeBase: base, clock: clock)
      header.streams[film.number].flags = 1
    }
    if format != film.header.format {
      header.streams[film.number].tag = tag
      (picture.width, picture.height) = (format.width, format.height)
      header.streams[film.number].content = .video(picture)
    }
    return (header, film.number)
  }

  /// The ticks of the clock in a second, where frames have times of their own.
  static let fineTicks = 1_000_000_000

  /// The clock with so many ticks.
  static let fineClock = TimeBase(1, fineTicks) ?? TimeBase.second

  /// The header of a stream of pictures alone, at an even rate or with times of their own.
  private static func pictures(_ scene: Scene, _ tag: [UInt8], hasTimes: Bool) throws -> NUTHeader {
    let (format, aspect) = (scene.header.format, scene.header.aspect)
    let clock =
      hasTimes ? TimeBase(1, fineTicks) : TimeBase(scene.rate.denominator, scene.rate.numerator)
    guard let clock else {
      throw CommandFailure(
        "NUT has no clock for a rate of "
          + "\(scene.rate.numerator)/\(scene.rate.denominator) frames a second")
    }
    var stream = NUTStream(
      .video(
        NUTPicture(
          width: format.width, height: format.height,
          aspect: aspect.isKnown ? aspect.numerator : 0,
          aspectOver: aspect.isKnown ? aspect.denominator : 0)),
      tag: tag, timeBase: 0, clock: clock)
    stream.flags = 1
    var header = NUTHeader(timeBases: [clock], streams: [stream])
    if !hasTimes { header.state(scene.rate, ofStream: 0) }
    return header
  }
}

extension Scene {
  /// Whether the main track is standard input, from its start to its end, so that its sounds fit.
  var passesInput: Bool {
    guard plan.document.clips.count == 1, let media = plan.document.clips.first?.media,
      case .stdin = media.source
    else { return false }
    return media.place.isEmpty
  }

  /// A clock that tells the times of all frames at an even rate, exactly where there is one.
  var evenClock: TimeBase {
    let (start, rate) = (start.value, rate)
    // All times are multiples of this part of a second.
    let parts = start.denominator.multipliedReportingOverflow(by: Int128(rate.numerator))
    if (start * rate.exact).denominator == 1, let clock = TimeBase(rate.denominator, rate.numerator)
    {
      return clock
    }
    let divisor = Self.commonDivisor(start.denominator, Int128(rate.numerator))
    let ticks = parts.overflow ? .max : parts.partialValue / divisor
    return TimeBase(1, Int(clamping: ticks)) ?? NUTHeader.fineClock
  }

  private static func commonDivisor(_ one: Int128, _ other: Int128) -> Int128 {
    var (one, other) = (one, other)
    while other != 0 { (one, other) = (other, one % other) }
    return max(1, one)
  }

  /// Whether clips or another canvas are to be drawn with alpha on which only layers are: `Filters`
  /// mixes straight alpha where all planes share the places of their samples, in 8 bits.
  private func composesAlpha(_ film: NUTFilm) -> Bool {
    let format = renderer.output
    guard format.hasAlpha, format.depth > 8 || format.chroma != .planes(x: 0, y: 0) else {
      return false
    }
    return !plan.document.playsStream || renderer.changesCanvas || format != film.header.format
  }

  /// Refuses what cannot be done yet to a stream whose frames have times of their own.
  func checkTimes(_ input: PictureInput?, _ options: RenderOptions) throws {
    guard input?.film != nil || options.timecodes != nil else { return }
    guard input?.film == nil || options.timecodes == nil else {
      throw CommandFailure(
        "standard input is NUT, which has the times of its frames itself: leave "
          + "--timecodes out", code: .usage)
    }
    guard input != nil else {
      throw CommandFailure(
        "--timecodes says when the frames of standard input are shown, and the timeline plays none of "
          + "them: leave it out", code: .usage)
    }
    try checkOwnTimes(input, hasStart: options.hasStart)
  }

  /// Refuses what cannot be done yet to frames that have times of their own.
  ///
  /// - Parameter hasStart: whether the user says when the first frame is shown.
  func checkOwnTimes(_ input: PictureInput?, hasStart: Bool) throws {
    if let film = input?.film, composesAlpha(film) {
      throw CommandFailure(
        "clips and other canvases are made with alpha of 4:4:4 and 8 bits alone: ask ffmpeg for -pix_fmt "
          + "yuva444p",
        code: .usage)
    }
    guard !hasStart else {
      throw CommandFailure(
        "--start says when the first frame is shown, and the frames' own times say that",
        code: .usage)
    }
  }

  /// The scene of frames that are picked out of a stream.
  ///
  /// - Throws: what is wrong with the timeline, or cannot be done yet to such a stream.
  static func ofStills(_ session: Session, _ request: Request, _ input: PictureInput?) throws
    -> Scene
  {
    let scene = try Scene(request, input: input?.header)
    if input?.film != nil {
      try scene.checkOwnTimes(input, hasStart: session.value(of: RenderOptions.start) != nil)
    }
    return scene
  }
}
