import Bytes

/// The first line of a stream: what all its frames have in common.
///
/// The line is kept as it came, so that a stream whose format does not change keeps its header to
/// the byte. Format: yuv4mpeg(5) of mjpegtools, with the tags that ffmpeg adds.
package struct StreamHeader: Hashable, Sendable {
  /// The longest header that is read, in bytes with the newline.
  static let longestLine = 16_384
  /// The longest header that is made, in bytes with the newline: ffmpeg reads no more.
  package static let longestWritten = 96
  /// The word that every stream begins with.
  static let magic = Array("YUV4MPEG2".utf8)

  /// The shape of each frame, as the W, H and C tags give it.
  package let format: PixelFormat
  /// What the C tag says, under the name that it uses.
  package let colorspace: Colorspace
  /// Frames per second; nil when the stream says `F0:0` or nothing.
  package let rate: FrameRate?
  /// The A tag; ``PixelAspect/unknown`` when the stream has none.
  package let aspect: PixelAspect
  /// The I tag: whether pictures are made of fields, and which field comes first.
  package let interlacing: Interlacing
  /// The range that `XCOLORRANGE` states, or nil.
  package let statedRange: ColorRange?
  /// Tags that this program does not interpret, `XYSCSS` among them, in order and with their
  /// letter.
  package let otherTags: [[UInt8]]
  /// The line with its newline; empty where a stream of another kind carries the pictures.
  package let line: [UInt8]
  /// Tags that did not fit into a line that was made, with their letter.
  package let droppedTags: [[UInt8]]
  /// The clock of a stream that says when its frames are shown; nil for frames that follow evenly.
  package var clock: FrameClock?

  /// The range of samples: limited unless stated otherwise.
  package var range: ColorRange { statedRange ?? .limited }

  init(_ fields: HeaderFields, format: PixelFormat, line: [UInt8]) {
    self.format = format
    colorspace = fields.colorspace
    rate = fields.rate
    aspect = fields.aspect
    interlacing = fields.interlacing
    statedRange = fields.range
    otherTags = fields.otherTags
    self.line = line
    droppedTags = []
  }

  /// Makes a header, with its tags in the order W H F I A C X and at most ``longestWritten`` bytes.
  ///
  /// When the line is too long, tags are left out, the least important first, and listed in
  /// ``droppedTags``. Gives nil if no C tag can express `format`.
  package init?(
    format: PixelFormat, rate: FrameRate?, aspect: PixelAspect = .square,
    interlacing: Interlacing = .progressive, range: ColorRange? = nil, otherTags: [[UInt8]] = []
  ) {
    guard let colorspace = Colorspace.of(format) else { return nil }
    self.init(
      format, colorspace, rate: rate, aspect: aspect, interlacing: interlacing, range: range,
      otherTags: otherTags)
  }

  private init(
    _ format: PixelFormat, _ colorspace: Colorspace, rate: FrameRate?, aspect: PixelAspect,
    interlacing: Interlacing, range: ColorRange?, otherTags: [[UInt8]]
  ) {
    self.format = format
    self.colorspace = colorspace
    self.rate = rate
    self.interlacing = interlacing
    var line = HeaderLine(
      format: format, colorspace: colorspace, rate: rate, aspect: aspect,
      interlacing: interlacing, range: range, otherTags: otherTags)
    line.shorten(to: Self.longestWritten)
    self.aspect = line.aspect
    statedRange = line.range
    self.otherTags = line.otherTags
    droppedTags = line.dropped
    self.line = line.bytes
  }

  /// The header of pictures that a stream of another kind carries: it has no line, so that it says
  /// any format.
  package init(
    carrying format: PixelFormat, rate: FrameRate?, aspect: PixelAspect = .unknown,
    interlacing: Interlacing = .unknown, range: ColorRange? = nil
  ) {
    self.format = format
    colorspace = .carried(format)
    self.rate = rate
    self.aspect = aspect
    self.interlacing = interlacing
    statedRange = range
    (otherTags, line, droppedTags) = ([], [], [])
  }

  /// Whether a stream of another kind carries the pictures.
  package var isCarried: Bool { line.isEmpty }

  /// The same header in at most ``longestWritten`` bytes, as far as that can be.
  ///
  /// A header that is short enough is unchanged. What is left out is listed in ``droppedTags``.
  package var shortened: StreamHeader {
    guard line.count > Self.longestWritten else { return self }
    return StreamHeader(
      format, colorspace, rate: rate, aspect: aspect, interlacing: interlacing, range: statedRange,
      otherTags: otherTags)
  }

  /// The header of a stream of other pictures, which keeps what this one says of the rest.
  ///
  /// The line is rewritten even if nothing changes. Gives nil if no C tag can express `format`.
  package func changing(
    format: PixelFormat, rate: FrameRate?, aspect: PixelAspect? = nil,
    interlacing: Interlacing? = nil
  ) -> StreamHeader? {
    if isCarried {
      return StreamHeader(
        carrying: format, rate: rate, aspect: aspect ?? self.aspect,
        interlacing: interlacing ?? self.interlacing, range: statedRange)
    }
    let isSameKind =
      format.depth == colorspace.depth && format.chroma == colorspace.chroma
      && format.hasAlpha == colorspace.hasAlpha && format.siting == colorspace.siting
    guard let kind = isSameKind ? colorspace : Colorspace.of(format) else { return nil }
    let layout = Array("XYSCSS=".utf8)
    return StreamHeader(
      format, kind, rate: rate, aspect: aspect ?? self.aspect,
      interlacing: interlacing ?? self.interlacing, range: statedRange,
      otherTags: isSameKind ? otherTags : otherTags.filter { !$0.starts(with: layout) })
  }
}

/// The tags of a line that is being made.
private struct HeaderLine {
  let format: PixelFormat
  let colorspace: Colorspace
  let rate: FrameRate?
  var aspect: PixelAspect
  let interlacing: Interlacing
  var range: ColorRange?
  var otherTags: [[UInt8]]
  var dropped: [[UInt8]] = []

  var rangeTag: [UInt8] { range.map { Array("XCOLORRANGE=\($0.rawValue)".utf8) } ?? [] }
  var aspectTag: [UInt8] { Array("A\(aspect.numerator):\(aspect.denominator)".utf8) }

  var bytes: [UInt8] {
    let rate = rate.map(\.description) ?? "0:0"
    var line = StreamHeader.magic + Array(" W\(format.width) H\(format.height) F\(rate) I".utf8)
    line += [interlacing.rawValue, 0x20] + aspectTag + Array(" C\(colorspace.name)".utf8)
    for tag in [rangeTag] + otherTags where !tag.isEmpty { line += [0x20] + tag }
    return line + [0x0A]
  }

  /// Leaves tags out until the line has at most `limit` bytes.
  ///
  /// First foreign ones, the last first; then the length, which may be wrong by now; the layout,
  /// which repeats C; the range, if it is what no tag means as well; the shape of pixels. What is
  /// left has 81 bytes at most.
  mutating func shorten(to limit: Int) {
    let last = [Array("XYSCSS=".utf8), Array("XLENGTH=".utf8)]
    func place(_ tag: [UInt8]) -> Int { last.firstIndex { tag.starts(with: $0) } ?? last.count }
    while bytes.count > limit {
      if let worst = otherTags.indices.max(by: { place(otherTags[$0]) <= place(otherTags[$1]) }) {
        dropped.append(otherTags.remove(at: worst))
      } else if range == .limited {
        dropped.append(rangeTag)
        range = nil
      } else if aspect != .unknown {
        dropped.append(aspectTag)
        aspect = .unknown
      } else {
        return
      }
    }
  }
}
