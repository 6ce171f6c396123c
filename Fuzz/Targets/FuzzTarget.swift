/// What a fuzzer feeds with bytes: one parser with all that is behind it.
///
/// Every sequence of bytes must come back from ``run(_:)``. A trap, a broken promise and a run
/// that does not end are bugs.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// A YUV4MPEG2 stream: its header and its frames.
  case y4m
  /// A WAV stream: its header and its samples.
  case wav
  /// A NUT stream: its headers and its packets.
  case nut
  /// A timeline: the checker and its messages.
  case json
  /// A timeline that is drawn on small frames.
  case render
  /// A command line, a newline, and the timeline that it is about.
  case command
  /// PNG and APNG.
  case png
  /// GIF.
  case gif
  /// JPEG.
  case jpeg
  /// WebP.
  case webp
  /// SubRip, WebVTT and ASS.
  case subs
  /// Transcripts of every kind, how they are cut, and what is written of them.
  case words
  /// A font file.
  case font
  /// `.cube`, `.3dl`, ASC CDL and `.acv`: tables, curves and corrections of colours.
  case lut
  /// Timelines of OpenTimelineIO, and edit decision lists.
  case otio
  /// Timelines in XML: of both Final Cuts, and of MLT.
  case xml
  /// Timelines in JSON and JSON5: of editly, Shotstack and auto-editor.
  case json5
  /// Lottie animations in JSON, gzip and ZIP.
  case lottie
  /// SVG pictures, in XML and gzip.
  case svg
  /// Requests of a browser.
  case http

  package func run(_ bytes: [UInt8]) {
    switch self {
    case .y4m: StreamTarget.run(bytes)
    case .wav: WaveTarget.run(bytes)
    case .nut: ContainerTarget.run(bytes)
    case .json: TimelineTarget.run(bytes)
    case .render: RenderTarget.run(bytes)
    case .command: CommandTarget.run(bytes)
    case .png:
      ImageTarget.run(bytes)
      // No mutation meets a checksum, so most of the decoder lies behind this.
      if let repaired = ChunkRepair.repaired(bytes) { ImageTarget.run(repaired) }
    case .gif, .jpeg, .webp: ImageTarget.run(bytes)
    case .subs: SubtitleTarget.run(bytes)
    case .words: CaptionTarget.run(bytes)
    case .font: FontTarget.run(bytes)
    case .lut: GradeTarget.run(bytes)
    case .otio: ImportTarget.run(bytes, as: [.otio, .edl])
    case .xml: ImportTarget.run(bytes, as: [.fcpxml7, .fcpxml, .mlt])
    case .lottie: AnimationTarget.run(bytes)
    case .svg: VectorTarget.run(bytes)
    case .http: RequestTarget.run(bytes)
    case .json5: ImportTarget.run(bytes, as: [.editly, .shotstack, .autoEditor])
    }
  }
}
