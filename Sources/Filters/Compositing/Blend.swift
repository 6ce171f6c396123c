extension UInt8 {
  /// Adds a row of a sprite to a row of 8-bit samples: `dst = (add + dst * keep + 128) / 256`.
  ///
  /// `add` is at most `(256 - keep) * 255`, so that the sum fits 16-bit lanes.
  static func blend(
    _ target: UnsafeMutablePointer<UInt8>, add: UnsafeMutablePointer<UInt16>,
    keep: UnsafeMutablePointer<UInt16>, depth: Int, count: Int
  ) {
    for x in 0..<count {
      let sum = add[x] &+ UInt16(target[x]) &* keep[x] &+ 128
      target[x] = UInt8(truncatingIfNeeded: sum &>> 8)
    }
  }

  static func blend(
    _ target: UnsafeMutablePointer<UInt8>, add: UnsafeMutablePointer<UInt16>,
    keep: UnsafeMutablePointer<UInt16>, depth: Int, opacity: UInt16, count: Int
  ) {
    for x in 0..<count {
      let whole = 256 &- keep[x]
      // Rounded, in 16-bit lanes: the bit below the upper half is added to it.
      let cover = whole.upperHalf(times: opacity) &+ (whole &* opacity) &>> 15
      let scaled = add[x].upperHalf(times: opacity)
      let sum = Swift.min(scaled, cover &* 255) &+ UInt16(target[x]) &* (256 &- cover) &+ 128
      target[x] = UInt8(truncatingIfNeeded: sum &>> 8)
    }
  }

  static func cover(
    _ target: UnsafeMutablePointer<UInt8>, add: UnsafeMutablePointer<UInt16>, depth: Int, count: Int
  ) {
    for x in 0..<count { target[x] = UInt8(truncatingIfNeeded: (add[x] &+ 128) &>> 8) }
  }
}

extension UInt16 {
  /// Adds a row of a sprite to a row of samples of 9 to 16 bits.
  ///
  /// `add` counts `2^(16 - depth)` units a code value; `keep` 65,535 keeps a sample exactly.
  static func blend(
    _ target: UnsafeMutablePointer<UInt16>, add: UnsafeMutablePointer<UInt16>,
    keep: UnsafeMutablePointer<UInt16>, depth: Int, count: Int
  ) {
    let (shift, rest) = (UInt16(truncatingIfNeeded: depth), UInt16(truncatingIfNeeded: 16 - depth))
    let peak = UInt16(truncatingIfNeeded: 1 << depth - 1)
    for x in 0..<count {
      // add * 2^depth + under * kept over 65,536, rounded, both halves in 16-bit lanes; a `keep` of
      // 32,768 and more stands for one more.
      let under = Swift.min(target[x], peak)
      let more = under & (0 &- keep[x] &>> 15)
      let lower = add[x] << shift
      let first = lower &+ under &* keep[x]
      let second = first &+ more
      let carried: UInt16 = (first < lower ? 1 : 0) &+ (second < more ? 1 : 0)
      let upper = add[x] &>> rest &+ under.upperHalf(times: keep[x])
      target[x] = upper &+ carried &+ second &>> 15
    }
  }

  static func blend(
    _ target: UnsafeMutablePointer<UInt16>, add: UnsafeMutablePointer<UInt16>,
    keep: UnsafeMutablePointer<UInt16>, depth: Int, opacity: UInt16, count: Int
  ) {
    let shift = UInt32(depth)
    let peak = UInt16(truncatingIfNeeded: 1 << depth - 1)
    let top = peak << (16 - UInt16(truncatingIfNeeded: depth))
    let factor = UInt32(opacity)
    for x in 0..<count {
      let cover = UInt16(truncatingIfNeeded: (UInt32(65535 &- keep[x]) &* factor &+ 32767) &>> 16)
      // The cover of 65,536 is one more in its upper half.
      let more = 0 &- cover &>> 15
      let most = (UInt32(cover) &* UInt32(top) &+ UInt32(top & more)) &>> 16
      let scaled = Swift.min(add[x].upperHalf(times: opacity), UInt16(truncatingIfNeeded: most))
      let under = Swift.min(target[x], peak)
      let hidden = UInt32(under) &* UInt32(cover) &+ UInt32(under & more)
      let sum = UInt32(scaled) &<< shift &+ UInt32(under) &<< 16 &- hidden
      target[x] = UInt16(truncatingIfNeeded: sum &>> 16 &+ (sum &>> 15) & 1)
    }
  }

  static func cover(
    _ target: UnsafeMutablePointer<UInt16>, add: UnsafeMutablePointer<UInt16>, depth: Int,
    count: Int
  ) {
    let shift = UInt32(depth)
    for x in 0..<count {
      let sum = UInt32(add[x]) &<< shift
      target[x] = UInt16(truncatingIfNeeded: sum &>> 16 &+ (sum &>> 15) & 1)
    }
  }
}

/// `share` / 65,536 of `new` and the rest of `old`, rounded; the whole share gives `new` exactly.
@inline(__always)
func mixed<S: Sample>(_ new: S, _ old: S, _ share: UInt32) -> S {
  let sum = UInt32(new) &* share &+ UInt32(old) &* (65536 &- share)
  return S(truncatingIfNeeded: sum &>> 16 &+ (sum &>> 15) & 1)
}

extension UInt16 {
  /// The upper half of the product, which processors give for many lanes at once.
  @inline(__always)
  fileprivate func upperHalf(times other: UInt16) -> UInt16 {
    UInt16(truncatingIfNeeded: (UInt32(self) &* UInt32(other)) &>> 16)
  }
}
