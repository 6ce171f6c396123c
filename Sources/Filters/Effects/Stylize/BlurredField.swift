import Y4M

extension EffectJob {
  /// How far a blur of a field reads, in pixels.
  static func blurMargin(sigma: Double) -> Int { GaussianAxis.reach(sigma: sigma) + 1 }

  /// Blurs the pixels of `part` of a field to another one, reading ``blurMargin(sigma:)`` around
  /// them.
  func blur(_ field: LumaField, to target: LumaField, sigma: Double, _ part: Box) {
    let axis = GaussianAxis(sigma: sigma, scratch)
    let (width, height) = (field.layout.width, field.layout.height)
    eachBand(of: part, least: max(32, 2 * Self.blurMargin(sigma: sigma))) { rows, scratch in
      GaussianBlur(
        source: GaussianGrid(field.samples, width: width, height: height),
        target: GaussianGrid(target.samples, width: width, height: height), depth: 16,
        across: axis, down: axis, scratch: scratch
      ).run(Box(x: part.x, y: rows.lowerBound, width: part.width, height: rows.count))
    }
  }
}
