import Y4M

/// Source-over on an 8-bit frame whose colours are not multiplied by their alpha.
///
/// Source-over of Porter and Duff with the division that straight alpha asks for (W3C Compositing
/// 1, section 5.1). Only 4:4:4 has alpha in a stream, so all planes share their samples' places;
/// alpha is full range, as ffmpeg writes it.
struct StraightOver: CompositingRule {
  private let frame: Frame
  private let planes: [PlaneLayout]
  private let sprite: Sprite
  /// The opacity, 0 to 65,536.
  private let factor: UInt32

  /// - Parameter opacity: 0 to 65,535.
  init(_ frame: Frame, _ sprite: Sprite, _ opacity: UInt16) {
    self.frame = frame
    planes = frame.format.planes
    self.sprite = sprite
    factor = UInt32(opacity) + UInt32(opacity >> 15)
  }

  /// A division takes about as long as a resampling.
  var weight: Int { 1 }

  /// The runs of luma are those of all planes.
  func isCalled(forPlane index: Int) -> Bool { index == 0 }

  func put(_ stretch: SpriteStretch) {
    guard let last = planes.last else { return }
    let keep = stretch.plane.keep + stretch.from
    let alpha = frame.samples8(last) + stretch.to
    for (index, layout) in planes.dropLast().enumerated() {
      guard let plane = sprite.planes[index] else { continue }
      mix(
        frame.samples8(layout) + stretch.to, alpha: alpha, add: plane.add + stretch.from,
        keep: keep, count: stretch.count)
    }
    for i in 0..<stretch.count {
      let cover = coverage(keep[i])
      let sum = cover * 255 + UInt32(alpha[i]) * (256 - cover) + 128
      alpha[i] = UInt8(truncatingIfNeeded: sum >> 8)
    }
  }

  private func mix(
    _ target: UnsafeMutablePointer<UInt8>, alpha: UnsafeMutablePointer<UInt8>,
    add: UnsafeMutablePointer<UInt16>, keep: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    for i in 0..<count {
      let cover = coverage(keep[i])
      if cover == 0 { continue }
      let scaled = min((UInt32(add[i]) &* factor) &>> 16, cover &* 255)
      let under = UInt32(alpha[i]) &* (256 &- cover)
      let total = cover &* 255 &+ under
      let sum = scaled &* 255 &+ UInt32(target[i]) &* under
      target[i] = UInt8(truncatingIfNeeded: min((sum &+ total / 2) / total, 255))
    }
  }

  /// A sprite's coverage of 0 to 256 under the opacity.
  @inline(__always)
  private func coverage(_ keep: UInt16) -> UInt32 {
    ((256 &- UInt32(keep)) &* factor &+ 32768) &>> 16
  }
}
