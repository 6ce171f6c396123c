import AudioFilters
import Sounds
import Timeline
import WAV

/// A timeline's sound made ready for one output: what is heard when, and how it leaves.
package struct SoundScene {
  /// What is known before anything is made.
  package typealias Parts = TimelineParts<SoundFootage>

  /// The timeline and its sources.
  package let parts: Parts
  /// What is asked for.
  package let request: SoundRequest
  /// Which samples of which sources are heard when.
  package let plan: SoundPlan
  /// Rate and channels of the output, and why.
  package let choice: MixFormat
  /// The number of the first sample of the output, counted from the timeline's start.
  package let start: Int
  /// The number of the first sample that is left out, where the user says so.
  package let end: Int?

  /// - Parameter input: standard input, where it is read.
  init(_ parts: Parts, _ request: SoundRequest, input: InputSound?) throws {
    var parts = parts
    try parts.footage.mixInner(parts.document, parts.edit, rate: parts.rate, request)
    (self.parts, self.request) = (parts, request)
    choice = MixFormat(parts, input: input)
    let rate = choice.format.rate
    let from = parts.start
    start = SoundPlan.sample(of: from, rate: rate)
    let duration = request.duration?.resolved(rate: parts.rate, duration: nil)
    end = duration.map { SoundPlan.sample(of: from + $0, rate: rate) }
    plan = SoundPlan(
      parts.document, list: parts.edit ?? .empty,
      trackLengths: parts.footage.trackLengths(of: parts.document),
      inputStart: from, inputLength: input?.duration.map { from + $0 }, rate: rate)
  }

  /// Rate and channels of the output.
  package var format: AudioFormat { choice.format }

  /// Whether standard input is the main sound as it comes.
  package var isInputMain: Bool { parts.playsInputAlone }

  /// How many samples the output has; nil where that is found out at the end of a stream.
  package var length: Int? {
    [plan.length, end].compactMap { $0 }.min().map { max(0, $0 - start) }
  }

  /// How many samples are asked for from `place` on, `most` of them at the most.
  package func count(at place: Int, most: Int) -> Int {
    end.map { min(most, max(0, $0 - place)) } ?? most
  }

  /// What gives the samples of all feeds.
  ///
  /// - Parameter output: the format of the samples of the output; nil where there is none.
  package func supply(_ input: InputSound?, output: SampleFormat? = nil) -> SceneSupply {
    SceneSupply(self, input, output)
  }

  /// What a feed is played from.
  func item(of feed: SoundPlan.Feed, _ input: InputSound?) -> SoundPlayer.Item {
    let item: SoundPlayer.Item?
    switch feed.origin {
    case .input: item = input.map { .init(.input($0.format, length: $0.length), name: $0.name) }
    case .clip(let number): item = parts.footage.clips[number]
    case .track(let number): item = parts.footage.tracks[number]
    }
    return item ?? SoundPlayer.Item(.silent(nil), name: feed.title)
  }

  /// The channels of all feeds; nil for those without sound. Standard input has some, even before
  /// it is read.
  package var layouts: [ChannelLayout?] {
    plan.feeds.map { feed in
      if case .stdin = feed.media.source { return .stereo }
      return item(of: feed, nil).source.format?.layout
    }
  }

  /// What to throw for something that came up while playing.
  package func failure(_ error: any Error) -> any Error {
    let fault: Fault
    switch error {
    case let error as SoundError:
      if let stop = error.stop { return stop }
      fault = Fault("\(error)", at: error.place, code: .failure)
    case let error as AudioError: fault = Fault(error)
    case let error as MixError: return failure(error.cause)
    default: return error
    }
    return request.common.failure(fault, code: fault.code)
  }
}

/// The samples of a scene's feeds; standard input begins where the output does.
package final class SceneSupply: SoundSupply {
  private let player: SoundPlayer
  private let plan: SoundPlan
  private let start: Int

  init(_ scene: SoundScene, _ input: InputSound?, _ output: SampleFormat?) {
    plan = scene.plan
    start = scene.start
    player = SoundPlayer(
      scene.plan, scene.plan.feeds.map { scene.item(of: $0, input) }, input: input,
      output: output, tools: scene.request.common.tools, spool: scene.request.common.spool)
  }

  package func layout(of feed: Int) throws -> ChannelLayout? { player.layout(of: feed) }

  package func fitsOutput(_ feed: Int) -> Bool { player.fitsOutput(feed) }

  package func read(_ feed: Int, at sample: Int, into block: AudioBlock) throws -> Int {
    guard plan.feeds[feed].origin == .input else {
      return try player.read(feed, at: sample, into: block)
    }
    // What begins before the timeline does is the feed's own beginning.
    let start = max(start, 0)
    guard sample < start else { return try player.read(feed, at: sample - start, into: block) }
    // What standard input has not got is silent to what plays before the start.
    let lead = min(start - sample, block.count)
    let rest = AudioBlock(channels: block.channels, capacity: max(block.count - lead, 1))
    rest.count = block.count - lead
    let count = rest.count > 0 ? try player.read(feed, at: 0, into: rest) : 0
    for channel in 0..<block.channels {
      for index in 0..<lead { block[channel][index] = 0 }
      for index in 0..<rest.count { block[channel][lead + index] = rest[channel][index] }
    }
    return lead + count
  }

  /// What went otherwise than the files say.
  package var warnings: [(message: String, place: Range<Int>)] { player.warnings }

  /// Ends all programs.
  package func stop() { player.stop() }
}

extension Mix {
  /// Plays, unheard, what comes before `start` and is remembered there, so that a part of a film
  /// sounds as it does in the whole.
  ///
  /// - Parameter check: throws where the user wants all to stop.
  package func runUp(to start: Int, _ check: () throws -> Void) throws {
    var place = beginning(before: start)
    let block = AudioBlock(channels: format.channels, capacity: MixFormat.blockLength)
    while place < start {
      try check()
      block.count = min(block.capacity, start - place)
      _ = try render(into: block, at: place)
      guard block.count > 0 else { return }
      place += block.count
    }
  }
}
