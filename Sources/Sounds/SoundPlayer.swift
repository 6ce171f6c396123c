import AudioFilters
import Clips
import Timeline
import WAV

/// Gives the samples of all feeds of a plan.
///
/// Used by one thread at a time. A feed that is not heard holds no memory, file or program, and
/// feeds of one WAV file share it.
package final class SoundPlayer: SoundSupply {
  /// What a feed is played from.
  package struct Item: Sendable {
    /// The file or stream, probed but not yet read.
    package let source: SoundSource
    /// Its name in messages: its name in the timeline, or "standard input".
    package let name: String

    /// A source under the name that messages use.
    package init(_ source: SoundSource, name: String) {
      self.source = source
      self.name = name
    }
  }

  private let output: SampleFormat?
  private let feeds: [SoundPlan.Feed]
  private let rate: Int
  private let items: [Item]
  private let input: InputSound?
  private let tools: MediaTools
  private let space: SpoolSpace
  /// Those that are heard, by the numbers of their feeds, and whether they ever were.
  private var players: [Int: FeedPlayer] = [:]
  private var isOver: [Bool]
  private var hasStopped = false
  /// The files that are open, by their paths.
  private var files: [String: OpenFile] = [:]
  /// Standard input, as all its feeds share it.
  private var shared: (any Samples)?
  /// Warnings about sources that did not match what their files state, with the bytes of the source
  /// in the timeline.
  package private(set) var warnings: [(message: String, place: Range<Int>)] = []

  /// - Parameters:
  ///   - items: for each of the plan's feeds.
  ///   - input: needed by feeds of standard input.
  ///   - output: the format of the samples of the output; nil where there is none.
  package convenience init(
    _ plan: SoundPlan, _ items: [Item], input: InputSound? = nil, output: SampleFormat? = nil,
    tools: MediaTools = MediaTools(), spool: SpoolSettings = SpoolSettings()
  ) {
    self.init(
      plan.feeds, rate: plan.rate, items, input: input, output: output, tools: tools, spool: spool)
  }

  convenience init(
    _ feeds: [SoundPlan.Feed], rate: Int, _ items: [Item], input: InputSound?,
    output: SampleFormat? = nil, tools: MediaTools, spool: SpoolSettings
  ) {
    self.init(
      feeds, rate: rate, items, input: input, output: output, tools: tools,
      space: SpoolSpace(spool))
  }

  init(
    _ feeds: [SoundPlan.Feed], rate: Int, _ items: [Item], input: InputSound?,
    output: SampleFormat? = nil, tools: MediaTools, space: SpoolSpace
  ) {
    (self.feeds, self.rate, self.items, self.output) = (feeds, rate, items, output)
    (self.input, self.tools) = (input, tools)
    self.space = space
    isOver = feeds.map { _ in false }
  }

  package func layout(of feed: Int) -> ChannelLayout? {
    feeds.indices.contains(feed) && items.indices.contains(feed)
      ? items[feed].source.format?.layout : nil
  }

  package func fitsOutput(_ feed: Int) -> Bool {
    // What has no sound is silent.
    guard let player = makePlayer(feed) else { return true }
    guard let output, player.givesSamplesAsTheyAre else { return false }
    let samples: SampleFormat?
    switch items[feed].source {
    case .input: samples = input?.header.samples
    case .wav(_, _, let format, _): samples = format
    case .media(_, let contents):
      samples = contents.sound?.bits.map { SampleFormat.signed(bytes: 4, bits: $0) }
    case .mix, .silent: samples = nil
    }
    return samples?.fits(in: output) ?? false
  }

  package func read(_ feed: Int, at start: Int, into block: AudioBlock) throws(SoundError) -> Int {
    guard !hasStopped, let player = player(feed) else {
      block.clear()
      return block.count
    }
    do {
      let count = try player.read(at: start, into: block)
      if player.isOver {
        players[feed] = nil
        isOver[feed] = true
      }
      return count
    } catch .nested(let error) {
      throw error
    } catch {
      throw SoundError(error, source: items[feed].name, place: feeds[feed].place)
    }
  }

  /// Ends all programs at once; what is read from now on is silent.
  package func stop() {
    hasStopped = true
    for player in players.values { player.close() }
    players = [:]
    shared?.close()
  }

  /// The player of a feed that is heard; nil for one that has no sound.
  private func player(_ number: Int) -> FeedPlayer? {
    if let player = players[number] { return player }
    guard let player = makePlayer(number) else { return nil }
    if isOver[number] { player.close() }
    players[number] = player
    return player
  }

  private func makePlayer(_ number: Int) -> FeedPlayer? {
    guard feeds.indices.contains(number), items.indices.contains(number),
      let format = items[number].source.format
    else { return nil }
    let feed = feeds[number]
    var kept: [Range<Int>] = []
    let player = FeedPlayer(feed, rate: rate, sourceRate: format.rate) {
      [unowned self] () throws(SoundError.Fault) in
      try samples(of: items[number].source, kept: kept, feed: number)
    }
    kept = player.kept
    return player
  }

  private func samples(
    of source: SoundSource, kept: [Range<Int>], feed: Int
  ) throws(SoundError.Fault) -> any Samples {
    switch source {
    case .input: return SharedSamples(try inputSamples())
    case .wav(let path, let format, _, _):
      let file: WAVFile
      do { file = try self.file(at: path) } catch { throw .from(error) }
      guard file.header.format == format else {
        throw .source(.unreadable("it has changed since it was first read"))
      }
      return FileSamples(file)
    case .media(let path, let contents):
      guard let info = contents.sound else { return NoSamples() }
      let job = ChildStream.Job(path: path, info: info, hasPictures: contents.pictures != nil)
      let spool = SampleSpool(kept, channels: info.channels, in: space)
      return StreamSamples(channels: info.channels, spool: spool) {
        [tools, unowned self] (first) throws(SoundError.Fault) in
        let start = ChildStream.start(job, for: first)
        let stream = try ChildStream(job, from: start, tools) { [unowned self] in warn(feed) }
        return (stream, start)
      }
    case .mix(let mix):
      let spool = SampleSpool(kept, channels: mix.format.channels, in: space)
      return StreamSamples(channels: mix.format.channels, spool: spool) {
        [tools, space] (first) throws(SoundError.Fault) in
        let stream = try MixStream(mix, from: first) {
          SoundPlayer(
            mix.plan.feeds, rate: mix.plan.rate, mix.items, input: nil, tools: tools, space: space)
        } _: { () throws(SoundError.Fault) in
          if let stop = tools.interrupt?.reason { throw .source(.stop(stop)) }
        }
        return (stream, stream.first)
      }
    case .silent: return NoSamples()
    }
  }

  /// Says once of a feed that ffmpeg has none of its sound.
  private func warn(_ number: Int) {
    let place = feeds[number].place
    guard !warnings.contains(where: { $0.place == place }) else { return }
    warnings.append(
      ("ffmpeg gives no sound from \(items[number].name), which stays silent", place))
  }

  /// A file that is open as long as anybody plays it.
  private func file(at path: String) throws(WAVError) -> WAVFile {
    if let file = files[path]?.file { return file }
    let file = try WAVFile(path: path)
    files[path] = OpenFile(file: file)
    return file
  }

  // MARK: - Standard input

  private func inputSamples() throws(SoundError.Fault) -> any Samples {
    if let shared { return shared }
    guard let input else { return NoSamples() }
    let kept = InputUse.kept(inputUses)
    let made: any Samples
    if !kept.isEmpty, let file = input.wholeFile() {
      made = FileSamples(file)
    } else {
      let channels = input.header.format.channels
      made = StreamSamples(
        channels: channels, step: 1 << 13, mostRecent: 4,
        spool: SampleSpool(kept, channels: channels, in: space)
      ) { (_) throws(SoundError.Fault) in (InputStream(input), 0) }
    }
    shared = made
    return made
  }

  private var inputUses: [InputUse] {
    feeds.indices.compactMap { number in
      guard items.indices.contains(number), case .input = items[number].source,
        let player = makePlayer(number)
      else { return nil }
      let feed = player.feed
      return InputUse(
        outputs: feed.start..<(feed.end ?? .max), samples: player.heard, again: player.kept)
    }
  }
}

/// A feed's use of standard input.
struct InputUse: Hashable, Sendable {
  /// When it is heard.
  let outputs: Range<Int>
  /// The samples that it reads.
  let samples: Range<Int>
  /// Those that it reads again, or backwards.
  let again: [Range<Int>]

  /// The samples that are needed again after they have passed.
  static func kept(_ uses: [InputUse]) -> [Range<Int>] {
    let uses = uses.filter { !$0.outputs.isEmpty }.sorted {
      ($0.outputs.lowerBound, $0.samples.lowerBound)
        < ($1.outputs.lowerBound, $1.samples.lowerBound)
    }
    var kept = uses.flatMap(\.again)
    // The ends of what was read, and of the output, by all feeds before; and whose end that is.
    var read = Int.min
    var latest: InputUse?
    for use in uses {
      if use.samples.lowerBound < read { kept.append(use.samples.clamped(to: .min..<read)) }
      if let latest, latest.outputs.upperBound > use.outputs.lowerBound {
        kept += [latest.samples, use.samples]
      }
      read = max(read, use.samples.upperBound)
      if use.outputs.upperBound > latest?.outputs.upperBound ?? .min { latest = use }
    }
    return kept
  }
}

/// A file, for which others decide how long it is open.
private struct OpenFile {
  weak var file: WAVFile?
}

/// Samples that others use too, so that they are not closed here.
private final class SharedSamples: Samples {
  private let samples: any Samples

  init(_ samples: any Samples) { self.samples = samples }

  var channels: Int { samples.channels }
  var length: Int? { samples.length }

  func read(_ first: Int, into block: AudioBlock, _ part: Range<Int>) throws(SoundError.Fault) {
    try samples.read(first, into: block, part)
  }

  func close() {}
}

/// No sound at all.
private final class NoSamples: Samples {
  let channels = 1
  let length: Int? = 0

  func read(_ first: Int, into block: AudioBlock, _ part: Range<Int>) { block.silence(part) }

  func close() {}
}
