import Bytes
import Fonts

// How much work pictures ask for, without drawing them as large as they are.
extension LottieAnimation {
  /// Whether pictures as large as the file says are left out in part, as far as three of them show
  /// it.
  ///
  /// These are drawn very small, at two sizes each: what is more work at the larger one is taken to
  /// grow on with the number of pixels.
  ///
  /// - Parameter share: how much of what a picture may cost counts.
  func stops(share: Double = 1) -> Bool {
    let pixels = Double(min(width, LottieLimits.side) * min(height, LottieLimits.side))
    let most = (Double(LottieLimits.work) + Double(LottieLimits.workOfPixel) * pixels) * share
    return [0.125, 0.5, 0.875].contains { place in
      let frame = length.double * place
      guard let small = work(at: frame, side: 16, share), small.time <= most,
        let large = work(at: frame, side: 64, share)
      else { return true }
      let more = max(large.pixels - small.pixels, 1)
      let each = max(large.time - small.time, 0) / more
      return small.time + each * max(pixels - small.pixels, 0) > most
    }
  }

  /// The work of a picture whose longer side is so long at most; nil where it is left out in part.
  private func work(
    at frame: Double, side: Int, _ share: Double
  ) -> (time: Double, pixels: Double)? {
    let scale = min(Double(side) / Double(max(width, height)), 1)
    let width = max(Int(Double(width) * scale), 1)
    let height = max(Int(Double(height) * scale), 1)
    let left = drawn(at: frame, width: width, height: height, share: share).left
    guard left > 0 else { return nil }
    let whole = LottieBudget(PixelBox(x: 0, y: 0, width: width, height: height), share: share).left
    return (Double(whole - left), Double(width * height))
  }
}
