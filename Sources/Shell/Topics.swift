import Options
import Timeline

/// The pages of help on what pictures a timeline may hold.
package let pictureTopics: [Topic] = overviews + layerPages + effectPages + transitionPages

/// Pages that list what there is of a kind.
private let overviews: [Topic] = {
  let vocabulary = Language.vocabulary
  return [
    Topic(
      "timeline", group: "Timelines",
      summary: "what stands in a timeline, and how times are written",
      text: timelinePage),
    Topic(
      "canvas", group: "Timelines", summary: vocabulary.canvas.summary.withoutStop,
      text: HelpText.text(of: vocabulary.canvas, kind: "timeline")),
    Topic(
      "clip", group: "Timelines", summary: vocabulary.clip.summary.withoutStop,
      text: HelpText.text(of: vocabulary.clipPage, kind: "timeline") + "\n"
        + HelpText.overview(of: vocabulary.generators, heading: "Sources that are computed")),
    Topic(
      "transition", group: "Timelines", summary: "the transitions, and what every transition takes",
      text: HelpText.overview(of: vocabulary.transitions, heading: "Transitions") + "\n"
        + HelpText.text(of: vocabulary.transitionCommon, heading: "Every transition takes")),
    Topic(
      "layer", group: "Timelines", summary: "the kinds of layers, and what every layer takes",
      text: HelpText.overview(of: vocabulary.layers, heading: "Kinds of layers") + "\n"
        + HelpText.text(
          of: vocabulary.layerCommon + vocabulary.layerChanges,
          heading: "Every layer with a picture takes")),
    Topic(
      "effect", group: "Timelines", summary: "the effects, and what every effect takes",
      text: HelpText.overview(of: vocabulary.effects, heading: "Effects") + "\n"
        + HelpText.text(of: vocabulary.effectCommon, heading: "Every effect takes")),
    Topic(
      "easing", group: "Timelines", summary: "the names of easings",
      text: HelpText.easings),
  ]
}()

private let layerPages = Language.vocabulary.layers.map { declaration in
  Topic(
    declaration.name, group: "Layers", summary: declaration.summary.withoutStop,
    text: HelpText.text(of: Language.vocabulary.page(ofLayer: declaration), kind: "layer"))
}

private let effectPages = Language.vocabulary.effects.map { declaration in
  Topic(
    declaration.name, group: "Effects", summary: declaration.summary.withoutStop,
    text: HelpText.text(of: declaration, kind: "effect"))
}

private let transitionPages = Language.vocabulary.transitions.map { declaration in
  Topic(
    declaration.name, group: "Transitions", summary: declaration.summary.withoutStop,
    text: HelpText.text(
      of: Language.vocabulary.page(ofTransition: declaration), kind: "transition"))
}

private let timelinePage = """
  A timeline is JSON; comments and trailing commas are allowed.

    { "version": 1,
      "canvas": { "size": [1080, 1920], "background": "blur" },
      "layers": [
        { "type": "image", "source": "logo.png", "position": [20, 20], "end": 2 },
        { "type": "effect", "effect": "vortex", "start": 1, "duration": 4 } ] }

  "clips" are the main track; without it, that is the stream on standard input.
  Layers are drawn over it in order, the last on top. A layer is on from "start" up
  to, but not at, "end"; "duration" may stand instead of "end".

  A time is a number of seconds or a string: "90f" (frames), "1:02.5", "250ms",
  "1001/30000"; in keyframes also "50%" of the layer's range.

  A value that can move is a constant or an animation:
    { "from": 0, "to": 1, "duration": 0.5, "ease": "ease-out" }
    { "keys": [[0, 0], ["50%", 1, "ease-in"], ["100%", 0]], "repeat": "forever" }

  vfx help clip, transition, layer, effect, canvas and easing say what there is;
  vfx check finds what is wrong; vfx schema makes an editor complete the names.

  """

extension String {
  /// A sentence as half a line.
  fileprivate var withoutStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
