import Y4M

/// The memory that one worker draws with: made once and used again.
///
/// Belongs to one worker; never shared, but for its scratch memory, which it lends to the worker
/// that it helps while it has nothing else to do.
package final class Workspace {
  /// Memory for the length of a piece of work.
  let scratch: Scratch
  /// Who takes bands of a frame off this worker's hands; without one, it draws alone.
  package var bands: (any BandRunner)?
  /// The scratch memory of every worker of the team, by its number.
  private let lanes: [Scratch]
  private var frames: [(level: Int, frame: Frame, texture: Texture?)] = []
  /// Canvases of groups that are not in use.
  private var canvases: [GroupCanvas] = []
  /// Pictures of sources, whose sizes differ: the latest used last, and no more than two.
  private var pictures: [(frame: Frame, texture: Texture)] = []
  /// What is seen of the timeline's sources in the frame that is being drawn.
  var sources = SourcePictures(count: 0)

  /// What frames are for, so that no two are mixed up.
  enum Level {
    /// What an effect changes, as it was before; no effect is drawn within another.
    static let before = 0
    static let outgoing = -1
    static let incoming = -2
    static let backdrop = -3
    static let generated = -4
    static let generatedSecond = -5
    static let spare = -6
    /// That of frames that are clear and stay so.
    static let clear = -7
    /// The first of those of layers that come or go; nested ones have lower ones.
    static let passage = -8
  }

  /// How many frames of other shapes are kept at a level that layers come and go at.
  private static let mostShapes = 4

  /// The workspace of a worker without a team.
  package convenience init() {
    let scratch = Scratch()
    self.init(scratch, lanes: [scratch])
  }

  private init(_ scratch: Scratch, lanes: [Scratch]) {
    self.scratch = scratch
    self.lanes = lanes
  }

  /// The workspaces of workers that may help each other, by their numbers.
  package static func team(of count: Int) -> [Workspace] {
    let lanes = (0..<count).map { _ in Scratch() }
    return lanes.map { Workspace($0, lanes: lanes) }
  }

  /// A frame of `format` that no one else uses at this `level` of nesting; its samples are
  /// whatever was left in it.
  func frame(_ format: PixelFormat, level: Int) -> Frame {
    frames[place(format, level)].frame
  }

  /// The frame of a level as a texture.
  func texture(_ format: PixelFormat, level: Int) -> Texture {
    let place = place(format, level)
    let texture = frames[place].texture ?? Texture(viewing: frames[place].frame)
    frames[place].texture = texture
    return texture
  }

  /// A canvas that no one else uses until it is given back; its samples are whatever was left in it.
  func takeCanvas(_ format: PixelFormat) -> GroupCanvas {
    if let place = canvases.lastIndex(where: { $0.frame.format == format }) {
      return canvases.remove(at: place)
    }
    return GroupCanvas(format)
  }

  func giveBack(_ canvas: GroupCanvas) { canvases.append(canvas) }

  /// How many canvases groups have had at once, between two frames.
  var canvasCount: Int { canvases.count }

  /// A picture of a source as a frame of `format`, which is 4:4:4 with alpha and has 16 bits, and as
  /// a texture of the same memory.
  func picture(_ format: PixelFormat) -> (frame: Frame, texture: Texture) {
    if let found = pictures.firstIndex(where: { $0.frame.format == format }) {
      pictures.append(pictures.remove(at: found))
    } else {
      if pictures.count > 1 { pictures.removeFirst() }
      let frame = Frame(format)
      pictures.append((frame, Texture(viewing: frame)))
    }
    return pictures[pictures.count - 1]
  }

  private func place(_ format: PixelFormat, _ level: Int) -> Int {
    let found = frames.firstIndex { $0.level == level && $0.frame.format == format }
    if let found { return found }
    // Layers come and go in boxes of any size: the oldest is given up.
    if level <= Level.spare, frames.count(where: { $0.level == level }) >= Self.mostShapes,
      let oldest = frames.firstIndex(where: { $0.level == level })
    {
      frames.remove(at: oldest)
    }
    frames.append((level, Frame(format), nil))
    return frames.count - 1
  }

  /// The fewest rows of so many samples that are worth waking a worker for, at the work of a
  /// resampling on each sample.
  static func leastRows(width: Int) -> Int { (1 << 14) / max(width, 1) + 1 }

  /// Calls `body` for parts that together are `rows`, on several threads at once where workers have
  /// nothing else to do; what it makes may not depend on how the rows are parted.
  ///
  /// - Parameters:
  ///   - least: the fewest rows that are worth waking a worker for.
  ///   - body: gets a part, and scratch memory that is taken back when it returns.
  func split(_ rows: Range<Int>, least: Int, _ body: (Range<Int>, Scratch) -> Void) {
    let most = rows.count / max(least, 1)
    guard most > 1, let bands else {
      if !rows.isEmpty { scratch.scope { body(rows, scratch) } }
      return
    }
    bands.run(upTo: most) { band, count, lane in
      let first = rows.lowerBound + rows.count * band / count
      let end = rows.lowerBound + rows.count * (band + 1) / count
      let scratch = lanes[lane]
      scratch.scope { body(first..<end, scratch) }
    }
  }
}

/// A frame that layers are drawn onto by themselves, and the same memory as a texture.
final class GroupCanvas {
  let frame: Frame
  let texture: Texture

  init(_ format: PixelFormat) {
    frame = Frame(format)
    texture = Texture(viewing: frame)
  }
}

/// Threads that share the work on one frame.
package protocol BandRunner {
  /// Calls `body` for each of some bands, at once where threads are at hand, and waits for all of
  /// them.
  ///
  /// - Parameters:
  ///   - most: the most bands that make sense, at least 1.
  ///   - body: gets the number of its band, how many bands there are, and the number of the worker
  ///     that runs it, whose workspace no one else uses meanwhile.
  func run(upTo most: Int, _ body: (_ band: Int, _ count: Int, _ lane: Int) -> Void)
}
