/// Where a sound is looked for that a timeline names.
package enum SoundScope: Hashable, Sendable {
  /// Among the film's tracks and mix, else it is a file.
  case film
  /// It is a file: in clips, and in timelines that clips or layers play.
  case files
  /// Among the tracks of such a timeline, by its number in ``Document/innerTracks``.
  case timeline(Int)
}

/// The times from which those of a part of a timeline count.
struct TimeOrigin {
  /// The beginning of the film, or of the timeline that a clip or a layer plays, whose tracks are
  /// heard.
  var film: Time
  /// The beginning of the timeline in which the part is written, with which files begin.
  var own: Time

  /// The start of a film.
  static let zero = TimeOrigin(film: .zero, own: .zero)

  /// So much later.
  static func + (origin: TimeOrigin, time: Time) -> TimeOrigin {
    TimeOrigin(film: origin.film + time, own: origin.own + time)
  }

  /// From where the times of what is heard in this way count.
  func start(of playing: SoundPlaying) -> Time { playing.isTrack ? film : own }
}

/// A timeline that a clip or a layer plays, while it is read.
struct PlayedTimeline {
  /// Its number in ``Document/innerTracks``.
  let number: Int
  /// The names of its tracks.
  let tracks: Set<String>

  /// - Parameter root: its outermost object.
  init(_ root: JSONNode, number: Int) {
    self.number = number
    tracks = Set(NestedTimeline.trackNames(root.member("audio")?.value))
  }
}
