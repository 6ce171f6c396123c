import Bytes
import Y4M

/// A part of the picture that is made unrecognisable, in pixels of the canvas.
///
/// Every sample whose footprint it meets is wholly covered; its soft edge lies outside.
struct RedactedArea: BitwiseCopyable {
  let left: Double
  let top: Double
  let width: Double
  let height: Double
  let isEllipse: Bool
  /// The width of the soft edge.
  let feather: Double

  /// - Parameter expand: how far each side is moved outwards.
  init(_ region: Region, expand: Double, feather: Double) {
    func bound(_ value: Double) -> Double { min(max(value, -1e6), 1e6) }
    (left, top) = (bound(region.left - expand), bound(region.top - expand))
    width = min(max(region.width + 2 * expand, 0), 2e6)
    height = min(max(region.height + 2 * expand, 0), 2e6)
    isEllipse = region.shape == .ellipse
    self.feather = feather
  }

  /// Whether there is anything to cover.
  var isEmpty: Bool { !(width > 0 && height > 0) }

  /// The middle, to the nearest pixel: the corner of four cells.
  var middle: (x: Double, y: Double) {
    ((left + width / 2).rounded(), (top + height / 2).rounded())
  }

  /// The samples of luma that may change.
  var bounds: Box {
    if isEmpty { return .empty }
    let margin = feather + (isEllipse ? 2 : 0)
    let (x, y) = (Int((left - margin).rounded(.down)), Int((top - margin).rounded(.down)))
    return Box(
      x: x, y: y, width: Int((left + width + margin).rounded(.up)) - x,
      height: Int((top + height + margin).rounded(.up)) - y)
  }

  /// Writes how much of `columns` of a plane's row is covered, 0 to 65,535.
  ///
  /// - Returns: the columns that are wholly covered, which are not written.
  func cover(
    _ layout: PlaneLayout, y: Int, columns: Range<Int>, to row: UnsafeMutablePointer<UInt16>
  ) -> Range<Int> {
    let map = layout.map
    let (pitchX, pitchY) = (1 / map.a, 1 / map.d)
    let upper = (Double(y) - map.ty) * pitchY
    let outY = max(top - upper - pitchY, upper - top - height)
    func footprint(_ x: Int) -> Double { (Double(x) - map.tx) * pitchX }
    func outX(_ x: Int) -> Double {
      max(left - footprint(x) - pitchX, footprint(x) - left - width)
    }
    var solid = columns.lowerBound..<columns.lowerBound
    if isEllipse {
      solid = chord(upper + pitchY / 2, columns) { ($0 * map.a + map.tx) }
    } else if outY < 0 {
      solid = span(columns) { outX($0) < 0 }
    }
    let region = Region(
      shape: .ellipse, left: left, top: top, width: width, height: height)
    func share(_ x: Int) -> Double {
      guard isEllipse else {
        guard feather > 0 else { return outX(x) < 0 && outY < 0 ? 1 : 0 }
        let (dx, dy) = (max(outX(x), 0), max(outY, 0))
        return Maths.smoothstep(min(max(1 - (dx * dx + dy * dy).squareRoot() / feather, 0), 1))
      }
      let (length, direction) = region.distance(footprint(x) + pitchX / 2, upper + pitchY / 2)
      let pitch = direction.x * pitchX + direction.y * pitchY
      let share = min(max(1 - (length - pitch / 2) / max(feather, pitch), 0), 1)
      return feather > pitch ? Maths.smoothstep(share) : share
    }
    for part in [columns.lowerBound..<solid.lowerBound, solid.upperBound..<columns.upperBound] {
      for x in part { row[x - columns.lowerBound] = UInt16(share(x) * 65535 + 0.5) }
    }
    return solid
  }

  /// The columns whose middles lie in the ellipse, on a line of the picture.
  private func chord(
    _ y: Double, _ columns: Range<Int>, _ place: (Double) -> Double
  ) -> Range<Int> {
    let dy = (y - top - height / 2) / (height / 2)
    guard dy.magnitude < 1 else { return columns.lowerBound..<columns.lowerBound }
    let half = (1 - dy * dy).squareRoot() * width / 2
    let centre = left + width / 2
    let low = Int((place(centre - half) - 0.5).rounded(.up))
    let high = Int((place(centre + half) - 0.5).rounded(.down)) + 1
    return (low..<max(high, low)).clamped(to: columns)
  }

  /// The columns, all in a row, that fulfil a condition.
  private func span(_ columns: Range<Int>, _ isIn: (Int) -> Bool) -> Range<Int> {
    var (low, high) = (columns.lowerBound, columns.upperBound)
    while low < high, !isIn(low) { low += 1 }
    while low < high, !isIn(high - 1) { high -= 1 }
    return low..<high
  }
}
