import Y4M

/// The weights of two pictures and of a colour in their mix, which add up to 1.
struct TintWeights: BitwiseCopyable {
  let from: Double
  let to: Double
  /// How much of the colour stands in place of the picture that goes, and of the one that comes.
  let fromTint: Double
  let toTint: Double
}

/// Mixes two pictures and a colour evenly.
struct TintMix: TransitionKernel {
  /// What stands in a plane in place of a picture.
  enum Tint {
    case color(TransitionColor)
    /// The picture without its colours: grey.
    case grey
    /// Nothing at all, in frames with alpha.
    case nothing
  }

  let weights: TintWeights
  let tint: Tint
  /// Whether a colour is only there where the pictures are, as far as their alpha says.
  let isPremultiplied: Bool

  func callAsFunction<S: Sample>(
    _ planes: TransitionPlanes<S>, rows: Range<Int>, scratch: Scratch
  ) {
    let alpha = isPremultiplied ? planes.first { $0.role == .alpha } : nil
    for plane in planes {
      let count = rows.count * plane.width
      let target = plane.target.row(rows.lowerBound)
      let (from, to) = (plane.from.row(rows.lowerBound), plane.to.row(rows.lowerBound))
      let isOwn: Bool
      var code = 0
      switch tint {
      case .color(let color):
        isOwn = isPremultiplied && plane.role == .alpha
        code = Int(color[plane.role])
      case .grey:
        isOwn = plane.role == .luma || plane.role == .alpha
        code = (plane.target.peak + 1) / 2
      case .nothing: isOwn = false
      }
      if isOwn {
        let share = Share.of(weights.to + weights.toTint)
        mixRows(target, from, to, share: share, count: count)
      } else if let alpha, code != 0 {
        let (first, second) = (alpha.from.row(rows.lowerBound), alpha.to.row(rows.lowerBound))
        let scale = Float(code) / Float(plane.target.peak)
        let (a, b) = (Float(weights.from), Float(weights.to))
        let (c, d) = (Float(weights.fromTint) * scale, Float(weights.toTint) * scale)
        for x in 0..<count {
          let sum = Float(from[x]) * a + Float(to[x]) * b
          let tinted = sum + Float(first[x]) * c + Float(second[x]) * d
          target[x] = S(truncatingIfNeeded: (tinted + 0x1p23).bitPattern)
        }
      } else {
        mixTinted(target, from, to, code: code, count: count)
      }
    }
  }

  private func mixTinted<S: Sample>(
    _ target: UnsafeMutablePointer<S>, _ from: UnsafePointer<S>,
    _ to: UnsafePointer<S>, code: Int, count: Int
  ) {
    // The colour takes what the pictures leave, so that white stays white.
    let first = UInt32(Share.of(weights.from))
    let second = min(UInt32(Share.of(weights.to)), 32768 &- first)
    if S.self == UInt8.self {
      let (target, from, to) = (bytes(target), bytes(from), bytes(to))
      // Weights of 8 bits, so that 16-bit lanes hold the sum.
      let a = UInt16(truncatingIfNeeded: (first &+ 64) &>> 7)
      let b = min(UInt16(truncatingIfNeeded: (second &+ 64) &>> 7), 256 &- a)
      let c = (256 &- a &- b) &* UInt16(truncatingIfNeeded: code) &+ 128
      for x in 0..<count {
        let sum = UInt16(from[x]) &* a &+ UInt16(to[x]) &* b &+ c
        target[x] = UInt8(truncatingIfNeeded: sum &>> 8)
      }
    } else {
      let (target, from, to) = (words(target), words(from), words(to))
      let (a, b) = (UInt16(truncatingIfNeeded: first), UInt16(truncatingIfNeeded: second))
      let rest = (32768 &- first &- second) &* UInt32(truncatingIfNeeded: code)
      for x in 0..<count {
        let sum = UInt32(from[x]) &* UInt32(a) &+ UInt32(to[x]) &* UInt32(b) &+ rest
        target[x] = UInt16(truncatingIfNeeded: (sum &+ 16384) &>> 15)
      }
    }
  }
}
