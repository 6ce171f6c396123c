import Y4M

/// What a stream header says: the packets of one picture, sound or text.
package struct NUTStream: Hashable, Sendable {
  /// What a stream is made of.
  package enum Content: Hashable, Sendable {
    case video(NUTPicture)
    /// Samples a second as a fraction, and how many sounds are heard at a time.
    case audio(rate: Int, over: Int, channels: Int)
    case subtitles
    case data
  }

  /// What the packets are made of.
  package var content: Content
  /// The name of the codec, of two or four bytes.
  package var tag: [UInt8]
  /// What its times count: a place in ``NUTHeader/timeBases``.
  package var timeBase: Int
  /// How many low bits of a time are enough in most frames, 0 to 15.
  var timeBits: Int
  /// Ticks from frame to frame beyond which a frame has a checksum.
  var longestStep: Int
  /// How many frames are decoded before the first one is shown, below 1000.
  var decodeDelay: Int
  /// As it was read; 1 is a fixed frame rate.
  package var flags: Int
  /// What the codec needs to know.
  package var codecData: [UInt8]

  /// A stream without data for its codec whose packets are shown in the order in which they come.
  package init(_ content: Content, tag: [UInt8], timeBase: Int, clock: TimeBase) {
    self.content = content
    self.tag = tag
    self.timeBase = timeBase
    timeBits = 7
    longestStep = max(clock.numerator, clock.denominator) / clock.numerator
    (decodeDelay, flags, codecData) = (0, 0, [])
  }
}

/// What a stream header says of pictures.
package struct NUTPicture: Hashable, Sendable {
  /// Pixels in a row, at least 1.
  package var width: Int
  /// Rows, at least 1.
  package var height: Int
  /// The width of a pixel, as a fraction with ``aspectOver``; both are 0 where it is not known.
  package var aspect: Int
  /// The height of a pixel.
  package var aspectOver: Int
  /// How samples mean colours: 0 unknown, 1 BT.601, 2 BT.709, 17 and 18 the same in full range.
  package var colors: Int

  /// Pictures of a size, of whose colours nothing is said.
  package init(width: Int, height: Int, aspect: Int = 0, aspectOver: Int = 0, colors: Int = 0) {
    (self.width, self.height) = (width, height)
    (self.aspect, self.aspectOver) = (aspect, aspectOver)
    self.colors = colors
  }
}

extension NUTPicture {
  /// The range of samples, as far as ``colors`` says it.
  package var range: ColorRange? {
    switch colors {
    case 1, 2: .limited
    case 17, 18: .full
    default: nil
    }
  }
}

extension NUTStream {
  /// Reads a stream header, behind its number.
  init(parsing body: inout PacketBody, timeBases: Int) throws(NUTError) {
    let kind = try body.number("the class of a stream", in: 0...3)
    let place = body.offset
    tag = try body.countedBytes()
    guard tag.count == 2 || tag.count == 4 else {
      throw body.malformed(.badValue("the length of a codec's name", tag.count), at: place)
    }
    timeBase = try body.number("a time base", in: 0...timeBases - 1)
    timeBits = try body.number("msb_pts_shift", in: 0...15)
    longestStep = try body.number()
    decodeDelay = try body.number("decode_delay", in: 0...999)
    flags = try body.number()
    codecData = try body.countedBytes()
    switch kind {
    case 0: content = .video(try NUTPicture(parsing: &body))
    case 1:
      content = .audio(
        rate: try body.number("the sample rate", in: 1...Int(Int32.max)), over: try body.number(),
        channels: try body.number("the number of channels", in: 1...Int(UInt16.max)))
    case 2: content = .subtitles
    default: content = .data
    }
  }

  /// The body of the header of stream `number`.
  func body(number: Int) -> [UInt8] {
    var body: [UInt8] = []
    body.append(number: number)
    let kind =
      switch content {
      case .video: 0
      case .audio: 1
      case .subtitles: 2
      case .data: 3
      }
    body.append(number: kind)
    body.append(counted: tag)
    for value in [timeBase, timeBits, longestStep, decodeDelay, flags] {
      body.append(number: value)
    }
    body.append(counted: codecData)
    switch content {
    case .video(let picture):
      let values = [
        picture.width, picture.height, picture.aspect, picture.aspectOver, picture.colors,
      ]
      for value in values { body.append(number: value) }
    case .audio(let rate, let over, let channels):
      for value in [rate, over, channels] { body.append(number: value) }
    case .subtitles, .data: break
    }
    return body
  }
}

extension NUTPicture {
  fileprivate init(parsing body: inout PacketBody) throws(NUTError) {
    width = try body.number("the width", in: 1...Int(Int32.max))
    height = try body.number("the height", in: 1...Int(Int32.max))
    aspect = try body.number("the aspect of pixels", in: 0...Int(Int32.max))
    aspectOver = try body.number("the aspect of pixels", in: 0...Int(Int32.max))
    // Half of an aspect says nothing.
    if aspect == 0 || aspectOver == 0 { (aspect, aspectOver) = (0, 0) }
    colors = try body.number()
  }
}
