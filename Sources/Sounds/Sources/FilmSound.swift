import Bytes
import Clips
import Pipes
import Timeline
import WAV

/// The sound of a file that is heard as it would come on standard input, and as often as that
/// takes.
package struct FilmSound {
  /// Where the file is.
  package let path: String
  /// How many sample frames there are; nil where that is not known yet.
  package private(set) var length: Int?
  private let source: SoundSource
  private let tools: MediaTools

  /// Looks at a file that the user names.
  ///
  /// - Parameter tools: read what is no WAV, also where a timeline may start no program.
  /// - Throws: why it cannot be read; that it has no sound is no fault.
  package init(_ path: String, _ tools: MediaTools) throws(SoundError) {
    (self.path, self.tools) = (path, tools.forTheUser)
    var opener = SoundOpener(self.tools)
    // In a timeline it might be meant for a protocol, or an option.
    let isPlain = !path.contains(":") && !path.hasPrefix("-")
    source = try opener.open(isPlain ? path : "./\(path)", path: path, place: 0..<0)
    if case .wav(_, _, _, let length) = source { self.length = length }
  }

  /// Whether there is a sound in it.
  package var hasSound: Bool { source.format != nil }

  /// The frames a second of its pictures; nil without any.
  package var frameRate: FrameRate? { source.frameRate }

  /// The same with its length as the file says it, which may be wrong by what coders put around a
  /// sound; counted where it does not.
  package func estimated() throws(SoundError) -> FilmSound {
    guard length == nil, case .media(_, let contents) = source, let info = contents.sound,
      let own = info.length
    else { return try counted() }
    var known = self
    let late = contents.pictures == nil ? .zero : max(info.late, .zero)
    known.length = Int(clamping: ((own.value + late) * Rational(info.rate)).floor)
    return known
  }

  /// The same with its length to the sample, for which it is decoded once.
  package func counted() throws(SoundError) -> FilmSound {
    guard length == nil else { return self }
    var known = self
    known.length = try failing { () throws(SoundError.Fault) in
      let stream = InputStream(try opened(.drop))
      let block = AudioBlock(channels: stream.channels, capacity: StreamSamples.step)
      var sum = 0
      while true {
        let count = try stream.read(into: block, most: block.capacity)
        guard count > 0 else { return sum }
        sum += count
      }
    }
    return known
  }

  /// Begins to read it.
  ///
  /// - Parameter truncation: what is done where a WAV file ends too early.
  package func open(truncation: WAVReader.Truncation = .drop) throws(SoundError) -> InputSound {
    try failing { () throws(SoundError.Fault) in try opened(truncation) }
  }

  private func opened(_ truncation: WAVReader.Truncation) throws(SoundError.Fault) -> InputSound {
    switch source {
    case .wav(let path, _, _, _):
      do throws(WAVError) {
        return try InputSound(try file(path), name: path, path: path, truncation: truncation)
      } catch {
        throw .from(error)
      }
    case .media(let path, let contents):
      guard let info = contents.sound else { break }
      let child: ChildProcess
      do {
        child = try tools.startFFmpeg(path, after: Self.options(info, contents.pictures != nil))
      } catch {
        throw .source(error)
      }
      do { return try InputSound(child, name: path, length: length) } catch {
        throw try ChildStream.fault(of: error, child)
      }
    case .input, .mix, .silent: break
    }
    throw .source(.unreadable("there is no sound in it"))
  }

  private func file(_ path: String) throws(WAVError) -> FileDescriptor {
    do {
      let file = try FileDescriptor(opening: path)
      return tools.interrupt.map { file.interruptible(by: $0) } ?? file
    } catch {
      throw .pipe(error)
    }
  }

  /// The options of ffmpeg's output: samples of as many bits as the decoder gives, so that none is
  /// rounded.
  private static func options(_ info: SoundInfo, _ hasPictures: Bool) -> [String] {
    let samples =
      switch info.bits ?? 32 {
      case ...16: "pcm_s16le"
      case ...24: "pcm_s24le"
      default: "pcm_f32le"
      }
    return ["-map", "0:a:0", "-vn", "-sn", "-dn"] + (hasPictures ? ["-af", info.clock()] : [])
      + ["-c:a", samples, "-f", "wav", "-"]
  }

  private func failing<Result>(
    _ body: () throws(SoundError.Fault) -> Result
  ) throws(SoundError) -> Result {
    do throws(SoundError.Fault) { return try body() } catch {
      throw SoundError(error, source: path, place: 0..<0)
    }
  }
}
