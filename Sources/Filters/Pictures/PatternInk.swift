import Geometry
import Timeline

/// A computed picture as what colours a shape.
struct PatternInk {
  private let drawing: any PatternDrawing
  /// Of the layer.
  let time: Time
  /// From its box to the samples of the picture.
  let map: Affine
  /// The size of that box.
  let box: Vector
  /// What of it was computed; nil before ``covering(_:)``.
  private(set) var part: PatternPart?

  init(_ drawing: any PatternDrawing, at time: Time, _ map: Affine, box: Vector) {
    self.drawing = drawing
    self.time = time
    self.map = map
    self.box = box
  }

  /// The same with all computed that is needed for some samples of the picture.
  func covering(_ area: Box) -> PatternInk {
    var ink = self
    ink.part = drawing.part(of: self, over: area)
    return ink
  }
}

/// Draws a computed picture for inks.
protocol PatternDrawing: Sendable {
  /// What of the ink's picture some samples show; nil where that is nothing.
  func part(of ink: PatternInk, over area: Box) -> PatternPart?

  /// Forgets what was kept.
  func release()
}

/// Samples of a picture as they are seen through a map.
struct PatternPart {
  let texture: Texture
  /// From samples of the picture that is painted to those of the texture.
  let map: Affine

  /// Writes some columns of row `y` of the picture that is painted, the first column first.
  ///
  /// What lies between samples is mixed of the four around it.
  func fill(_ row: PictureRow, x: Int, y: Int, count: Int) {
    let (width, height) = (texture.width, texture.height)
    let start = map(Vector(Double(x) + 0.5, Double(y) + 0.5))
    for column in 0..<count {
      let offset = Double(column)
      let across = Self.place(start.x + offset * map.a - 0.5)
      let down = Self.place(start.y + offset * map.b - 0.5)
      let left = min(max(across >> 15, 0), width &- 1)
      let right = min(max((across >> 15) &+ 1, 0), width &- 1)
      let upper = min(max(down >> 15, 0), height &- 1) &* width
      let lower = min(max((down >> 15) &+ 1, 0), height &- 1) &* width
      let (beside, below) = (
        UInt32(truncatingIfNeeded: across & 0x7FFF), UInt32(truncatingIfNeeded: down & 0x7FFF)
      )
      func mixed(_ plane: Int) -> UInt16 {
        let samples = texture.plane(plane)
        return Self.mixed(
          Self.mixed(samples[upper &+ left], samples[upper &+ right], beside),
          Self.mixed(samples[lower &+ left], samples[lower &+ right], beside), below)
      }
      row.y[column] = mixed(0)
      row.u[column] = mixed(1)
      row.v[column] = mixed(2)
      row.a[column] = mixed(3)
    }
  }

  /// A place in steps of a sample's 32,768th part; far ones count as the edge.
  private static func place(_ value: Double) -> Int {
    let steps = (value * 32768).rounded()
    return Int(min(max(steps, -1e12), 1e12))
  }

  /// Two samples mixed; `share`, of 32,768, is that of the second.
  private static func mixed(_ first: UInt16, _ second: UInt16, _ share: UInt32) -> UInt16 {
    let sum = UInt32(first) &* (32768 &- share) &+ UInt32(second) &* share &+ 16384
    return UInt16(truncatingIfNeeded: sum &>> 15)
  }
}
