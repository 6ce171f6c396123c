import Bytes
import Y4M

/// Finds samples that changed where nothing should have been drawn.
package struct UntouchedSamples {
  private let allowed: [Box]

  /// - Parameter allowed: the parts of the picture that may have changed.
  package init(allowed: [Box]) { self.allowed = allowed }

  /// What changed in one plane outside the allowed boxes.
  package struct Change: Hashable, Sendable, CustomStringConvertible {
    /// Which plane changed.
    package let role: PlaneRole
    /// Samples that changed.
    package let count: Int
    /// The first of them.
    package let x: Int
    /// The row of the first of them, in samples of its plane.
    package let y: Int

    package var description: String {
      let plane =
        switch role {
        case .luma: "Y"
        case .blue: "Cb"
        case .red: "Cr"
        case .alpha: "alpha"
        }
      let samples = counted(count, "sample")
      return "\(samples) of \(plane) changed where nothing was on, the first at \(x),\(y)"
    }
  }

  /// The changes between two frames of one format, plane by plane.
  package func changes(from before: Frame, to after: Frame) -> [Change] {
    let format = before.format
    return format.planes.enumerated().compactMap { index, layout in
      let boxes = allowed.filter { !$0.isEmpty }.map { layout.box(covering: $0) }
      var count = 0
      var first = (x: 0, y: 0)
      let rowBytes = layout.width * format.sampleBytes
      for y in 0..<layout.height {
        let start = layout.offset + y * rowBytes
        let (old, new) = (
          before.bytes[start..<start + rowBytes], after.bytes[start..<start + rowBytes]
        )
        if old.elementsEqual(new) { continue }
        for x in 0..<layout.width where differs(before, after, start, x) {
          let isAllowed = boxes.contains { box in
            (box.x..<box.maxX).contains(x) && (box.y..<box.maxY).contains(y)
          }
          if isAllowed { continue }
          if count == 0 { first = (x, y) }
          count += 1
        }
      }
      guard count > 0 else { return nil }
      return Change(role: format.roles[index], count: count, x: first.x, y: first.y)
    }
  }

  private func differs(_ before: Frame, _ after: Frame, _ start: Int, _ x: Int) -> Bool {
    let size = before.format.sampleBytes
    return (0..<size).contains { part in
      before.bytes[start + x * size + part] != after.bytes[start + x * size + part]
    }
  }
}
