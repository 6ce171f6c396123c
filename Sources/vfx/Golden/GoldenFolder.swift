import Bytes
import Filters
import Images
import Pipes
import Shell

/// The folder beside a timeline that keeps its golden frames: `t.golden` for `t.json`.
struct GoldenFolder {
  /// The largest list that is read, in bytes.
  private static let longest = 16 << 20
  /// The largest picture that is read, in bytes.
  private static let largest = 64 << 20

  /// Where it is.
  let path: String
  /// The timeline's path.
  private let timeline: String
  /// Whether the user says where it is.
  private let isChosen: Bool

  /// - Parameter path: where the user wants it; nil is beside the timeline.
  init(of timeline: String, at path: String?) {
    (self.timeline, isChosen) = (timeline, path != nil)
    self.path = path ?? timeline.withEnding("golden")
  }

  /// The timeline's file name, which the list of this folder has; nil where the user says where the
  /// folder is, and what it is for.
  var timelineName: String? {
    guard !isChosen, timeline != "-" else { return nil }
    return timeline.split(separator: "/").last.map(String.init)
  }

  /// Refuses a list of another timeline that is there, too: `t.json` and `t.jsonc` have one folder.
  func checkOwner(of list: GoldenList) throws {
    guard let owner = list.timeline, let timelineName, owner != timelineName else { return }
    let other = timeline.dropLast(timelineName.count) + owner
    guard Files.modificationTime(String(other)) != nil else { return }
    throw Self.shared(path, String(other), timeline)
  }

  /// Refuses timelines of which two have one folder beside them.
  static func checkNames(_ timelines: [String]) throws {
    var owners: [String: String] = [:]
    for timeline in timelines {
      let path = GoldenFolder(of: timeline, at: nil).path
      let owner = owners.updateValue(timeline, forKey: path) ?? timeline
      guard owner == timeline else { throw shared(path, owner, timeline) }
    }
  }

  private static func shared(_ path: String, _ owner: String, _ timeline: String) -> CommandFailure
  {
    CommandFailure(
      "\(path) is for the golden frames of \(owner); give those of \(timeline) another folder with "
        + "--golden DIR", code: .usage)
  }

  /// The list of frames and their hashes.
  var listPath: String { path + "/frames.md5" }
  /// Where pictures of differences are put.
  var failures: String { path + "/failed" }

  /// The picture that is kept of a frame.
  func picturePath(_ frame: Int) -> String { path + "/" + Self.name(frame) }

  /// The picture that shows how a frame differs.
  func failurePath(_ frame: Int) -> String { failures + "/" + Self.name(frame) }

  private static func name(_ frame: Int) -> String { "frame-\(frame.padded(to: 6)).png" }

  /// Reads the list.
  ///
  /// - Throws: that there is none, or what is wrong with it, with its line.
  func list() throws -> GoldenList {
    let bytes: [UInt8]
    do {
      bytes = try Files.load(listPath, limit: Self.longest)
    } catch {
      guard error.isOfMissingFile else { throw error }
      // What is not there can't be recorded either.
      if timeline != "-" { _ = try TimelineFile(timeline) }
      let place = isChosen ? " --golden \(path.typed)" : ""
      throw CommandFailure(
        "\(listPath): there is no such file; vfx golden record \(timeline.typed)\(place) makes it, "
          + "after you have looked at the film", code: .usage)
    }
    do {
      return try GoldenList(parsing: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw CommandFailure("\(listPath):\(error.line): \(error.message)", code: .usage)
    }
  }

  /// The picture that is kept of a frame; nil where there is none that can be read.
  func picture(_ frame: Int) -> Picture? {
    guard let bytes = try? Files.load(picturePath(frame), limit: Self.largest),
      let file = try? ImageFile(parsing: bytes)
    else { return nil }
    return try? PictureSequence(file).picture(0)
  }

  /// Puts a picture of a difference where the user finds it.
  ///
  /// - Returns: its path.
  func report(_ picture: Picture, of frame: Int) throws -> String {
    try Files.makeFolder(failures)
    try Files.write(PNGEncoder.encode(picture), to: failurePath(frame))
    return failurePath(frame)
  }

  /// Removes the pictures of frames that are not wanted any more, and those of differences.
  func clear(_ old: [Int], keeping wanted: Set<Int> = []) {
    for frame in old {
      Files.remove(failurePath(frame))
      if !wanted.contains(frame) { Files.remove(picturePath(frame)) }
    }
    Files.removeFolder(failures)
  }
}
