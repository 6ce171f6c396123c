import Bytes
import Clips
import Pipes
import Timeline
import WAV

/// Probes the files of a timeline, each once.
package struct SoundOpener {
  /// The programs that probe files other than WAV.
  package let tools: MediaTools
  private var known: [String: Result<SoundSource, SoundError.Fault>] = [:]
  /// The files whose samples were counted.
  private var counted: Set<String> = []

  /// An opener that has not probed any file yet.
  package init(_ tools: MediaTools) { self.tools = tools }

  /// Looks at a file.
  ///
  /// - Parameters:
  ///   - name: as the timeline gives it.
  ///   - path: where that is, in or from the timeline's folder.
  ///   - place: the bytes of the name in the timeline.
  package mutating func open(
    _ name: String, path: String, place: Range<Int>
  ) throws(SoundError) -> SoundSource {
    let result: Result<SoundSource, SoundError.Fault>
    if let fault = SourceKind.fault(ofName: name) {
      result = .failure(.source(fault))
    } else if let found = known[path] {
      result = found
    } else {
      result = Result { [tools] () throws(SoundError.Fault) in try Self.look(at: path, tools) }
      known[path] = result
    }
    switch result {
    case .success(let source): return source
    case .failure(let fault): throw SoundError(fault, source: name, place: place)
    }
  }

  /// The same source with its length to the sample, for one that is played on from its end, or
  /// fades out there.
  ///
  /// Files of coded sound do not always say how many samples are heard: those without pictures are
  /// decoded to be counted.
  ///
  /// - Parameters: as for ``open(_:path:place:)``.
  package mutating func openCounting(
    _ name: String, path: String, place: Range<Int>
  ) throws(SoundError) -> SoundSource {
    let source = try open(name, path: path, place: place)
    guard case .media(_, let contents) = source, contents.pictures == nil,
      let info = contents.sound, !info.hasExactLength, !counted.contains(path)
    else { return source }
    do {
      let count = try Self.count(path, info, tools)
      let length = Time(Rational(reducing: Int128(count), over: Int128(max(info.rate, 1))))
      let found = MediaContents(pictures: nil, sound: info.lasting(count > 0 ? length : nil))
      let result = SoundSource.media(path: path, found)
      counted.insert(path)
      known[path] = .success(result)
      return result
    } catch {
      throw SoundError(error, source: name, place: place)
    }
  }

  private static func count(
    _ path: String, _ info: SoundInfo, _ tools: MediaTools
  ) throws(SoundError.Fault) -> Int {
    let job = ChildStream.Job(path: path, info: info, hasPictures: false)
    let stream = try ChildStream(job, from: 0, tools)
    defer { stream.close() }
    let block = AudioBlock(channels: info.channels, capacity: StreamSamples.step)
    var sum = 0
    while true {
      let count = try stream.read(into: block, most: block.capacity)
      guard count > 0 else { return sum }
      sum += count
    }
  }

  private static func look(
    at path: String, _ tools: MediaTools
  ) throws(SoundError.Fault) -> SoundSource {
    let start: [UInt8]
    do { start = try self.start(of: path) } catch {
      throw .from(error) { .source(.file($0)) }
    }
    let isTurned = start.starts(with: "RIFX".utf8)
    if isWAV(start), let source = try wav(path, tools, isTurned: isTurned) { return source }
    do throws(ClipError.Fault) {
      switch SourceKind(start) {
      case .playlist: throw .list
      case let kind where kind.isPicture: return .silent(.picture(kind))
      case .y4m:
        do { return .silent(.y4m(try Y4MFile(path: path))) } catch { throw .from(error) }
      default:
        guard tools.isAllowed else {
          throw .childForbidden(kind: "a sound of this kind", by: tools.ban)
        }
        return try media(path, tools)
      }
    } catch {
      throw .source(error)
    }
  }

  private static func start(of path: String) throws(PipeError) -> [UInt8] {
    let file = try FileDescriptor(opening: path, isBlocking: false)
    defer { try? file.close() }
    guard file.kind == .regular else { throw .notAFile(name: path, kind: file.kind) }
    var source = ByteSource(file)
    return try source.readBytes(SourceKind.looksAt)
  }

  /// Whether a file with these first bytes, twelve or more, is WAV, be it one that is read or not.
  package static func isWAV(_ start: [UInt8]) -> Bool {
    ["RIFF", "RF64", "BW64", "RIFX"].contains { start.starts(with: $0.utf8) }
      && start.dropFirst(8).starts(with: "WAVE".utf8)
  }

  /// Nil for one whose samples only ffmpeg can read, where that may be asked.
  private static func wav(
    _ path: String, _ tools: MediaTools, isTurned: Bool
  ) throws(SoundError.Fault) -> SoundSource? {
    do {
      let file = try WAVFile(path: path)
      return .wav(path: path, file.header.format, file.header.samples, length: file.length)
    } catch {
      // ffmpeg takes what RIFX holds for noise.
      if case .unsupported(let feature, _) = error, feature.isCodec, tools.isAllowed, !isTurned {
        return nil
      }
      throw .from(error)
    }
  }

  private static func media(
    _ path: String, _ tools: MediaTools
  ) throws(ClipError.Fault) -> SoundSource {
    let contents = try MediaContents.probe(path, tools)
    if let sound = contents.sound {
      guard sound.channels <= AudioFormat.mostChannels, sound.rate <= AudioFormat.highestRate else {
        throw .unreadable(
          "its sound of \(sound.channels) channels at \(sound.rate) Hz is more than is read")
      }
    }
    return .media(path: path, contents)
  }
}

extension SourceKind {
  fileprivate var isPicture: Bool {
    switch self {
    case .png, .gif, .jpeg, .webp, .lottie, .svg, .still: true
    case .y4m, .playlist, .movie: false
    }
  }
}

extension UnsupportedFeature {
  /// Whether it is how samples are coded that is not read here.
  fileprivate var isCodec: Bool {
    switch self {
    case .codec, .guid, .sampleSize: true
    default: false
    }
  }
}
