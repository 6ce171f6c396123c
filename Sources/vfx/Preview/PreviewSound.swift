import Bytes
import Pipes
import Shell
import Timeline

/// The sound of a timeline from a moment on: what `afx` writes.
struct PreviewSound {
  /// How much is taken at a time, in bytes.
  private static let piece = 1 << 15

  let timeline: String
  /// The film whose sound is standard input; nil for none.
  let film: String?
  /// The name of ffmpeg.
  let ffmpeg: String
  /// The options that `afx` gets too.
  let words: [String]

  /// Whether there may be any.
  static func isHeard(_ document: Document, _ input: PreviewInput) -> Bool {
    guard (try? FilmPlan.program("afx")) != nil else { return false }
    if !document.soundtrack.tracks.isEmpty { return true }
    guard document.soundtrack.hasMain else { return false }
    return input.hasSound || document.clips.contains { $0.media.source.fileName != nil }
  }

  /// Gives the sound from a frame on to `use`, as WAV.
  ///
  /// - Parameter playsStream: whether standard input is the main track as it comes.
  func play(
    from time: Time, playsStream: Bool, _ interrupt: Interrupt, _ use: ([UInt8]) throws -> Void
  ) throws {
    let afx = try FilmPlan.program("afx")
    let exact = "\(time.value.numerator)/\(time.value.denominator)"
    let seek = playsStream ? ["-ss", fixed(time.seconds, 6)] : []
    var feeder: PipedProcess?
    defer { feeder?.terminate() }
    let player = try Self.start { output in
      var input: FileDescriptor?
      // The children have these; here they would only be kept open.
      defer { try? input?.close() }
      if let film, let path = Programs.find(ffmpeg) {
        (feeder, input) = try Self.start { output in
          try PipedProcess(
            path,
            ["-v", "fatal", "-nostdin"] + seek + ["-i", film, "-map", "0:a:0", "-f", "wav", "-"],
            output: output)
        }
      }
      return try PipedProcess(
        afx, ["-q", "-t", timeline, "--start", exact, "--format", "s16"] + words, input: input,
        output: output)
    }
    defer {
      player.process.terminate()
      try? player.output.close()
    }
    var source = ByteSource(player.output.interruptible(by: interrupt))
    while true {
      let bytes = try source.readBytes(Self.piece)
      if bytes.isEmpty { return }
      try use(bytes)
      if bytes.count < Self.piece { return }
    }
  }

  /// Starts a program that writes into a pipe, and gives the end from which that is read.
  private static func start(
    _ make: (FileDescriptor) throws -> PipedProcess
  ) throws -> (process: PipedProcess, output: FileDescriptor) {
    let ends = try FileDescriptor.pipe()
    defer { try? ends.writing.close() }
    do {
      return (try make(ends.writing), ends.reading)
    } catch {
      try? ends.reading.close()
      throw error
    }
  }
}
