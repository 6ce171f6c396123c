import Bytes
import Markup
import Timeline

extension MLTReader {
  /// Markers of a cut, in its own time: Shotcut's, and the guides of Kdenlive.
  func markers(of tractor: MarkupElement) -> [CutMarker] {
    let lists = tractor.all("properties").filter { $0.attributes["name"] == "shotcut:markers" }
    let shotcut = lists.flatMap { $0.all("properties") }.compactMap { marker -> CutMarker? in
      let properties = marker.properties
      guard let frame = frames(properties["start"]) else { return nil }
      return CutMarker(
        name: properties["text"] ?? "", time: rate.seconds(frame), place: marker.place)
    }
    return shotcut + markers(tractor, "kdenlive:sequenceproperties.guides")
  }

  /// The guides of a project of Kdenlive's from before it had several sequences.
  func guides(_ root: MarkupElement) -> [CutMarker] {
    let bin = root.all("playlist").first { $0.attributes["id"] == "main_bin" }
    let isOld = services.values.allSatisfy {
      $0.name != "tractor" || $0.properties["kdenlive:sequenceproperties.guides"] == nil
    }
    return isOld ? bin.map { markers($0, "kdenlive:docproperties.guides") } ?? [] : []
  }

  /// Kdenlive's markers in a property: JSON with their frames.
  func markers(_ element: MarkupElement, _ name: String) -> [CutMarker] {
    guard let property = element.all("property").first(where: { $0.attributes["name"] == name }),
      let text = property.words
    else { return [] }
    let list = JSONSource.parse(SourceText(name: "", text: text), as: .timeline).root?.elements
    return (list ?? []).compactMap { item in
      func member(_ key: String) -> JSONNode? { item.members?.first { $0.key == key }?.value }
      guard let frame = member("pos")?.rational, frame >= .zero, frame <= Rational(1_000_000_000)
      else { return nil }
      return CutMarker(
        name: member("comment")?.string ?? "", time: rate.seconds(frame), place: property.place)
    }
  }

  /// Gives the markers of a cut to the clips of its first pictures.
  mutating func attach(_ markers: [CutMarker], to cut: inout CutTimeline) {
    guard let index = cut.tracks.firstIndex(where: { $0.kind == .picture }) else {
      return cut.markers += markers
    }
    for marker in markers { cut.tracks[index].attach(marker, &log) }
  }
}
