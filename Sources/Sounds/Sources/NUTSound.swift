import Bytes
import NUT
import Pipes
import Timeline
import WAV

/// What gets the packets that stand beside the sound of a NUT stream.
package protocol NUTPassage: AnyObject {
  /// Takes a packet with its data, or information.
  func pass(_ item: NUTItem, _ data: [UInt8]) throws(PipeError)
}

/// The sound of a NUT stream, with what stands beside it: its first stream of sound is played, and
/// all other packets pass.
///
/// Samples follow one another from the time of the stream's first packet on; where the packets of
/// the sound leave a gap, there is silence. It is used by one thread.
package final class NUTSound {
  /// A packet of the sound, or the silence of a gap.
  package struct Mark {
    /// Nil for silence that is in no packet.
    package let packet: NUTPacket?
    /// Its sample frames, counted from the start of the stream.
    package let range: Range<Int>
  }

  /// The headers of the whole stream.
  package let nut: NUTHeader
  /// The number of the stream of sound; nil where there is none.
  package let number: Int?
  /// What is known of the sound.
  package let header: WAVHeader?
  /// How its samples stand in packets.
  package let form: PacketForm?
  /// The time of the first packet in seconds.
  package let start: Rational
  /// Gets what passes; nil where that is left out.
  package weak var passage: (any NUTPassage)?
  /// Whether ``takeMark()`` is used.
  package var keepsMarks = false
  /// The first packet whose sound begins before that of the packet before it ends.
  package private(set) var firstOverlap: Int?
  /// Sample frames that were read.
  package private(set) var sampleCount = 0
  /// Where the stream was truncated, and the missing bytes, when that is no error.
  package private(set) var cut: (sample: Int, missing: Int)?

  /// Packets may be so far from where the one before ends, in seconds, as clocks of containers are
  /// coarse.
  private static let tolerance = Rational(reducing: 1, over: 50)
  /// The longest gap, in seconds.
  private static let longestGap = 86_400

  private var reader: NUTReader
  private let truncation: WAVReader.Truncation
  /// The first packet, until it is read.
  private var waiting: NUTItem?
  private var marks: [Mark] = []
  /// Where the next packet of sound is expected.
  private var position = 0
  /// Sample frames of silence, and then of the present packet, that were not read yet.
  private var silence = 0
  private var inPacket = 0
  private var hasEnded = false
  private var failure: NUTError?
  private var data: [UInt8] = []

  /// Reads the headers, and waits for the first packet.
  ///
  /// - Throws: what is wrong with them, and a stream of sound that is not played.
  package init(_ source: ByteSource, truncation: WAVReader.Truncation = .error) throws(NUTError) {
    reader = try NUTReader(source, truncation: .end)
    self.truncation = truncation
    nut = reader.header
    number = nut.streams.firstIndex { if case .audio = $0.content { true } else { false } }
    if let number {
      let (header, form) = try Self.format(of: nut.streams[number], at: reader.offset)
      (self.header, self.form) = (header, form)
    } else {
      (header, form) = (nil, nil)
    }
    waiting = try reader.next()
    if case .packet(let packet) = waiting {
      start = nut.clock(ofStream: packet.stream).seconds(packet.ticks)
    } else {
      start = .zero
    }
  }

  private static func format(
    of stream: NUTStream, at offset: UInt64
  ) throws(NUTError) -> (WAVHeader, PacketForm) {
    guard case .audio(let rate, let over, let channels) = stream.content else {
      throw .unsupported(.noSound, packet: nil, offset: offset)
    }
    guard let form = PacketForm(tag: stream.tag) else {
      throw .unsupported(PacketForm.refusal(stream.tag), packet: nil, offset: offset)
    }
    let whole = over > 0 && rate % over == 0 ? rate / over : 0
    guard (1...AudioFormat.highestRate).contains(whole),
      (1...AudioFormat.mostChannels).contains(channels)
    else {
      throw .unsupported(
        .soundFormat(rate: rate, channels: channels), packet: nil, offset: offset)
    }
    let format = AudioFormat(rate: whole, layout: ChannelLayout(count: channels))
    return (WAVHeader(ofPackets: format, samples: form.samples), form)
  }

  /// Bytes that were read.
  package var offset: Int { Int(clamping: reader.offset) }

  /// The frames a second of the first stream of pictures, as far as the stream says them.
  package var frameRate: FrameRate? {
    let pictures = nut.streams.firstIndex { if case .video = $0.content { true } else { false } }
    return pictures.flatMap { nut.rate(ofStream: $0) }
  }

  /// How many streams there are apart from the sound.
  package var otherStreams: Int { nut.streams.count - (number == nil ? 0 : 1) }

  // MARK: - Samples

  /// Reads the next sample frames, as many as `raw` can hold, but at most `most`; what stands
  /// between them passes.
  ///
  /// Gives their number, 0 at the end. All whole sample frames come before an error.
  package func read(into raw: RawSamples, most: Int) throws(NUTError) -> Int {
    raw.removeAll()
    let wanted = min(most, raw.capacity)
    do throws(NUTError) {
      while raw.count < wanted, failure == nil, try fill(raw, to: wanted) {}
    } catch {
      failure = error
    }
    if raw.count == 0, let failure { throw failure }
    sampleCount += raw.count
    return raw.count
  }

  /// Goes on by one step; false at the end.
  private func fill(_ raw: RawSamples, to wanted: Int) throws(NUTError) -> Bool {
    if silence > 0 {
      silence -= raw.appendSilence(min(silence, wanted - raw.count))
      return true
    }
    guard inPacket > 0 else { return try goOn() }
    let asked = min(inPacket, wanted - raw.count)
    let count = try raw.append(asked, isTurned: form?.isBigEndian ?? false) {
      room throws(NUTError) in
      try reader.read(into: room)
    }
    inPacket -= count
    if count < asked {
      let missing = inPacket
      (silence, inPacket) = (truncation == .pad ? missing : 0, 0)
      try finish(before: missing)
    }
    return true
  }

  private func goOn() throws(NUTError) -> Bool {
    guard let item = try next() else { return false }
    if case .packet(let packet) = item, packet.stream == number, !packet.isEnd {
      try begin(packet)
    } else {
      try pass(on: item)
    }
    return true
  }

  private func next() throws(NUTError) -> NUTItem? {
    if let item = waiting {
      waiting = nil
      return item
    }
    guard !hasEnded, let item = try reader.next() else {
      try finish()
      return nil
    }
    return item
  }

  /// Ends the stream, which may be truncated before so many sample frames of a packet.
  private func finish(before rest: Int = 0) throws(NUTError) {
    hasEnded = true
    guard let (packet, missing) = reader.cut, cut == nil else { return }
    cut = (position - rest, missing)
    guard truncation == .error else { return }
    throw .truncated(packet: packet, offset: reader.offset, missing: missing)
  }

  /// Begins a packet of sound, with silence before it where there is a gap.
  private func begin(_ packet: NUTPacket) throws(NUTError) {
    guard let header, packet.size % header.frameBytes == 0 else {
      throw .malformed(
        .badValue("the size of a packet of sound", packet.size), packet: reader.packetCount - 1,
        offset: packet.dataOffset)
    }
    let rate = header.format.rate
    let half = Rational(reducing: 1, over: 2)
    let time = nut.clock(ofStream: packet.stream).seconds(packet.ticks) - start
    let gap = Int(clamping: (time * Rational(rate) + half).floor - Int128(position))
    // Where the sound begins is no matter of coarse clocks.
    let isFirst = position == 0
    let tolerance = isFirst ? 0 : Int(clamping: (Self.tolerance * Rational(rate)).floor)
    guard gap <= Self.longestGap * rate else {
      throw .malformed(.badTimestamp, packet: reader.packetCount - 1, offset: packet.offset)
    }
    if gap > tolerance {
      silence = gap
      mark(nil, gap)
    } else if gap < -tolerance, !isFirst, firstOverlap == nil {
      firstOverlap = reader.packetCount - 1
    }
    inPacket = packet.size / header.frameBytes
    mark(packet, inPacket)
  }

  private func mark(_ packet: NUTPacket?, _ count: Int) {
    if keepsMarks { marks.append(Mark(packet: packet, range: position..<position + count)) }
    position += count
  }

  /// The next packet of sound, or gap, that was read.
  package func takeMark() -> Mark? { marks.isEmpty ? nil : marks.removeFirst() }

  // MARK: - What passes

  private func pass(on item: NUTItem) throws(NUTError) {
    guard let passage else { return }
    data.removeAll(keepingCapacity: true)
    if case .packet = item, !(try reader.read(into: &data)) { return try finish() }
    do { try passage.pass(item, data) } catch { throw .pipe(error) }
  }

  /// Passes what stands before a time, or all that is left; sound is left out.
  package func passRest(until time: Time? = nil) throws(NUTError) {
    if let failure { throw failure }
    (silence, inPacket) = (0, 0)
    while let item = try next() {
      if let time, case .packet(let packet) = item,
        nut.clock(ofStream: packet.stream).seconds(packet.ticks) >= time.value
      {
        waiting = item
        return
      }
      if case .packet(let packet) = item, packet.stream == number, !packet.isEnd { continue }
      try pass(on: item)
    }
  }
}
