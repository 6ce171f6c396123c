/// The channels of a picture that one pass makes.
enum Channels {
  /// Y and alpha, for a luma plane.
  case luma
  /// Cb, Cr and alpha, for chroma planes.
  case chroma
  /// All four.
  case all
  /// The first alone, for the planes of a frame.
  case single

  /// How many there are.
  var count: Int {
    switch self {
    case .luma: 2
    case .chroma: 3
    case .all: 4
    case .single: 1
    }
  }

  /// The picture's number of the pass's channel `index`.
  func number(_ index: Int) -> Int {
    switch self {
    case .luma: 3 * index
    case .chroma: index + 1
    case .all, .single: index
    }
  }

  /// The rows of these channels, of a picture whose channels begin `stride` samples apart.
  func rows(of base: UnsafeMutablePointer<UInt16>, stride: Int) -> ChannelRows {
    ChannelRows(
      base: base + number(0) * stride, stride: self == .luma ? 3 * stride : stride, count: count)
  }
}

/// A row of samples for each of some channels, equally far apart in memory.
struct ChannelRows: RandomAccessCollection {
  let base: UnsafeMutablePointer<UInt16>
  let stride: Int
  let count: Int

  var startIndex: Int { 0 }
  var endIndex: Int { count }
  subscript(index: Int) -> UnsafeMutablePointer<UInt16> { base + index &* stride }
}
