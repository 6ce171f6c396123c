import AudioFilters
import Clips
import Sounds

/// Holds a plan's tracks against what memory, files and programs allow to be heard at once.
enum TrackLimit {
  /// The most tracks that are heard at once: each takes up to 250 kB.
  static let mostTracks = 1000
  /// The most of them that ffmpeg decodes, one program for each.
  static let mostPrograms = 64

  /// What is wrong at the first track that is one too many; nil where none is.
  static func fault(of scene: SoundScene) -> Fault? {
    let (plan, tracks) = (scene.plan, scene.parts.footage.tracks)
    var changes: [(sample: Int, isStart: Bool, feed: Int)] = []
    for (number, feed) in plan.feeds.enumerated() {
      guard case .track(let track) = feed.origin, !plan.soundtrack.tracks[track].bus.isMuted,
        tracks.indices.contains(track), tracks[track]?.source.format != nil
      else { continue }
      let end = min(feed.end ?? .max, plan.length ?? .max, scene.end ?? .max)
      guard feed.start < end else { continue }
      changes += [(feed.start, true, number), (end, false, number)]
    }
    // Those that end make room for those that begin.
    changes.sort {
      ($0.sample, $0.isStart ? 1 : 0, $0.feed) < ($1.sample, $1.isStart ? 1 : 0, $1.feed)
    }
    var (heard, programs) = (0, 0)
    for change in changes {
      let feed = plan.feeds[change.feed]
      heard += change.isStart ? 1 : -1
      if case .track(let track) = feed.origin, case .media? = tracks[track]?.source {
        programs += change.isStart ? 1 : -1
      }
      guard heard > mostTracks || programs > mostPrograms else { continue }
      let (most, kind) =
        heard > mostTracks ? (mostTracks, "tracks") : (mostPrograms, "tracks that ffmpeg reads")
      return Fault(
        "more than \(most) \(kind) are heard at the same time, from \(timestamp(feed.begin)) on: "
          + "mix some of them into one WAV file first", at: feed.place)
    }
    return nil
  }
}
