import Bytes
import Clips
import Filters
import NUT
import Shell
import Timeline
import Y4M

/// Reads standard input and all other sources of a scene, frame by frame.
///
/// Belongs to the thread that reads.
final class Playback: FrameFeed {
  /// How much of other streams goes out with a frame, or before the next one, in bytes.
  private static let mostPassed = 1 << 20

  private let scene: Scene
  private var supplier: Supplier
  /// Standard input, where it is NUT and each of its frames is one of the output.
  private let film: NUTFilm?
  /// Standard input, where it is NUT and one of the sources that make an even output.
  private let source: NUTFilm?
  /// The clock in whose ticks the output's frames are numbered where they are those of NUT, and
  /// other films are shown on them.
  private let clock: FrameClock?
  /// The times of the frames on standard input, where a file says them.
  private let timecodes: StreamTimecodes?
  /// The times of the frames on standard input, where each of them is one of the output.
  private var ownTimes: StreamTimecodes? { scene.plan.document.playsStream ? timecodes : nil }
  /// Frames that were given of it.
  private var filmFrames = 0
  /// Whether no picture is passed on or drawn on.
  private var keepsPictures = false
  /// What later frames read of earlier ones.
  private var history = FrameHistory()
  /// The number of the frame after the last that was read; those before the first are below 0.
  private var following: Int
  /// The last tick that was a frame of the output.
  private var lastTick = -1
  /// Whether the output has no more pictures.
  private var isOver = false

  /// - Parameter reader: of standard input, its header read; nil where it is not needed.
  convenience init(_ scene: Scene, _ reader: FrameReader?) throws {
    try self.init(scene, input: reader.map { .y4m($0) })
  }

  /// - Parameters:
  ///   - input: standard input, its header read; nil where it is not needed.
  ///   - timecodes: the times of its frames, where they are not those of an even rate.
  convenience init(_ scene: Scene, input: PictureInput?, timecodes: StreamTimecodes? = nil) throws {
    let role = NUTRole(of: input?.film, timecodes, in: scene)
    try self.init(
      scene, Self.plans(of: scene, role), role, reader: input?.reader, timecodes: timecodes,
      from: -scene.lead)
  }

  /// Goes on with a scene where another one has come to: its films are opened there, and standard
  /// input is read on.
  ///
  /// - Throws: that this cannot be, where NUT on standard input is one source of several.
  convenience init(_ scene: Scene, continuing other: Playback, from index: Int) throws {
    let role = NUTRole(of: other.film ?? other.source, other.timecodes, in: scene)
    let isEven =
      other.timecodes == nil || (other.ownTimes != nil && scene.plan.document.playsStream)
    guard role.isStream, other.source == nil, other.clock == nil, isEven else {
      throw CommandFailure(
        "vfx: standard input has times of its own, beside other films or at another rate: that can't change meanwhile"
      )
    }
    let input = other.supplier.openInput
    var first = index
    if role.film != nil {
      first = other.filmFrames
    } else if input == nil {
      first = Self.firstRead(by: scene, at: index)
    }
    try self.init(
      scene, Self.plans(of: scene, role), role, timecodes: other.timecodes, input: input,
      from: first)
    filmFrames = other.filmFrames
  }

  /// Plays a scene from a frame on.
  ///
  /// - Parameters:
  ///   - input: a film in place of standard input.
  ///   - keepsPictures: whether pictures are left as they are, and all is drawn on other frames.
  convenience init(
    _ scene: Scene, from index: Int, input: Source?, keepsPictures: Bool = false
  ) throws {
    let role = NUTRole(of: nil, nil, in: scene)
    let plans = Self.plans(of: scene, role).map { plan in input.map { plan.playing($0) } ?? plan }
    try self.init(scene, plans, role, from: Self.firstRead(by: scene, at: index))
    self.keepsPictures = keepsPictures
  }

  /// The first frame that is read so that output frame `index` has those before it that it reads.
  private static func firstRead(by scene: Scene, at index: Int) -> Int {
    max(-scene.lead, index - scene.renderer.history(at: scene.time(of: index)))
  }

  /// - Parameter index: the output frame that is read first; below 0 for those before the output.
  private init(
    _ scene: Scene, _ plans: [FeedPlan], _ role: NUTRole, reader: FrameReader? = nil,
    timecodes: StreamTimecodes? = nil, input: OpenInput? = nil, from index: Int
  ) throws {
    (self.scene, self.timecodes) = (scene, timecodes)
    (film, source, clock) = (role.film, role.source, role.clock)
    following = index
    let first = index + scene.lead
    let count = clock == nil ? scene.frameCount.map { $0 + scene.lead } ?? .max : .max
    var settings = Supplier.Settings(
      tools: scene.request.common.tools, spool: scene.request.common.spool,
      canvas: scene.renderer.output, rate: clock?.ticks ?? scene.rate,
      frames: min(first, count)..<count)
    settings.followsStream = clock != nil
    do throws(ClipError) {
      supplier = try Supplier(
        plans, stdin: input == nil ? reader : nil, timecodes: timecodes?.frames,
        film: input == nil ? film ?? source : nil,
        continuing: input, settings)
    } catch {
      throw scene.failure(error)
    }
    supplier.timed?.keepsPassed = scene.passesInput
  }

  /// What is read for a scene, but for NUT on standard input.
  static func plans(of scene: Scene) -> [FeedPlan] {
    plans(of: scene, NUTRole(of: nil, nil, in: scene))
  }

  /// What is read for a scene.
  private static func plans(of scene: Scene, _ role: NUTRole) -> [FeedPlan] {
    let plan = scene.plan
    return plan.footage.plans(
      of: plan.document, plan.edit, scene.colors.light ?? .standard,
      rate: role.clock?.ticks ?? plan.rate,
      start: role.clock == nil ? scene.time(of: -scene.lead) : .zero)
  }

  /// The last frame of standard input, if it was truncated, and the bytes that it lacks.
  var cut: (frame: Int, missing: Int)? { (film ?? source)?.cut ?? supplier.stdinReader?.cut }

  /// The bytes that are missing where standard input ends inside a packet that is no picture.
  var missing: Int? { (film ?? source)?.missing }

  /// What went otherwise than the files say.
  var warnings: [(message: String, place: Range<Int>)] { supplier.warnings }

  /// When children are started and stopped.
  var children: ChildSchedule { supplier.schedule.moved(by: -scene.lead) }

  /// Gets what output frame `index` is made of, in place of what the item was made of before; false
  /// when there is no such frame.
  func read(_ index: Int, into item: FrameItem) throws -> Bool {
    release(item)
    if let film { return try read(film, into: item) }
    if let source { return try read(index, of: source, into: item) }
    if clock != nil, let ownTimes { return try read(index, at: ownTimes, into: item) }
    if let count = scene.frameCount, index >= count { return false }
    try readPast(of: index, by: item)
    return try supply(index, into: item) {
      try ownTimes?.time(of: index) ?? scene.time(of: index)
    }
  }

  /// Gives the next frame of Y4M whose times a file says, on which other films are shown.
  private func read(
    _ index: Int, at times: StreamTimecodes, into item: FrameItem
  ) throws -> Bool {
    if let count = scene.frameCount, index >= count { return false }
    let place = place(of: times.frames?.exactTick(of: index))
    return try supply(place, into: item) { try times.time(of: index) }
  }

  /// Reads the frames before one that it needs, as far as they were not read.
  private func readPast(of index: Int, by item: FrameItem) throws {
    let needed = scene.renderer.history(at: scene.time(of: index))
    if following < index - needed { history.trim(to: 0) }
    for earlier in max(following, index - needed)..<max(following, index) {
      guard try supply(earlier, into: item, time: { scene.time(of: earlier) }) else { return }
      release(item)
    }
  }

  /// Gives an output frame at an even rate, with what passes of NUT; behind the last one, what is
  /// left of that.
  private func read(_ index: Int, of source: NUTFilm, into item: FrameItem) throws -> Bool {
    if !isOver, scene.frameCount.map({ index < $0 }) ?? true {
      if try supply(index, into: item, time: { scene.time(of: index) }) {
        item.passed = supplier.timed?.takePassed() ?? []
        return true
      }
      isOver = true
      item.passed = supplier.timed?.takePassed() ?? []
      if !item.passed.isEmpty { return true }
    }
    guard isOver, scene.passesInput, scene.frameCount == nil else { return false }
    item.passed = try source.passed(atMost: Self.mostPassed)
    return !item.passed.isEmpty
  }

  /// Gives the next frame of NUT with the packets before it, or a part of these where they are
  /// many.
  private func read(_ film: NUTFilm, into item: FrameItem) throws -> Bool {
    if let count = scene.frameCount, filmFrames >= count { return false }
    item.passed = try film.passed(atMost: Self.mostPassed)
    if let packet = film.waiting {
      let place = place(of: packet, film)
      if try supply(place, into: item, time: { Time(film.time(of: packet)) }) {
        item.packet = packet
        filmFrames += 1
        return true
      }
    }
    return !film.hasEnded || !item.passed.isEmpty
  }

  /// The number of the output frame that the next frame of NUT is.
  private func place(of packet: NUTPacket, _ film: NUTFilm) -> Int {
    guard let clock else { return filmFrames }
    let ticks = film.time(of: packet) * clock.exactTicks
    return place(of: Int(clamping: ticks.floor))
  }

  /// The number of the output frame at a tick; nil is the one after the last.
  private func place(of tick: Int?) -> Int {
    lastTick = max(lastTick + 1, tick ?? 0)
    supplier.moveStream(to: lastTick)
    return lastTick
  }

  /// - Parameter time: the time of the frame, asked for when there is one.
  private func supply(
    _ index: Int, into item: FrameItem, time: () throws -> Time
  ) throws -> Bool {
    do throws(ClipError) {
      guard try supplier.supply(index + scene.lead, into: &item.supplies) else { return false }
    } catch {
      throw scene.failure(error)
    }
    following = index + 1
    let time = try time()
    let kept = scene.renderer.history(at: time)
    (item.time, item.hasOwnTime) = (time, film != nil || ownTimes != nil)
    let passed = scene.renderer.passedFeed(at: time)
    let stream = scene.plan.document.playsStream ? scene.plan.document.clips.first?.feed : nil
    for place in item.supplies.indices {
      if item.supplies[place].feed == stream { item.parameters = item.supplies[place].parameters }
      let isPassed = item.supplies[place].feed == passed && item.supplies[place].second == nil
      if isPassed, !keepsPictures { pass(item, place, at: time, isKept: kept > 0) }
      if let frame = item.supplies[place].frame {
        let supply = item.supplies[place]
        item.pictures[supply.feed] = SourcePicture(
          frame: frame, second: supply.second, weight: supply.weight,
          numbers: FrameNumbers(first: supply.numbers.first, second: supply.numbers.second))
      }
    }
    keep(item, kept, at: time)
    return true
  }

  /// Gives a frame those before it, so many, and keeps it for those after it.
  private func keep(_ item: FrameItem, _ count: Int, at time: Time) {
    history.trim(to: count)
    guard count > 0 else { return }
    item.past = history.frames
    history.add(PastFrame(item, at: time))
    history.trim(to: count)
  }

  /// Passes a picture on unchanged, if it is the output or may become it.
  ///
  /// - Parameter isKept: whether later frames read it, so that nothing may be drawn on it.
  private func pass(_ item: FrameItem, _ place: Int, at time: Time, isKept: Bool) {
    item.parameters = item.supplies[place].parameters
    guard item.supplies[place].frame?.format == scene.renderer.output else { return }
    if scene.isActive(at: time) {
      if !isKept, let frame = item.supplies[place].takeFrame() { item.output = .taken(frame) }
    } else if let frame = item.supplies[place].frame {
      item.output = .untouched(frame)
    }
  }

  /// Releases the frames of sources.
  ///
  /// It is done here, in the thread that reads, and not where a frame was written: so a frame
  /// without other references is certainly not in use any more.
  func release(_ item: FrameItem) {
    if let frame = item.release() { supplier.recycle(frame) }
    supplier.recycle(&item.supplies)
    history.release(to: &supplier)
  }

  /// Lets other programs read pictures a little before they are seen in these output frames.
  func convertAhead(_ frames: [Range<Int>]) {
    scene.request.common.tools.stills.convertAhead(
      scene.stills(in: frames), scene.request.common.tools)
  }

  /// Standard input as far as it was read.
  var openInput: OpenInput? { supplier.openInput }

  /// Ends all children.
  ///
  /// - Parameter keepsInput: whether another one goes on with standard input.
  func stop(keepsInput: Bool = false) {
    supplier.stop(keepsInput: keepsInput)
    let stills = scene.request.common.tools.stills
    stills.stop()
    for (path, damage) in stills.takeDamage() { Console.complain("warning: \(path): \(damage)") }
  }
}

/// What NUT on standard input is to a scene.
private struct NUTRole {
  /// The film, where each of its frames is one of the output.
  let film: NUTFilm?
  /// The film, where it is one of the sources that make an even output.
  let source: NUTFilm?
  /// The clock in whose ticks the output's frames are numbered where they are those of ``film``, and
  /// other films are shown on them.
  let clock: FrameClock?

  init(of input: NUTFilm?, _ timecodes: StreamTimecodes?, in scene: Scene) {
    let document = scene.plan.document
    (film, source) = document.playsStream ? (input, nil) : (nil, input)
    let own = document.playsStream ? timecodes?.frames?.clock : nil
    clock = document.feeds.count == 1 ? nil : film?.header.clock ?? own
  }

  /// Whether there is none, or its frames alone make the output.
  var isStream: Bool { source == nil && clock == nil }
}
