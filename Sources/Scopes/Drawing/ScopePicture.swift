import Images

/// One of the scopes.
package enum ScopeKind: String, CaseIterable, Hashable, Sendable {
  /// Luma by columns.
  case waveform
  /// Red, green and blue by columns, side by side.
  case parade
  /// Chroma as a plane.
  case vectorscope
  /// How often each level of red, green, blue and luma is found.
  case histogram
}

/// Draws scopes of a frame as one picture.
package struct ScopePicture: Sendable {
  /// The least and the most pixels of a side.
  package static let sides = 240...8192

  let kinds: [ScopeKind]
  /// The unit in which levels are labelled.
  package let unit: ScopeUnit

  /// - Parameters:
  ///   - kinds: what is drawn, in this order; at least one.
  ///   - unit: what levels are written as.
  package init(_ kinds: [ScopeKind], unit: ScopeUnit) {
    self.kinds = kinds.isEmpty ? ScopeKind.allCases : kinds
    self.unit = unit
  }

  /// The scopes in a picture of this size, whose sides are within ``sides``.
  package func draw(_ counts: ScopeCounts, width: Int, height: Int) -> Picture {
    var canvas = ScopeCanvas(width: width, height: height, ScopeStyle.background)
    let boxes = ScopeLayout.boxes(kinds.count, width: width, height: height)
    let size = boxes.map { ($0.width, $0.height) }.min { $0.0 * $0.1 < $1.0 * $1.1 }
    let style = ScopeStyle(
      width: (size?.0 ?? width) * 2, height: (size?.1 ?? height) * 2)
    let numbers = ScopeNumbers(counts)
    for (kind, box) in zip(kinds, boxes) {
      let panel = ScopePanel(box: box, counts: counts, numbers: numbers, unit: unit, style: style)
      switch kind {
      case .waveform: panel.drawWaveform(&canvas)
      case .parade: panel.drawParade(&canvas)
      case .vectorscope: panel.drawVectorscope(&canvas)
      case .histogram: panel.drawHistogram(&canvas)
      }
    }
    return canvas.picture
  }
}
