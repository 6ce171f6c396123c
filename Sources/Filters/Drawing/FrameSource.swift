import Y4M

/// A frame that is drawn onto another, or two of them mixed.
struct FrameSource {
  let frame: Frame
  /// The frame that it is mixed with, of the same format.
  let second: Frame?
  /// The share of ``second``, 0 to 65,535.
  let weight: UInt16

  init(_ frame: Frame, second: Frame? = nil, weight: UInt16 = 0) {
    let isMixed = weight > 0 && second?.format == frame.format && second !== frame
    self.frame = frame
    self.second = isMixed ? second : nil
    self.weight = isMixed ? weight : 0
  }

  init(_ picture: SourcePicture) {
    self.init(picture.frame, second: picture.second, weight: picture.weight)
  }

  var format: PixelFormat { frame.format }
}
