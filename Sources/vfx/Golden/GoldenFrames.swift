import Bytes
import Filters
import Images
import Options
import Pipes
import Shell
import Timeline
import Y4M

/// Draws the frames of a film that are, or become, golden.
struct GoldenFrames {
  /// One of them.
  struct Sample {
    let frame: Int
    let hash: String
    /// The composed picture, at its own size.
    let picture: () -> Picture
  }

  /// The most frames that are kept of one film.
  static let most = 1000
  /// The longer side of the pictures that are kept, in pixels, where the user does not say.
  static let standardSide = 320

  let scene: Scene
  private let input: PictureInput?
  /// How many frames are looked at; nil for all.
  private let limit: Int?

  /// - Throws: what is wrong with the timeline or standard input.
  init(_ session: Session, timeline: String) throws {
    var request = try Scene.Request(session, timeline: timeline)
    request.colors = try Scene.Colors(session)
    input = try FilmInput.pictures(
      session, for: &request, pipe: "vfx golden record t.json -i in.mp4", isAlone: false)
    scene = try Scene.ofStills(session, request, input)
    limit = try session.value(of: RenderOptions.frames)
    try Still.checkSize(scene.renderer.output)
  }

  /// What is said of the whole stream; a film of another description is another film.
  var stream: String {
    let header = scene.header
    let size = "\(header.format.width)x\(header.format.height) \(header.colorspace.name)"
    let length = scene.frameCount.map { ", \($0) frames" } ?? ""
    let rate = header.rate.map { rate in
      rate.denominator == 1 ? "\(rate.numerator)" : "\(rate.numerator)/\(rate.denominator)"
    }
    return "\(size), \(rate ?? "no") frames a second\(length)"
  }

  /// The numbers of the wanted frames, in order, each once.
  ///
  /// - Parameter step: every so often; nil for none.
  /// - Throws: no frame is wanted, too many are, or times are none.
  func wanted(at times: [TimeExpression], every step: TimeExpression?) throws -> [Int] {
    var wanted = Set(
      try times.map { (try scene.moment(of: $0) - scene.start).frameIndex(rate: scene.rate) })
    if let step {
      wanted.formUnion(try Self.steps(step, try length("--every"), scene.rate))
    } else if times.isEmpty {
      // The first, the last, and three between them.
      let last = max(try length("without --at or --every, a film") - 1, 0)
      wanted = Set((0...4).map { ($0 * last + 2) / 4 })
    }
    guard wanted.count <= Self.most else { throw Self.tooMany }
    return wanted.sorted()
  }

  private func length(_ asker: String) throws -> Int {
    guard let count = [scene.frameCount, limit].compactMap({ $0 }).min() else {
      throw CommandFailure(
        "\(asker) needs an end; say which frames with --at, or how many there are with -n",
        code: .usage)
    }
    guard count > 0 else { throw CommandFailure("the film has no frames", code: .usage) }
    return count
  }

  private static func steps(
    _ step: TimeExpression, _ count: Int, _ rate: FrameRate
  ) throws -> Set<Int> {
    guard let time = step.resolved(rate: rate, duration: nil), time > .zero else {
      throw CommandFailure("--every must be a time of more than 0", code: .usage)
    }
    var frames: Set<Int> = []
    var moment = Time.zero
    while moment.frameIndex(rate: rate) < count {
      frames.insert(moment.frameIndex(rate: rate))
      guard frames.count <= most else { throw tooMany }
      // A step that is shorter than a frame leads to the next one.
      let next = moment + time
      let frame = Time(frame: moment.frameIndex(rate: rate) + 1, rate: rate)
      moment = next.frameIndex(rate: rate) > moment.frameIndex(rate: rate) ? next : frame
    }
    return frames
  }

  private static var tooMany: CommandFailure {
    CommandFailure("more than \(most) frames are wanted; choose fewer", code: .usage)
  }

  /// Draws frames and gives each to `use`, in order.
  ///
  /// - Throws: the film ends before one of them.
  func draw(_ frames: [Int], _ use: (Sample) throws -> Void) throws {
    let conversion = PictureConversion(matrix: scene.colors.matrix, range: scene.colors.range)
    try Still.frames(at: frames.map(scene.time), scene, input) { seen in
      var digest = MD5()
      digest.update(seen.frame.bytes.bytes)
      let hash = digest.hexDigest
      for place in seen.places {
        try use(Sample(frame: frames[place], hash: hash) { conversion.picture(of: seen.frame) })
      }
    }
  }

  /// When a frame is seen, such as `frame 80 at 0:00:03.200`.
  func name(of frame: Int) -> String { "frame \(frame) at \(timestamp(scene.time(of: frame)))" }
}
