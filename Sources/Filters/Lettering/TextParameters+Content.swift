import Timeline

// What a text layer shows.
extension TextParameters {
  static let text = Setting<ShownText>(
    "text", default: ShownText(""), "What is shown, as it stands; a newline begins a line.")
  static let spans = ParameterGroups(
    "spans", [spanText] + span + [spanBackground],
    "In place of `text`: pieces of text, each with what it wants to have otherwise than the layer.")
  private static let spanText = Setting<ShownText>(
    "text", default: ShownText(""), required: true, "What is shown.")
  static let template = Setting<Bool>(
    "template", default: false,
    "Whether the text has places such as `${name}`, which show texts of the timeline's `vars`, and "
      + "`${frame}`, `${time}`, `${seconds}` and `${timecode}`.")
}
