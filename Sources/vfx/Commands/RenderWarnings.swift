import Bytes
import NUT
import Shell
import Y4M

/// What a render says of the streams that it reads and writes, unless it is to be quiet.
struct RenderWarnings {
  private let options: RenderOptions

  init(_ options: RenderOptions) { self.options = options }

  private func say(_ message: String) {
    if !options.progress.isQuiet { Console.complain("warning: \(message)") }
  }

  /// The header of standard input says one range, and the user another.
  func tell(ofInput header: StreamHeader?) {
    if let range = options.colors.range, let stated = header?.statedRange, stated != range {
      say("the stream says XCOLORRANGE=\(stated.rawValue), and --range overrides it")
    }
  }

  /// The header that goes out is too long for ffmpeg, or was. There is no warning if a short one
  /// was requested.
  func tell(ofOutput header: StreamHeader) {
    guard !options.hasShortHeader else { return }
    let most = StreamHeader.longestWritten
    if header.line.count > most {
      let tags = header.shortened.droppedTags
      let remedy = tags.isEmpty ? "rewrite it" : "leave out \(Self.listed(tags))"
      say(
        "the stream's header has \(header.line.count) bytes, and ffmpeg reads at most \(most); "
          + "--short-header would \(remedy)")
    }
    if !header.droppedTags.isEmpty {
      say(
        "for a header of at most \(most) bytes, which is all that ffmpeg reads, these tags were "
          + "left out: \(Self.listed(header.droppedTags))")
    }
  }

  /// The line of a frame is too long for ffmpeg.
  func tell(ofLongLine frame: Int?) {
    guard let frame, !options.hasShortHeader else { return }
    say(
      "frame \(frame): its FRAME line has more than \(FrameWriter.longestLine) bytes, which ffmpeg "
        + "can't read; --short-header would shorten it")
  }

  /// The output has no place for packets of other streams.
  func tell(ofDroppedStreams count: Int) {
    guard count > 0 else { return }
    let streams = count == 1 ? "another stream" : "\(count) other streams"
    say("the input has \(streams), which Y4M can't carry: left out; --to nut keeps them")
  }

  /// Clips make a film to which nothing of the streams beside the pictures belongs.
  func tell(ofNewFilm nut: NUTHeader) {
    let hasSound = nut.streams.contains { if case .audio = $0.content { true } else { false } }
    guard hasSound else { return }
    say(
      "the clips make a new film, to which the sound on standard input does not belong: left out; afx "
        + "makes the sound of the same timeline, and with --to nut puts it beside these pictures")
  }

  /// The output has no place for times, and frames do not follow evenly.
  func tell(ofUnevenFrames frame: Int?) {
    guard let frame, options.timecodesOut == nil else { return }
    say(
      "frame \(frame) is not where an even rate would have it; Y4M can't say so, and --to nut or "
        + "--timecodes-out keeps the times")
  }

  /// The last frame lacks bytes.
  func tell(ofCut cut: (frame: Int, missing: Int)?) {
    guard let cut else { return }
    let outcome = options.truncated == .pad ? "filled with black" : "left out"
    say("frame \(cut.frame) is cut short by \(counted(cut.missing, "byte")) and was \(outcome)")
  }

  /// The last packet of another stream lacks bytes.
  func tell(ofMissing missing: Int?) {
    guard let missing else { return }
    say("the input ends inside a packet: \(missingBytes(missing)), and it was left out")
  }

  /// Tags of a header as a person can read them.
  private static func listed(_ tags: [[UInt8]]) -> String {
    tags.map { $0.prefix(40).quotedBytes }.joined(separator: ", ")
  }
}
