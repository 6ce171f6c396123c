import Clips
import Filters
import Pipes
import Shell
import Timeline

/// Which files a film is made from, and in which of its frames they are seen.
extension Scene {
  /// The pictures that other programs read and that are seen in some of the output frames, in the
  /// order in which they come.
  func stills(in frames: [Range<Int>]) -> [StillStore.Still] {
    guard let file = request.common.timeline else { return [] }
    var first: [String: Int] = [:]
    for (name, range) in pictureUses {
      let seen = range.shifted(by: -start).frames(rate: rate)
      guard let place = frames.first(where: { $0.overlaps(seen) }) else { continue }
      first[name] = min(first[name] ?? .max, max(place.lowerBound, seen.lowerBound))
    }
    let order = first.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
    return order.compactMap { try? file.still($0.key, request.common.tools) }
      .filter { $0.kind != StillStore.movie }
  }

  /// The files that are seen in some output frames, films among them, in the order of the timeline.
  func pictures(in frames: Range<Int>) -> [String] {
    var seen: Set<String> = []
    return pictureUses.filter { name, range in
      range.shifted(by: -start).frames(rate: rate).overlaps(frames) && seen.insert(name).inserted
    }.map(\.name)
  }

  /// The files that are read whole whichever frames are drawn, as the timeline names them, sorted:
  /// tables of colours, words of captions, fonts, other timelines.
  var wholeFiles: [String] {
    guard let file = request.common.timeline else { return [] }
    let feeds = plan.document.feeds.compactMap(\.media.source.fileName)
    let seen = Set(pictureUses.map(\.name) + feeds)
    let name = file.source.name
    let folder = name.lastIndex(of: "/").map { String(name[...$0]) } ?? ""
    return file.namedPaths.filter { (try? Files.canReadAgain($0)) == true }
      .map { $0.hasPrefix(folder) ? String($0.dropFirst(folder.count)) : $0 }
      .filter { !seen.contains($0) && !seen.contains(folder + $0) }
  }

  /// All files that are seen, and when.
  private var pictureUses: [(name: String, range: TimeRange)] {
    var uses = PictureFiles.uses(in: plan.document.layers).map {
      (name: $0.path.text, range: $0.range)
    }
    for (entry, clip) in zip(plan.edit?.entries ?? [], plan.document.clips) {
      uses += PictureFiles.uses(inSourceOf: clip.media).map { ($0.path.text, entry.range) }
    }
    for film in plan.document.films {
      uses += PictureFiles.uses(inSourceOf: film.media).map { ($0.path.text, film.range) }
    }
    for feed in plan.document.feeds {
      guard let name = feed.media.source.fileName, let seen = plan.edit.use(of: feed)?.window else {
        continue
      }
      uses.append((name, seen))
    }
    return uses
  }
}
