import Timeline

/// A colour as R'G'B' of the stream, for rows of colours.
struct RowColor: BitwiseCopyable {
  let red: Float
  let green: Float
  let blue: Float
  let opacity: Float

  init(_ color: Color, _ coding: ColorCoding) {
    func part(_ value: Double) -> Int { Int((min(max(value, 0), 1) * 65535).rounded()) }
    let parts = coding.inStream(part(color.red), part(color.green), part(color.blue))
    (red, green, blue) = (
      Float(parts.red) / 65535, Float(parts.green) / 65535, Float(parts.blue) / 65535
    )
    opacity = Float(min(max(color.alpha, 0), 1))
  }

  /// Puts this colour over others, and `ink` over as much of both as `cover` says; what is
  /// transparent of either shows the colour that was there.
  func paint(_ colors: RGBRow, where cover: UnsafeMutablePointer<Float>, _ ink: RowColor) {
    func paint(_ row: UnsafeMutablePointer<Float>, _ paper: Float, _ color: Float) {
      let (opacity, inkOpacity) = (opacity, ink.opacity)
      for x in 0..<colors.count {
        let old = row[x]
        let ground = old + opacity * (paper - old)
        row[x] = ground + cover[x] * (old + inkOpacity * (color - old) - ground)
      }
    }
    paint(colors.red, red, ink.red)
    paint(colors.green, green, ink.green)
    paint(colors.blue, blue, ink.blue)
  }
}

extension EffectJob {
  /// How far, in pixels, colours are read around their places.
  static var colorMargin: Int { ColorRun.margin }

  /// How far a blur of a picture reads, in pixels: a sample of a plane that is halved stands for
  /// several.
  static func pictureBlurMargin(sigma: Double) -> Int {
    (0...2).reduce(0) {
      max($0, (GaussianAxis.reach(sigma: sigma / Double(1 << $1)) + 1) << $1)
    }
  }
}
