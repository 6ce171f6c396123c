import Colors
import Images
import Timeline

/// How light is written in a stream: by the curve of a display or of a broadcast, no camera's log.
package enum StreamTransfer: String, Choice {
  case bt709
  case srgb
  case gamma22
  case gamma24
  case linear
  case pq
  case hlg

  /// The curve itself.
  package var curve: TransferCurve {
    switch self {
    case .bt709: .bt709
    case .srgb: .srgb
    case .gamma22: .gamma22
    case .gamma24: .gamma24
    case .linear: .linear
    case .pq: .pq
    case .hlg: .hlg
    }
  }

  /// Whether there is light beyond the white of graphics.
  package var isHDR: Bool { self == .pq || self == .hlg }

  /// Whether it is what a display of SDR makes of a signal: a picture made for one of these is
  /// shown as it is on another.
  var isDisplay: Bool { !isHDR && self != .linear }
}

/// The colours of red, green and blue of a stream.
package enum StreamPrimaries: String, Choice {
  case bt709
  case bt2020
  case p3D65 = "p3-d65"

  /// The gamut itself.
  package var gamut: ColorGamut {
    switch self {
    case .bt709: .bt709
    case .bt2020: .bt2020
    case .p3D65: .p3D65
    }
  }
}

/// What R'G'B' of a stream is as light.
package struct StreamLight: Hashable, Sendable {
  /// How light is written.
  package let transfer: StreamTransfer
  /// The colours of red, green and blue.
  package let primaries: StreamPrimaries
  /// The light of what is white in sRGB and in films of SDR, in cd/m²: 1 to 10,000. It says
  /// something where the transfer is PQ or HLG, and is ``white`` elsewhere.
  let graphicsWhite: Double

  /// The light of graphics white in cd/m² (ITU-R BT.2408).
  package static let white = 203.0

  /// What a stream of HDTV is.
  package static let standard = StreamLight(transfer: .bt709, primaries: .bt709)

  /// What pictures, text and colours are.
  static let graphics = StreamLight(transfer: .srgb, primaries: .bt709)

  /// Graphics white is that of ITU-R BT.2408 unless it is given.
  package init(
    transfer: StreamTransfer, primaries: StreamPrimaries, graphicsWhite: Double = StreamLight.white
  ) {
    self.transfer = transfer
    self.primaries = primaries
    self.graphicsWhite = transfer.isHDR ? min(max(graphicsWhite, 1), 10_000) : Self.white
  }

  /// What pictures of PQ and HLG become in such a stream.
  var pictures: PictureTarget {
    let isWritten = transfer.isHDR || transfer.isDisplay
    return isWritten
      ? PictureTarget(curve: transfer.curve, gamut: primaries.gamut, white: graphicsWhite)
      : .standard
  }

  /// What must be done to R'G'B' of this light for a stream of another; nil where that is nothing.
  package func change(to target: StreamLight) -> LightChange? {
    let isSameGamut = primaries == target.primaries
    if transfer.isDisplay, target.transfer.isDisplay {
      // What is shown, not what was recorded, is what counts: only the gamut is another one.
      let curve = target.transfer
      return isSameGamut
        ? nil : LightChange(source: curve, target: curve, self, target, gain: 1, isDark: false)
    }
    if transfer == target.transfer, isSameGamut { return nil }
    let (isHDR, toHDR) = (transfer.isHDR, target.transfer.isHDR)
    return LightChange(
      source: transfer, target: target.transfer, self, target,
      gain: toHDR && !isHDR ? target.graphicsWhite / Self.white : 1, isDark: isHDR && !toHDR)
  }
}

/// How R'G'B' of one light becomes that of another.
package struct LightChange: Hashable, Sendable {
  let source: TransferCurve
  let target: TransferCurve
  let sourceGamut: ColorGamut
  let targetGamut: ColorGamut
  /// What light is multiplied by.
  let gain: Double
  /// Whether the target cannot show all of the source's light, so that a tone curve brings it down.
  package let isToneMapped: Bool

  fileprivate init(
    source: StreamTransfer, target: StreamTransfer, _ from: StreamLight, _ to: StreamLight,
    gain: Double, isDark: Bool
  ) {
    (self.source, self.target) = (source.curve, target.curve)
    (sourceGamut, targetGamut) = (from.primaries.gamut, to.primaries.gamut)
    self.gain = gain
    isToneMapped = isDark
  }
}
