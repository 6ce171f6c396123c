import Filters
import Images
import Options

/// Lines around what players leave free, for looking at stills.
struct SafeAreaLines {
  let areas: [SafeArea]
  /// How bright the lines are, as a share of the largest sample.
  let level: Double

  /// The picture with a bright line just within each area, and a black one around it.
  func drawn(on picture: Picture) -> Picture {
    let samples: PictureSamples =
      switch picture.samples {
      case .eight(let values): .eight(drawn(on: values, picture.width, picture.height))
      case .sixteen(let values): .sixteen(drawn(on: values, picture.width, picture.height))
      }
    return Picture(
      width: picture.width, height: picture.height, samples: samples,
      keepsLight: picture.keepsLight)
  }

  private func drawn<Sample: FixedWidthInteger>(
    on values: [Sample], _ width: Int, _ height: Int
  ) -> [Sample] {
    var values = values
    let line = max(1, min(width, height) / 540)
    let bright = Sample(Double(Sample.max) * min(max(level, 0), 1))
    for area in areas {
      let insets = area.insets
      func share(_ inset: Double, _ side: Int) -> Int { Int((inset * Double(side)).rounded()) }
      let left = share(insets.left, width)
      let right = width - share(insets.right, width)
      let top = share(insets.top, height)
      let bottom = height - share(insets.bottom, height)
      for (reach, sample) in [(line, Sample.zero), (0, bright)] {
        let rows = (top - reach..<bottom + reach).clamped(to: 0..<height)
        let columns = (left - reach..<right + reach).clamped(to: 0..<width)
        for y in rows {
          let isEdge = y < top - reach + line || y >= bottom + reach - line
          for x in columns where isEdge || x < left - reach + line || x >= right + reach - line {
            for channel in 0..<3 { values[4 * (y * width + x) + channel] = sample }
            values[4 * (y * width + x) + 3] = Sample.max
          }
        }
      }
    }
    return values
  }
}

extension ValueReader where Value == [SafeArea] {
  /// Takes names of areas with commas between, each of them once.
  static var safeAreas: Self {
    let names = SafeArea.allCases.filter { $0 != .none }.map(\.rawValue)
    return Self(
      .text("AREAS"),
      expected: "a list of safe areas such as title,action; there are "
        + names.joined(separator: ", ")
    ) { text in
      let areas = text.split(separator: ",", omittingEmptySubsequences: false).map {
        SafeArea(rawValue: String($0))
      }
      let known = areas.compactMap { $0 == SafeArea.none ? nil : $0 }
      return known.count == areas.count && Set(known).count == known.count ? known : nil
    }
  }
}
