import Geometry

extension PathData {
  /// Reads the path data of SVG 1.1 and 2: all commands, absolute and relative, numbers without
  /// separators where they can be told apart, flags of arcs in one piece with what follows.
  ///
  /// No text, or blanks, are data without a command. A number may end in its point, as SVG 1.1 has
  /// it.
  ///
  /// - Throws: what is wrong at the first place that breaks the grammar.
  package init(parsing text: String) throws(PathDataError) {
    var parser = PathParser(text)
    try parser.parse()
    self.init(parser.commands)
  }

  /// Reads path data up to the first place that breaks the grammar, as SVG draws it.
  package init(upToFaultIn text: String) {
    var parser = PathParser(text)
    try? parser.parse()
    self.init(parser.commands)
  }
}

/// Reads the commands of path data.
private struct PathParser {
  private var scanner: PathScanner
  private(set) var commands: [PathData.Command] = []
  /// Where the pen is, and where the contour began.
  private var place = Vector(0, 0)
  private var start = Vector(0, 0)
  /// The last control point, for a curve that goes on smoothly after one of its own kind.
  private var cubicControl: Vector?
  private var quadraticControl: Vector?

  init(_ text: String) { scanner = PathScanner(text) }

  mutating func parse() throws(PathDataError) {
    scanner.skipBlanks()
    while let byte = scanner.next {
      let position = scanner.position
      let letter = scanner.character
      let range = position..<position + letter.utf8.count
      guard let kind = Kind(rawValue: byte | 0x20), byte >= 0x41 else {
        if scanner.isAtNumber, case .close? = commands.last {
          throw PathDataError(fault: .numberAfterClose, range: range)
        }
        throw PathDataError(
          fault: byte == UInt8(ascii: ",")
            ? .strayComma
            : commands.isEmpty && scanner.isAtNumber ? .missingMove : .unknownCharacter(letter),
          range: range)
      }
      if commands.isEmpty, kind != .move {
        throw PathDataError(fault: .missingMove, range: range)
      }
      scanner.pass()
      scanner.skipBlanks()
      try take(kind, letter, isRelative: byte & 0x20 != 0)
      scanner.skipBlanks()
    }
  }

  /// The commands by their small letters.
  private enum Kind: UInt8 {
    case move = 0x6D
    case line = 0x6C
    case horizontal = 0x68
    case vertical = 0x76
    case cubic = 0x63
    case smoothCubic = 0x73
    case quadratic = 0x71
    case smoothQuadratic = 0x74
    case arc = 0x61
    case close = 0x7A
  }

  /// Takes a command and what repeats it.
  private mutating func take(
    _ kind: Kind, _ letter: String, isRelative: Bool
  ) throws(PathDataError) {
    guard kind != .close else {
      commands.append(.close)
      place = start
      (cubicControl, quadraticControl) = (nil, nil)
      return
    }
    var kind = kind
    while true {
      try takeOnce(kind, letter, from: isRelative ? place : Vector(0, 0))
      // Points behind the first of a move are lines.
      if kind == .move { kind = .line }
      let comma = scanner.skipSeparator()
      if scanner.isAtNumber { continue }
      if let comma {
        throw PathDataError(fault: .strayComma, range: comma..<comma + 1)
      }
      return
    }
  }

  private mutating func takeOnce(
    _ kind: Kind, _ letter: String, from origin: Vector
  ) throws(PathDataError) {
    var (cubic, quadratic): (Vector?, Vector?)
    switch kind {
    case .move:
      place = origin + (try point(letter))
      start = place
      commands.append(.move(place))
    case .line: line(to: origin + (try point(letter)))
    case .horizontal: line(to: Vector(origin.x + (try number(letter)), place.y))
    case .vertical: line(to: Vector(place.x, origin.y + (try number(letter))))
    case .cubic, .smoothCubic:
      let first =
        kind == .cubic
        ? origin + (try point(letter)) : cubicControl.map { place * 2 - $0 } ?? place
      if kind == .cubic { try separate(letter) }
      let second = origin + (try point(letter))
      try separate(letter)
      place = origin + (try point(letter))
      cubic = second
      commands.append(.cubic(first, second, place))
    case .quadratic, .smoothQuadratic:
      let control =
        kind == .quadratic
        ? origin + (try point(letter)) : quadraticControl.map { place * 2 - $0 } ?? place
      if kind == .quadratic { try separate(letter) }
      place = origin + (try point(letter))
      quadratic = control
      commands.append(.quadratic(control, place))
    case .arc:
      let arc = try arc(letter)
      place = origin + (try point(letter))
      commands.append(.arc(arc, place))
    case .close: break
    }
    (cubicControl, quadraticControl) = (cubic, quadratic)
  }

  private mutating func line(to point: Vector) {
    place = point
    commands.append(.line(point))
  }

  // MARK: Numbers

  private mutating func number(_ letter: String) throws(PathDataError) -> Double {
    guard scanner.isAtNumber else {
      throw PathDataError(
        fault: .missingNumber(command: letter),
        range: scanner.position..<scanner.position + scanner.character.utf8.count)
    }
    return try scanner.number()
  }

  private mutating func point(_ letter: String) throws(PathDataError) -> Vector {
    let x = try number(letter)
    try separate(letter)
    return Vector(x, try number(letter))
  }

  private mutating func arc(_ letter: String) throws(PathDataError) -> EllipticalArc {
    let radii = try point(letter)
    try separate(letter)
    let degrees = try number(letter)
    try separate(letter)
    let isLarge = try scanner.flag()
    try separate(letter)
    let isSweeping = try scanner.flag()
    try separate(letter)
    return EllipticalArc(radii: radii, degrees: degrees, isLarge: isLarge, isSweeping: isSweeping)
  }

  /// Passes what stands between two numbers of a command, of which the second has to be there.
  private mutating func separate(_ letter: String) throws(PathDataError) {
    let comma = scanner.skipSeparator()
    guard scanner.isAtNumber else {
      if let comma, scanner.next == nil || scanner.next == UInt8(ascii: ",") {
        throw PathDataError(fault: .strayComma, range: comma..<comma + 1)
      }
      throw PathDataError(
        fault: .missingNumber(command: letter),
        range: scanner.position..<scanner.position + scanner.character.utf8.count)
    }
  }
}
