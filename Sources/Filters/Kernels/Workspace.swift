import Bytes
import Y4M

/// The memory that one worker draws with: made once and used again.
///
/// Belongs to one worker and is not shared, except for its scratch memory, which it lends to a
/// worker that it helps, and for lattices.
package final class Workspace {
  /// Memory for the length of a piece of work.
  let scratch: Scratch
  /// Runs bands of a frame on other workers; without one, this worker draws alone.
  package var bands: (any BandRunner)?
  /// The scratch memory of every worker of the team, by its number.
  private let lanes: [Scratch]
  private var pool = FramePool()
  /// What is prepared for changes of colours.
  var grades = ColorGrades()
  /// What the workers of the team prepare for all of them.
  let lattices: SharedLattices
  /// Tables of light for streams of 8 bits.
  private var byteLights: [LightCurve: ByteLight] = [:]
  /// The share of the open shutter whose moment is being drawn, of what is blurred as it moves; nil
  /// where that is the frame's own time.
  var exposure: Rational?
  /// Whether what is drawn is kept as a whole, so that nothing of it is needed again.
  var drawsOnce = false
  /// What is seen of the timeline's sources in the frame that is being drawn.
  var sources = SourcePictures(count: 0)
  /// What is seen of them in the frames before.
  var past = PastPictures()
  /// What lies below the effect that is drawn next, in frames before its own.
  var below: BelowEffect?
  /// What the effects of a layer that is drawn apart are drawn onto.
  var ground: StackGround?

  /// The workspace of a worker without a team.
  package convenience init() {
    let scratch = Scratch()
    self.init(scratch, lanes: [scratch], SharedLattices())
  }

  private init(_ scratch: Scratch, lanes: [Scratch], _ lattices: SharedLattices) {
    self.scratch = scratch
    self.lanes = lanes
    self.lattices = lattices
  }

  /// The workspaces of workers that may help each other, by their numbers.
  package static func team(of count: Int) -> [Workspace] {
    let lanes = (0..<count).map { _ in Scratch() }
    let lattices = SharedLattices()
    return lanes.map { Workspace($0, lanes: lanes, lattices) }
  }

  /// Lends a frame of `format`, whose samples are whatever was left in it, for the length of
  /// `body`.
  ///
  /// Scopes may be nested, and take another frame each. A body may exchange its frame for that of a
  /// scope around it or within it: each scope gives back the one that it ends with.
  func withFrame<Value, Failure: Error>(
    _ format: PixelFormat, _ body: (inout Frame) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var frame = pool.take(format)
    defer { pool.giveBack(frame) }
    return try body(&frame)
  }

  /// A frame that is lent just now, as a texture of the same memory: one that has 16 bits and
  /// alpha.
  func texture(of frame: Frame) -> Texture { pool.texture(of: frame) }

  /// A frame of `format` in which nothing is seen.
  func clearFrame(_ format: PixelFormat) -> SharedFrame { pool.clear(format) }

  /// Tables of a curve of light for streams of 8 bits, which are made once.
  func byteLight(_ curve: LightCurve) -> ByteLight {
    if let made = byteLights[curve] { return made }
    let made = ByteLight(curve)
    byteLights[curve] = made
    return made
  }

  /// How many frames were lent at once, as far as they are kept; between two frames of the output.
  var frameCount: Int { pool.count }

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
