import Timeline
import Y4M

/// The kernel that paints with two colours: one where a field is full, one where it is empty, and a
/// mean of both between. A transparent colour shows the picture.
struct FieldPainting: PlaneKernel {
  let field: LumaField
  let full: FieldColor
  let empty: FieldColor
  /// Whether the picture keeps its chroma.
  var keepsChroma = false

  /// - Parameters:
  ///   - full: what is painted where the field is 65,535.
  ///   - empty: what is painted where it is 0.
  init(_ job: EffectJob, _ field: LumaField, full: Color, empty: Color) {
    self.field = field
    self.full = FieldColor(full, job)
    self.empty = FieldColor(empty, job)
  }

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    let columns = box.x..<box.maxX
    let rows = SiteRows(
      field.samples, field.layout, at: planes[0].source.layout, peak: 65535, scratch)
    let cover = scratch.take(Float.self, columns.count)
    let opaque = scratch.take(Float.self, columns.count)
    let line = scratch.take(Float.self, columns.count)
    opaque.update(repeating: 1, count: columns.count)
    for y in box.y..<box.maxY {
      rows.read(y, columns, to: cover)
      for plane in planes where plane.source.role == .alpha {
        let row = plane.source.row(y) + box.x
        let scale = 1 / Float(plane.source.peak)
        for x in 0..<columns.count { opaque[x] = Float(row[x]) * scale }
      }
      for plane in planes where plane.source.role != .alpha {
        if keepsChroma, plane.source.role != .luma { continue }
        paint(plane.source, plane.target, y, columns, cover, opaque, line)
      }
    }
  }

  private func paint<S: Sample>(
    _ source: PlaneSource<S>, _ target: PlaneView<S>, _ y: Int, _ columns: Range<Int>,
    _ cover: UnsafeMutablePointer<Float>, _ opaque: UnsafeMutablePointer<Float>,
    _ line: UnsafeMutablePointer<Float>
  ) {
    let (from, to) = (source.row(y) + columns.lowerBound, target.row(y) + columns.lowerBound)
    let (full, empty) = (full.sample(source.role), empty.sample(source.role))
    // A sample and a constant, each with shares that change with the field.
    let (kept, added) = (1 - self.empty.opacity, empty * self.empty.opacity)
    let keeping = (1 - self.full.opacity - kept) / 65535
    let adding = (full * self.full.opacity - added) / 65535
    let peak = Float(source.peak)
    // Apart, as both rows may be the same.
    for x in 0..<columns.count { line[x] = Float(from[x]) }
    for x in 0..<columns.count {
      let share = cover[x]
      let sample = line[x] * (kept + keeping * share)
      let value = sample + opaque[x] * (added + adding * share)
      to[x] = S(truncatingIfNeeded: (min(max(value, 0), peak) + 8_388_608).bitPattern)
    }
  }
}

/// A colour in the samples of a frame.
struct FieldColor {
  let opacity: Float
  private let luma: Float
  private let blue: Float
  private let red: Float

  init(_ color: Color, _ job: EffectJob) {
    func part(_ value: Double) -> Int { Int((min(max(value, 0), 1) * 65535).rounded()) }
    let units = job.coding.units(part(color.red), part(color.green), part(color.blue))
    let unit = Float(1 << (16 - job.source.format.depth))
    (luma, blue, red) = (Float(units.y) / unit, Float(units.u) / unit, Float(units.v) / unit)
    opacity = Float(min(max(color.alpha, 0), 1))
  }

  /// The sample of a plane.
  func sample(_ role: PlaneRole) -> Float {
    switch role {
    case .luma, .alpha: luma
    case .blue: blue
    case .red: red
    }
  }
}
