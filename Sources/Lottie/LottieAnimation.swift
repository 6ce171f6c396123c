import Bytes
import Fonts
import Geometry
import Images
import Plates
import Timeline

/// A Lottie animation, read whole and drawn at any time and size.
///
/// The format is that of the Lottie Animation Community, version 1.0, with what files of After
/// Effects have beyond it. Of values that expressions give, the keys beside these are taken. Every
/// sequence of bytes either makes an animation or throws.
package struct LottieAnimation: Sendable {
  /// The width in pixels that it says it has, at least 1.
  package let width: Int
  /// The height in pixels that it says it has, at least 1.
  package let height: Int
  /// Its frames in a second, more than 0.
  package let rate: Rational
  /// How many frames it lasts, more than 0; it need not be whole.
  package let length: Rational
  /// The kinds of things that it has and that are not drawn, each once.
  package let lacks: [String]
  /// The fonts of letters that the file does not bring, and for which another one is taken.
  package let missingFonts: [String]
  private let first: Double
  private let compositions: [LottieComposition]
  private let pictures: [PlatePicture?]

  /// Whether bytes are those of a file that is thought to be an animation: JSON with layers, packed
  /// or not, or an archive of some.
  package static func isLikely(_ bytes: [UInt8]) -> Bool { LottieContainer.isLikely(bytes) }

  /// What bytes are that begin as an animation does and are none; nil for animations and for all
  /// else.
  package static func name(ofOther bytes: [UInt8]) -> String? {
    LottieContainer.name(ofOther: bytes)
  }

  /// Reads an animation: JSON, JSON packed by gzip as `.tgs`, or a dotLottie archive, whose first
  /// animation counts.
  ///
  /// - Parameter files: gives pictures that lie beside the file, by their names.
  package init(
    parsing bytes: [UInt8], files: (String) -> [UInt8]? = { _ in nil }
  ) throws(LottieError) {
    let container = try LottieContainer(bytes)
    let root = try Self.root(container.json)
    guard root["layers"]?.elements != nil else {
      throw .malformed("there is no list of layers", byte: root.range.lowerBound)
    }
    width = try Self.side(root, "w")
    height = try Self.side(root, "h")
    let rate = root["fr"]?.number ?? 30
    let (first, last) = (root["ip"]?.number ?? 0, root["op"]?.number ?? 0)
    guard rate >= 0.01, rate <= 1_000 else {
      throw .unsupported("it has \(rate) frames a second")
    }
    guard last > first, last - first <= LottieLimits.frames else {
      throw .unsupported("it lasts \(last - first) frames")
    }
    self.rate = Self.rate(rate)
    // Files have whole numbers of frames as fractions of a millionth more.
    let whole = (last - first).rounded()
    length = Rational(
      approximating: (last - first - whole).magnitude < 1e-3 ? max(whole, 1) : last - first)
    self.first = first
    var reader = try LottieReader(root) { container.file($0) ?? files($0) }
    pictures = reader.pictures.map { $0.picture { container.file($0) ?? files($0) } }
    if pictures.contains(where: { $0 == nil }) { reader.note("pictures that can't be read") }
    compositions = reader.compositions
    lacks = reader.lacks
    missingFonts = reader.otherFonts.missing
  }

  /// The picture at a time, drawn at a size.
  ///
  /// - Parameters:
  ///   - frame: from 0 on, not always whole; between frames, everything is drawn where it is
  ///     between its keys.
  ///   - width: in pixels, at least 1; larger ones than 8192 are made smaller, as are heights.
  package func picture(at frame: Double, width: Int, height: Int) -> Picture {
    drawn(at: frame, width: width, height: height).picture
  }

  /// The picture at a time, and how much of a share of what it may cost is left; less than nothing
  /// where what was begun last took more.
  func drawn(
    at frame: Double, width: Int, height: Int, share: Double = 1
  ) -> (picture: Picture, left: Int) {
    let (width, height) = (
      min(max(width, 1), LottieLimits.side), min(max(height, 1), LottieLimits.side)
    )
    var plate = Plate(PixelBox(x: 0, y: 0, width: width, height: height))
    var painter = LayerPainter(
      compositions, pictures, rate: rate.double, LottieBudget(plate.box, share: share))
    painter.draw(
      compositions.count - 1, at: first + min(max(frame, 0), length.double),
      through: .scale(Double(width) / Double(self.width), Double(height) / Double(self.height)),
      on: &plate)
    return (plate.picture, painter.budget.left)
  }

  /// A rate as it is meant: a whole number, or that of a colour television system of 1953, of which
  /// files have a few digits.
  private static func rate(_ rate: Double) -> Rational {
    for divisor in [1000, 1001] {
      let whole = (rate * Double(divisor) / 1000).rounded()
      if whole >= 1, (rate * Double(divisor) / 1000 - whole).magnitude < 1e-3 {
        return Rational(reducing: Int128(whole) * 1000, over: Int128(divisor))
      }
    }
    return Rational(approximating: rate)
  }

  private static func root(_ json: [UInt8]) throws(LottieError) -> JSONNode {
    var diagnostics = Diagnostics()
    let parsed = JSONParser.parse(
      SourceText(name: "", bytes: json), limit: LottieLimits.bytes, reportingTo: &diagnostics)
    // Keys that stand twice are no reason not to draw.
    if let parsed, parsed.root.members != nil, diagnostics.dropped == 0 { return parsed.root }
    let fault = diagnostics.sorted.first { $0.severity == .error }
    throw .malformed(
      fault?.message ?? "the text is no JSON object", byte: fault?.range.lowerBound ?? 0)
  }

  private static func side(_ root: JSONNode, _ key: String) throws(LottieError) -> Int {
    let side = root[key]?.number ?? 0
    guard side >= 1, side <= 65_535 else {
      throw .unsupported("its \(key == "w" ? "width" : "height") is \(side)")
    }
    return Int(side.rounded())
  }
}
