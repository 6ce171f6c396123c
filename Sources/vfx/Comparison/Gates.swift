import Shell

/// How far streams may lie apart and still pass.
struct Gates {
  /// The largest difference that a sample may have.
  let largest: Int?
  /// The least ratio that every frame must have, in decibels.
  let ratio: Double?

  /// What does not pass, one text for each gate; nothing when all is well.
  ///
  /// Without a gate, the streams must be equal.
  func faults(of difference: StreamDifference) -> [String] {
    var faults: [String] = []
    let (first, second) = difference.lengths
    if first != second { faults.append("the streams have \(first) and \(second) frames") }
    if largest == nil, ratio == nil, difference.differing > 0 {
      faults.append("\(difference.differing) of \(difference.compared) frames differ")
    }
    if let largest, difference.largest > largest {
      faults.append("a sample differs by \(difference.largest), more than \(largest)")
    }
    if let ratio, let worst = difference.worst, worst.ratio < ratio {
      faults.append(
        "frame \(worst.frame) has a PSNR of \(fixed(worst.ratio, 2)) dB, less than "
          + "\(fixed(ratio, 2)) dB")
    }
    return faults
  }
}
