import Geometry

/// A row of a layer drawn apart, on which what follows its outline is painted.
struct StyledRow {
  /// Premultiplied samples from the first column on.
  private let samples: PictureRow
  private let count: Int
  /// The first column and the row on the canvas.
  private let x: Int
  private let y: Int

  /// - Parameters:
  ///   - canvas: a frame of ``PixelFormat/layered``, as a texture.
  init(_ canvas: Texture, y: Int, columns: Range<Int>) {
    samples = canvas.row(y).shifted(by: columns.lowerBound)
    count = columns.count
    (x, self.y) = (columns.lowerBound, y)
  }

  /// How much of each sample is covered.
  var alpha: UnsafeMutablePointer<UInt16> { samples.a }

  /// Paints beneath what is there, as far as `cover` says.
  func paintBeneath(_ ink: Ink, _ cover: UnsafePointer<UInt16>) {
    each(ink, cover, beneath: alpha) { color, columns in
      let start = columns.lowerBound
      func add(_ value: UInt16, to plane: UnsafeMutablePointer<UInt16>) {
        InkRows.addBeneath(
          value, cover + start, alpha + start, to: plane + start, count: columns.count)
      }
      add(color.y, to: samples.y)
      add(color.u, to: samples.u)
      add(color.v, to: samples.v)
      // Alpha comes last, as the others read it.
      add(color.a, to: alpha)
    }
  }

  /// Paints on what is there, as far as `cover` says and something is there.
  func paintAtop(_ ink: Ink, _ cover: UnsafePointer<UInt16>) {
    each(ink, cover) { color, columns in
      let start = columns.lowerBound
      func mix(_ value: UInt16, to plane: UnsafeMutablePointer<UInt16>) {
        InkRows.mixAtop(
          value, color.a, cover + start, alpha + start, to: plane + start, count: columns.count)
      }
      mix(color.y, to: samples.y)
      mix(color.u, to: samples.u)
      mix(color.v, to: samples.v)
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
        let end = min(place &+ Self.block, count)
        var isSeen = !Self.isAll(0, cover + place, count: end &- place)
        if let alpha, isSeen { isSeen = !Self.isAll(.max, alpha + place, count: end &- place) }
        if !isSeen {
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

  /// Samples that are looked at together.
  private static let block = 32

  /// Whether all of a block, or of the last samples of a row, are one number.
  @inline(__always)
  private static func isAll(
    _ number: UInt16, _ samples: UnsafePointer<UInt16>, count: Int
  ) -> Bool {
    var other: UInt16 = 0
    if count == block {
      for x in 0..<block { other |= samples[x] ^ number }
    } else {
      for x in 0..<count { other |= samples[x] ^ number }
    }
    return other == 0
  }
}
