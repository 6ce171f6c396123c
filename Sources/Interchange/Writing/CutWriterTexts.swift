import Bytes
import Timeline

extension CutWriter {
  /// Writes a layer of subtitles that lasts as long as all.
  mutating func writeSubtitles(_ subtitles: CutSubtitles) {
    let found = finder.source(subtitles.names, at: subtitles.place, &log, canStandIn: false)
    guard let found else { return }
    draft.layers.append([("type", .string("subtitles")), ("source", found)])
  }

  /// The members of a layer of text that say what it shows, and where.
  func text(_ text: CutText, _ look: CutLook) -> TimelineDraft.Members {
    var members: TimelineDraft.Members = [("type", .string("text"))]
    if text.spans.isEmpty {
      members.append(("text", .string(text.text)))
      members += letters(text)
    } else {
      let spans = text.spans.map { span -> JSONText in
        var members = [("text", .string(span.text))] + letters(span)
        if let box = span.background, text.background == nil {
          members.append(("background", .object([("color", .string(box))])))
        }
        return JSONText.object(members)
      }
      members.append(("spans", .array(spans)))
      if text.edge != nil, text.size == nil { members.append(("size", Self.captionSize)) }
    }
    if let background = text.background {
      members.append(
        ("background", .object([("color", .string(background)), ("per", .string("line"))])))
    }
    members.append(("align", .string(text.align ?? "center")))
    if let edge = text.edge {
      members += Self.place(edge)
    } else {
      let place = (look.offset ?? CutCurve(0, 0)).mapped { $0.map { 0.5 + $0 } }
      members.append(
        ("position", spelling.curve(place) { .array($0.map(TimeSpelling.percentage)) }))
      members.append(("anchor", .string("center")))
    }
    if let scale = look.scale {
      members.append(("scale", spelling.curve(scale) { TimeSpelling.number($0.first ?? 1) }))
    }
    if let rotation = look.rotation {
      members.append(("rotation", spelling.curve(rotation) { TimeSpelling.number($0.first ?? 0) }))
    }
    return members
  }
  /// The letters of captions, of which files do not say how large they are.
  private static let captionSize = JSONText.string("5%")

  /// What the letters of a text, or of a piece of it, look like.
  private func letters(_ text: CutText) -> TimelineDraft.Members {
    var members = TimelineDraft.font(text.font)
    if let size = text.size {
      members.append(("size", TimeSpelling.percentage(min(max(size, 0), 10))))
    } else if text.edge != nil {
      members.append(("size", Self.captionSize))
    }
    if text.isBold { members.append(("weight", .string("bold"))) }
    if text.isItalic { members.append(("style", .string("italic"))) }
    if text.isUnderlined { members.append(("underline", .bool(true))) }
    if let color = text.color { members.append(("color", .string(color))) }
    return members
  }

  /// A box at an edge of the picture, in which lines are wrapped.
  private static func place(_ edge: CutText.Edge) -> TimelineDraft.Members {
    let position = [
      CutText.Edge.top: ["50%", "6%"], .bottom: ["50%", "94%"], .left: ["5%", "50%"],
      .right: ["95%", "50%"],
    ]
    let isWide = edge == .top || edge == .bottom
    return [
      ("width", .string(isWide ? "90%" : "40%")),
      ("position", .array((position[edge] ?? []).map(JSONText.string))),
      ("anchor", .string(edge.rawValue)),
    ]
  }
}
