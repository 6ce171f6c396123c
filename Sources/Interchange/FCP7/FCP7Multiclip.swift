import Markup

extension FCP7Reader {
  /// The camera that a clip of several shows, or whose sound it plays: a clip with tracks as a
  /// sequence has them; nil for other clips.
  ///
  /// Each clip says which angle is active, and the first one that names a camera has it all (Apple's
  /// "Final Cut Pro XML Interchange Format").
  func camera(_ element: MarkupElement, _ kind: CutTrack.Kind) -> MarkupElement? {
    guard let multiclip = element.first("multiclip") else { return nil }
    let own = multiclip.all("angle")
    let angles = own.isEmpty ? definition(multiclip)?.all("angle") ?? [] : own
    func active(_ name: String) -> MarkupElement? {
      angles.first { $0.first(name) != nil && $0.flag(name) != false }
    }
    let seen = active("activevideoangle")
    let angle = kind == .sound ? active("activeaudioangle") ?? seen : seen
    return definition((angle ?? angles.first)?.first("clip"))
  }

  /// When an item begins and ends on its track; one that is alone in a clip need not say it.
  func range(_ element: MarkupElement) -> (start: Int, end: Int)? {
    let (start, end) = (element.integer("start"), element.integer("end"))
    guard isInCamera else {
      guard let start, let end else { return nil }
      return (start, end)
    }
    let first = max(start ?? 0, 0)
    guard let end = end.flatMap({ $0 < 0 ? nil : $0 }) ?? element.integer("duration") else {
      return nil
    }
    return (first, max(end, first))
  }
}
