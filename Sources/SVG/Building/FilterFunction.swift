import Bytes
import Geometry

/// Filters that are written as functions: Filter Effects Level 1, section 10.
enum FilterFunction {
  /// The first function of a list, and what follows.
  static func next(in text: String) -> (name: String, arguments: String, rest: String)? {
    guard let open = text.firstIndex(of: "(") else { return nil }
    var depth = 0
    for index in text[open...].indices {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      if depth == 0 {
        return (
          String(text[..<open]).trimmed.lowercased(),
          String(text[text.index(after: open)..<index]).trimmed,
          String(text[text.index(after: index)...]).trimmed
        )
      }
    }
    return nil
  }

  /// The steps of a function; nil where it is none.
  static func steps(
    _ name: String, _ arguments: String, color: SVGColor, em: Double
  ) -> [SVGFilterStep]? {
    func step(_ kind: SVGFilterKind) -> [SVGFilterStep] {
      [SVGFilterStep(kind: kind, inputs: [.source], region: nil, isLight: false)]
    }
    func share(most: Double = .infinity) -> Double? {
      if arguments.isEmpty { return 1 }
      guard let share = arguments.share, share >= 0 else { return nil }
      return min(share, most)
    }
    func lines(_ line: SVGTransfer, alpha: SVGTransfer = .identity) -> [SVGFilterStep] {
      step(.transfer([line, line, line, alpha]))
    }
    switch name {
    case "blur":
      if arguments.isEmpty { return step(.blur(Vector(0, 0))) }
      guard let length = SVGLength(arguments), !length.hasShare else { return nil }
      let deviation = length.units(of: 0, em: em)
      guard deviation >= 0 else { return nil }
      return step(.blur(Vector(deviation, deviation)))
    case "drop-shadow": return shadow(arguments, color, em).map { step($0) }
    case "brightness": return share().map { lines(.linear(slope: $0, intercept: 0)) }
    case "contrast":
      return share().map { lines(.linear(slope: $0, intercept: 0.5 - 0.5 * $0)) }
    case "invert": return share(most: 1).map { lines(.table([$0, 1 - $0])) }
    case "opacity":
      return share(most: 1).map { lines(.identity, alpha: .linear(slope: $0, intercept: 0)) }
    case "saturate": return share().map { step(.matrix(SVGColorMatrix.saturation($0))) }
    case "grayscale":
      return share(most: 1).map { step(.matrix(SVGColorMatrix.saturation(1 - $0, isFine: true))) }
    case "sepia": return share(most: 1).map { step(.matrix(SVGColorMatrix.sepia($0))) }
    case "hue-rotate":
      let degrees = arguments.isEmpty ? 0 : SVGAngle.degrees(arguments, needsUnit: true)
      return degrees.map { step(.matrix(SVGColorMatrix.hue($0))) }
    default: return nil
    }
  }

  /// A colour before or behind two or three lengths.
  private static func shadow(_ text: String, _ usual: SVGColor, _ em: Double) -> SVGFilterKind? {
    var color = usual
    var lengths: [Double] = []
    var words = StyleScanner.split(text, at: " ").map(\.trimmed).filter { !$0.isEmpty }
    func named(_ word: String) -> SVGColor? {
      word.lowercased() == "currentcolor" ? usual : SVGColor(word)
    }
    if let first = words.first, let own = named(first) {
      color = own
      words.removeFirst()
    } else if let last = words.last, let own = named(last) {
      color = own
      words.removeLast()
    }
    for word in words {
      guard let length = SVGLength(word), !length.hasShare else { return nil }
      lengths.append(length.units(of: 0, em: em))
    }
    guard (2...3).contains(lengths.count) else { return nil }
    let deviation = lengths.count > 2 ? lengths[2] : 0
    guard deviation >= 0 else { return nil }
    return .dropShadow(
      blur: Vector(deviation, deviation), offset: Vector(lengths[0], lengths[1]), color)
  }
}

/// Matrices of colours: Filter Effects Level 1, section 9.6.
enum SVGColorMatrix {
  private static let identity: [Double] = [
    1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0,
  ]

  /// The matrix of an `feSVGColorMatrix`; one that changes nothing where it has no other.
  static func numbers(_ attributes: [String: String]) -> [Double] {
    let values = attributes["values"]?.numberList ?? []
    switch attributes["type"]?.trimmed ?? "matrix" {
    case "saturate":
      guard values.count <= 1 else { return identity }
      let share = values.first ?? 1
      return saturation(max(share, 0))
    case "hueRotate": return hue(values.first ?? 0)
    case "luminanceToAlpha":
      return [Double](repeating: 0, count: 15) + [0.2125, 0.7154, 0.0721, 0, 0]
    default: return values.count == 20 ? values : identity
    }
  }

  /// - Parameter isFine: whether luma has the digits of the function `grayscale()`.
  static func saturation(_ share: Double, isFine: Bool = false) -> [Double] {
    let luma = isFine ? [0.2126, 0.7152, 0.0722] : [0.213, 0.715, 0.072]
    return rows { row, column in
      luma[column] * (1 - share) + (row == column ? share : 0)
    }
  }

  static func hue(_ degrees: Double) -> [Double] {
    let (cosine, sine) = (Maths.cos(degrees * .pi / 180), Maths.sin(degrees * .pi / 180))
    let luma = [0.213, 0.715, 0.072]
    let turn: [[Double]] = [
      [-0.213, -0.715, 0.928], [0.143, 0.140, -0.283], [-0.787, 0.715, 0.072],
    ]
    return rows { row, column in
      luma[column] + cosine * ((row == column ? 1 : 0) - luma[column]) + sine * turn[row][column]
    }
  }

  static func sepia(_ share: Double) -> [Double] {
    let full: [[Double]] = [
      [0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131],
    ]
    return rows { row, column in
      full[row][column] * share + (row == column ? 1 - share : 0)
    }
  }

  private static func rows(_ number: (Int, Int) -> Double) -> [Double] {
    (0..<3).flatMap { row in (0..<3).map { number(row, $0) } + [0, 0] } + [0, 0, 0, 1, 0]
  }
}
