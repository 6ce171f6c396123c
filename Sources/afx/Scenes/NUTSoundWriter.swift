import Bytes
import NUT
import Pipes
import Shell
import Sounds
import Timeline
import WAV

/// Writes a mix as a stream of sound in NUT, and beside it what its input has of other streams.
///
/// Where the mix is the input's sound, sample by sample, its packets are those of the input, with
/// their times; silence in gaps between them is not written, unless something is heard there. Other
/// mixes have packets of their own.
final class NUTSoundWriter: NUTPassage {
  /// What turns samples into bytes.
  private(set) var samples: WAVWriter
  /// Why what passes could not be written.
  private(set) var failure: PipeError?

  private var writer: NUTWriter
  private let film: NUTSound?
  /// The number of the stream of sound.
  private let stream: Int
  private let clock: TimeBase
  private let rate: Int
  private let form: PacketForm
  /// The time of the first sample, in seconds.
  private let origin: Rational
  /// Whether packets are those of the input.
  private let followsInput: Bool
  /// Whether nothing of the film's sound is played, so that what passes has to be asked for.
  private let leadsInput: Bool
  /// Sample frames that were given.
  private var place = 0
  private var mark: NUTSound.Mark?
  /// The bytes of the packet that is being filled.
  private var packet: [UInt8] = []

  /// Writes the headers.
  ///
  /// - Parameters:
  ///   - film: the stream of the input, where that is NUT.
  ///   - playsFilm: whether anything of its sound is played.
  init(
    _ output: FileDescriptor, _ scene: SoundScene, samples: SampleFormat, film: NUTSound?,
    playsFilm: Bool, dither: Dither
  ) throws {
    self.film = film
    rate = scene.format.rate
    followsInput = playsFilm && scene.playsInputAsItComes && film?.header?.format == scene.format
    leadsInput = film != nil && !playsFilm
    self.samples = WAVWriter(collecting: scene.format, samples: samples, dither: dither)
    let isBigEndian = film?.header?.samples == samples && film?.form?.isBigEndian == true
    form = PacketForm(self.samples.samples, isBigEndian: isBigEndian)
    let written = try NUTHeader.written(scene, film, form, keepsClock: followsInput)
    stream = written.stream
    clock = written.header.clock(ofStream: stream)
    origin =
      followsInput
      ? film?.start ?? .zero : Rational(reducing: Int128(scene.start), over: Int128(rate))
    writer = try NUTWriter(output, header: written.header)
    film?.keepsMarks = followsInput
    film?.passage = self
  }

  /// Bytes that were written.
  var offset: Int { Int(clamping: writer.offset) }

  func pass(_ item: NUTItem, _ data: [UInt8]) throws(PipeError) {
    do throws(PipeError) {
      switch item {
      case .info(let body): try writer.write(info: body)
      case .packet(let packet): try writer.write(packet, data)
      }
    } catch {
      failure = error
      throw error
    }
  }

  // MARK: - Samples

  /// Writes the samples of a block, as ``WAV/WAVWriter/write(_:changed:raw:)`` does.
  func write(_ block: AudioBlock, changed: [Range<Int>], raw: RawSamples?) throws {
    try samples.write(block, changed: changed, raw: raw)
    var bytes = samples.takeCollected()
    if form.isBigEndian { turn(&bytes) }
    if followsInput {
      try writeMarked(bytes, block.count, changed)
    } else {
      if leadsInput { try film?.passRest(until: Time(time(of: place))) }
      try put(bytes)
    }
    place += block.count
  }

  /// Hands out sample frames to the packets that they came in.
  private func writeMarked(_ bytes: [UInt8], _ count: Int, _ changed: [Range<Int>]) throws {
    let frame = samples.format.channels * form.samples.bytes
    var done = 0
    while done < count {
      let here = place + done
      while mark.map({ $0.range.upperBound <= here }) ?? true, let next = film?.takeMark() {
        mark = next
        if next.range.isEmpty, let empty = next.packet { try put([], as: empty) }
      }
      // What is heard before the input's sound, or behind its end, is in packets of its own.
      let range =
        mark.flatMap { $0.range.contains(here) ? $0.range : here..<max(here, $0.range.lowerBound) }
        ?? here..<here
      let part = done..<(range.upperBound > here ? min(count, range.upperBound - place) : count)
      let piece = bytes[part.lowerBound * frame..<part.upperBound * frame]
      if let mark, mark.range.contains(here) {
        if let own = mark.packet {
          packet += piece
          if place + part.upperBound == mark.range.upperBound { try put(packet, as: own) }
        } else if changed.contains(where: { $0.overlaps(part) }) {
          try put(Array(piece), at: here)
        }
      } else {
        try put(Array(piece), at: here)
      }
      done = part.upperBound
    }
  }

  /// Writes a packet as it came, but for its data.
  private func put(_ data: [UInt8], as own: NUTPacket) throws {
    var own = own
    (own.stream, own.size) = (stream, data.count)
    try writer.write(own, data)
    packet.removeAll(keepingCapacity: true)
  }

  /// Writes a packet that begins with a sample frame, or the present one.
  private func put(_ data: [UInt8], at place: Int? = nil) throws {
    guard !data.isEmpty else { return }
    let ticks = ticks(of: place ?? self.place)
    try writer.write(NUTPacket(stream: stream, ticks: ticks, size: data.count), data)
  }

  private func time(of place: Int) -> Rational {
    origin + Rational(reducing: Int128(place), over: Int128(rate))
  }

  /// The nearest tick of the sound's clock.
  private func ticks(of place: Int) -> Int {
    let length = Rational(reducing: Int128(clock.denominator), over: Int128(clock.numerator))
    let ticks = time(of: place) * length + Rational(reducing: 1, over: 2)
    return min(max(0, Int(clamping: ticks.floor)), NUTPacket.latest)
  }

  /// Turns round the bytes of each sample.
  private func turn(_ bytes: inout [UInt8]) {
    let width = form.samples.bytes
    for start in stride(from: 0, to: bytes.count - width + 1, by: width) {
      for index in 0..<width / 2 { bytes.swapAt(start + index, start + width - 1 - index) }
    }
  }

  // MARK: - The end

  /// Writes what is left of a packet and of what passes, and ends the stream.
  func finish() throws {
    if let own = mark?.packet, !packet.isEmpty { try put(packet, as: own) }
    var failure: NUTError?
    do { try film?.passRest() } catch { failure = error }
    if case .pipe = failure, let failure { throw failure }
    try writer.finish()
    if let failure { throw failure }
  }
}

extension NUTHeader {
  /// The header of an output, and the number of its stream of sound: the input's, or a new one
  /// behind all others.
  fileprivate static func written(
    _ scene: SoundScene, _ film: NUTSound?, _ form: PacketForm, keepsClock: Bool
  ) throws -> (header: NUTHeader, stream: Int) {
    let rate = scene.format.rate
    guard let tag = form.tag, let clock = TimeBase(1, rate) else {
      throw CommandFailure("NUT has no name for the samples of the output; --format changes them")
    }
    let content = NUTStream.Content.audio(rate: rate, over: 1, channels: scene.format.channels)
    guard let film else {
      let stream = NUTStream(content, tag: tag, timeBase: 0, clock: clock)
      return (NUTHeader(timeBases: [clock], streams: [stream]), 0)
    }
    var header = film.nut
    if keepsClock, let number = film.number {
      header.streams[number].tag = tag
      return (header, number)
    }
    let base = header.timeBases.firstIndex(of: clock) ?? header.timeBases.count
    if base == header.timeBases.count { header.timeBases.append(clock) }
    let stream = NUTStream(content, tag: tag, timeBase: base, clock: clock)
    let number = film.number ?? header.streams.count
    if number < header.streams.count {
      header.streams[number] = stream
    } else {
      header.streams.append(stream)
    }
    return (header, number)
  }
}
