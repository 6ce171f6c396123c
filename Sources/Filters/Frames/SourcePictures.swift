import Y4M

/// A picture of a source at one moment, which is only read.
package struct SourcePicture {
  /// The picture, or what ``weight`` leaves of it beside ``second``.
  package let frame: SharedFrame
  /// The picture that it is mixed with, in equal format; nil when it is not.
  package let second: SharedFrame?
  /// The share of ``second``, 0 to 65,535.
  package let weight: UInt16
  /// Which frames of the source both are; nil where that is not known.
  package let numbers: FrameNumbers?

  /// A picture that is not mixed, unless said.
  package init(
    frame: SharedFrame, second: SharedFrame? = nil, weight: UInt16 = 0,
    numbers: FrameNumbers? = nil
  ) {
    self.frame = frame
    self.second = second
    self.weight = weight
    self.numbers = numbers
  }
}

/// The pictures of all sources that are seen at one moment, by their numbers in `Document.feeds`.
package struct SourcePictures {
  private var pictures: [SourcePicture?]

  /// - Parameter count: of `Document.feeds`.
  package init(count: Int) { pictures = Array(repeating: nil, count: count) }

  /// The picture of a feed; nil when it has none now. Numbers beyond the feeds have none.
  package subscript(feed: Int) -> SourcePicture? {
    get { pictures.indices.contains(feed) ? pictures[feed] : nil }
    set { if pictures.indices.contains(feed) { pictures[feed] = newValue } }
  }

  /// Lets go of all pictures.
  package mutating func removeAll() {
    for index in pictures.indices { pictures[index] = nil }
  }
}

/// What is known of a source before its first picture.
package struct SourceColors: Hashable, Sendable {
  /// The colours of its samples.
  package let matrix: Matrix
  /// The range of its samples.
  package let range: ColorRange
  /// The format of its frames, where that is known.
  package let format: PixelFormat?
  /// What its colours are as light; nil where that is what the canvas says.
  package let light: StreamLight?
  /// How many times as wide as a pixel of the output one of its pixels is shown.
  package let stretch: Double

  /// Colours of a source whose format may not be known yet.
  package init(
    matrix: Matrix, range: ColorRange, format: PixelFormat? = nil, light: StreamLight? = nil,
    stretch: Double = 1
  ) {
    self.matrix = matrix
    self.range = range
    self.format = format
    self.light = light
    self.stretch = stretch
  }

  /// How large a frame is shown, in pixels of the output's shape.
  func shownSize(of format: PixelFormat) -> (width: Int, height: Int) {
    if stretch == 1 { return (format.width, format.height) }
    let width = (Double(format.width) * stretch).rounded()
    return (Int(min(max(width, 1), Double(PixelFormat.largestSide))), format.height)
  }
}
