import Y4M

/// A frame that is drawn onto another, or two of them mixed; both are only read.
struct FrameSource {
  let frame: SharedFrame
  /// The frame that it is mixed with, of the same format.
  let second: SharedFrame?
  /// The share of ``second``, 0 to 65,535.
  let weight: UInt16
  /// Which frames of a film both are, where that is known.
  let numbers: FrameNumbers?

  init(
    _ frame: SharedFrame, second: SharedFrame? = nil, weight: UInt16 = 0,
    numbers: FrameNumbers? = nil
  ) {
    let isMixed =
      weight > 0 && second.map { $0.format == frame.format && !$0.isSame(as: frame) } ?? false
    self.frame = frame
    self.second = isMixed ? second : nil
    self.weight = isMixed ? weight : 0
    self.numbers = isMixed ? numbers : nil
  }

  init(_ picture: SourcePicture) {
    self.init(
      picture.frame, second: picture.second, weight: picture.weight, numbers: picture.numbers)
  }

  var format: PixelFormat { frame.format }
}
