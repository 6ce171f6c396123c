extension Texels {
  /// Writes all samples: those of `texture`, resampled.
  ///
  /// Down comes first, where rows are long and lie in order, and then across, with all channels of
  /// a sample at once.
  func resample(_ texture: Texture, across: Axis, down: Axis, _ scratch: Scratch) {
    scratch.scope {
      let columns = across.sourceRange
      let sums = scratch.take(Float.self, columns.count)
      let line = scratch.take(Float.self, lanes * columns.count)
      line.update(repeating: 0, count: lanes * columns.count)
      for y in 0..<height {
        for channel in 0..<channels.count {
          let plane = texture.plane(channels.number(channel)) + columns.lowerBound
          mixDown(plane, pitch: texture.width, down, y, to: sums, count: columns.count)
          let lane = line + channel
          if lanes == 2 {
            for x in 0..<columns.count { lane[2 &* x] = sums[x] }
          } else {
            for x in 0..<columns.count { lane[4 &* x] = sums[x] }
          }
        }
        let first = UnsafeRawPointer(line - columns.lowerBound * lanes)
        if lanes == 2 {
          mixAcross2(first, across, to: start + y &* stride)
        } else {
          mixAcross4(first, across, to: start + y &* stride)
        }
        closeRow(y)
      }
    }
  }

  /// Mixes the rows of one channel that target row `y` reads.
  private func mixDown(
    _ plane: UnsafeMutablePointer<UInt16>, pitch: Int, _ down: Axis, _ y: Int,
    to sums: UnsafeMutablePointer<Float>, count: Int
  ) {
    let first = plane + Int(down.starts[y]) &* pitch
    for tap in 0..<down.taps {
      let weight = Self.share(down.weights[y &* down.taps &+ tap])
      let row = first + tap &* pitch
      if tap == 0 {
        for x in 0..<count { sums[x] = Float(row[x]) * weight }
      } else if weight != 0 {
        for x in 0..<count { sums[x] += Float(row[x]) * weight }
      }
    }
  }

  private func mixAcross2(
    _ line: UnsafeRawPointer, _ across: Axis, to target: UnsafeMutablePointer<Float>
  ) {
    for x in 0..<width {
      var sum = SIMD2<Float>.zero
      var sample = line + Int(across.starts[x]) &* 8
      for tap in 0..<across.taps {
        let weight = Self.share(across.weights[x &* across.taps &+ tap])
        sum += sample.loadUnaligned(as: SIMD2<Float>.self) * weight
        sample += 8
      }
      UnsafeMutableRawPointer(target + 2 &* x).storeBytes(of: sum, as: SIMD2<Float>.self)
    }
  }

  private func mixAcross4(
    _ line: UnsafeRawPointer, _ across: Axis, to target: UnsafeMutablePointer<Float>
  ) {
    for x in 0..<width {
      var sum = SIMD4<Float>.zero
      var sample = line + Int(across.starts[x]) &* 16
      for tap in 0..<across.taps {
        let weight = Self.share(across.weights[x &* across.taps &+ tap])
        sum += sample.loadUnaligned(as: SIMD4<Float>.self) * weight
        sample += 16
      }
      UnsafeMutableRawPointer(target + 4 &* x).storeBytes(of: sum, as: SIMD4<Float>.self)
    }
  }

  /// An axis's weight as a share of one.
  @inline(__always)
  private static func share(_ weight: Int16) -> Float { Float(weight) * (1 / Float(Axis.one)) }
}
