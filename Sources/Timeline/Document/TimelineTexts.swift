/// The text of a timeline and those of the timelines that it uses, as parts of one text.
struct TimelineTexts {
  /// Reads another timeline: its path from the first one's folder, to its bytes or what is wrong.
  typealias Loader = (String) -> Result<[UInt8], TextFault>

  /// Why a file cannot be read.
  typealias TextFault = TimelineLoadFault

  /// The whole text.
  var source: SourceText
  /// Where paths in its parts start from.
  var folders = SourceFolders()
  /// The paths of the timelines that are being read, from the outside in; empty for those that
  /// stand in others.
  private(set) var open: [String] = []
  /// How many timelines have been read.
  private var count = 0
  /// How many may be read.
  static let most = 1000
  private let mayRead: (@Sendable (String) -> Bool)?
  private let load: Loader?

  init(
    _ source: SourceText, mayRead: (@Sendable (String) -> Bool)? = nil, load: Loader?
  ) {
    (self.source, self.mayRead, self.load) = (source, mayRead, load)
  }

  /// Reads the timeline that a source is, or whose file it names; nil if that cannot be, which is
  /// reported. ``close()`` ends the reading.
  mutating func open(_ path: JSONNode, reportingTo diagnostics: inout Diagnostics) -> JSONNode? {
    if let root = NestedTimeline.inline(path) {
      guard root.members != nil else {
        if !root.isInvalid {
          diagnostics.error(
            "a timeline is an object, not \(root.kindName)", at: root.range,
            hint: root.string == nil ? nil : "a file is named without an object")
        }
        return nil
      }
      open.append("")
      return root
    }
    guard let text = path.string, !text.isEmpty, !text.utf8.contains(0) else {
      if !path.isInvalid {
        diagnostics.error("'source' takes the path of a timeline", at: path.range)
      }
      return nil
    }
    guard let load else {
      diagnostics.error("other timelines cannot be read here", at: path.range)
      return nil
    }
    let name = folders.path(text, writtenAt: path.origin)
    guard admits(name, at: path, reportingTo: &diagnostics) else { return nil }
    switch load(name) {
    case .failure(let fault):
      diagnostics.error(fault.message, at: path.range)
      return nil
    case .success(let bytes):
      guard let root = append(bytes, of: name, at: path, reportingTo: &diagnostics) else {
        return nil
      }
      open.append(name)
      return root
    }
  }

  /// Counts a file that may be read; false for one that may not, which is reported.
  private mutating func admits(
    _ name: String, at path: JSONNode, reportingTo diagnostics: inout Diagnostics
  ) -> Bool {
    guard !open.contains(name) else {
      diagnostics.error(
        "the timeline plays itself: \(Self.listed(open + [name]))",
        at: path.range)
      return false
    }
    if let mayRead, !mayRead(name) {
      diagnostics.error(DecodingContext.noAccess(name), at: path.range)
      return false
    }
    count += 1
    if count == Self.most + 1 {
      diagnostics.error("more than \(Self.most) timelines stand in timelines", at: path.range)
    }
    return count <= Self.most
  }

  /// Puts the text of a timeline behind the others; nil where that cannot be, which is reported.
  private mutating func append(
    _ bytes: [UInt8], of name: String, at path: JSONNode,
    reportingTo diagnostics: inout Diagnostics
  ) -> JSONNode? {
    guard source.bytes.count + bytes.count <= JSONParser.longest else {
      diagnostics.error(
        "with this timeline, the text has more than the \(JSONParser.longest) bytes allowed",
        at: path.range)
      return nil
    }
    folders.add(from: source.bytes.count, folderOf: name)
    let title = name.hasPrefix("/") ? name : source.folder + name
    let parsed = source.append(
      SourceText(name: title, bytes: bytes), reportingTo: &diagnostics)
    guard let root = parsed?.root, root.members != nil else {
      if let root = parsed?.root, !root.isInvalid {
        diagnostics.error("a timeline is an object, not \(root.kindName)", at: root.range)
      }
      return nil
    }
    return root
  }

  /// The same, which is empty here from now on: so a text that grows has one owner.
  mutating func moved() -> TimelineTexts {
    var other = TimelineTexts(SourceText(name: source.name, bytes: []), load: nil)
    swap(&self, &other)
    return other
  }

  /// The timelines among those that are open that have files.
  private static func listed(_ names: [String]) -> String {
    names.filter { !$0.isEmpty }.map(\.quoted).joined(separator: ", ")
  }

  /// Ends the reading of the timeline that was opened last.
  mutating func close() { open.removeLast() }
}

/// Why a timeline that another one uses cannot be read.
package struct TimelineLoadFault: Error {
  /// What is wrong, without a full stop.
  package let message: String

  /// A fault in its own words.
  package init(_ message: String) { self.message = message }
}

extension SourceText {
  /// The folder of its file, with a slash at the end; empty for the working directory.
  fileprivate var folder: String { name.lastIndex(of: "/").map { String(name[...$0]) } ?? "" }
}
