import Timeline

// What a text layer shows.
extension TextParameters {
  static let text = Setting<ShownText>(
    "text", default: ShownText(""), "What is shown, literally; a newline starts a new line.")
  static let spans = ParameterGroups(
    "spans", [spanText] + span + [spanBackground],
    "Instead of `text`: pieces of text, each with the parameters in which it differs from the "
      + "layer.")
  private static let spanText = Setting<ShownText>(
    "text", default: ShownText(""), required: true, "What is shown.")
  static let template = Setting<Bool>(
    "template", default: false,
    "Whether `${name}` in the text shows a text of the timeline's `vars`, and `${frame}`, "
      + "`${time}`, `${seconds}` and `${timecode}` the frame's; `${countdown}` and `${remaining}` are what "
      + "is left of the layer.")
}
