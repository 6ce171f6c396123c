import Clips
import Options
import Pipes
import Shell
import Y4M

/// A film that is read in the place of standard input: what ffmpeg decodes of it.
struct FilmInput {
  /// The stream of its pictures.
  let reader: FrameReader
  /// What its file says of them.
  let info: MediaInfo?

  /// - Throws: what is wrong with the file.
  init(_ path: String, _ tools: MediaTools) throws {
    info = try FilmPlan.contents(path, tools).pictures
    let child = try tools.startFFmpeg(path, after: FilmPlan.stream(info))
    reader = try FrameReader(ByteSource(child))
  }

  /// The film that -i names, for commands that want to know of it and do not play it; nil without
  /// one.
  ///
  /// - Parameters:
  ///   - size: the option that says the size without a film.
  ///   - request: gets the colours that the film says, where the timeline draws on it.
  static func film(
    _ session: Session, for request: inout Scene.Request, size: Option<PictureSize?>
  ) throws -> FilmInput? {
    guard let path = try session.value(of: Make.input) else { return nil }
    guard try session.value(of: size) == nil else {
      throw UsageError.other("the film of --input has a size of its own; leave out --size")
    }
    let film = try FilmInput(path, request.common.tools)
    if PictureEnd.takesInput(request) != false {
      request.colors = try FilmPlan.colors(session, film.info)
    }
    return film
  }

  /// What a timeline draws on, where it draws on a stream: the film that -i names, or standard
  /// input.
  ///
  /// - Parameters:
  ///   - request: gets the colours that the film says.
  ///   - pipe: what to type where there is neither.
  ///   - isAlone: whether no other timeline may draw on the film.
  static func pictures(
    _ session: Session, for request: inout Scene.Request, pipe: String, isAlone: Bool = true
  ) throws -> PictureInput? {
    let path = try session.value(of: Make.input)
    guard try PictureEnd.needsInput(request) else {
      if isAlone, let path, let timeline = request.common.timeline?.source.name {
        Console.complain(
          "note: \(path) is not used: the clips of \(timeline) do not play standard input")
      }
      return nil
    }
    guard let path else {
      return try PictureInput(Console.input(session, pipe: pipe), truncation: .error)
    }
    let film = try FilmInput(path, request.common.tools)
    request.colors = try FilmPlan.colors(session, film.info)
    return .y4m(film.reader)
  }
}
