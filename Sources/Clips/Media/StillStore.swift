import Pipes

/// The width and height of a picture as it is shown, in pixels.
package struct StillSize: Hashable, Sendable {
  /// At least 1.
  package let width: Int
  /// At least 1.
  package let height: Int

  init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  /// What the header of a PNG says; nil where there is none.
  init?(png bytes: [UInt8]) {
    guard SourceKind(bytes.prefix(8)) == .png, bytes.count >= 24 else { return nil }
    func number(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    self.init(width: number(16), height: number(20))
  }
}

/// The pictures of a timeline that ffmpeg turns into PNG: each once, when it is first drawn, and
/// two at a time. Their sizes are found without converting them.
///
/// Every member may be called from any thread.
///
/// Unchecked: all that changes is touched under the monitor's lock.
package final class StillStore: @unchecked Sendable {
  /// A picture file, and its kind as ``SourceKind/still(_:)`` names it.
  package struct Still: Hashable, Sendable {
    /// Where the file is.
    package let path: String
    /// Its kind, or ``StillStore/movie``.
    package let kind: String
    /// What tells it from another file that has its place later.
    private let mark: FileMark?

    /// A file that was looked at.
    package init(path: String, kind: String) {
      (self.path, self.kind, mark) = (path, kind, FileMark(path))
    }
  }

  /// The kind of a file that is not a still picture; its first picture is used.
  package static let movie = "movie"

  /// How many programs are at work at once.
  static let mostChildren = 2
  /// How many pictures are made before they are asked for.
  static let mostAhead = 2

  /// What is known of a picture; the faults are those of the file, and no stops.
  private struct Entry {
    var size: Result<StillSize, ClipError.Fault>?
    var fault: ClipError.Fault?
    /// Where its PNG lies in the file.
    var kept: Range<Int>?
    var isBusy = false
    var wasAsked = false
    /// What ffmpeg complained of, until it is reported.
    var complaint: String?
  }

  private let spool: SpoolSettings
  private let monitor = Monitor()
  private var entries: [Still: Entry] = [:]
  private var children = 0
  private var file: TemporaryFile?
  private var end = 0
  /// What is made ahead, and how far that has come.
  private var ahead: [Still] = []
  private var next = 0
  private var threads: [Thread] = []
  private var halt: Interrupt?

  /// - Parameter spool: where what was made is kept, and how much of it.
  package init(_ spool: SpoolSettings = SpoolSettings()) { self.spool = spool }

  deinit { stop() }

  // MARK: - What is asked for

  /// How large a picture is shown.
  package func size(of still: Still, _ tools: MediaTools) throws(ClipError.Fault) -> StillSize {
    guard StillConverter.tellsSize(of: still.kind) else {
      if let size = monitor.withLock({ entries[still]?.size }) { return try size.get() }
      let png = try png(of: still, tools, isAsked: false)
      guard let size = StillSize(png: png) else { throw .noPictures }
      return size
    }
    let result = taking(still, { $0.size }) { () -> Result<StillSize, ClipError.Fault> in
      let result = Result { () throws(ClipError.Fault) in
        try StillConverter.size(of: still.path, kind: still.kind, tools)
      }
      note(still, result) { $0.size = result }
      return result
    }
    return try result.get()
  }

  /// The bytes of a picture as a PNG.
  package func png(of still: Still, _ tools: MediaTools) throws(ClipError.Fault) -> [UInt8] {
    try png(of: still, tools, isAsked: true)
  }

  /// Finds out how large pictures are, two at a time.
  package func measure(_ stills: [Still], _ tools: MediaTools) {
    guard tools.isAllowed else { return }
    let wanted = monitor.withLock { stills.filter { entries[$0]?.size == nil } }
    let measured = wanted.filter { StillConverter.tellsSize(of: $0.kind) }
    let threads = (0..<min(Self.mostChildren, measured.count)).compactMap { lane in
      try? Thread(name: "stills") { [self] in
        for index in stride(from: lane, to: measured.count, by: Self.mostChildren) {
          _ = try? size(of: measured[index], tools)
        }
      }
    }
    threads.forEach { $0.join() }
  }

  // MARK: - What is made ahead

  /// Makes pictures in this order, a little before they are asked for.
  package func convertAhead(_ stills: [Still], _ tools: MediaTools) {
    guard tools.isAllowed, !stills.isEmpty, let halt = try? Interrupt() else { return }
    stop()
    monitor.withLock { (ahead, next, self.halt) = (stills, 0, halt) }
    let tools = tools.interrupted(by: halt)
    for _ in 0..<Self.mostChildren {
      guard
        let thread = try? Thread(
          name: "stills",
          { [self] in
            while let still = nextAhead() { _ = try? png(of: still, tools, isAsked: false) }
          })
      else { return }
      monitor.withLock { threads.append(thread) }
    }
  }

  /// Stops converting ahead, and stops the programs that do it.
  package func stop() {
    let ended = monitor.withLock {
      halt?.cancel()
      ahead = []
      monitor.broadcast()
      defer { threads = [] }
      return threads
    }
    ended.forEach { $0.join() }
  }

  private func nextAhead() -> Still? {
    monitor.withLock {
      while next < ahead.count {
        let unasked = ahead[..<next].count { entries[$0]?.wasAsked != true }
        if unasked < Self.mostAhead {
          next += 1
          return ahead[next - 1]
        }
        monitor.wait()
      }
      return nil
    }
  }

  // MARK: - The work

  private enum Made {
    case failed(ClipError.Fault)
    case kept(Range<Int>)
    case png([UInt8])
  }

  func png(
    of still: Still, _ tools: MediaTools, isAsked: Bool
  ) throws(ClipError.Fault) -> [UInt8] {
    if isAsked {
      monitor.withLock {
        entries[still, default: Entry()].wasAsked = true
        monitor.broadcast()
      }
    }
    let made = taking(
      still, { entry in entry.fault.map { .failed($0) } ?? entry.kept.map { .kept($0) } }
    ) { convert(still, tools) }
    switch made {
    case .failed(let fault): throw fault
    case .png(let bytes): return bytes
    case .kept(let place):
      if let bytes = load(place) { return bytes }
      monitor.withLock { entries[still]?.kept = nil }
      return try png(of: still, tools, isAsked: isAsked)
    }
  }

  private func convert(_ still: Still, _ tools: MediaTools) -> Made {
    let result = Result { () throws(ClipError.Fault) in
      let bytes = try StillConverter.png(
        of: still.path, kind: still.kind, tools
      ) { complaint in
        // Of the first picture of a film, nothing is known to be missing.
        guard still.kind != Self.movie else { return }
        monitor.withLock { entries[still, default: Entry()].complaint = complaint }
      }
      guard let size = StillSize(png: bytes) else { throw .noPictures }
      if case .success(let said) = monitor.withLock({ entries[still]?.size }), said != size {
        throw .unreadable(
          "ffprobe says it is \(said.width)x\(said.height), but ffmpeg decodes it as "
            + "\(size.width)x\(size.height)")
      }
      return (bytes, size)
    }
    switch result {
    case .success(let (bytes, size)):
      keep(bytes, of: still)
      note(still, result) { $0.size = .success(size) }
      return .png(bytes)
    case .failure(let fault):
      note(still, result) { $0.fault = fault }
      return .failed(fault)
    }
  }

  /// Remembers what came out, unless that was the end of the program.
  private func note<Value>(
    _ still: Still, _ result: Result<Value, ClipError.Fault>, _ change: (inout Entry) -> Void
  ) {
    if case .failure(.stop) = result { return }
    monitor.withLock { change(&entries[still, default: Entry()]) }
  }

  /// Gives what is known, or makes it when nobody else works on this picture and few on others.
  private func taking<Value>(
    _ still: Still, _ known: (Entry) -> Value?, _ make: () -> Value
  ) -> Value {
    let found: Value? = monitor.withLock {
      while true {
        let entry = entries[still] ?? Entry()
        if let value = known(entry) { return value }
        if !entry.isBusy, children < Self.mostChildren {
          entries[still, default: Entry()].isBusy = true
          children += 1
          return nil
        }
        monitor.wait()
      }
    }
    if let found { return found }
    defer {
      monitor.withLock {
        entries[still]?.isBusy = false
        children -= 1
        monitor.broadcast()
      }
    }
    return make()
  }

  // MARK: - Damage

  /// What ffmpeg complained of in pictures that it made all the same, by their paths; each is said
  /// once.
  package func takeDamage() -> [(path: String, damage: String)] {
    let found = monitor.withLock {
      let stills = entries.keys.filter { entries[$0]?.complaint != nil }
      return stills.compactMap { still in taken(still).map { (still.path, $0) } }
    }
    return found.sorted { $0.0 < $1.0 }.map { (path: $0.0, damage: Self.damage($0.1)) }
  }

  /// What ffmpeg complained of in one picture that was made, if that is not reported yet.
  package func takeDamage(of still: Still) -> String? {
    monitor.withLock { taken(still) }.map(Self.damage)
  }

  /// Takes a complaint; under the lock.
  private func taken(_ still: Still) -> String? {
    defer { entries[still]?.complaint = nil }
    return entries[still]?.complaint
  }

  private static func damage(_ complaint: String) -> String {
    "parts of the picture may be missing or wrong" + ClipError.Fault.quoted(complaint)
  }

  // MARK: - The file

  /// Keeps a PNG on disk; one that finds no room is made again when it is asked for again.
  private func keep(_ bytes: [UInt8], of still: Still) {
    monitor.withLock {
      guard bytes.count <= spool.limit - end else { return }
      if file == nil { file = try? TemporaryFile(in: spool.folder) }
      guard let file, (try? file.write(bytes.span.bytes, at: end)) != nil else { return }
      entries[still, default: Entry()].kept = end..<end + bytes.count
      end += bytes.count
    }
  }

  private func load(_ place: Range<Int>) -> [UInt8]? {
    guard let file = monitor.withLock({ file }) else { return nil }
    var bytes = [UInt8](repeating: 0, count: place.count)
    var span = bytes.mutableSpan
    var raw = span.mutableBytes
    let count = try? file.read(place.count, into: &raw, at: place.lowerBound)
    return count == place.count ? bytes : nil
  }
}
