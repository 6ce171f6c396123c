/// What stands in the header of a frame, and what it means.
struct FrameFlags: OptionSet, Hashable, Sendable {
  let rawValue: Int

  /// The frame can be decoded without others.
  static let key = FrameFlags(rawValue: 1)
  /// What was shown before ends here.
  static let end = FrameFlags(rawValue: 2)
  static let codedTime = FrameFlags(rawValue: 8)
  static let stream = FrameFlags(rawValue: 16)
  static let size = FrameFlags(rawValue: 32)
  static let checksum = FrameFlags(rawValue: 64)
  static let reserved = FrameFlags(rawValue: 128)
  /// Side data and metadata stand in front of the data.
  static let sideData = FrameFlags(rawValue: 256)
  static let elision = FrameFlags(rawValue: 0x400)
  static let match = FrameFlags(rawValue: 0x800)
  /// The flags themselves are coded.
  static let coded = FrameFlags(rawValue: 0x1000)
  static let invalid = FrameFlags(rawValue: 0x2000)

  /// All that are read.
  static let known: FrameFlags = [
    .key, .end, .sideData, .codedTime, .stream, .size, .checksum, .reserved, .elision, .match,
    .coded,
  ]
}

/// What the first byte of a frame stands for.
struct FrameCode: Hashable, Sendable {
  var flags: FrameFlags = .invalid
  var stream = 0
  /// What the coded part of a size counts.
  var multiplier = 1
  /// What is added to that.
  var size = 0
  /// Ticks since the last frame of the stream.
  var step = 0
  /// How many numbers stand in the header that mean nothing yet.
  var reserved = 0
  /// Which bytes are left out at the start of the data.
  var elision = 0

  /// A size in bytes; nil where it is too large to be counted.
  func size(high: Int) -> Int? {
    let (product, isLarge) = high.multipliedReportingOverflow(by: multiplier)
    let (sum, isLarger) = product.addingReportingOverflow(size)
    return isLarge || isLarger ? nil : sum
  }
}
