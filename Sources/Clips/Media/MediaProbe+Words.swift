import Bytes
import Pipes
import Timeline
import Y4M

/// What ffprobe's words mean.
extension MediaProbe {
  /// The range; nil where nothing says it.
  static func range(_ word: String?, pixels: String) -> ColorRange? {
    switch word {
    case "pc", "full", "jpeg": .full
    case "tv", "limited", "mpeg": .limited
    default: pixels.hasPrefix("yuvj") ? .full : nil
    }
  }

  /// The order in which fields are shown; ffprobe says that in which they are stored, then the one
  /// in which they are shown (libavcodec/codec_par.h).
  static func interlacing(_ word: String?) -> Interlacing {
    switch word {
    case "progressive": .progressive
    case "tt", "bt": .topFieldFirst
    case "bb", "tb": .bottomFieldFirst
    default: .unknown
    }
  }

  /// Where chroma of more than 8 bits lies; what ffmpeg makes of RGB has it in the middle.
  static func deepSiting(_ word: String?, isRGB: Bool) -> Siting {
    word == "center" || isRGB ? .center : .left
  }

  /// Where ffmpeg's Y4M says that chroma lies: where nothing is known, in the middle
  /// (libavformat/yuv4mpegenc.c).
  static func siting(_ word: String?) -> Siting {
    switch word {
    case "left": .left
    case "topleft": .palDV
    default: .center
    }
  }

  /// The shape of pixels, as in `16:15`; square where that is no such text.
  static func aspect(_ text: String?) -> PixelAspect {
    let parts = (text ?? "").split(separator: ":").map { Int($0) ?? 0 }
    guard parts.count == 2, parts.allSatisfy({ (1...1_000_000).contains($0) }) else {
      return .square
    }
    return PixelAspect(parts[0], parts[1])
  }

  /// A fraction as in `30000/1001`.
  static func rational(_ text: String) -> Rational? {
    let parts = text.split(separator: "/").map { Int($0) }
    guard parts.count == 2, let upper = parts[0], let lower = parts[1] else { return nil }
    return Rational(Int128(upper), Int128(lower))
  }

  /// Seconds as in `-1.400000`.
  static func decimal(_ text: String) -> Rational? {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts[0].count <= 12, let whole = Int(parts[0]) else {
      return nil
    }
    var value = Rational(whole)
    if parts.count == 2, !parts[1].isEmpty {
      let places = parts[1].prefix(9)
      guard let part = Int(places), part >= 0 else { return nil }
      var scale: Int128 = 1
      for _ in 0..<places.count { scale *= 10 }
      value = value + Rational(reducing: Int128(part), over: scale)
    }
    return text.hasPrefix("-") ? -value : value
  }

  /// Hours, minutes and seconds as in `00:00:04.004000000`.
  static func clock(_ text: String) -> Rational? {
    var value = Rational.zero
    for part in text.split(separator: ":") {
      guard let more = decimal(String(part)) else { return nil }
      value = value * Rational(60) + more
    }
    return value
  }
}
