import Clips
import Options
import Pipes
import Shell

/// The files that a film is made from, apart from its timeline.
enum FilmFiles {
  /// The files that a timeline was seen to name, and those of the values for its variables.
  static func named(_ timeline: TimelineFile?, _ session: Session) throws -> [String] {
    let named = (timeline?.namedPaths ?? []).filter { (try? Files.canReadAgain($0)) == true }
    return named + (try SourceOptions(session).valuePaths)
  }

  /// The files that its sound is made from.
  static func ofSound(_ session: Session, _ timeline: String) throws -> [String] {
    let common = try TimelineRequest(
      session, timeline: timeline, rate: RenderOptions.fps, start: RenderOptions.start)
    _ = try SoundEnd.diagnostics(SoundRequest(common: common))
    return try named(common.timeline, session)
  }

  /// The files of its pictures and of its sound, without a frame drawn; nil where a timeline of
  /// clips is faulty.
  ///
  /// - Parameter probes: what is known of films already.
  static func all(
    _ session: Session, _ timeline: String, _ probes: ProbeStore
  ) throws -> [String]? {
    var request = try Scene.Request(session, timeline: timeline)
    let tools = request.common.tools
    request.common.isQuiet = true
    request.common.tools = tools.remembering(probes, tools.stills)
    let input = try session.value(of: Make.input)
    // The size of a film that is drawn on decides on no file.
    let header = try input.map { _ in
      try PictureSize.header(nil, rate: request.common.rate)
    }
    let preparation = try Preparation(PictureEnd(request: request, input: header))
    guard input != nil || !preparation.diagnostics.hasErrors else { return nil }
    return try named(request.common.timeline, session) + ofSound(session, timeline)
      + [input].compactMap { $0 }
  }
}
