import Timeline

/// The picture files of a timeline's layers, found without any of them.
package enum PictureFiles {
  /// A file that a layer shows.
  package struct Use: Sendable {
    /// The file's name in the timeline.
    package let path: Path
    /// When the layer is on, and the groups around it are.
    package let range: TimeRange
  }

  /// All uses in a timeline's layers, and in the timelines that its clips and layers play.
  package static func uses(in document: Document) -> [Use] {
    let played = document.clips.map(\.media) + document.films.map(\.media)
    return uses(in: document.layers) + played.flatMap { uses(inSourceOf: $0) }
  }

  /// All uses in the timeline that is played, if it is one, and in those that are played there,
  /// each in its own time.
  package static func uses(inSourceOf media: MediaUse) -> [Use] {
    media.source.timeline.map { uses(in: $0.document) } ?? []
  }

  /// All uses, in the order of the layers.
  package static func uses(in layers: [Layer]) -> [Use] { uses(in: layers, within: nil) }

  private static func uses(in layers: [Layer], within outer: TimeRange?) -> [Use] {
    layers.flatMap { layer -> [Use] in
      guard let range = outer.map({ layer.range.intersection($0) }) ?? layer.range else {
        return []
      }
      let inner = layer.children + (layer.matte.map { [$0.layer] } ?? [])
      let children = uses(in: inner, within: range)
      guard layer.kind == ImageLayer.declaration.name else { return children }
      return [Use(path: layer.arguments[ImageLayer.source], range: range)] + children
    }
  }
}
