/// Adds a row of a sprite to a row of 8-bit samples: `dst = (add + dst * keep + 128) / 256`.
///
/// `add` is at most `(256 - keep) * 255`, so that the sum fits 16-bit lanes.
func blend8(
  _ target: UnsafeMutablePointer<UInt8>, add: UnsafeMutablePointer<UInt16>,
  keep: UnsafeMutablePointer<UInt16>, count: Int
) {
  for x in 0..<count {
    let sum = add[x] &+ UInt16(target[x]) &* keep[x] &+ 128
    target[x] = UInt8(truncatingIfNeeded: sum &>> 8)
  }
}

/// As ``blend8(_:add:keep:count:)`` with the sprite's opacity scaled by `opacity` (0 to 65,535).
func blend8(
  _ target: UnsafeMutablePointer<UInt8>, add: UnsafeMutablePointer<UInt16>,
  keep: UnsafeMutablePointer<UInt16>, opacity: UInt16, count: Int
) {
  let factor = UInt32(opacity)
  for x in 0..<count {
    let cover = UInt16(truncatingIfNeeded: (UInt32(256 &- keep[x]) &* factor &+ 32768) &>> 16)
    let scaled = UInt16(truncatingIfNeeded: (UInt32(add[x]) &* factor) &>> 16)
    let sum = min(scaled, cover &* 255) &+ UInt16(target[x]) &* (256 &- cover) &+ 128
    target[x] = UInt8(truncatingIfNeeded: sum &>> 8)
  }
}

/// Adds a row of a sprite to a row of samples of 9 to 16 bits.
///
/// `add` counts `2^(16 - depth)` units a code value; `keep` 65,535 keeps a sample exactly.
func blend16(
  _ target: UnsafeMutablePointer<UInt16>, add: UnsafeMutablePointer<UInt16>,
  keep: UnsafeMutablePointer<UInt16>, depth: Int, count: Int
) {
  let shift = UInt32(depth)
  let peak = UInt32(1) << shift - 1
  for x in 0..<count {
    let kept = UInt32(keep[x]) &+ UInt32(keep[x] &>> 15)
    let under = min(UInt32(target[x]), peak)
    let sum = UInt32(add[x]) &<< shift &+ under &* kept
    target[x] = UInt16(truncatingIfNeeded: sum &>> 16 &+ (sum &>> 15) & 1)
  }
}

/// As ``blend16(_:add:keep:depth:count:)`` with the sprite's opacity scaled by `opacity`
/// (0 to 65,535).
func blend16(
  _ target: UnsafeMutablePointer<UInt16>, add: UnsafeMutablePointer<UInt16>,
  keep: UnsafeMutablePointer<UInt16>, depth: Int, opacity: UInt16, count: Int
) {
  let shift = UInt32(depth)
  let peak = UInt32(1) << shift - 1
  let top = peak &<< (16 &- shift)
  let factor = UInt32(opacity)
  for x in 0..<count {
    let cover = (UInt32(65535 &- keep[x]) &* factor &+ 32767) &>> 16
    let whole = cover &+ cover &>> 15
    let scaled = min((UInt32(add[x]) &* factor) &>> 16, (whole &* top) &>> 16)
    let under = min(UInt32(target[x]), peak)
    let sum = scaled &<< shift &+ under &* (65536 &- whole)
    target[x] = UInt16(truncatingIfNeeded: sum &>> 16 &+ (sum &>> 15) & 1)
  }
}

/// Sets a row of 8-bit samples to what ``blend8(_:add:keep:count:)`` makes where nothing is kept.
func cover8(_ target: UnsafeMutablePointer<UInt8>, add: UnsafeMutablePointer<UInt16>, count: Int) {
  for x in 0..<count { target[x] = UInt8(truncatingIfNeeded: (add[x] &+ 128) &>> 8) }
}

/// Sets a row of samples of 9 to 16 bits to what ``blend16(_:add:keep:depth:count:)`` makes where
/// nothing is kept.
func cover16(
  _ target: UnsafeMutablePointer<UInt16>, add: UnsafeMutablePointer<UInt16>, depth: Int, count: Int
) {
  let shift = UInt32(depth)
  for x in 0..<count {
    let sum = UInt32(add[x]) &<< shift
    target[x] = UInt16(truncatingIfNeeded: sum &>> 16 &+ (sum &>> 15) & 1)
  }
}
