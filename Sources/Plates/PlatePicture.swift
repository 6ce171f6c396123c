import Fonts
import Geometry
import Images
import Shapes

/// A picture that is drawn on plates, smaller or larger than it is.
package struct PlatePicture: Sendable {
  /// The size that it is said to have, in units of what shows it.
  package let area: Vector
  /// The picture, and ever smaller ones: each has half the sides of the one before.
  private let levels: [Plate]

  /// A decoded picture.
  package init(_ picture: Picture, _ area: Vector) {
    self.area = area
    var plate = Plate(PixelBox(x: 0, y: 0, width: picture.width, height: picture.height))
    for pixel in 0..<picture.width * picture.height {
      let at = pixel * 4
      let parts: (UInt16, UInt16, UInt16, UInt16) =
        switch picture.samples {
        case .eight(let bytes):
          (
            UInt16(bytes[at]) * 257, UInt16(bytes[at + 1]) * 257, UInt16(bytes[at + 2]) * 257,
            UInt16(bytes[at + 3]) * 257
          )
        case .sixteen(let values): (values[at], values[at + 1], values[at + 2], values[at + 3])
        }
      plate.samples[at] = Plate.product(parts.0, parts.3)
      plate.samples[at + 1] = Plate.product(parts.1, parts.3)
      plate.samples[at + 2] = Plate.product(parts.2, parts.3)
      plate.samples[at + 3] = parts.3
    }
    var levels = [plate]
    while let last = levels.last, last.box.width > 1, last.box.height > 1 {
      levels.append(last.halved)
    }
    self.levels = levels
  }

  /// A plate, with its pixels as units, wherever it is.
  package init(_ plate: Plate) {
    area = Vector(Double(plate.box.width), Double(plate.box.height))
    var whole = Plate(PixelBox(x: 0, y: 0, width: plate.box.width, height: plate.box.height))
    whole.samples = plate.samples
    levels = [whole]
  }

  /// Draws it through a map from its area to pixels.
  ///
  /// - Parameter hasSquarePixels: whether its pixels are seen as squares where it is enlarged.
  package func draw(
    through map: Affine, opacity: Double, hasSquarePixels: Bool = false, on plate: inout Plate
  ) {
    guard area.x > 0, area.y > 0 else { return }
    let whole = map.after(.scale(area.x, area.y))
    var level = 0
    while level + 1 < levels.count, whole.stretch * 2 <= longest(level) * 1.01 { level += 1 }
    let isSquare = hasSquarePixels && level == 0
    let source = levels[level]
    let (width, height) = (Double(source.box.width), Double(source.box.height))
    guard let back = whole.after(.scale(1 / width, 1 / height)).inverse else { return }
    var rasterizer = ShapeRasterizer()
    let covered = rasterizer.coverage(
      of: .rectangle(Bounds(minX: 0, minY: 0, maxX: area.x, maxY: area.y)), through: map,
      in: plate.box)
    let opacity = Plate.share(opacity)
    let part = plate.box.common(with: covered.box)
    for y in part.y..<part.y + part.height {
      for x in part.x..<part.x + part.width {
        let cover = covered.bytes[(y - covered.y) * covered.width + x - covered.x]
        if cover == 0 { continue }
        let share = Plate.product(UInt16(cover) &* 257, opacity)
        let place = back(Vector(Double(x) + 0.5, Double(y) + 0.5))
        let color = isSquare ? source.pixel(place) : source.sample(place)
        let at = ((y - plate.box.y) * plate.box.width + x - plate.box.x) * 4
        let rest = .max &- Plate.product(color[3], share)
        for part in 0..<4 {
          plate.samples[at + part] = Plate.product(color[part], share)
            .plus(Plate.product(plate.samples[at + part], rest))
        }
      }
    }
  }

  private func longest(_ level: Int) -> Double {
    Double(max(levels[level].box.width, levels[level].box.height))
  }
}

extension Plate {
  /// The pixel at a place; beyond the edges they go on.
  fileprivate func pixel(_ place: Vector) -> SIMD4<UInt16> {
    let x = Int(min(max(place.x, 0), Double(box.width - 1)))
    let y = Int(min(max(place.y, 0), Double(box.height - 1)))
    let at = (y * box.width + x) * 4
    return SIMD4(samples[at], samples[at + 1], samples[at + 2], samples[at + 3])
  }

  /// The mean of the four pixels around a place; beyond the edges they go on.
  fileprivate func sample(_ place: Vector) -> SIMD4<UInt16> {
    let x = min(max(place.x - 0.5, 0), Double(box.width - 1))
    let y = min(max(place.y - 0.5, 0), Double(box.height - 1))
    let (left, top) = (Int(x), Int(y))
    let (right, bottom) = (min(left + 1, box.width - 1), min(top + 1, box.height - 1))
    let (across, down) = (
      UInt64((x - Double(left)) * 65536), UInt64((y - Double(top)) * 65536)
    )
    let upperLeft = (top &* box.width &+ left) &* 4
    let upperRight = (top &* box.width &+ right) &* 4
    let lowerLeft = (bottom &* box.width &+ left) &* 4
    let lowerRight = (bottom &* box.width &+ right) &* 4
    let (before, above) = (65536 &- across, 65536 &- down)
    var result = SIMD4<UInt16>()
    for part in 0..<4 {
      let upper =
        UInt64(samples[upperLeft &+ part]) &* before
        &+ UInt64(samples[upperRight &+ part]) &* across
      let lower =
        UInt64(samples[lowerLeft &+ part]) &* before
        &+ UInt64(samples[lowerRight &+ part]) &* across
      let mean = (upper &* above &+ lower &* down &+ 1 << 31) &>> 32
      result[part] = UInt16(truncatingIfNeeded: mean)
    }
    return result
  }

  /// The plate with half its sides.
  fileprivate var halved: Plate {
    var small = Plate(PixelBox(x: 0, y: 0, width: box.width / 2, height: box.height / 2))
    for y in 0..<small.box.height {
      for x in 0..<small.box.width {
        for part in 0..<4 {
          let at = (2 * y * box.width + 2 * x) * 4 + part
          let sum =
            UInt32(samples[at]) + UInt32(samples[at + 4]) + UInt32(samples[at + box.width * 4])
            + UInt32(samples[at + box.width * 4 + 4])
          small.samples[(y * small.box.width + x) * 4 + part] = UInt16((sum + 2) / 4)
        }
      }
    }
    return small
  }
}
