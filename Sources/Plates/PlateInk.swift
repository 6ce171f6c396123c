import Fonts

/// What an area is filled with.
package enum PlateInk: Sendable {
  /// Red, green, blue and alpha from 0 to 1, not multiplied.
  case plain(SIMD4<Double>)
  case gradient(GradientInk)
  case tiles(TileInk)
}

extension Plate {
  /// Fills what is covered.
  package mutating func fill(_ coverage: Coverage, _ ink: PlateInk, opacity: Double) {
    let part = box.common(with: coverage.box)
    let opacity = Self.share(opacity)
    guard !part.isEmpty, opacity > 0 else { return }
    var row = [UInt16](repeating: .max, count: part.width * 4)
    if case .plain(let color) = ink {
      let parts = (0..<4).map { Self.share($0 < 3 ? color[$0] * color.w : color.w) }
      for at in row.indices { row[at] = parts[at & 3] }
    }
    for y in part.y..<part.y + part.height {
      switch ink {
      case .plain: break
      case .gradient(let gradient): gradient.fill(&row, x: part.x, y: y, count: part.width)
      case .tiles(let tiles): tiles.fill(&row, x: part.x, y: y, count: part.width)
      }
      var at = ((y - box.y) * box.width + part.x - box.x) * 4
      let from = (y - coverage.y) * coverage.width + part.x - coverage.x
      for column in 0..<part.width {
        let cover = coverage.bytes[from &+ column]
        if cover != 0 {
          let share = Self.product(UInt16(cover) &* 257, opacity)
          let rest = .max &- Self.product(row[column &* 4 &+ 3], share)
          for part in 0..<4 {
            samples[at &+ part] = Self.product(row[column &* 4 &+ part], share)
              .plus(Self.product(samples[at &+ part], rest))
          }
        }
        at &+= 4
      }
    }
  }
}
