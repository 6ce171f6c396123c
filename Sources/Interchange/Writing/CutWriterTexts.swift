import Bytes
import Timeline

extension CutWriter {
  /// The members of a layer of text that say what it shows, and where.
  func text(_ text: CutText, _ look: CutLook) -> TimelineDraft.Members {
    var members: TimelineDraft.Members = [("type", .string("text")), ("text", .string(text.text))]
    if let font = text.font { members.append(("font", .string(font))) }
    if let size = text.size {
      members.append(("size", TimeSpelling.percentage(min(max(size, 0), 10))))
    }
    if text.isBold { members.append(("weight", .string("bold"))) }
    if text.isItalic { members.append(("style", .string("italic"))) }
    if let color = text.color { members.append(("color", .string(color))) }
    members.append(("align", .string(text.align ?? "center")))
    let place = (look.offset ?? CutCurve(0, 0)).mapped { $0.map { 0.5 + $0 } }
    members.append(
      ("position", spelling.curve(place) { .array($0.map(TimeSpelling.percentage)) }))
    members.append(("anchor", .string("center")))
    if let scale = look.scale {
      members.append(("scale", spelling.curve(scale) { TimeSpelling.number($0.first ?? 1) }))
    }
    if let rotation = look.rotation {
      members.append(("rotation", spelling.curve(rotation) { TimeSpelling.number($0.first ?? 0) }))
    }
    return members
  }
}
