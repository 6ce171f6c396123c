/// How much of the second of two pictures is seen: 0 is none of it, ``whole`` nothing else.
enum Share {
  /// All of the second picture.
  static let whole: UInt16 = 32768

  /// The nearest share; beyond 0 and 1, those.
  @inline(__always)
  static func of(_ value: Float) -> UInt16 {
    // The lowest bits of a float above 2^23 are those of the whole number next to it.
    let bounded = min(max(value, 0), 1)
    return UInt16(truncatingIfNeeded: (bounded * 32768 + 0x1p23).bitPattern)
  }

  static func of(_ value: Double) -> UInt16 { of(Float(value)) }
}

/// Writes `count` samples of two rows, mixed with one share; `target` may be one of them.
func mixRows<S: Sample>(
  _ target: UnsafeMutablePointer<S>, _ first: UnsafePointer<S>,
  _ second: UnsafePointer<S>, share: UInt16, count: Int
) {
  guard count > 0 else { return }
  if share == 0 || share == Share.whole {
    target.update(from: share == 0 ? first : second, count: count)
  } else if S.self == UInt8.self {
    let (target, first, second) = (bytes(target), bytes(first), bytes(second))
    let weight = (share &+ 64) &>> 7
    let rest = 256 &- weight
    for x in 0..<count {
      // At most 255 * 256 + 128, so 16 bits hold it.
      let sum = UInt16(first[x]) &* rest &+ UInt16(second[x]) &* weight &+ 128
      target[x] = UInt8(truncatingIfNeeded: sum &>> 8)
    }
  } else {
    let (target, first, second) = (words(target), words(first), words(second))
    let rest = Share.whole &- share
    for x in 0..<count {
      let sum = UInt32(first[x]) &* UInt32(rest) &+ UInt32(second[x]) &* UInt32(share)
      target[x] = UInt16(truncatingIfNeeded: (sum &+ 16384) &>> 15)
    }
  }
}

/// Writes `count` samples of two rows, each mixed with a share of its own.
func mixRows<S: Sample>(
  _ target: UnsafeMutablePointer<S>, _ first: UnsafePointer<S>,
  _ second: UnsafePointer<S>, shares: UnsafeMutablePointer<UInt16>, count: Int
) {
  if S.self == UInt8.self {
    let (target, first, second) = (bytes(target), bytes(first), bytes(second))
    for x in 0..<count {
      let weight = (shares[x] &+ 64) &>> 7
      let sum = UInt16(first[x]) &* (256 &- weight) &+ UInt16(second[x]) &* weight &+ 128
      target[x] = UInt8(truncatingIfNeeded: sum &>> 8)
    }
  } else {
    let (target, first, second) = (words(target), words(first), words(second))
    for x in 0..<count {
      let rest = Share.whole &- shares[x]
      let sum = UInt32(first[x]) &* UInt32(rest) &+ UInt32(second[x]) &* UInt32(shares[x])
      target[x] = UInt16(truncatingIfNeeded: (sum &+ 16384) &>> 15)
    }
  }
}

/// The samples of an 8-bit row as what they are.
@inline(__always)
func bytes<S: Sample>(_ row: UnsafeMutablePointer<S>) -> UnsafeMutablePointer<UInt8> {
  UnsafeMutableRawPointer(row).assumingMemoryBound(to: UInt8.self)
}

/// The samples of an 8-bit row as what they are.
@inline(__always)
func bytes<S: Sample>(_ row: UnsafePointer<S>) -> UnsafePointer<UInt8> {
  UnsafeRawPointer(row).assumingMemoryBound(to: UInt8.self)
}

/// The samples of a deeper row as what they are.
@inline(__always)
func words<S: Sample>(_ row: UnsafeMutablePointer<S>) -> UnsafeMutablePointer<UInt16> {
  UnsafeMutableRawPointer(row).assumingMemoryBound(to: UInt16.self)
}

/// The samples of a deeper row as what they are.
@inline(__always)
func words<S: Sample>(_ row: UnsafePointer<S>) -> UnsafePointer<UInt16> {
  UnsafeRawPointer(row).assumingMemoryBound(to: UInt16.self)
}

/// Turns shares of two pictures into those of their colours, where these are not multiplied by
/// their alpha: what cannot be seen of a picture has no colour to give.
func weigh<S: Sample>(
  _ shares: UnsafeMutablePointer<UInt16>, _ first: UnsafePointer<S>,
  _ second: UnsafePointer<S>, count: Int, to target: UnsafeMutablePointer<UInt16>
) {
  for x in 0..<count {
    let share = UInt64(shares[x])
    let seen = UInt64(truncatingIfNeeded: second[x]) &* share
    let total = seen &+ UInt64(truncatingIfNeeded: first[x]) &* (32768 &- share)
    target[x] =
      total == 0 ? shares[x] : UInt16(truncatingIfNeeded: (seen &* 32768 &+ total / 2) / total)
  }
}

/// Mixes two pictures evenly.
struct EvenMix: TransitionKernel {
  /// The share of the picture that comes.
  let share: UInt16

  func callAsFunction<S: Sample>(
    _ planes: TransitionPlanes<S>, rows: Range<Int>, scratch: Scratch
  ) {
    if let alpha = planes.straightAlpha {
      mixColors(planes, alpha, rows, scratch)
      return
    }
    for plane in planes {
      // Rows follow one another without padding.
      mixRows(
        plane.target.row(rows.lowerBound), plane.from.row(rows.lowerBound),
        plane.to.row(rows.lowerBound), share: share, count: rows.count * plane.width)
    }
  }

  private func mixColors<S: Sample>(
    _ planes: TransitionPlanes<S>, _ alpha: TransitionPlane<S>, _ rows: Range<Int>,
    _ scratch: Scratch
  ) {
    let width = alpha.width
    let even = scratch.take(UInt16.self, width)
    let shares = scratch.take(UInt16.self, width)
    even.update(repeating: share, count: width)
    for y in rows {
      weigh(even, alpha.from.row(y), alpha.to.row(y), count: width, to: shares)
      for plane in planes {
        mixRows(
          plane.target.row(y), plane.from.row(y), plane.to.row(y),
          shares: plane.role == .alpha ? even : shares, count: width)
      }
    }
  }
}
