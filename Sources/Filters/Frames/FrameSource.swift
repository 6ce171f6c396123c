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

extension FrameSource {
  /// The same without alpha where all of that is whole: films of which nothing is transparent are
  /// drawn plane by plane, as those without alpha are.
  var withoutWholeAlpha: FrameSource {
    guard format.hasAlpha, frame.hasWholeAlpha, second?.hasWholeAlpha ?? true else { return self }
    return FrameSource(
      frame.withoutAlpha, second: second?.withoutAlpha, weight: weight, numbers: numbers)
  }
}

extension SharedFrame {
  /// Whether every sample of alpha is all.
  fileprivate var hasWholeAlpha: Bool {
    guard format.hasAlpha, let alpha = format.planes.last else { return false }
    return format.sampleBytes == 1
      ? isWhole(samples8(alpha), alpha, peak: .max)
      : isWhole(samples16(alpha), alpha, peak: UInt16(format.peak))
  }

  private func isWhole<Sample: FixedWidthInteger & UnsignedInteger>(
    _ samples: UnsafePointer<Sample>, _ plane: PlaneLayout, peak: Sample
  ) -> Bool {
    for y in 0..<plane.height {
      let row = samples + y * plane.width
      var all = peak
      for x in 0..<plane.width { all &= row[x] }
      guard all == peak else { return false }
    }
    return true
  }
}
