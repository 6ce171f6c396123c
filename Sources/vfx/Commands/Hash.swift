import Bytes
import Options
import Pipes
import Shell
import Y4M

/// `vfx hash`: the MD5 of every frame, as ffmpeg's framemd5 writes it.
enum Hash: Subcommand {
  static let perPlane = Option<Bool>(
    switch: "per-plane", short: "p",
    "Write the MD5 of each plane as well, in columns after that of the frame.")

  static let command = Command(
    "hash", "write the MD5 of every frame, as ffmpeg's framemd5 does",
    description: [
      "The text is, byte for byte, that of ffmpeg -i FILE -bitexact -f framemd5 -; without "
        + "-bitexact ffmpeg adds a line #software with its version. A stream without a frame rate "
        + "counts as 25 frames a second, as in ffmpeg. Of NUT the first stream of pictures is read; "
        + "frames are numbered whatever their times are, and the text is that of Y4M with the same "
        + "pictures."
    ],
    operands: [
      Operand("FILE", isOptional: true, "The stream, Y4M or NUT, - or nothing for standard input.")
    ],
    options: [perPlane, RenderOptions.threads] + ProgressOptions.all,
    examples: [
      Example("vfx testsrc | vfx hash > expected.md5", "Keeps the hashes of the correct stream."),
      Example("... | vfx hash | diff expected.md5 -", "Fails if a frame has changed."),
    ])

  static func run(_ session: Session) throws -> ExitCode {
    let options = try ProgressOptions(session)
    let hasPlanes = try session.value(of: perPlane)
    let workers = try session.value(of: RenderOptions.threads) ?? Host.processorCount
    var reader = try NamedStream(session.invocation.operands.first ?? "-", session)
    let header = reader.header
    var progress = Progress(options, rate: header.rate)
    defer { progress.finish() }
    try Console.print(FrameDigest.heading(of: header, hasPlanes: hasPlanes))
    try OrderedWorkers.run(
      workers: workers, interrupt: session.interrupt,
      makeItem: { FrameDigest(header.format) },
      produce: { item, _ in try reader.read(into: item.frame) },
      transform: { item, index, _ in item.digest(index, hasPlanes: hasPlanes) },
      consume: { item, _ in
        try Console.print(item.line)
        progress.advance(bytesRead: item.frame.bytes.count, bytesWritten: item.line.utf8.count)
      })
    return .success
  }
}

/// A frame with its line of framemd5.
private final class FrameDigest {
  let frame: Frame
  private(set) var line = ""

  init(_ format: PixelFormat) { frame = Frame(format) }

  /// The lines before the first frame (libavformat/framehash.c, version 2).
  static func heading(of header: StreamHeader, hasPlanes: Bool) -> String {
    let rate = (numerator: header.rate?.numerator ?? 25, denominator: header.rate?.denominator ?? 1)
    let aspect = header.aspect.isKnown ? header.aspect : PixelAspect(0, 1)
    let planes = hasPlanes ? header.format.roles.map { ", \($0)" }.joined() : ""
    return """
      #format: frame checksums
      #version: 2
      #hash: MD5
      #tb 0: \(rate.denominator)/\(rate.numerator)
      #media_type 0: video
      #codec_id 0: rawvideo
      #dimensions 0: \(header.format.width)x\(header.format.height)
      #sar 0: \(aspect.numerator)/\(aspect.denominator)
      #stream#, dts,        pts, duration,     size, hash\(planes)

      """
  }

  /// Writes the line of frame `index`.
  func digest(_ index: Int, hasPlanes: Bool) {
    let number = index.padded(to: 10, with: " ")
    let size = frame.bytes.count.padded(to: 8, with: " ")
    line = "0, \(number), \(number),        1, \(size), \(md5(0..<frame.bytes.count))"
    if hasPlanes {
      for plane in frame.format.planes {
        let bytes = plane.width * plane.height * frame.format.sampleBytes
        line += ", " + md5(plane.offset..<plane.offset + bytes)
      }
    }
    line += "\n"
  }

  private func md5(_ range: Range<Int>) -> String {
    var digest = MD5()
    digest.update(frame.bytes, in: range)
    return digest.hexDigest
  }
}
