import Bytes
import Geometry

/// Reads the lines that ``LetterDrawing`` describes, for one weight.
struct LetterReader {
  private let bytes: [UInt8]
  private var position = 0
  private let weight: LetterWeight
  /// Handles of a quarter oval, as a part of its half axes; 0.5523 is a circle.
  private let fullness = 0.57

  init(_ line: Substring, weight: LetterWeight) {
    bytes = Array(line.utf8)
    self.weight = weight
  }

  /// The drawing, or nil when the line breaks the notation, which tests rule out.
  mutating func drawing() -> LetterDrawing? {
    guard let name = word(),
      let scalar = String(decoding: name, as: UTF8.self).unicodeScalars.first,
      let letter = word()?.first, let letterCase = LetterCase(rawValue: letter),
      let width = number(), let left = side(), let right = side()
    else { return nil }
    var drawing = LetterDrawing(
      character: scalar, letterCase: letterCase, width: width,
      growth: letterCase == .figure ? 0.75 : 1, pen: 1, left: left, right: right, strokes: [],
      dots: [], turningHeight: nil)
    if take(0x40) { drawing.growth = number() ?? 1 }  // @
    if take(0x26) { drawing.pen = number() ?? 1 }  // &
    if take(0x25) { drawing.turningHeight = number() }  // %
    while skipBlanks(), position < bytes.count {
      guard stroke(into: &drawing) else { return nil }
    }
    return drawing
  }

  private mutating func stroke(into drawing: inout LetterDrawing) -> Bool {
    var skeleton = Skeleton()
    var here = Vector(0, 0)
    var width = 1.0
    var ends: (first: Skeleton.End?, last: Skeleton.End?) = (nil, nil)
    while skipBlanks(), position < bytes.count {
      let command = bytes[position]
      position += 1
      if command == 0x3B { break }  // ;
      switch command {
      case 0x5A:  // Z
        skeleton.isClosed = true
        continue
      case 0x4D:  // M
        guard let point = point() else { return false }
        here = point
        width = penWidth(otherwise: 1)
        ends.first = ending()
        continue
      case 0x4F:  // O
        guard let center = point(), let size = number() else { return false }
        drawing.dots.append((center, size))
        continue
      default: break
      }
      guard var segment = segment(command, from: here) else { return false }
      segment.startWidth = width
      width = penWidth(otherwise: 1)
      segment.endWidth = width
      ends.last = ending()
      skeleton.segments.append(segment)
      here = segment.end
    }
    guard let first = skeleton.segments.first, let last = skeleton.segments.last else {
      return true
    }
    skeleton.ends = (
      ends.first ?? (first.controls == nil ? .flush : .blunt),
      ends.last ?? (last.controls == nil ? .flush : .blunt)
    )
    drawing.strokes.append(skeleton)
    return true
  }

  private mutating func segment(_ command: UInt8, from here: Vector) -> Skeleton.Segment? {
    var controls: (Vector, Vector)?
    if command == 0x43 {  // C
      guard let first = point(), let second = point() else { return nil }
      controls = (first, second)
    }
    guard let end = point() else { return nil }
    switch command {
    case 0x4C, 0x43: break  // L, C
    case 0x48:  // H
      controls = (
        Vector(here.x + (end.x - here.x) * fullness, here.y),
        Vector(end.x, end.y + (here.y - end.y) * fullness)
      )
    case 0x56:  // V
      controls = (
        Vector(here.x, here.y + (end.y - here.y) * fullness),
        Vector(end.x + (here.x - end.x) * fullness, end.y)
      )
    default: return nil
    }
    return .init(start: here, controls: controls, end: end, startWidth: 1, endWidth: 1)
  }

  // MARK: - Words

  /// Always true, so that it can stand in a condition.
  private mutating func skipBlanks() -> Bool {
    while position < bytes.count, bytes[position] == 0x20 { position += 1 }
    return true
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    _ = skipBlanks()
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func word() -> [UInt8]? {
    _ = skipBlanks()
    let start = position
    while position < bytes.count, bytes[position] != 0x20 { position += 1 }
    return position > start ? Array(bytes[start..<position]) : nil
  }

  private mutating func side() -> LetterDrawing.Side? {
    if let number = number() { return .room(number) }
    return word()?.first.map { .named($0) }
  }

  private mutating func point() -> Vector? {
    guard let x = number(), let y = number() else { return nil }
    return Vector(x, y)
  }

  private mutating func penWidth(otherwise: Double) -> Double {
    if take(0x7E) { return weight.joint }  // ~
    if take(0x2A) { return number() ?? otherwise }  // *
    return otherwise
  }

  private mutating func ending() -> Skeleton.End? {
    if take(0x21) { return .blunt }  // !
    if take(0x5F) { return .flush }  // _
    if take(0x5E) { return .apex }  // ^
    if take(0x3D) { return .level }  // =
    if take(0x7C) { return .upright }  // |
    return nil
  }

  /// A number with what is added to it as letters grow heavier.
  private mutating func number() -> Double? {
    guard let base = plainNumber() else { return nil }
    guard position < bytes.count, bytes[position] == 0x2B || bytes[position] == 0x2D else {
      return base
    }
    let start = position
    if bytes[position] == 0x2B { position += 1 }
    guard let part = plainNumber(), position < bytes.count, bytes[position] == 0x67 else {  // g
      position = start
      return base
    }
    position += 1
    return base + part * weight.growth
  }

  private mutating func plainNumber() -> Double? {
    _ = skipBlanks()
    var index = position
    let isNegative = index < bytes.count && bytes[index] == 0x2D
    if isNegative { index += 1 }
    var value = 0.0
    var scale = 0.0
    var digits = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x2E, scale == 0 {
        scale = 1
      } else if byte.isDigit {
        value = value * 10 + Double(byte - 0x30)
        scale *= 10
        digits += 1
      } else {
        break
      }
      index += 1
    }
    guard digits > 0 else { return nil }
    position = index
    return (isNegative ? -value : value) / (scale > 1 ? scale : 1)
  }
}
