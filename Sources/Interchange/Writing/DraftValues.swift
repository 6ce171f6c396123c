import Bytes
import Timeline

/// Values of timelines, shorter to write.
extension JSONText {
  /// A number to a millionth.
  static func decimal(_ value: Double) -> JSONText { TimeSpelling.number(value) }

  /// Whether a source is a file, which is written as its path.
  var isFile: Bool { if case .string = self { true } else { false } }

  /// A value that moves in a line, or eased, from one to another.
  static func moving(
    from: JSONText, to: JSONText, delay: JSONText? = nil, duration: JSONText? = nil,
    ease: String? = nil
  ) -> JSONText {
    var members: TimelineDraft.Members = [("from", from), ("to", to)]
    if let delay { members.append(("delay", delay)) }
    if let duration { members.append(("duration", duration)) }
    if let ease { members.append(("ease", .string(ease))) }
    return .object(members)
  }

  /// A factor of the amplitude, within what timelines take.
  static func gain(_ factor: Double) -> JSONText { decimal(min(max(factor, 0), 1000)) }
}

extension MediaFinder {
  /// The value of `source` for a file, or a stand-in for it, with a warning where it is not found
  /// or another might be meant.
  ///
  /// Nil where nothing can stand in: of sounds and of what only a file can be.
  func source(
    _ names: [String], at place: Range<Int>, _ log: inout ImportLog, canStandIn: Bool = true
  ) -> JSONText? {
    let name = names.first ?? ""
    if let found = file(names) {
      if let doubt = found.doubt { log.warn(doubt, at: place) }
      if files == nil, Self.isAddress(name) {
        log.warn(
          "nothing is read from addresses; the file is taken to be here, by its name", at: place)
      }
      return .string(found.path)
    }
    log.warn("no file is found for \(JSONText.quote(String(MediaName.last(name))))", at: place)
    guard usesStandIns else { return .string(assumed(name)) }
    return canStandIn ? .object([("testsrc", .object([]))]) : nil
  }
}
