import Images

/// A still with its scopes: below it, or on its right where it is higher than wide.
///
/// Small stills get scopes that are larger than they are.
package struct ScopeSheet: Sendable {
  /// The pixels of the whole in a row.
  package let width: Int
  /// The rows of the whole.
  package let height: Int
  private let still: ScopeBox
  private let scopes: ScopeBox

  /// The sheet of a still of this size.
  package init(width: Int, height: Int) {
    let isWide = width >= height
    let side = min(max(isWide ? width : height, 960), ScopePicture.sides.upperBound)
    // Four stand in a row where there is room for that.
    let other = !isWide ? side : side >= 1600 ? side / 4 : side * 5 / 8
    if isWide {
      self.width = max(width, side)
      self.height = height + other
      still = ScopeBox(x: (self.width - width) / 2, y: 0, width: width, height: height)
      scopes = ScopeBox(x: (self.width - side) / 2, y: height, width: side, height: other)
    } else {
      self.width = width + other
      self.height = max(height, side)
      still = ScopeBox(x: 0, y: (self.height - height) / 2, width: width, height: height)
      scopes = ScopeBox(x: width, y: (self.height - side) / 2, width: other, height: side)
    }
  }

  /// Draws scopes of the counts of a frame beside its picture, which has the sheet's size; a deep
  /// picture stays so.
  package func draw(_ picture: ScopePicture, _ counts: ScopeCounts, beside frame: Picture)
    -> Picture
  {
    let drawn = picture.draw(counts, width: scopes.width, height: scopes.height).samples
    if case .eight(let below) = frame.samples, case .eight(let above) = drawn {
      let samples = filled([(still, below), (scopes, above)]) { $0 }
      return Picture(width: width, height: height, samples: .eight(samples))
    }
    let samples = filled([(still, Self.deep(frame.samples)), (scopes, Self.deep(drawn))]) {
      UInt16($0) * 257
    }
    return Picture(width: width, height: height, samples: .sixteen(samples))
  }

  private static func deep(_ samples: PictureSamples) -> [UInt16] {
    switch samples {
    case .eight(let values): values.map { UInt16($0) * 257 }
    case .sixteen(let values): values
    }
  }

  /// Pictures in their boxes on the background.
  private func filled<Sample>(
    _ parts: [(box: ScopeBox, samples: [Sample])], _ sample: (UInt8) -> Sample
  ) -> [Sample] {
    let ink = ScopeStyle.background
    let pixel = [ink.x, ink.y, ink.z, 255].map { sample(UInt8($0)) }
    var result = [Sample](repeating: pixel[3], count: 4 * width * height)
    for index in result.indices { result[index] = pixel[index & 3] }
    for (box, samples) in parts {
      for row in 0..<box.height {
        let target = 4 * ((box.y + row) * width + box.x)
        let source = 4 * row * box.width
        result.replaceSubrange(
          target..<target + 4 * box.width, with: samples[source..<source + 4 * box.width])
      }
    }
    return result
  }
}
