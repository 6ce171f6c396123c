import Bytes
import Markup
import Timeline

extension MLTReader {
  /// Whether a filter writes a file of subtitles over the pictures.
  func isSubtitles(_ filter: MarkupElement) -> Bool {
    ["avfilter.subtitles", "avfilter.ass"].contains(filter.properties["mlt_service"] ?? "")
  }

  /// The subtitles that a filter of a tractor writes; none where it is switched off.
  ///
  /// The file that the filter names is one of Kdenlive's own, which is gone when it ends. It keeps
  /// them beside the project: in files that the sequence lists since version 24, and before in one
  /// that is called like the project.
  mutating func subtitles(
    _ filter: MarkupElement, of tractor: MarkupElement
  ) -> [CutSubtitles] {
    let properties = filter.properties
    guard properties["disable"] != "1" else { return [] }
    var names = listed(tractor.properties)
    if names.isEmpty, properties["internal_added"] == "237",
      MediaName.ending(project) == "kdenlive"
    {
      names = [folder + MediaName.last(project) + ".srt"]
    }
    let own = properties["av.filename"] ?? properties["av.f"] ?? ""
    if !own.isEmpty { names.append(own) }
    guard !names.isEmpty else {
      log.warn("subtitles without a file are not carried over", at: filter.place)
      return []
    }
    if properties["av.force_style"] != nil {
      log.warn("the style of subtitles is not carried over", at: filter.place)
    }
    return [CutSubtitles(names: names, place: filter.place)]
  }

  /// The file of the subtitles that are seen, of those that a sequence of Kdenlive lists.
  private func listed(_ properties: [String: String]) -> [String] {
    let prefix = "kdenlive:sequenceproperties."
    let text = properties[prefix + "subtitlesList"] ?? ""
    let source = SourceText(name: "", text: text)
    let files = JSONSource.parse(source, as: .timeline).root?.elements ?? []
    func member(_ node: JSONNode, _ key: String) -> JSONNode? {
      node.members?.first { $0.key == key }?.value
    }
    let active = properties[prefix + "kdenlive:activeSubtitleIndex"].flatMap { Int($0) }
    let chosen = files.first { member($0, "id")?.rational == active.map { Rational($0) } }
    guard let path = (chosen ?? files.first).flatMap({ member($0, "file") })?.string, !path.isEmpty
    else { return [] }
    return [path.hasPrefix("/") || path.dropFirst().hasPrefix(":") ? path : folder + path]
  }
}
