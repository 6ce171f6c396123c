/// Gives every scalar of a paragraph a script to be shaped in (UAX #24, 5).
///
/// Characters that go with any script take that of the text before them, or of the text after where
/// there is none before; a closing bracket takes its opening one's.
enum ScriptResolution {
  /// One script for each scalar; `common` only if there is no other in the whole text.
  static func scripts(of text: [Unicode.Scalar]) -> [Script] {
    var result = [Script](repeating: .common, count: text.count)
    var current: Script?
    var open: [(closing: Unicode.Scalar, script: Script)] = []
    for (index, scalar) in text.enumerated() {
      var script = resolved(scalar, after: current)
      if let bracket = ScalarPairs.brackets[scalar.value] {
        if bracket.opens {
          if open.count < maximumDepth { open.append((bracket.other, script ?? .common)) }
        } else if let match = open.lastIndex(where: { $0.closing == scalar }) {
          if open[match].script != .common { script = open[match].script }
          open.removeSubrange(match...)
        }
      }
      if current == nil, let script {
        for before in 0..<index { result[before] = script }
        for bracket in open.indices { open[bracket].script = script }
      }
      current = script ?? current
      result[index] = current ?? .common
    }
    return result
  }

  /// For each scalar that goes with several scripts, a letter of the one that it is given: the
  /// last before it, or else the next; nil for others, and where there is none.
  ///
  /// What is ASCII is passed over, as hardly a font is without it.
  static func companions(of text: [Unicode.Scalar], scripts: [Script]) -> [Unicode.Scalar?] {
    var result = [Unicode.Scalar?](repeating: nil, count: text.count)
    func fill(_ order: some Sequence<Int>) {
      var letters: [Script: Unicode.Scalar] = [:]
      for index in order where !text[index].isASCII {
        if text[index].script.isShared {
          result[index] = result[index] ?? letters[scripts[index]]
        } else if text[index].properties.isAlphabetic {
          letters[scripts[index]] = text[index]
        }
      }
    }
    fill(text.indices)
    fill(text.indices.reversed())
    return result
  }

  /// How many brackets may be open at a time.
  private static let maximumDepth = 64

  /// The script of a scalar among others; nil if it takes any.
  private static func resolved(_ scalar: Unicode.Scalar, after current: Script?) -> Script? {
    let own = scalar.script
    let listed = Script.extensions(of: scalar)
    if let current, listed.contains(current) { return current }
    guard own.isShared else { return own == .unknown ? current : own }
    // A sign of several scripts says no more than one of none, until a letter comes.
    return listed.count == 1 ? listed.first : current
  }
}
