import Bytes
import Filters
import Images
import Pipes
import Shell

/// Compares the frames of a film with those that are kept.
struct GoldenCheck {
  private let folder: GoldenFolder
  private let list: GoldenList
  private let frames: GoldenFrames
  /// The least PSNR of pictures that passes, in decibels; nil is only the same bytes.
  private let limit: Double?
  /// What differs is golden from now on by this; nil if it is a fault.
  private let change: GoldenChange?
  private var updates: Bool { change != nil }
  /// The list as it is to be from now on.
  private var entries: [GoldenList.Entry] = []

  init(
    _ folder: GoldenFolder, _ list: GoldenList, _ frames: GoldenFrames, limit: Double?,
    change: GoldenChange? = nil
  ) {
    (self.folder, self.list, self.frames) = (folder, list, frames)
    (self.limit, self.change) = (limit, change)
  }

  /// Draws and compares: what is said of the stream first, then each frame.
  ///
  /// - Parameter interrupt: ends it between frames where files are to be removed then.
  mutating func results(_ interrupt: Interrupt? = nil) throws -> [GoldenResult] {
    folder.clear(list.entries.map(\.frame), keeping: Set(list.entries.map(\.frame)))
    var results = [stream()]
    let hashes = Dictionary(
      list.entries.map { ($0.frame, $0.hash) }, uniquingKeysWith: { first, _ in first })
    let (present, missing) = split()
    try frames.draw(present) { sample in
      if let reason = interrupt?.reason { throw reason }
      results.append(try result(of: sample, hash: hashes[sample.frame] ?? ""))
    }
    results += missing.map { frame in
      let note = "the film has only \(counted(frames.scene.frameCount ?? 0, "frame")) now"
      return GoldenResult(
        name: frames.name(of: frame), outcome: updates ? .updated : .different,
        notes: [("message", note)])
    }
    if let change, results.contains(where: { $0.outcome == .updated }) {
      try update(change, missing)
    }
    return results
  }

  /// The frames that are kept and still there, and those that are not.
  private func split() -> (present: [Int], missing: [Int]) {
    let all = list.entries.map(\.frame)
    guard let count = frames.scene.frameCount else { return (all, []) }
    return (all.filter { $0 < count }, all.filter { $0 >= count })
  }

  private func stream() -> GoldenResult {
    guard frames.stream != list.stream else { return GoldenResult(name: "stream", outcome: .same) }
    let notes = [
      ("message", "the film is \(frames.stream), and was \(list.stream)"),
      ("expected", list.stream), ("actual", frames.stream),
    ]
    return GoldenResult(
      name: "stream", outcome: updates ? .updated : .different,
      notes: notes.map { (name: $0.0, value: $0.1) })
  }

  private mutating func result(of sample: GoldenFrames.Sample, hash: String) throws -> GoldenResult
  {
    let name = frames.name(of: sample.frame)
    entries.append(GoldenList.Entry(frame: sample.frame, hash: sample.hash))
    guard sample.hash != hash else { return GoldenResult(name: name, outcome: .same) }
    let kept = folder.picture(sample.frame)
    let side = kept.map { max($0.width, $0.height) } ?? GoldenFrames.standardSide
    let picture = sample.picture().reduced(to: side)
    let difference = kept.flatMap { GoldenDifference($0, picture) }
    if let change {
      try change.add(picture, of: sample.frame)
      return GoldenResult(name: name, outcome: .updated)
    }
    if let limit, let difference, difference.ratio >= limit {
      return GoldenResult(name: name, outcome: .within)
    }
    let shown = try folder.report(difference?.picture ?? picture, of: sample.frame)
    var notes = [(name: "message", value: Self.message(difference, hasPicture: kept != nil))]
    notes += [("expected", hash), ("actual", sample.hash), ("picture", shown)]
    return GoldenResult(name: name, outcome: .different, notes: notes)
  }

  private static func message(_ difference: GoldenDifference?, hasPicture: Bool) -> String {
    guard let difference else {
      return hasPicture
        ? "the frame has another size" : "the frame differs; no picture of it is kept"
    }
    guard difference.largest > 0 else {
      return "the frame differs by less than can be seen at the size kept"
    }
    return "the frame differs: PSNR \(fixed(difference.ratio, 1)) dB, "
      + "largest difference \(difference.largest) of 255"
  }

  /// Keeps what was found as golden.
  private func update(_ change: GoldenChange, _ missing: [Int]) throws {
    guard !entries.isEmpty else {
      throw CommandFailure(
        "none of the frames in \(folder.listPath) is there any more; record the film again")
    }
    try change.finish(
      GoldenList(
        stream: frames.stream, timeline: folder.timelineName,
        frameBytes: frames.scene.renderer.output.frameBytes, entries: entries))
    folder.clear(missing)
  }
}
