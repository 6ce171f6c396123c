/// Filters of ffmpeg that lead white to white where it converts samples of more than 8 bits.
///
/// Between R'G'B' and luma, libswscale counts white as 255 * 2^(bits - 8) and not as the largest
/// number: white of films in R'G'B' came out brighter than white, and that of pictures in luma and
/// chroma as 254 of 255.
enum DeepWhite {
  /// What stands before samples of R'G'B' become luma and chroma; nil where nothing is to be done.
  ///
  /// - Parameters:
  ///   - pixels: ffmpeg's name of their layout.
  ///   - depth: their bits; of floats, which become 16, any.
  static func filter(beforeLumaOf pixels: String, depth: Int) -> String? {
    let names = ["rgb48", "bgr48", "rgba64", "bgra64", "gbrp", "gbrap", "x2rgb10", "x2bgr10"]
    let bits = pixels.contains("f32") ? 16 : depth
    guard bits > 8, names.contains(where: { pixels.hasPrefix($0) }) else { return nil }
    return mixer(Double(255 << (bits - 8)) / Double(1 << bits - 1))
  }

  /// The filters for pictures whose luma and chroma become R'G'B' of 16 bits; none where nothing is
  /// to be done.
  ///
  /// - Parameters:
  ///   - pixels: ffmpeg's name of their layout.
  ///   - isFull: whether their range is full, in which bits are only moved up.
  static func filters(afterLumaOf pixels: String, isFull: Bool) -> [String] {
    let isLuma = ["yuv", "p0", "p2", "p4", "y21"].contains { pixels.hasPrefix($0) }
    // Layouts of 8 bits have no order of bytes.
    guard isLuma, pixels.hasSuffix("le") || pixels.hasSuffix("be") else { return [] }
    let bits = MediaInfo.depth(of: pixels)
    let most = (1 << bits - 1) << (16 - bits)
    // In limited range, coefficients of 13 bits add three.
    let white = 65535 / Double(isFull ? most : 255 << 8 + 3)
    let hasAlpha = pixels.hasPrefix("yuva")
    return [
      "format=\(hasAlpha ? "gbrap16" : "gbrp16")",
      mixer(white, alpha: hasAlpha ? 65535 / Double(most) : nil),
    ]
  }

  /// The filters for pictures of luma alone, in limited range, which become grey of 16 bits.
  ///
  /// libswscale takes all grey for full range, and leaves black at 16 of 255. What it makes of full
  /// range is R'G'B' whose bits are moved up, so that black and white stand at 16 and 235 of 256
  /// at any depth.
  static func filters(ofLimitedGrey pixels: String) -> [String] {
    guard pixels.hasPrefix("gray"), !pixels.contains("f") else { return [] }
    return [
      "setparams=range=pc", "format=gbrp16", stretch("g"), "extractplanes=g",
    ]
  }

  /// Stretches channels of limited range, whose bits were moved up to 16, from black to white.
  private static func stretch(_ channels: String) -> String {
    let levels = channels.map {
      "\($0)imin=\(Double(16 << 8) / 65535):\($0)imax=\(Double(235 << 8) / 65535)"
    }
    return "colorlevels=" + levels.joined(separator: ":")
  }

  /// The filters for pictures whose planes are green, blue and red, but are called luma and chroma
  /// of 4:4:4, as ffmpeg calls those of AV1 whose curve is not sRGB's.
  ///
  /// - Parameters:
  ///   - pixels: ffmpeg's name of their layout.
  ///   - isFull: whether their range is full.
  static func filters(ofColorPlanes pixels: String, isFull: Bool) -> [String] {
    guard pixels.hasPrefix("yuv444p") else { return [] }
    let planes = [
      "setparams=range=pc",
      "mergeplanes=map1p=1:map2p=2:format=gbrp\(pixels.dropFirst("yuv444p".count))",
    ]
    guard !isFull else { return planes }
    return planes + ["format=gbrp16", stretch("rgb")]
  }

  /// Multiplies red, green and blue, and alpha.
  private static func mixer(_ factor: Double, alpha: Double? = nil) -> String {
    "colorchannelmixer=rr=\(factor):gg=\(factor):bb=\(factor)"
      + (alpha.map { ":aa=\($0)" } ?? "")
  }
}
