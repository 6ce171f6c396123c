import Filters
import TestSupport
import Y4M

/// What a change of colours makes of a frame, in plain arithmetic of 64 bits: slow, and written
/// from the definitions alone.
struct ExactRecoloring {
  let source: Frame
  let matrix: Matrix
  let range: ColorRange
  let change: (SIMD3<Double>) -> SIMD3<Double>

  private var format: PixelFormat { source.format }
  private var unit: Double { Double(1 << (format.depth - 8)) }
  private var isFull: Bool { range == .full }
  private var black: Double { isFull ? 0 : 16 * unit }
  private var lumaSpan: Double { isFull ? Double(format.peak) : 219 * unit }
  private var chromaSpan: Double { isFull ? Double(format.peak) : 224 * unit }
  private var grey: Double { 128 * unit }

  /// The samples of a plane as they should become, unrounded.
  func samples(of plane: Int) -> [Double] {
    let layout = format.planes[plane]
    let role = format.roles[plane]
    return (0..<layout.height).flatMap { y in
      (0..<layout.width).map { x in
        let sample = Double(source[plane, x, y])
        if role == .alpha { return sample }
        let place = (
          x: Double(x << layout.shiftX) + layout.originX,
          y: Double(y << layout.shiftY) + layout.originY
        )
        let before = color(at: place, of: layout)
        let after = change(before).clamped(
          lowerBound: pointwiseMin(before, SIMD3()),
          upperBound: pointwiseMax(before, SIMD3(repeating: 1)))
        let moved = sample + steps(role, after - before)
        return min(max(moved, 0), Double(format.peak))
      }
    }
  }

  /// How many samples of a channel a difference of colours is.
  private func steps(_ role: PlaneRole, _ difference: SIMD3<Double>) -> Double {
    let (red, blue) = (matrix.red, matrix.blue)
    let luma = difference.x * red + difference.y * (1 - red - blue) + difference.z * blue
    switch role {
    case .luma, .alpha: return luma * lumaSpan
    case .blue: return (difference.z - luma) / (2 - 2 * blue) * chromaSpan
    case .red: return (difference.x - luma) / (2 - 2 * red) * chromaSpan
    }
  }

  private func color(at place: (x: Double, y: Double), of sites: PlaneLayout) -> SIMD3<Double> {
    let luma = (value(0, at: place, sites) - black) / lumaSpan
    guard format.chroma != .none else { return SIMD3(repeating: luma) }
    let cb = (value(1, at: place, sites) - grey) / chromaSpan
    let cr = (value(2, at: place, sites) - grey) / chromaSpan
    let red = luma + 2 * (1 - matrix.red) * cr
    let blue = luma + 2 * (1 - matrix.blue) * cb
    let green = (luma - matrix.red * red - matrix.blue * blue) / (1 - matrix.red - matrix.blue)
    return SIMD3(red, green, blue)
  }

  /// A plane at a place of luma: what lies between its samples, or the mean over what `sites` stand
  /// for.
  private func value(
    _ plane: Int, at place: (x: Double, y: Double), _ sites: PlaneLayout
  ) -> Double {
    let layout = format.planes[plane]
    let across = Self.weights(place.x, layout.shiftX, layout.originX, sites.shiftX)
    let down = Self.weights(place.y, layout.shiftY, layout.originY, sites.shiftY)
    var sum = 0.0
    for (row, vertical) in down {
      for (column, horizontal) in across {
        let x = min(max(column, 0), layout.width - 1)
        let y = min(max(row, 0), layout.height - 1)
        sum += vertical * horizontal * Double(source[plane, x, y])
      }
    }
    return sum
  }

  /// Which samples of a plane make its value at a place along one axis.
  private static func weights(
    _ place: Double, _ shift: Int, _ origin: Double, _ sites: Int
  ) -> [(Int, Double)] {
    let position = (place - origin) / Double(1 << shift)
    let lower = Int(position.rounded(.down))
    if sites <= shift {
      let share = position - Double(lower)
      return [(lower, 1 - share), (lower + 1, share)]
    }
    let ratio = Double(1 << (sites - shift))
    if position == Double(lower) {
      return (lower - 8...lower + 8).map { index in
        (index, max(0, ratio - (Double(index) - position).magnitude) / (ratio * ratio))
      }
    }
    return (lower - 8...lower + 9).map { index in
      (index, (Double(index) - position).magnitude < ratio / 2 ? 1 / ratio : 0)
    }
  }
}
