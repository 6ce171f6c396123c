import Filters
import Options
import Timeline

/// The pages of help on what pictures a timeline may hold.
package let pictureTopics: [Topic] =
  [timelineTopic] + overviews + [easingTopic] + layerPages + effectPages + lookPages
  + transitionPages

/// The pages of help on what sounds a timeline may hold.
package let soundTopics: [Topic] =
  [timelineTopic] + soundOverviews + [easingTopic] + soundEffectPages

/// The pages of help on single words of timelines: keys, what they take, and easings.
let wordTopics: [Topic] = {
  let index = KeyIndex(Language.vocabulary)
  func topics(_ pages: [KeyIndex.Page], _ group: String) -> [Topic] {
    pages.map {
      Topic($0.name, group: group, summary: $0.summary, aliases: $0.aliases, text: $0.text)
    }
  }
  return topics(index.easings, "Easings") + topics(index.keys, "Keys")
    + topics(index.words, "Words") + recipeTopics
}()

private let timelineTopic = Topic(
  "timeline", group: "Timelines", summary: "what a timeline contains, and how times are written",
  text: timelinePage)

private let easingTopic = Topic(
  "easing", group: "Timelines", summary: "the names of easings", text: DeclarationHelp.easings)

private let clipTopic = Topic(
  "clip", group: "Timelines", summary: Language.vocabulary.clip.summary.withoutStop,
  text: DeclarationHelp.text(of: Language.vocabulary.clipPage, kind: "timeline") + "\n"
    + DeclarationHelp.overview(
      of: Language.vocabulary.generators, heading: "Generated sources"))

/// Pages that list what there is of a kind.
private let overviews: [Topic] = {
  let vocabulary = Language.vocabulary
  return [
    Topic(
      "canvas", group: "Timelines", summary: vocabulary.canvas.summary.withoutStop,
      text: DeclarationHelp.text(of: vocabulary.canvas, kind: "timeline")),
    clipTopic,
    Topic(
      "transition", group: "Timelines", summary: "the transitions, and what every transition takes",
      text: DeclarationHelp.overview(of: vocabulary.transitions, heading: "Transitions") + "\n"
        + DeclarationHelp.text(of: vocabulary.transitionCommon, heading: "Every transition takes")),
    Topic(
      "layer", group: "Timelines", summary: "the kinds of layers, and what every layer takes",
      text: DeclarationHelp.overview(of: vocabulary.layers, heading: "Kinds of layers") + "\n"
        + DeclarationHelp.text(
          of: vocabulary.pictureKeys + vocabulary.layerChanges,
          heading: "Every layer with a picture takes")),
    Topic(
      "effect", group: "Timelines", summary: "the effects, and what every effect takes",
      text: DeclarationHelp.families(of: vocabulary.effects) + "\n"
        + DeclarationHelp.text(of: vocabulary.effectCommon, heading: "Every effect takes")),
  ]
}()

/// The same of sounds.
private let soundOverviews: [Topic] = {
  let vocabulary = Language.vocabulary
  return [
    Topic(
      "audio", group: "Timelines", summary: vocabulary.soundPage.summary.withoutStop,
      text: DeclarationHelp.text(of: vocabulary.soundPage, kind: "timeline")),
    Topic(
      "track", group: "Timelines", summary: vocabulary.trackPage.summary.withoutStop,
      text: DeclarationHelp.text(of: vocabulary.trackPage, kind: "timeline")),
    clipTopic,
    Topic(
      "effect", group: "Timelines", summary: "the effects, and what every effect takes",
      text: DeclarationHelp.overview(of: vocabulary.soundEffects, heading: "Effects") + "\n"
        + DeclarationHelp.text(of: vocabulary.soundEffectCommon, heading: "Every effect takes")),
  ]
}()

private let soundEffectPages = Language.vocabulary.soundEffects.map { declaration in
  Topic(
    declaration.name, group: "Effects", summary: declaration.summary.withoutStop,
    aliases: declaration.names.words, text: DeclarationHelp.text(of: declaration, kind: "effect"))
}

private let layerPages = Language.vocabulary.layers.map { declaration in
  Topic(
    declaration.name, group: "Layers", summary: declaration.summary.withoutStop,
    text: DeclarationHelp.text(of: Language.vocabulary.page(ofLayer: declaration), kind: "layer"))
}

private let effectPages = Language.vocabulary.effects.map { declaration in
  Topic(
    declaration.name, group: "Effects", family: declaration.family,
    summary: declaration.summary.withoutStop, aliases: declaration.names.words,
    text: DeclarationHelp.text(of: declaration, kind: "effect")
      + (declaration.name == "look"
        ? "\n" + DeclarationHelp.overview(of: Registry.looks, heading: "Looks") : ""))
}

private let lookPages = Registry.looks.map { look in
  Topic(
    look.name, group: "Looks", summary: look.summary.withoutStop,
    text: DeclarationHelp.text(of: look, kind: "look"))
}

private let transitionPages = Language.vocabulary.transitions.map { declaration in
  Topic(
    declaration.name, group: "Transitions", summary: declaration.summary.withoutStop,
    text: DeclarationHelp.text(
      of: Language.vocabulary.page(ofTransition: declaration), kind: "transition"))
}

private let timelinePage = """
  A timeline is JSON; comments and trailing commas are allowed.

    { "version": 1,
      "canvas": { "size": [1080, 1920], "background": "blur" },
      "layers": [
        { "type": "image", "source": "logo.png", "position": [20, 20], "end": 2 },
        { "type": "effect", "effect": "vortex", "start": 1, "duration": 4 } ] }

  "clips" is the main track; without it, the stream on standard input is.
  Layers are drawn over it in order, the last on top. A layer is on from "start" up
  to, but not including, "end"; "duration" can be given instead of "end".

  A time is a number of seconds or a string: "90f" (frames), "1:02.5", "250ms",
  "1001/30000"; in keyframes also "50%" of the layer's range.

  A value that can be animated is a constant or an animation:
    { "from": 0, "to": 1, "duration": 0.5, "ease": "ease-out" }
    { "keys": [[0, 0], ["50%", 1, "ease-in"], ["100%", 0]], "repeat": "forever" }

  "audio" is the sound, which afx plays.

  vfx help clip, transition, layer, effect, canvas and easing list what there is, and
  afx help audio, track and effect what there is for sound. vfx help KEY explains a
  key such as opacity or mask.invert. vfx check reports errors. With the schema that
  vfx schema prints, an editor completes names.

  """

extension String {
  /// A sentence as half a line.
  fileprivate var withoutStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
