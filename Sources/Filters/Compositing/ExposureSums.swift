import Colors
import Y4M

/// What a layer was at several moments, added up: premultiplied samples, or amounts of light where
/// the canvas mixes light.
///
/// Sums of samples are whole numbers below 2^24, which are exact.
struct ExposureSums {
  typealias Line = UnsafeMutablePointer<Float>

  /// The part of the canvas that is added up.
  let box: Box
  private let planes: [Line]
  private let coding: ColorCoding

  /// Sums of nothing, in memory that lasts as long as the scope of `scratch`.
  init(_ box: Box, _ coding: ColorCoding, _ scratch: Scratch) {
    self.box = box
    self.coding = coding
    let count = box.width * box.height
    planes = (0..<4).map { _ in
      let plane = scratch.take(Float.self, count)
      plane.update(repeating: 0, count: count)
      return plane
    }
  }

  private func line(_ plane: Int, _ y: Int, _ x: Int) -> Line {
    planes[plane] + (y - box.y) * box.width + x - box.x
  }

  private func split(
    _ rows: Range<Int>, _ workspace: Workspace, _ body: (Range<Int>, Scratch) -> Void
  ) {
    workspace.split(rows, least: Workspace.leastRows(width: box.width), body)
  }

  /// Adds a layer that was drawn apart.
  func add(_ picture: IsolatedPart, _ workspace: Workspace) {
    let part = picture.seen.moved(x: picture.x, y: picture.y).intersection(box)
    guard !part.isEmpty else { return }
    let format = picture.frame.format
    guard coding.mixing == nil else { return addLight(picture, part, workspace) }
    split(part.y..<part.maxY, workspace) { rows, _ in
      for y in rows {
        let start = (y - picture.y) * format.width + part.x - picture.x
        for (index, layout) in format.planes.enumerated() where index < planes.count {
          let samples = picture.frame.samples16(layout) + start
          let sum = line(index, y, part.x)
          for x in 0..<part.width { sum[x] += Float(samples[x]) }
        }
      }
    }
  }

  private func addLight(_ picture: IsolatedPart, _ part: Box, _ workspace: Workspace) {
    let layer = PlacedLayer(frame: picture.frame, x: picture.x, y: picture.y, box: part)
    let blending = Blending(mode: .normal, coding: coding)
    split(part.y..<part.maxY, workspace) { rows, scratch in
      let reader = LayerRows(layer, blending, part.x..<part.maxX, scratch)
      for y in rows where reader.read(y) {
        let cover = reader.row.cover
        for (index, light) in reader.row.colors.channels.enumerated() {
          let sum = line(index, y, part.x)
          for x in 0..<part.width { sum[x] += light[x] * cover[x] }
        }
        let sum = line(3, y, part.x)
        for x in 0..<part.width { sum[x] += cover[x] }
      }
    }
  }

  /// Adds other sums at several places along rows or along columns, each by its weight.
  ///
  /// - Parameters:
  ///   - first: how far the first of the places lies from that of the sums.
  ///   - weights: of that place and those that follow it, sample by sample.
  func add(
    _ other: ExposureSums, isAcross: Bool, first: Int, _ weights: [Float], _ workspace: Workspace
  ) {
    split(box.y..<box.maxY, workspace) { rows, scratch in
      for plane in planes.indices {
        if isAcross {
          let line = scratch.take(Float.self, other.box.width + 2 * weights.count)
          line.update(repeating: 0, count: other.box.width + 2 * weights.count)
          for y in rows where y >= other.box.y && y < other.box.maxY {
            addRow(plane, y, other, first, weights, line)
          }
        } else {
          for y in rows { addColumns(plane, y, other, first, weights) }
        }
      }
    }
  }

  /// - Parameter padded: memory for a row of the other sums, with nothing on both sides.
  private func addRow(
    _ plane: Int, _ y: Int, _ other: ExposureSums, _ first: Int, _ weights: [Float], _ padded: Line
  ) {
    let (width, count) = (other.box.width, weights.count)
    (padded + count).update(from: other.line(plane, y, other.box.x), count: width)
    // The samples that any of the places reach, within these sums.
    let left = max(other.box.x + first, box.x)
    let right = min(other.box.maxX + first + count - 1, box.maxX)
    guard left < right else { return }
    let sum = line(plane, y, left)
    let source = padded + count + left - other.box.x - first
    var place = 0
    // Four at a time, so that each sum is read and written less often.
    while place &+ 4 <= count {
      let (one, two) = (weights[place], weights[place &+ 1])
      let (three, four) = (weights[place &+ 2], weights[place &+ 3])
      Self.add((source - place, one, two, three, four), to: sum, right - left)
      place &+= 4
    }
    while place < count {
      Self.add(source - place, weights[place], to: sum, right - left)
      place &+= 1
    }
  }

  /// Adds numbers by the first weight, and those before them by the others.
  private static func add(
    _ parts: (numbers: Line, Float, Float, Float, Float), to sums: Line, _ count: Int
  ) {
    let (numbers, one, two, three, four) = parts
    for x in 0..<count {
      let early = one * numbers[x] + two * numbers[x &- 1]
      sums[x] += early + (three * numbers[x &- 2] + four * numbers[x &- 3])
    }
  }

  private static func add(_ numbers: Line, _ weight: Float, to sums: Line, _ count: Int) {
    for x in 0..<count { sums[x] += weight * numbers[x] }
  }

  private func addColumns(
    _ plane: Int, _ y: Int, _ other: ExposureSums, _ first: Int, _ weights: [Float]
  ) {
    let (left, right) = (max(other.box.x, box.x), min(other.box.maxX, box.maxX))
    guard left < right else { return }
    let sum = line(plane, y, left)
    for (place, weight) in weights.enumerated() where weight != 0 {
      let row = y - first - place
      guard row >= other.box.y, row < other.box.maxY else { continue }
      let source = other.line(plane, row, left)
      Self.add(source, weight, to: sum, right - left)
    }
  }

  /// Writes the mean of so many layers to a frame as large as the canvas.
  func write(to frame: Frame, count: Int, _ workspace: Workspace) {
    let share = 1 / Float(count)
    guard let light = coding.mixing else {
      split(box.y..<box.maxY, workspace) { rows, _ in
        for y in rows {
          for (index, layout) in frame.format.planes.enumerated() where index < planes.count {
            let samples = frame.samples16(layout) + y * frame.format.width + box.x
            Self.write(line(index, y, box.x), share, to: samples, box.width)
          }
        }
      }
      return
    }
    writeLight(light, share, to: frame, workspace)
  }

  private func writeLight(
    _ light: LightCurve, _ share: Float, to frame: Frame, _ workspace: Workspace
  ) {
    let coding = RGBCoding(self.coding, depth: frame.format.depth)
    split(box.y..<box.maxY, workspace) { rows, scratch in
      let colors = RGBRow(padded: box.width, scratch)
      let samples = scratch.take(Float.self, box.width + BlendedColors.lanes)
      for y in rows {
        let cover = line(3, y, box.x)
        for (index, channel) in colors.channels.enumerated() {
          let sum = line(index, y, box.x)
          for x in 0..<box.width { channel[x] = cover[x] > 0 ? sum[x] / cover[x] : 0 }
          (channel + box.width).update(repeating: 0, count: BlendedColors.lanes)
        }
        light.encode(colors)
        for (index, layout) in frame.format.planes.enumerated() {
          let target = frame.samples16(layout) + y * frame.format.width + box.x
          let base: Float
          switch index {
          case 0:
            coding.luma(of: colors, samples)
            base = coding.black
          case 1:
            coding.blue(of: colors, samples)
            base = coding.grey
          case 2:
            coding.red(of: colors, samples)
            base = coding.grey
          default:
            Self.write(cover, share * 65535, to: target, box.width)
            continue
          }
          for x in 0..<box.width { samples[x] = (samples[x] + base) * cover[x] }
          Self.write(samples, share, to: target, box.width)
        }
      }
    }
  }

  private static func write(
    _ line: Line, _ factor: Float, to samples: UnsafeMutablePointer<UInt16>, _ count: Int
  ) {
    for x in 0..<count {
      // Adding 2^23 leaves the nearest whole number in the low bits.
      let value = min(max(line[x] * factor, 0), 65535) + 8_388_608
      samples[x] = UInt16(truncatingIfNeeded: value.bitPattern)
    }
  }
}

/// A part of a frame on which a layer was drawn apart, and where the frame's first sample lies on
/// the canvas.
struct IsolatedPart {
  let frame: Frame
  let x: Int
  let y: Int
  /// The part of the frame in which there is something.
  let seen: Box
}

/// The weights with which a drawing is read at places between its samples, all of them together:
/// cubic convolution (R. Keys, 1981, with a = -1/2).
struct ShiftWeights {
  /// How far the first place lies from that of the drawing.
  let first: Int
  let weights: [Float]

  /// The mean over a way that leads through some offsets, from each to the next in the same time.
  ///
  /// - Parameter offsets: in samples; at least two, finite and smaller than a canvas.
  init(along offsets: [Double]) {
    let parts = 32
    let (low, high) = (offsets.min() ?? 0, offsets.max() ?? 0)
    let first = Int(low.rounded(.down)) - 1
    var sums = [Double](repeating: 0, count: Int(high.rounded(.down)) + 3 - first)
    for (start, end) in zip(offsets, offsets.dropFirst()) {
      for part in 0..<parts {
        let offset = start + (end - start) * (Double(part) + 0.5) / Double(parts)
        let place = Int(offset.rounded(.down))
        let t = offset - Double(place)
        let index = place - 1 - first
        sums[index] += ((-0.5 * t + 1) * t - 0.5) * t
        sums[index + 1] += (1.5 * t - 2.5) * t * t + 1
        sums[index + 2] += ((-1.5 * t + 2) * t + 0.5) * t
        sums[index + 3] += (0.5 * t - 0.5) * t * t
      }
    }
    let count = Double(parts * max(offsets.count - 1, 1))
    self.first = first
    weights = sums.map { Float($0 / count) }
  }
}
