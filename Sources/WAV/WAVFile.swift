import Pipes

/// A WAV file whose samples are read in any order.
///
/// Unchecked: it belongs to one thread at a time.
package final class WAVFile: @unchecked Sendable {
  /// What the file says before its sound.
  package let header: WAVHeader
  /// Whole sample frames that the file has, whatever its header says.
  package let length: Int
  /// The bytes that the header states and the file does not have.
  package let missing: Int
  private let file: FileDescriptor
  private var scratch: RawSamples?

  /// Opens a regular file and reads its header.
  package init(path: String) throws(WAVError) {
    do {
      file = try FileDescriptor(opening: path, isBlocking: false)
    } catch {
      throw .pipe(error)
    }
    let result = Result { [file] () throws(WAVError) in try Self.survey(file, path) }
    guard case .success(let survey) = result else {
      try? file.close()
      (header, length, missing) = (try result.get().header, 0, 0)
      return
    }
    header = survey.header
    length = survey.sound / survey.header.frameBytes
    missing = max(0, (survey.header.dataBytes ?? 0) - survey.sound)
  }

  deinit { try? file.close() }

  /// Reads the header, and finds out how many bytes of sound there are.
  private static func survey(
    _ file: FileDescriptor, _ path: String
  ) throws(WAVError) -> (header: WAVHeader, sound: Int) {
    guard file.kind == .regular, let size = file.size else {
      throw .pipe(.notAFile(name: file.name, kind: file.kind))
    }
    let header = try header(of: file, path)
    let present = max(0, size - header.dataOffset)
    guard let provisional = header.provisionalBytes, provisional < present else {
      return (header, min(present, header.dataBytes ?? present))
    }
    // As WAVReader has it: a chunk ends the sound where its size says, and anything else is sound.
    var next = [UInt8](repeating: 0, count: 5)
    let result = next.withUnsafeMutableBytes { buffer in
      Result { () throws(PipeError) in
        try file.readFully(into: buffer, at: header.dataOffset + provisional)
      }
    }
    if case .failure(let error) = result { throw .pipe(error) }
    let isChunk = [0, provisional % 2].contains { ChunkID(next[$0..<($0 + 4)]).isKnown }
    return (header, isChunk ? provisional : present)
  }

  /// Reads the header, be it in front of the sound or, against the rules, behind it.
  private static func header(
    of file: FileDescriptor, _ path: String
  ) throws(WAVError) -> WAVHeader {
    do throws(WAVError) {
      var parser = HeaderParser(PeekingSource(ByteSource(file)))
      return try parser.parse()
    } catch {
      guard case .malformedHeader(.dataBeforeFormat, _) = error,
        let again = try? FileDescriptor(opening: path, isBlocking: false)
      else { throw error }
      defer { try? again.close() }
      var parser = HeaderParser(PeekingSource(ByteSource(again)), takesDataFirst: true)
      // Of a file that has no format at all, the first error says more.
      guard let header = try? parser.parse() else { throw error }
      return header
    }
  }

  /// Reads sample frames from number `sample` on, as many as `block` can hold, and sets its count.
  ///
  /// Gives their number: fewer than that only at the end of the file, and 0 outside of it.
  package func read(
    at sample: Int, into block: AudioBlock, raw: RawSamples? = nil
  ) throws(WAVError) -> Int {
    precondition(block.channels == header.format.channels)
    let raw = raw ?? room(block.capacity)
    precondition(raw.samples == header.samples && raw.channels == block.channels)
    raw.count = 0
    if sample >= 0, sample < length {
      let wanted = min(block.capacity, raw.capacity, length - sample)
      let buffer = UnsafeMutableRawBufferPointer(
        rebasing: raw.room()[..<(wanted * raw.frameBytes)])
      do {
        let place = header.dataOffset + sample * raw.frameBytes
        raw.count = try file.readFully(into: buffer, at: place) / raw.frameBytes
        if header.container == .rifx { raw.turnBytes(from: 0) }
      } catch {
        throw .pipe(error)
      }
    }
    SampleDecoder.decode(raw, into: block)
    return raw.count
  }

  private func room(_ capacity: Int) -> RawSamples {
    if let scratch, scratch.capacity >= capacity { return scratch }
    let room = RawSamples(header, capacity: capacity)
    scratch = room
    return room
  }
}
