import Bytes
import Colors
import Geometry

/// One layer of a composition.
struct LottieLayer: Sendable {
  /// What it shows.
  enum Content: Sendable {
    /// Nothing itself; others hang on it.
    case nothing
    case solid(width: Double, height: Double, color: LottieColor)
    /// A picture, by its number among those of the file.
    case picture(Int)
    /// Another composition, by its number, with the time in it in seconds where that is given.
    case composition(Int, width: Double, height: Double, remap: LottieTrack?)
    case shapes([LottieItem])
    /// Texts, each from a frame on.
    case texts([LottieText])
  }

  let content: Content
  let transform: LottieTransform
  /// The frames in which it is seen: from the first up to the second.
  let frames: Range<Double>
  /// The frame at which its own time begins, and how many frames one of its own lasts.
  let start: Double
  let stretch: Double
  /// The number by which others name it, and that of the layer on which it hangs.
  let number: Int?
  let parent: Int?
  let masks: [LottieMask]
  let matte: LottieMatte?
  /// What becomes of its picture, in this order, and the styles that are drawn then.
  let effects: [LottieEffect]
  let styles: [LottieEffect]
  /// Whether it is only another layer's matte.
  var isMatte: Bool
  let isHidden: Bool
  let blend: BlendMode

  /// Whether it is seen at a frame.
  func isSeen(at frame: Double) -> Bool { frames.contains(frame) }
}

/// Where a layer is seen, by another layer.
struct LottieMatte: Sendable {
  let byLuma: Bool
  let isInverted: Bool
  /// The layer's number; nil for the one above.
  let layer: Int?
}

/// An area to which a layer is limited, or which is taken out of it.
struct LottieMask: Sendable {
  enum Mode: String, Sendable {
    case add = "a"
    case subtract = "s"
    case intersect = "i"
    case lighten = "l"
    case darken = "d"
    case difference = "f"

    /// Whether a layer whose first mask is of this mode is seen nowhere without it.
    var startsEmpty: Bool { self == .add || self == .lighten || self == .difference }
  }

  let mode: Mode
  let isInverted: Bool
  let path: LottieTrack
  let opacity: LottieTrack
  /// By how much the area is wider than its path, in units of the layer.
  let expansion: LottieTrack
  /// How wide the edge is, across and down, half of it outside; nil for a sharp one.
  let feather: LottieTrack?
}

/// A colour, from 0 to 1, not multiplied by its alpha.
struct LottieColor: Hashable, Sendable {
  var red: Double
  var green: Double
  var blue: Double

  /// A colour of numbers from 0 on.
  ///
  /// - Parameter whole: what is all of red, green or blue.
  init(_ numbers: [Double], whole: Double = 1) {
    let parts = Array((numbers + [0, 0, 0]).prefix(3))
    func part(_ index: Int) -> Double { min(max(parts[index] / whole, 0), 1) }
    (red, green, blue) = (part(0), part(1), part(2))
  }

  /// A colour as `#rrggbb`; black for what is none.
  init(hex text: String) {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    let value = digits.utf8.count == 6 ? UInt32(digits, radix: 16) ?? 0 : 0
    self.init([16, 8, 0].map { Double(value >> $0 & 255) / 255 })
  }
}

/// Layers, the uppermost first.
struct LottieComposition: Sendable {
  var layers: [LottieLayer] = []
  /// The places of layers by their numbers.
  var places: [Int: Int] = [:]

  /// The layer with a number.
  subscript(number: Int?) -> LottieLayer? {
    number.flatMap { places[$0] }.map { layers[$0] }
  }
}
