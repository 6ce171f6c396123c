import Bytes
import Pipes
import Timeline

/// What is known of the first sound of a file before any of its samples.
package struct SoundInfo: Hashable, Sendable {
  /// Samples a second of each channel.
  package let rate: Int
  /// The number of channels.
  package let channels: Int
  /// ffmpeg's name of where the channels belong, such as `5.1(side)`; nil where the file does not
  /// say.
  package let layout: String?
  /// The bits of a decoded sample, at most 32; nil where that is floating point, or not known.
  package let bits: Int?
  /// How long it is heard; nil where the file does not say.
  package let length: Time?
  /// ffmpeg's name of how it is coded, such as `aac`.
  package let codec: String
  /// ffmpeg's names of the container, with commas between them.
  package let container: String
  /// How long after the file's start it begins, where ffmpeg counts from what it decodes; else 0.
  package var late = Rational.zero

  /// The same with another length.
  package func lasting(_ length: Time?) -> SoundInfo {
    SoundInfo(
      rate: rate, channels: channels, layout: layout, bits: bits, length: length, codec: codec,
      container: container, late: late)
  }

  /// ffmpeg's filters with which the sound of a film begins with the film: with silence where it
  /// begins late, or has gaps of a tenth of a second; nothing is stretched.
  ///
  /// - Parameter start: the time from which on the file is decoded, in seconds.
  package func clock(from start: Rational = .zero) -> String {
    let shift = max(late - start, .zero)
    let micros = (shift * Rational(1_000_000)).floor
    return (micros > 0 ? "asetpts=PTS+\(micros)/1000000/TB," : "")
      + "aresample=async=1:first_pts=0:min_comp=0.00001"
  }

  /// Whether the file says to the sample how long it is heard. Others count what coders put around
  /// the sound, up to a tenth of a second.
  package var hasExactLength: Bool {
    let exact = ["mov", "flac", "wav", "w64", "aiff", "caf", "au"]
    return length != nil && container.split(separator: ",").contains { exact.contains(String($0)) }
  }

  /// Whether a seek leads to the same samples as decoding from the start does: timestamps are
  /// those of single samples, and not of milliseconds or of blocks.
  package var hasExactSeek: Bool {
    let names = container.split(separator: ",")
    if names.contains(where: { ["mov", "flac", "ogg"].contains($0) }) { return true }
    return codec.hasPrefix("pcm_")
      && names.contains { ["wav", "w64", "aiff", "caf", "au"].contains($0) }
  }
}

/// The pictures and the sound of a file.
package struct MediaContents: Hashable, Sendable {
  /// Nil without pictures that move.
  package let pictures: MediaInfo?
  /// Nil without a sound.
  package let sound: SoundInfo?

  /// Nil stands for what the file does not have.
  package init(pictures: MediaInfo?, sound: SoundInfo?) {
    self.pictures = pictures
    self.sound = sound
  }

  /// Asks ffprobe what the file at `path` has.
  package static func probe(
    _ path: String, _ tools: MediaTools
  ) throws(ClipError.Fault) -> MediaContents {
    try MediaProbe.contents(of: path, tools)
  }

  /// How long a clip of it may last: as long as there are pictures, or else as its sound.
  package var length: Time? { pictures?.length ?? sound?.length }
}

extension MediaProbe {
  /// Asks for all streams at once, as what ffprobe takes is mostly its start.
  private static let allStreams = [
    "-show_entries",
    "stream=codec_type,codec_name,width,height,pix_fmt,color_space,color_transfer,color_range,"
      + "chroma_location,sample_aspect_ratio,r_frame_rate,avg_frame_rate,has_b_frames,"
      + "start_time,duration,nb_frames"
      + ",sample_rate,channels,channel_layout,sample_fmt,bits_per_raw_sample,duration_ts,time_base"
      + ":stream_disposition=attached_pic,timed_thumbnails"
      + ":stream_tags=rotate,DURATION:stream_side_data=rotation:format=format_name,start_time,duration",
    "-of", "default",
  ]

  /// What the file at `path` has to be heard and seen.
  static func contents(
    of path: String, _ tools: MediaTools
  ) throws(ClipError.Fault) -> MediaContents {
    let child = try tools.startFFprobe(path, allStreams)
    let text = String(decoding: try child.output(limit: limit), as: UTF8.self)
    try refuseLists(path, text)
    return try parseContents(text) { (pictures) throws(ClipError.Fault) in
      try measuredLength(of: path, pictures, tools)
    }
  }

  /// Understands what ffprobe writes of all streams.
  ///
  /// - Parameter measure: how long pictures are of which ffprobe writes this, where they don't say
  ///   so.
  static func parseContents(
    _ text: String,
    measure: (String) throws(ClipError.Fault) -> Rational? = { (_) throws(ClipError.Fault) in nil }
  ) throws(ClipError.Fault) -> MediaContents {
    var streams: [[Substring]] = []
    var format: [Substring] = []
    var isFormat = false
    for line in text.split(whereSeparator: \.isNewline) {
      if line == "[FORMAT]" { isFormat = true }
      if line == "[STREAM]" {
        isFormat = false
        streams.append([])
      }
      if isFormat {
        format.append(line)
      } else if !streams.isEmpty {
        streams[streams.count - 1].append(line)
      }
    }
    func first(_ type: String) -> [Substring]? {
      streams.first { lines in
        lines.contains("codec_type=\(type)") && !lines.contains("DISPOSITION:attached_pic=1")
          && !lines.contains("DISPOSITION:timed_thumbnails=1")
      }
    }
    let sound = try first("audio").map { (lines) throws(ClipError.Fault) in
      try soundInfo(values(lines), values(format))
    }
    guard let pictures = first("video") else {
      guard sound != nil else { throw .unreadable("ffmpeg finds no sound in it") }
      return MediaContents(pictures: nil, sound: sound)
    }
    let lines = (pictures + format).joined(separator: "\n")
    let info = try parse(lines, measured: measure(lines))
    return MediaContents(pictures: info, sound: sound)
  }

  /// The first value of each key; what is not known is left out.
  private static func values(_ lines: [Substring]) -> [String: String] {
    var values: [String: String] = [:]
    for line in lines {
      guard let sign = line.firstIndex(of: "=") else { continue }
      let (key, value) = (String(line[..<sign]), String(line[line.index(after: sign)...]))
      guard value != "N/A", !value.isEmpty, values[key] == nil else { continue }
      values[key] = value
    }
    return values
  }

  private static func soundInfo(
    _ stream: [String: String], _ format: [String: String]
  ) throws(ClipError.Fault) -> SoundInfo {
    guard let rate = stream["sample_rate"].flatMap({ Int($0) }), rate > 0,
      let channels = stream["channels"].flatMap({ Int($0) }), channels > 0
    else { throw .unreadable("ffmpeg does not report the rate or the channels of its sound") }
    let layout = stream["channel_layout"].flatMap { $0 == "unknown" ? nil : $0 }
    return SoundInfo(
      rate: rate, channels: channels, layout: layout, bits: bits(stream),
      length: soundLength(stream, format, rate: rate), codec: stream["codec_name"] ?? "",
      container: format["format_name"] ?? "", late: late(stream, format))
  }

  /// How many bits the decoder's samples have, of which those that the codec has may be fewer.
  private static func bits(_ stream: [String: String]) -> Int? {
    let whole =
      switch stream["sample_fmt"] {
      case "u8", "u8p": 8
      case "s16", "s16p": 16
      case "s32", "s32p": 32
      default: nil as Int?
      }
    guard let whole else { return nil }
    let own = stream["bits_per_raw_sample"].flatMap { Int($0) } ?? 0
    return own > 0 ? min(own, whole) : whole
  }

  /// How long the sound is, in whole samples.
  private static func soundLength(
    _ stream: [String: String], _ format: [String: String], rate: Int
  ) -> Time? {
    var exact: Rational?
    if let ticks = stream["duration_ts"].flatMap({ Int($0) }),
      let base = stream["time_base"].flatMap(rational)
    {
      exact = Rational(ticks) * base
    }
    let spoken =
      exact ?? stream["duration"].flatMap(decimal) ?? stream["TAG:DURATION"].flatMap(clock)
      ?? format["duration"].flatMap(decimal)
    guard let spoken, spoken > .zero, Time(spoken) <= .limit else { return nil }
    let samples = (spoken * Rational(rate)).rounded
    return Time(Rational(reducing: max(samples, 1), over: Int128(rate)))
  }
}
