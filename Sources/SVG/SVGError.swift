/// Why a file is no SVG picture that can be drawn.
package enum SVGError: Error, Hashable, Sendable {
  /// What stands there breaks a rule of XML or SVG; lines and columns count from 1.
  case malformed(String, line: Int, column: Int)
  /// A limit that the file goes beyond, or a kind of file that is not read.
  case unsupported(String)
  /// The bytes end before the picture does.
  case truncated(String, line: Int, column: Int)
}

extension SVGError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .malformed(let what, let line, let column), .truncated(let what, let line, let column):
      "\(line):\(column): \(what)"
    case .unsupported(let what): what
    }
  }
}
