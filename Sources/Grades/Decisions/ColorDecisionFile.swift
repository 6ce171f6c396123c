import Bytes
import Markup

/// The corrections of a `.cdl`, `.cc` or `.ccc` file, in the order of the file.
///
/// The root may be a `ColorDecisionList`, a `ColorCorrectionCollection` or a single
/// `ColorCorrection`, whatever the file's name ends with. What ASC CDL does not define is left out.
package struct ColorDecisionFile: Sendable {
  /// A correction, and what the file calls it.
  package struct Correction: Hashable, Sendable {
    /// The `id`; nil where there is none, or an empty one.
    package let identifier: String?
    /// What it does.
    package let decision: ColorDecision
  }

  /// All corrections.
  package let corrections: [Correction]

  /// Reads a file. Elements may also be called `SATNode`, `ASC_SOP` and `ASC_SAT`.
  package init(_ bytes: [UInt8]) throws(GradeError) {
    let root: MarkupElement
    do {
      root = try MarkupDocument(bytes).root
    } catch {
      throw GradeError(error)
    }
    let reader = ColorDecisionReader(bytes: bytes)
    corrections = try reader.corrections(in: root)
    if corrections.isEmpty {
      throw reader.error("no ColorCorrection in the file", at: root)
    }
  }

  /// The correction of an `id`, or the one at a place counted from 1, such as `#2`; nil asks for
  /// the only one.
  package func correction(_ identifier: String?) throws(GradeError) -> ColorDecision {
    guard let identifier else {
      guard corrections.count == 1 else {
        throw GradeError(
          .malformed, "the file has \(corrections.count) corrections; name one of \(names)")
      }
      return corrections[0].decision
    }
    let matches = corrections.filter { $0.identifier == identifier }
    if matches.count > 1 {
      let places = corrections.indices.filter { corrections[$0].identifier == identifier }
        .prefix(8).map { "#\($0 + 1)" }
      throw GradeError(
        .malformed,
        "\(matches.count) corrections have the id \(quoted(identifier)); name one of "
          + places.joined(separator: ", "))
    }
    if let match = matches.first { return match.decision }
    if identifier.hasPrefix("#"), let place = Int(identifier.dropFirst()),
      (1...corrections.count).contains(place)
    {
      return corrections[place - 1].decision
    }
    let near = nearestName(to: identifier, in: corrections.compactMap(\.identifier))
    let hint = near.map { "did you mean \(quoted($0))?" } ?? "there are \(names)"
    throw GradeError(.malformed, "no correction has the id \(quoted(identifier)); \(hint)")
  }

  private func quoted(_ name: String) -> String { name.utf8.prefix(80).quotedBytes }

  /// The first few of what corrections are called: by their places where an id is not theirs alone.
  private var names: String {
    let names = corrections.prefix(8).enumerated().map { index, correction in
      let alike = corrections.count { $0.identifier == correction.identifier }
      return alike == 1 ? correction.identifier.map(quoted) ?? "#\(index + 1)" : "#\(index + 1)"
    }
    return names.joined(separator: ", ") + (corrections.count > 8 ? ", ..." : "")
  }
}

/// Finds corrections in elements, and the numbers in these.
private struct ColorDecisionReader {
  /// The greatest number; single precision still tells what it makes of grey.
  private static let most = 1e9

  let bytes: [UInt8]

  func error(_ message: String, at element: MarkupElement) -> GradeError {
    GradeError(.malformed, message, at: element.offset, of: bytes)
  }

  func corrections(
    in root: MarkupElement
  ) throws(GradeError) -> [ColorDecisionFile.Correction] {
    var found: [MarkupElement] = []
    switch root.localName {
    case "ColorCorrection": found = [root]
    case "ColorCorrectionCollection": found = children(root, ["ColorCorrection"])
    case "ColorDecisionList":
      found = children(root, ["ColorDecision"]).flatMap { children($0, ["ColorCorrection"]) }
    default:
      throw error(
        "<\(root.name)> is no ColorCorrection, ColorCorrectionCollection or ColorDecisionList",
        at: root)
    }
    var corrections: [ColorDecisionFile.Correction] = []
    for element in found { corrections.append(try correction(element)) }
    return corrections
  }

  private func children(_ element: MarkupElement, _ names: [Substring]) -> [MarkupElement] {
    element.children.filter { names.contains($0.localName) }
  }

  private func correction(
    _ element: MarkupElement
  ) throws(GradeError) -> ColorDecisionFile.Correction {
    var decision = ColorDecision()
    if let node = try only(element, ["SOPNode", "ASC_SOP"]) {
      decision.slope = try numbers(node, "Slope", in: 0...Self.most)
      decision.offset = try numbers(node, "Offset", in: -Self.most...Self.most)
      decision.power = try numbers(node, "Power", in: .leastNonzeroMagnitude...Self.most)
    }
    if let node = try only(element, ["SatNode", "SATNode", "ASC_SAT"]) {
      let element = try required(node, "Saturation")
      decision.saturation = try values(element, 1, in: 0...Self.most)[0]
    }
    let identifier = element.attributes["id"]
    return ColorDecisionFile.Correction(
      identifier: identifier?.isEmpty == true ? nil : identifier, decision: decision)
  }

  /// The one element of these names, if there is one.
  private func only(
    _ element: MarkupElement, _ names: [Substring]
  ) throws(GradeError) -> MarkupElement? {
    let found = children(element, names)
    guard found.count < 2 else { throw error("a second \(names[0])", at: found[1]) }
    return found.first
  }

  private func required(
    _ element: MarkupElement, _ name: Substring
  ) throws(GradeError) -> MarkupElement {
    guard let found = try only(element, [name]) else {
      throw error("<\(element.name)> has no <\(name)>", at: element)
    }
    return found
  }

  private func numbers(
    _ element: MarkupElement, _ name: Substring, in range: ClosedRange<Double>
  ) throws(GradeError) -> SIMD3<Double> {
    let values = try values(try required(element, name), 3, in: range)
    return SIMD3(values[0], values[1], values[2])
  }

  /// So many numbers, with blanks between them.
  private func values(
    _ element: MarkupElement, _ count: Int, in range: ClosedRange<Double>
  ) throws(GradeError) -> [Double] {
    let words = element.text.utf8.split { $0.isGap || $0 == .lineFeed || $0 == .carriageReturn }
    guard words.count == count else {
      let wanted = count == 1 ? "one number" : "\(count) numbers"
      throw error("\(element.name) has \(words.count) words and not \(wanted)", at: element)
    }
    var values: [Double] = []
    for word in words {
      let letters = Array(word)
      guard let number = DecimalNumber.read(letters, 0, upTo: letters.count),
        number.end == letters.count
      else { throw error("\(letters.prefix(40).quotedBytes) is no number", at: element) }
      guard range.contains(number.value) else {
        let limit =
          number.value.magnitude > Self.most
          ? "beyond 1e9" : range.lowerBound == 0 ? "less than 0" : "0 or less"
        throw error("\(element.name) is \(letters.prefix(40).quotedBytes), \(limit)", at: element)
      }
      values.append(number.value)
    }
    return values
  }
}
