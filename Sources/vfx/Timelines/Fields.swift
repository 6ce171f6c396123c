import Clips
import Filters
import Shell
import Timeline
import Y4M

/// What happens to the fields of interlaced films.
///
/// Films are drawn as progressive frames, so their fields stay intact only where frames keep their
/// lines; the header then says so, and layers are drawn at the times of both fields. Otherwise a
/// warning says what to do.
struct Fields {
  /// How the lines of the output follow in time.
  let output: Interlacing
  /// When layers are drawn in the lines of each; nil where frames are drawn as whole pictures.
  let times: FieldTimes?
  /// The first thing that does fields harm.
  let warning: (message: String, place: Range<Int>)?

  /// A film of the main track.
  private struct Film {
    let name: String
    let place: Range<Int>
    let interlacing: Interlacing
    let isInput: Bool
    /// Why fields do not last; nil where they do.
    let harm: String?

    /// How the lines of an output follow in time that has this film's.
    var output: Interlacing {
      if interlacing.isInterlaced { return harm == nil ? interlacing : .progressive }
      return isInput ? interlacing : .progressive
    }
  }

  init(_ plan: Scene.Plan, _ renderer: Renderer) {
    let films = plan.document.clips.indices.compactMap { Self.film($0, plan, renderer) }
    let leading = films.first { $0.isInput } ?? films.first
    // A film that is seen in layers alone is drawn as whole pictures.
    output = leading?.output ?? .progressive
    times = FieldTimes(output, rate: plan.rate)
    if let (film, reason) = Self.harm(films, leading) {
      warning = (Self.message(film.name, reason), film.place)
    } else {
      warning = Self.layerHarm(plan, leading, output, renderer)
    }
  }

  private static let scaled = "its frames are scaled or turned as if it were progressive"

  private static func film(_ index: Int, _ plan: Scene.Plan, _ renderer: Renderer) -> Film? {
    let clip = plan.document.clips[index]
    guard let source = plan.footage.sources[clip.feed], let interlacing = source.interlacing,
      let format = source.format
    else { return nil }
    var harm: String?
    if !clip.effects.isEmpty { harm = "its effects are drawn as if it were progressive" }
    if clip.media.isReversed || clip.media.isPingPong {
      harm = "played backwards, its fields are in the wrong order"
    }
    if !renderer.keepsLines(ofClip: index, format) { harm = scaled }
    let isInput = if case .stdin = source { true } else { false }
    return Film(
      name: clip.media.source.name, place: clip.media.place, interlacing: interlacing,
      isInput: isInput, harm: harm)
  }

  /// The first film of the main track whose fields do not last.
  private static func harm(_ films: [Film], _ leading: Film?) -> (film: Film, reason: String)? {
    guard let leading else { return nil }
    for film in films where film.interlacing.isInterlaced {
      if let harm = film.harm { return (film, harm) }
      if film.interlacing != leading.interlacing {
        let isOther = leading.interlacing.isInterlaced ? "has another field order" : "is not"
        return (film, "\(leading.name), which the output follows, \(isOther)")
      }
    }
    guard leading.interlacing.isInterlaced,
      let other = films.first(where: { $0.interlacing == .progressive })
    else { return nil }
    return (leading, "\(other.name), which is shown as well, is progressive")
  }

  /// What layers do to fields.
  private static func layerHarm(
    _ plan: Scene.Plan, _ leading: Film?, _ output: Interlacing, _ renderer: Renderer
  ) -> (message: String, place: Range<Int>)? {
    for (number, feed) in plan.document.feeds.enumerated()
    where feed.layerRange != nil || !feed.within.isEmpty {
      guard plan.footage.sources[number]?.interlacing?.isInterlaced == true else { continue }
      return (
        message(
          feed.media.source.name,
          "as a \(feed.part ?? "layer") it is drawn as if it were progressive"),
        feed.media.place
      )
    }
    guard let leading, leading.interlacing.isInterlaced, let layer = plan.document.layers.first
    else { return nil }
    if output != .mixed {
      guard let mixer = renderer.fieldMixer else { return nil }
      let reason = "\(mixer.name) works across its fields"
      return (message(leading.name, reason), mixer.place)
    }
    return (
      message(leading.name, "layers are drawn on it as if it were progressive"),
      leading.place.isEmpty ? layer.place : leading.place
    )
  }

  private static func message(_ name: String, _ reason: String) -> String {
    "\(name) is interlaced, and \(reason); deinterlace it first, for example with ffmpeg -vf bwdif"
  }
}
