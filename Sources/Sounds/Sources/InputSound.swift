import Bytes
import Clips
import NUT
import Pipes
import Timeline
import WAV

/// The sound on standard input, WAV or in packets of NUT, its header read.
///
/// Used by one thread at a time.
package final class InputSound {
  /// What the stream says before its sound.
  package let header: WAVHeader
  /// The number of sample frames; nil where neither the header nor a file's size says it.
  package let length: Int?
  /// What standard input is called.
  package static let standardName = "standard input"

  private enum Origin {
    case wav(WAVReader)
    case nut(NUTSound)
  }

  /// What messages call it.
  package let name: String
  private var origin: Origin
  /// Where it can be read at any place, if that is a file.
  private let file: (descriptor: FileDescriptor, path: String)?
  /// The program that writes it, if that is none of the user's.
  private let child: ChildProcess?
  private let truncation: WAVReader.Truncation
  /// Sample frames as they came, the oldest first, without gaps up to what was read.
  private var raws: [RawSamples] = []
  private var spare: RawSamples?
  private var rawEnd = 0

  /// How many sample frames are kept as they came; 0 is none.
  package var rawReach = 0

  /// Waits for the header of WAV.
  ///
  /// - Parameters:
  ///   - name: what messages call it.
  ///   - path: the name of `input` in the file system.
  ///   - source: the bytes of `input`, where some were looked at already.
  package init(
    _ input: FileDescriptor, name: String = standardName, path: String = "/dev/stdin",
    source: ByteSource? = nil, truncation: WAVReader.Truncation = .error
  ) throws(WAVError) {
    self.name = name
    (file, child) = ((input, path), nil)
    self.truncation = truncation
    let reader = try WAVReader(source ?? ByteSource(input), truncation: truncation)
    origin = .wav(reader)
    header = reader.header
    length = header.length
  }

  /// Waits for the header that a program writes, which must end well after its last sample.
  ///
  /// - Parameter length: how many sample frames will come; nil where that is not known.
  init(_ child: ChildProcess, name: String, length: Int?) throws(WAVError) {
    (self.name, self.child, file) = (name, child, nil)
    truncation = .error
    let reader = try WAVReader(ByteSource(child))
    origin = .wav(reader)
    header = reader.header
    self.length = length ?? reader.header.length
  }

  /// The sound of NUT; nil where there is none.
  package init?(_ input: FileDescriptor, _ film: NUTSound, truncation: WAVReader.Truncation) {
    guard let header = film.header else { return nil }
    (self.truncation, self.header, name) = (truncation, header, Self.standardName)
    (file, child) = ((input, "/dev/stdin"), nil)
    origin = .nut(film)
    length = nil
  }

  /// The rate and channels of the stream.
  package var format: AudioFormat { header.format }

  /// How long it lasts; nil where that is not known.
  package var duration: Time? {
    length.map { Time(Rational(reducing: Int128($0), over: Int128(max(header.format.rate, 1)))) }
  }

  /// Sample frames that were read.
  package var sampleCount: Int {
    switch origin {
    case .wav(let reader): reader.sampleCount
    case .nut(let film): film.sampleCount
    }
  }

  /// Where the stream was truncated, and the missing bytes, when it was dropped or padded.
  package var cut: (sample: Int, missing: Int)? {
    switch origin {
    case .wav(let reader): reader.cut
    case .nut(let film): film.cut
    }
  }

  /// Why there are no more samples, where the stream ended too early and that is a fault.
  package private(set) var failure: (any Error)?

  /// How many sample frames there are of a stream that ended too early and was not filled up, once
  /// that is known.
  package var earlyEnd: Int? {
    failure != nil || (cut != nil && truncation != .pad) ? sampleCount : nil
  }

  /// Bytes that were read.
  package var offset: Int {
    switch origin {
    case .wav(let reader): reader.offset
    case .nut(let film): film.offset
    }
  }

  /// The reader of WAV, for what follows the sound once that is read; it is nil for NUT.
  package func withReader(_ body: (inout WAVReader) throws -> Void) rethrows {
    guard case .wav(var reader) = origin else { return }
    defer { origin = .wav(reader) }
    try body(&reader)
  }

  /// The same sound as a file, where it is one that can be read at any place.
  func wholeFile() -> WAVFile? {
    guard case .wav = origin, let file, file.descriptor.kind == .regular,
      let whole = try? WAVFile(path: file.path), whole.header == header, whole.missing == 0
    else { return nil }
    return whole
  }

  /// Takes sample frames as they came, from number `first` on, as many as `raw` can hold; false
  /// when they are not kept any more.
  package func takeRaw(_ first: Int, count: Int, into raw: RawSamples) -> Bool {
    raw.removeAll()
    var start = rawEnd - raws.reduce(0) { $0 + $1.count }
    guard first >= start, first + count <= rawEnd, count <= raw.capacity else { return false }
    for held in raws {
      let part = (start..<start + held.count).clamped(to: first..<first + count)
      if !part.isEmpty {
        raw.append(part.lowerBound - start..<part.upperBound - start, of: held)
      }
      start += held.count
    }
    return true
  }

  fileprivate func read(into block: AudioBlock, most: Int) throws(SoundError.Fault) -> Int {
    let raw = rawReach > 0 ? room(min(block.capacity, most)) : nil
    let count: Int
    switch origin {
    case .wav(var reader):
      defer { origin = .wav(reader) }
      do throws(WAVError) {
        count = try reader.read(into: block, raw: raw, most: most)
      } catch {
        if let child { throw try ChildStream.fault(of: error, child) }
        // All whole samples are played before the fault is reported.
        guard case .truncated = error else { throw .from(error) }
        failure = error
        return 0
      }
      if count == 0, let child {
        do { try child.expectSuccess() } catch { throw .source(error) }
      }
    case .nut(let film):
      let raw = raw ?? scratch(min(block.capacity, most))
      do throws(NUTError) {
        count = try film.read(into: raw, most: most)
      } catch {
        guard case .truncated = error else { throw .from(error) }
        failure = error
        return 0
      }
      raw.decode(into: block)
    }
    if let raw, count > 0 {
      raws.append(raw)
      rawEnd += count
    }
    return count
  }

  /// A place for sample frames that are not kept as they came.
  private func scratch(_ capacity: Int) -> RawSamples {
    if let spare, spare.capacity >= capacity { return spare }
    let made = RawSamples(header, capacity: capacity)
    spare = made
    return made
  }

  /// A place for the next sample frames, where the oldest were that nobody wants.
  private func room(_ capacity: Int) -> RawSamples {
    while let oldest = raws.first, raws.reduce(-oldest.count, { $0 + $1.count }) >= rawReach {
      spare = raws.removeFirst()
    }
    defer { spare = nil }
    if let spare, spare.capacity >= capacity { return spare }
    return RawSamples(header, capacity: capacity)
  }
}

/// The samples of standard input, in order.
final class InputStream: SampleStream {
  private let input: InputSound

  init(_ input: InputSound) { self.input = input }

  var channels: Int { input.header.format.channels }

  func read(into block: AudioBlock, most: Int) throws(SoundError.Fault) -> Int {
    try input.read(into: block, most: most)
  }

  func close() {}
}
