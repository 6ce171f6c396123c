import Colors
import Y4M

/// What an opaque frame was at several moments, added up as amounts of light, at the places of each
/// plane's samples.
///
/// What lies beyond black and white has no light; it is added up as it is.
struct LightSums {
  typealias Line = UnsafeMutablePointer<Float>

  /// For luma, and for chroma where that lies elsewhere: three channels of light, and three of what
  /// is beyond.
  private let luma: [Line]
  private let chroma: [Line]
  private let format: PixelFormat
  private let numbers: RGBCoding
  private let light: LightCurve

  /// Sums of nothing, in memory that lasts as long as the scope of `scratch`.
  init(_ format: PixelFormat, _ coding: ColorCoding, _ light: LightCurve, _ scratch: Scratch) {
    (self.format, self.light) = (format, light)
    numbers = RGBCoding(coding, depth: format.depth)
    func sums(_ role: PlaneRole) -> [Line] {
      guard let index = format.roles.firstIndex(of: role), format.isFirstPlace(index) else {
        return []
      }
      let count = format.planes[index].width * format.planes[index].height
      return (0..<6).map { _ in
        let line = scratch.take(Float.self, count)
        line.update(repeating: 0, count: count)
        return line
      }
    }
    (luma, chroma) = (sums(.luma), sums(.blue))
  }

  /// Adds a frame.
  func adding(_ frame: Frame) -> Adding { Adding(sums: self, frame: frame) }

  /// Writes the mean of so many frames.
  func writing(_ count: Int) -> Writing { Writing(sums: self, share: 1 / Float(count)) }

  /// The sums for some planes from a sample on.
  private func lines(_ role: PlaneRole, from start: Int) -> [Line] {
    (role == .luma ? luma : chroma).map { $0 + start }
  }

  struct Adding: PlaneKernel {
    fileprivate let sums: LightSums
    fileprivate let frame: Frame

    func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
      let (plane, columns) = (planes[0].source, box.x..<box.maxX)
      let reader = ColorReader<S>(
        sums.format, plane.layout, alpha: nil, sums.numbers, columns, scratch)
      let rows = reader.frame(scratch) {
        UnsafePointer(frame.samples($0) as UnsafeMutablePointer<S>)
      }
      let colors = RGBRow(padded: box.width, scratch)
      for channel in colors.channels {
        channel.update(repeating: 0, count: box.width + BlendedColors.lanes)
      }
      for y in box.y..<box.maxY {
        reader.read(rows, y, to: FoldedRow(colors: colors, alpha: nil))
        let lines = sums.lines(plane.role, from: y * plane.layout.width + box.x)
        for (index, channel) in colors.channels.enumerated() {
          let beyond = lines[index + 3]
          for x in 0..<box.width {
            let color = channel[x]
            let held = min(max(color, 0), 1)
            beyond[x] += color - held
            channel[x] = held
          }
        }
        sums.light.decode(colors)
        for (index, channel) in colors.channels.enumerated() {
          let sum = lines[index]
          for x in 0..<box.width { sum[x] += channel[x] }
        }
      }
    }
  }

  struct Writing: PlaneKernel {
    fileprivate let sums: LightSums
    fileprivate let share: Float

    func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
      let layout = planes[0].source.layout
      let colors = RGBRow(padded: box.width, scratch)
      let samples = scratch.take(Float.self, box.width + BlendedColors.lanes)
      let (share, numbers) = (share, sums.numbers)
      for y in box.y..<box.maxY {
        let lines = sums.lines(planes[0].source.role, from: y * layout.width + box.x)
        for (index, channel) in colors.channels.enumerated() {
          let sum = lines[index]
          for x in 0..<box.width { channel[x] = sum[x] * share }
          (channel + box.width).update(repeating: 0, count: BlendedColors.lanes)
        }
        sums.light.encode(colors)
        for (index, channel) in colors.channels.enumerated() {
          let beyond = lines[index + 3]
          for x in 0..<box.width { channel[x] += beyond[x] * share }
        }
        for plane in planes {
          var zero = numbers.grey
          switch plane.source.role {
          case .luma:
            numbers.luma(of: colors, samples)
            zero = numbers.black
          case .blue: numbers.blue(of: colors, samples)
          case .red: numbers.red(of: colors, samples)
          case .alpha: continue
          }
          let (target, peak) = (plane.target.row(y) + box.x, Float(plane.source.peak))
          for x in 0..<box.width {
            // The lowest bits of a float above 2^23 are those of the whole number next to it.
            let value = min(max(samples[x] + zero, 0), peak) + 0x1p23
            target[x] = S(truncatingIfNeeded: value.bitPattern)
          }
        }
      }
    }
  }
}

extension PixelFormat {
  /// Whether no plane before this one has its samples in the same places.
  fileprivate func isFirstPlace(_ index: Int) -> Bool {
    !planes[..<index].contains { $0.map == planes[index].map }
  }
}
