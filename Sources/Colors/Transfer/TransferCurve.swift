import Bytes

/// How light is written as a signal.
///
/// Light 1 is white of a display for ``bt709`` to ``linear``, 10,000 cd/m² for ``pq``, the largest
/// light of the scene for ``hlg``, and for cameras' curves what a perfect white reflects: grey is
/// 0.18. Signal 0 to 1 is the whole range of numbers for cameras' curves, 0 to 1023 in 10 bits, and
/// for the others that from black to white. What lies beyond these goes on.
package enum TransferCurve: String, CaseIterable, Hashable, Sendable {
  /// A display of ITU-R BT.1886 with a black of 0: a power of 2.4, of which ``gamma24`` is another
  /// name.
  case bt709
  /// The curve of a camera of ITU-R BT.709 and BT.2020, which no display undoes.
  case bt709Camera = "bt709-camera"
  case srgb
  case gamma22
  case gamma24
  case linear
  /// SMPTE ST 2084.
  case pq
  /// ITU-R BT.2100 HLG, light being that of the scene.
  case hlg
  case sLog3 = "slog3"
  /// ARRI LogC3 at EI 800.
  case logC3 = "logc3"
  case logC4 = "logc4"
  case vLog = "vlog"
  case cLog = "clog"
  case cLog2 = "clog2"
  case cLog3 = "clog3"
  case nLog = "nlog"
  case appleLog = "apple-log"
  case fLog = "flog"
  case fLog2 = "flog2"
  case dLog = "dlog"
  /// RED's Log3G10, version 3.
  case log3G10 = "log3g10"
  case davinciIntermediate = "davinci-intermediate"
  case acesCCT = "acescct"

  /// The signal of a light; of no number, no number.
  package func encode(_ light: Double) -> Double { shape.encode(light) }

  /// The light of a signal; of no number, no number.
  package func decode(_ signal: Double) -> Double { shape.decode(signal) }

  var shape: TransferShape {
    switch self {
    case .bt709, .gamma24: .power(2.4)
    case .bt709Camera: .toePower(ToePower(cut: 0.018, slope: 4.5, scale: 1.099, gamma: 1 / 0.45))
    case .srgb: .toePower(ToePower(cut: 0.0031308, slope: 12.92, scale: 1.055, gamma: 2.4))
    case .gamma22: .power(2.2)
    case .linear: .linear
    case .pq: .perceptual
    case .hlg: .hybrid
    case .nLog: .cubic
    case .appleLog: .square
    default: .logarithm(logarithm)
    }
  }

  /// The cameras' curves that are a logarithm with a straight line below it, as their makers
  /// publish them.
  private var logarithm: LogarithmCurve {
    switch self {
    case .sLog3:
      .ten(
        261.5 / 1023, 1 / 0.19, 0.01 / 0.19, 420 / 1023, cut: 0.01125,
        line: (76.2102946929 / 0.01125 / 1023, 95 / 1023))
    case .logC3:
      .ten(0.247190, 5.555556, 0.052272, 0.385537, cut: 0.010591, line: (5.367655, 0.092809))
    case .logC4: Self.logC4Curve
    case .vLog: .ten(0.241514, 1, 0.00873, 0.598206, cut: 0.01, line: (5.6, 0.125))
    case .cLog: .ten(0.45310179, 10.1596 / 0.9, 1, 0.12512248, mirroredAt: 0.12512248)
    case .cLog2: .ten(0.24136077, 87.09937546 / 0.9, 1, 0.092864125, mirroredAt: 0.092864125)
    case .cLog3:
      .ten(
        0.36726845, 14.98325 / 0.9, 1, 0.12240537, cut: 0.014 * 0.9,
        line: (1.9754798 / 0.9, 0.12512219), mirroredAt: 0.12512219)
    case .fLog:
      .ten(0.344676, 0.555556, 0.009468, 0.790453, cut: 0.00089, line: (8.735631, 0.092864))
    case .fLog2:
      .ten(0.245281, 5.555556, 0.064829, 0.384316, cut: 0.000889, line: (8.799461, 0.092864))
    case .dLog: .ten(0.256663, 0.9892, 0.0108, 0.584555, cut: 0.0078, line: (6.025, 0.0929))
    case .log3G10:
      // 0.01 is added to light, and the line goes on below that.
      .ten(
        0.224282, 155.975327, 155.975327 * 0.01 + 1, 0, cut: -0.01, line: (15.1927, 0.151927))
    case .davinciIntermediate:
      LogarithmCurve(
        factor: 0.07329248, gain: 1, bias: 0.0075, shift: 7 * 0.07329248, cut: 0.00262409,
        line: (10.44426855, 0))
    default:
      LogarithmCurve(
        factor: 1 / 17.52, gain: 1, bias: 0, shift: 9.72 / 17.52, cut: 0.0078125,
        line: (10.5402377416545, 0.0729055341958355))
    }
  }

  private static let logC4Curve: LogarithmCurve = {
    let gain = (0x1p18 - 16) / 117.45
    let (factor, black) = (928.0 / 1023, 95.0 / 1023)
    let power = Maths.exp2(7 - 14 * black / factor)
    let span = 7 * Maths.log(2) * power / (gain * factor)
    let cut = (Maths.exp2(6 - 14 * black / factor) - 64) / gain
    return LogarithmCurve(
      factor: factor / 14, gain: gain, bias: 64, shift: black - 6 * factor / 14, cut: cut,
      line: (1 / span, -cut / span))
  }()
}
