import Colors
import Y4M

extension LightChange {
  /// The brightest light of films in HDR, in cd/m²: what `tone-map` takes, too.
  static let peak = 1000.0

  /// The change as a run of colours; what must be brought down is so as `tone-map` does by itself.
  var run: ColorRun {
    var run = ColorRun()
    let (source, target) = (
      LightCoding(source, .auto, isFull: false), LightCoding(target, .auto, isFull: false)
    )
    guard isToneMapped else {
      run.append(
        TransferChange(
          source: source, target: target, sourceGamut: sourceGamut, targetGamut: targetGamut,
          gain: gain))
      return run
    }
    let range = SIMD2(Self.peak, StreamLight.white)
    run.append(
      ToneChange(
        shape: ToneChange.Shape(
          curve: .bt2390, range: range, source: source, target: target,
          matrix: ColorMatrix(sourceGamut.matrix(to: targetGamut)),
          compression: GamutCompression(from: sourceGamut, to: targetGamut), desaturation: 0.5),
        table: ToneTable(.bt2390, from: range.x, to: range.y)))
    return run
  }
}

extension Frame {
  /// Takes the samples of a picture of the same layout and less depth, so that they mean the same.
  func deepen(_ picture: SharedFrame, range: ColorRange) {
    let (from, depth) = (picture.format, format.depth)
    // Limited range grows by whole bits, and full range so that its peaks meet, as alpha does.
    for (index, layout) in format.planes.enumerated() {
      let source = from.planes[index]
      let count = layout.width * layout.height
      let target = samples16(layout)
      let role = format.roles[index]
      let (isLuma, isFull) = (role == .luma || role == .alpha, range == .full || role == .alpha)
      let (peak, most) = (Float(from.peak), Float(format.peak))
      let shift = UInt16(depth - from.depth)
      let (center, middle) = (Float(1 << (from.depth - 1)), Float(1 << (depth - 1)))
      func grow<S: Sample>(_ samples: UnsafePointer<S>) {
        for x in 0..<count {
          let sample = UInt16(truncatingIfNeeded: samples[x])
          guard isFull else {
            target[x] = sample &<< shift
            continue
          }
          let zero: (Float, Float) = isLuma ? (0, 0) : (center, middle)
          let value = (Float(sample) - zero.0) * (most / peak) + zero.1
          target[x] = UInt16(truncatingIfNeeded: Int(min(max(value, 0), most) + 0.5))
        }
      }
      if from.depth == 8 {
        grow(UnsafePointer(picture.samples8(source)))
      } else {
        grow(UnsafePointer(picture.samples16(source)))
      }
    }
  }
}
