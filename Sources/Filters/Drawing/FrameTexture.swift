import Y4M

/// Turns a frame of any kind into a premultiplied picture of the target's colours: 4:4:4, 16 bits,
/// with alpha.
struct FrameTexture {
  let source: FrameSource
  let conversion: SampleConversion

  /// The format of the picture; nil when it would be too large.
  static func format(of source: PixelFormat) -> PixelFormat? {
    PixelFormat(
      width: source.width, height: source.height, depth: 16, chroma: .planes(x: 0, y: 0),
      hasAlpha: true)
  }

  /// Writes all of `frame`, which has the format that ``format(of:)`` says.
  func fill(_ frame: Frame, _ workspace: Workspace) {
    let layouts = frame.format.planes
    for (index, role) in frame.format.roles.enumerated() {
      let samples = frame.samples16(layouts[index])
      if let plane = source.format.roles.firstIndex(of: role) {
        spread(plane, to: samples, width: frame.format.width, workspace)
      } else {
        let units: UInt16 = role == .alpha ? 65535 : 32768
        samples.update(repeating: units, count: frame.format.width * frame.format.height)
      }
    }
    guard !conversion.isIdentity || source.format.hasAlpha else { return }
    let width = frame.format.width
    let least = Workspace.leastRows(width: width)
    workspace.split(0..<frame.format.height, least: least) { rows, _ in
      for row in rows {
        func start(_ plane: Int) -> UnsafeMutablePointer<UInt16> {
          frame.samples16(layouts[plane]) + row * width
        }
        conversion.apply(start(0), start(1), start(2), count: width)
        if source.format.hasAlpha { multiply(start, count: width) }
      }
    }
  }

  /// Writes a plane at the size of luma: a chroma sample is interpolated from its true place.
  private func spread(
    _ plane: Int, to samples: UnsafeMutablePointer<UInt16>, width: Int, _ workspace: Workspace
  ) {
    let (format, scratch) = (source.format, workspace.scratch)
    let from = format.planes[plane]
    let rows = PlaneRows(source, plane: plane)
    scratch.scope {
      func axis(_ scale: Double, _ shift: Double, _ count: Int, _ made: Int) -> Axis {
        Axis(
          domain: shift..<shift + Double(made) * scale, scale: 1 / scale, offset: -shift / scale,
          limit: 0..<made, available: 0..<count, sampling: .bicubic, scratch: scratch)
      }
      let resize = Resize(
        source: rows, channels: .single,
        across: axis(from.map.a, from.map.tx, from.width, format.width),
        down: axis(from.map.d, from.map.ty, from.height, format.height))
      let least = max(16, Workspace.leastRows(width: width))
      workspace.split(0..<format.height, least: least) { part, scratch in
        resize.run(scratch, rows: part) { row, made in
          (samples + row * width).update(from: made[0], count: width)
        }
      }
    }
    guard format.roles[plane] == .alpha else { return }
    // From the peak of the frame's depth to that of 16 bits.
    let peak = UInt32(format.peak) << UInt32(16 - format.depth)
    guard peak < 65535 else { return }
    for index in 0..<format.width * format.height {
      let value = (UInt32(samples[index]) &* 65535 &+ peak / 2) / peak
      samples[index] = UInt16(truncatingIfNeeded: min(value, 65535))
    }
  }

  /// Multiplies a row by its alpha.
  private func multiply(_ start: (Int) -> UnsafeMutablePointer<UInt16>, count: Int) {
    let alpha = start(3)
    for plane in 0..<3 {
      let samples = start(plane)
      for x in 0..<count {
        let whole = UInt32(alpha[x]) &+ UInt32(alpha[x] &>> 15)
        let product = UInt64(samples[x]) &* UInt64(whole) &+ 32768
        samples[x] = UInt16(truncatingIfNeeded: product &>> 16)
      }
    }
  }
}
