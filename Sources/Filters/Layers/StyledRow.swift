import Geometry
import Y4M

/// A row of a layer drawn apart, on which what follows its outline is painted.
struct StyledRow {
  /// Y, Cb, Cr and alpha, premultiplied, of the first column.
  private let planes: [UnsafeMutablePointer<UInt16>]
  private let count: Int
  /// The first column and the row on the canvas.
  private let x: Int
  private let y: Int

  /// - Parameter columns: of a frame of ``PixelFormat/layered``.
  init(_ frame: Frame, y: Int, columns: Range<Int>) {
    let start = y * frame.format.width + columns.lowerBound
    planes = frame.format.planes.prefix(4).map { frame.samples16($0) + start }
    count = columns.count
    (x, self.y) = (columns.lowerBound, y)
  }

  /// How much of each sample is covered.
  var alpha: UnsafeMutablePointer<UInt16> { planes[3] }

  /// Paints beneath what is there, as far as `cover` says.
  func paintBeneath(_ ink: Ink, _ cover: UnsafePointer<UInt16>) {
    each(ink, cover, beneath: alpha) { color, columns in
      let (start, count) = (columns.lowerBound, columns.count)
      // Alpha comes last, as the others read it.
      for (plane, value) in zip(planes, [color.y, color.u, color.v, color.a]) {
        InkRows.addBeneath(value, cover + start, alpha + start, to: plane + start, count: count)
      }
    }
  }

  /// Paints on what is there, as far as `cover` says and something is there.
  func paintAtop(_ ink: Ink, _ cover: UnsafePointer<UInt16>) {
    each(ink, cover) { color, columns in
      let (start, count) = (columns.lowerBound, columns.count)
      for (plane, value) in zip(planes.prefix(3), [color.y, color.u, color.v]) {
        InkRows.mixAtop(
          value, color.a, cover + start, alpha + start, to: plane + start, count: count)
      }
    }
  }

  /// Calls `body` for stretches that something covers, with their colour; those that lie wholly
  /// beneath opaque samples are left out.
  @inline(__always)
  private func each(
    _ ink: Ink, _ cover: UnsafePointer<UInt16>, beneath alpha: UnsafePointer<UInt16>? = nil,
    _ body: (PremultipliedColor, Range<Int>) -> Void
  ) {
    switch ink {
    case .color(let color):
      var (start, place) = (0, 0)
      while place < count {
        let end = min(place &+ 32, count)
        var any: UInt16 = 0
        for x in place..<end { any |= cover[x] }
        if let alpha, any > 0 {
          var all: UInt16 = .max
          for x in place..<end { all &= alpha[x] }
          if all == .max { any = 0 }
        }
        if any == 0 {
          if start < place { body(color, start..<place) }
          start = end
        }
        place = end
      }
      if start < count { body(color, start..<count) }
    case .gradient(let rows, let map):
      for column in 0..<count where cover[column] > 0 {
        let place = map(Vector(Double(x + column) + 0.5, Double(y) + 0.5))
        body(rows.color(at: place), column..<column + 1)
      }
    case .pattern(let pattern):
      guard let part = pattern.part else { return }
      withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 4) { room in
        guard let color = room.baseAddress else { return }
        let row = PictureRow(y: color, u: color + 1, v: color + 2, a: color + 3)
        for column in 0..<count where cover[column] > 0 {
          part.fill(row, x: x + column, y: y, count: 1)
          body(
            PremultipliedColor(y: color[0], u: color[1], v: color[2], a: color[3]),
            column..<column + 1)
        }
      }
    }
  }
}
