import Bytes
import Pipes
import Timeline
import Y4M

/// Asks ffprobe what a file is.
enum MediaProbe {
  /// The most that ffprobe may have to say, in bytes.
  static let limit = 1 << 20

  private static let options = [
    // V: pictures that move, and no covers of records.
    "-select_streams", "V:0", "-read_intervals", "%+#64", "-show_entries",
    "packet=pts_time:"
      + "stream=codec_name,width,height,pix_fmt,color_space,color_transfer,color_primaries,color_range,"
      + "chroma_location,field_order,sample_aspect_ratio,r_frame_rate,avg_frame_rate,time_base,"
      + "has_b_frames,start_time,duration,nb_frames"
      + ":stream_tags=rotate,DURATION,alpha_mode:stream_side_data=rotation:format=format_name,start_time,duration,nb_streams",
    "-of", "default",
  ]

  static func probe(_ path: String, _ tools: MediaTools) throws(ClipError.Fault) -> MediaInfo {
    let child = try tools.startFFprobe(path, options)
    let bytes = try child.output(limit: limit)
    let text = String(decoding: bytes, as: UTF8.self)
    try refuseLists(path, text)
    var info = try parse(text, measured: measuredLength(of: path, text, tools))
    info.alphaDecoder = try alphaDecoder(text, tools)
    return info
  }

  /// The decoder of films of VP8 and VP9 whose alpha is a film beside them: ffmpeg's own show the
  /// colours alone.
  private static func alphaDecoder(
    _ text: String, _ tools: MediaTools
  ) throws(ClipError.Fault) -> String? {
    let stream = sections(text).stream
    guard stream["TAG:alpha_mode"] == "1",
      let name = ["vp8": "libvpx", "vp9": "libvpx-vp9"][stream["codec_name"] ?? ""]
    else { return nil }
    return try tools.hasDecoder(name) ? name : nil
  }

  /// Fails where ffmpeg finds more than the file itself, without any of its pictures.
  static func refuseLists(_ path: String, _ tools: MediaTools) throws(ClipError.Fault) {
    let child = try tools.startFFprobe(path, ["-show_entries", "format=format_name"])
    try refuseLists(path, String(decoding: try child.output(limit: limit), as: UTF8.self))
  }

  /// Fails where ffmpeg has found more than the file itself, for what its first bytes did not tell.
  static func refuseLists(_ path: String, _ text: String) throws(ClipError.Fault) {
    guard let name = sections(text).format["format_name"] else { return }
    if FileLists.includes(format: name) { throw .list }
    if name == "image2", FileLists.isPattern(path) {
      throw .unreadable(
        "ffmpeg takes '%' in the name of a picture for a numbered sequence; rename the file")
    }
  }

  /// The time to the end of the last packet of a film that does not say how long it is, as of a
  /// browser's recorder or a stream without a container, or only about, as a program stream of
  /// MPEG; nil for others.
  ///
  /// All packets are read, but not decoded.
  static func measuredLength(
    of path: String, _ text: String, _ tools: MediaTools
  ) throws(ClipError.Fault) -> Rational? {
    let (stream, format) = sections(text)
    guard stream["width"] != nil, stream["codec_name"] != nil else { return nil }
    if let end = try lastEnd(of: path, text, tools) { return end }
    let start = stream["start_time"].flatMap(decimal) ?? .zero
    let isEstimated =
      format["format_name"] == "mpeg" || (format["format_name"] == "asf" && start != .zero)
      || endsWithStart(stream, format)
    guard isEstimated || length(stream, format, rate: rate(stream)) == nil else { return nil }
    let child = try tools.startFFprobe(path, packets)
    let lines = String(decoding: try child.output(limit: packetLimit), as: UTF8.self)
    var (first, end): (Rational?, Rational?)
    var (count, sum) = (0, Rational.zero)
    let one = rate(stream).map { Time(frame: 1, rate: $0).value } ?? .zero
    for line in lines.split(whereSeparator: \.isNewline) {
      let words = line.split(separator: ",", omittingEmptySubsequences: false)
      let lasting = words.count > 1 ? decimal(String(words[1])) ?? .zero : .zero
      count += 1
      sum = sum + lasting
      guard let start = words.first.flatMap({ decimal(String($0)) }) else { continue }
      first = min(first ?? start, start)
      end = max(end ?? start, start + (lasting > .zero ? lasting : one))
    }
    if let first, let end, end > first {
      // Not all packets of MPEG have a time.
      let fileStart = min(format["start_time"].flatMap(decimal) ?? first, first)
      return max(end - fileStart, first - fileStart + sum)
    }
    // Without times there are as many frames as packets.
    if sum > .zero { return sum }
    guard count > 0, let rate = rate(stream) else { return nil }
    return Time(frame: count, rate: rate).value
  }

  /// Options with which ffprobe says when packets are shown and how long.
  private static let packets = [
    "-select_streams", "V:0", "-show_entries", "packet=pts_time,duration_time", "-of", "csv=p=0",
  ]

  /// Whether what a file says of its length is when it ends, or when its last picture begins, and
  /// not how long its pictures are: NUT has no lengths, FLV has one for all, and programs differ in
  /// what they write into Matroska.
  private static func endsWithStart(_ stream: [String: String], _ format: [String: String]) -> Bool
  {
    let container = format["format_name"] ?? ""
    let start = stream["start_time"].flatMap(decimal) ?? .zero
    return ["nut", "flv"].contains(container)
      || (container.hasPrefix("matroska,") && start != .zero)
  }

  /// The time from the start of the file to the end of the last of the packets of its last ten
  /// seconds, where the file does not say it in a way that can be trusted; nil where it does, or
  /// where none are found.
  private static func lastEnd(
    of path: String, _ text: String, _ tools: MediaTools
  ) throws(ClipError.Fault) -> Rational? {
    let (stream, format) = sections(text)
    guard endsWithStart(stream, format), let spoken = format["duration"].flatMap(decimal) else {
      return nil
    }
    let from = max(spoken.floor - 10, 0)
    let child = try tools.startFFprobe(path, ["-read_intervals", "\(from)%"] + packets)
    let lines = String(decoding: try child.output(limit: packetLimit), as: UTF8.self)
    var last: (start: Rational, length: Rational)?
    for line in lines.split(whereSeparator: \.isNewline) {
      let words = line.split(separator: ",", omittingEmptySubsequences: false)
      guard let start = words.first.flatMap({ decimal(String($0)) }),
        start > last?.start ?? Rational(-1)
      else { continue }
      last = (start, words.count > 1 ? decimal(String(words[1])) ?? .zero : .zero)
    }
    guard let last else { return nil }
    let one = rate(stream).map { Time(frame: 1, rate: $0).value } ?? .zero
    let fileStart = format["start_time"].flatMap(decimal) ?? times(text).min() ?? .zero
    let end = last.start + (last.length > .zero ? last.length : one) - fileStart
    return end > .zero ? end : nil
  }

  /// The most that ffprobe may have to say of packets: those of some days.
  private static let packetLimit = 1 << 28

  /// Understands what ffprobe writes: sections of `key=value`.
  ///
  /// - Parameter measured: how long the film is, where it does not say so itself.
  static func parse(
    _ text: String, measured: Rational? = nil
  ) throws(ClipError.Fault) -> MediaInfo {
    let (stream, format) = sections(text)
    let (codec, width, height) = try pictures(stream, format)
    let stated = rate(stream)
    let isUneven = stated.map { !areEven(times(text), rate: $0) } ?? false
    // Where frames are not counted, a rate is no more than the length of the first of them.
    let rate = isUneven && stream["nb_frames"] == nil ? nil : stated
    let ticks = ticks(stream, format, rate: isUneven ? nil : rate)
    // Off the grid, the last picture would be lost with the part of a frame at the end.
    let isOnGrid = ticks == nil && !isUneven
    guard let length = length(stream, format, rate: isOnGrid ? rate : nil, measured) else {
      throw .unreadable("it does not state its duration, or it is empty")
    }
    let isTurned = isTurned(stream)
    let aspect = aspect(stream["sample_aspect_ratio"])
    let pixels = stream["pix_fmt"] ?? ""
    // Both keep a table of all pictures, or of the times where one may begin.
    let container = format["format_name"] ?? ""
    let hasIndex = container.hasPrefix("mov,") || container.hasPrefix("matroska,")
    func known(_ key: String) -> String? {
      stream[key].flatMap { ["unknown", "reserved"].contains($0) ? nil : $0 }
    }
    var info = MediaInfo(
      codec: codec, width: isTurned ? height : width, height: isTurned ? width : height,
      aspect: isTurned ? aspect.turned : aspect,
      hasIndex: hasIndex, rate: rate, length: length, pixels: pixels,
      space: known("color_space"), transfer: known("color_transfer"),
      primaries: known("color_primaries"),
      statedRange: range(stream["color_range"], pixels: pixels),
      siting: siting(stream["chroma_location"]), interlacing: interlacing(stream["field_order"]),
      ticks: ticks)
    if info.format?.depth ?? 8 > 8 {
      info.siting = deepSiting(stream["chroma_location"], isRGB: info.isRGB)
    }
    info.fileStart = format["start_time"].flatMap(decimal) ?? .zero
    info.late = late(stream, format)
    info.lag = lag(stream, format, text) ?? .zero
    return info
  }

  /// What codec a film's pictures have, and their width and height.
  private static func pictures(
    _ stream: [String: String], _ format: [String: String]
  ) throws(ClipError.Fault) -> (codec: String, width: Int, height: Int) {
    guard format["nb_streams"] != "0" else {
      throw .unreadable("ffmpeg finds nothing in it; it may be cut off or damaged")
    }
    guard let codec = stream["codec_name"], let width = stream["width"].flatMap({ Int($0) }),
      let height = stream["height"].flatMap({ Int($0) })
    else {
      throw .unreadable("ffmpeg finds no video in it; sounds go into the 'tracks' of 'audio'")
    }
    guard width > 0, height > 0 else {
      throw .unreadable("it is no film and no picture that ffmpeg knows")
    }
    guard (1...PixelFormat.largestSide).contains(width),
      (1...PixelFormat.largestSide).contains(height)
    else { throw .unreadable("its pictures of \(width)x\(height) samples are too large") }
    return (codec, width, height)
  }

  /// ``MediaInfo/lag``, where there is one.
  private static func lag(
    _ stream: [String: String], _ format: [String: String], _ text: String
  ) -> Rational? {
    if hasOnlyDecodingTimes(format["format_name"] ?? ""),
      let base = stream["r_frame_rate"].flatMap(rational), base > .zero,
      let delay = stream["has_b_frames"].flatMap({ Int($0) }), (1...16).contains(delay)
    {
      return Rational(delay).divided(by: base) ?? .zero
    }
    // ffmpeg counts from 0 then.
    guard format["start_time"] == nil else { return nil }
    return times(text).min().flatMap { $0 > .zero ? $0 : nil }
  }

  /// How long after the start of the file a stream begins, in a container of which ffmpeg takes the
  /// first time of what it decodes for the start (AVFMT_TS_DISCONT in libavformat); 0 for others.
  static func late(_ stream: [String: String], _ format: [String: String]) -> Rational {
    guard ["mpegts", "mpeg", "ogg"].contains(format["format_name"]),
      let fileStart = format["start_time"].flatMap(decimal),
      let start = stream["start_time"].flatMap(decimal)
    else { return .zero }
    return max(start - fileStart, .zero)
  }

  /// Whether such a file has no times at which pictures are shown, so that ffmpeg gives each the
  /// time at which it can be decoded.
  private static func hasOnlyDecodingTimes(_ container: String) -> Bool {
    ["avi", "mpegvideo", "m4v"].contains(container)
  }

  /// Understands what ffprobe writes of a single picture.
  static func parseStill(_ text: String) throws(ClipError.Fault) -> StillSize {
    let picture = sections(text).stream
    guard let width = picture["width"].flatMap({ Int($0) }), width > 0,
      let height = picture["height"].flatMap({ Int($0) }), height > 0
    else { throw .noPictures }
    return isTurned(picture)
      ? StillSize(width: height, height: width) : StillSize(width: width, height: height)
  }

  /// The values of the stream, its tags and side data among them, and those of the file; what is
  /// not known is left out.
  private static func sections(
    _ text: String
  ) -> (stream: [String: String], format: [String: String]) {
    var (stream, format): ([String: String], [String: String]) = ([:], [:])
    var isFormat = false
    for line in text.split(whereSeparator: \.isNewline) {
      if line == "[FORMAT]" { isFormat = true }
      if line == "[STREAM]" { isFormat = false }
      guard let sign = line.firstIndex(of: "=") else { continue }
      let key = String(line[..<sign])
      let value = String(line[line.index(after: sign)...])
      guard value != "N/A", !value.isEmpty else { continue }
      // The first counts, for a file's own tags come last.
      if isFormat {
        if format[key] == nil { format[key] = value }
      } else if stream[key] == nil {
        stream[key] = value
      }
    }
    return (stream, format)
  }

  /// The rate, where the file keeps one.
  ///
  /// `r_frame_rate` is the least that all times are multiples of, `avg_frame_rate` counts frames;
  /// they differ a little where the last frame lasts longer, by 2 where fields are counted. Where
  /// nothing is counted, times will tell whether the first is right.
  private static func rate(_ stream: [String: String]) -> FrameRate? {
    guard let base = stream["r_frame_rate"].flatMap(rational), base > .zero else { return nil }
    let counted = stream["avg_frame_rate"].flatMap(rational).flatMap { $0 > .zero ? $0 : nil }
    let isUncounted = stream["avg_frame_rate"] == "0/0" && base <= Rational(120)
    guard let average = counted ?? (isUncounted ? base : nil) else { return nil }
    func isNear(_ other: Rational, _ most: Rational) -> Bool {
      let difference = average - other
      return max(difference, -difference) <= average * most
    }
    let percent = Rational(reducing: 1, over: 100)
    let half = base * Rational(reducing: 1, over: 2)
    let chosen = isNear(base, percent) ? base : isNear(half, percent) ? half : nil
    guard let chosen, chosen <= Rational(1000) else { return nil }
    let exact = broadcastRate(near: chosen) ?? chosen
    return FrameRate(Int(clamping: exact.numerator), Int(clamping: exact.denominator))
  }

  /// The rate of television that a number stands for, such as 60000/1001 for 19001/317: clocks that
  /// count nanoseconds say it only nearly.
  private static func broadcastRate(near rate: Rational) -> Rational? {
    [24, 30, 48, 60, 120, 240].map { Rational(reducing: $0 * 1000, over: 1001) }.first { exact in
      let difference = rate - exact
      return max(difference, -difference) <= exact * Rational(reducing: 1, over: 2_000_000)
    }
  }

  /// The times of the first pictures, in the order in which they are stored.
  private static func times(_ text: String) -> [Rational] {
    text.split(whereSeparator: \.isNewline).compactMap { line in
      line.hasPrefix("pts_time=") ? decimal(String(line.dropFirst("pts_time=".count))) : nil
    }
  }

  /// Whether times stand where a rate has its frames, as far as clocks of containers are exact;
  /// some of the frames may be missing.
  private static func areEven(_ times: [Rational], rate: FrameRate) -> Bool {
    guard let first = times.min() else { return true }
    let frames = rate.exact
    let tolerance = Rational(reducing: 15, over: 10_000)
    return times.allSatisfy { time in
      let place = (time - first) * frames
      let near = Rational(reducing: place.rounded, over: 1)
      let off = max(place - near, near - place)
      return off <= tolerance * frames
    }
  }

  /// Ticks a second of the stream's clock, where its pictures follow no even grid from the start of
  /// the file on; nil where they do.
  private static func ticks(
    _ stream: [String: String], _ format: [String: String], rate: FrameRate?
  ) -> FrameRate? {
    guard let base = stream["time_base"].flatMap(rational), base > .zero,
      let ticks = FrameRate(Int(clamping: base.denominator), Int(clamping: base.numerator))
    else { return nil }
    guard let rate else { return ticks }
    let fileStart = format["start_time"].flatMap(decimal) ?? .zero
    let late = (stream["start_time"].flatMap(decimal) ?? fileStart) - fileStart
    let frames = late * rate.exact
    // Sounds that begin a little before the pictures do, as codecs make them, are no reason.
    guard frames >= .one else { return nil }
    let near = frames.rounded
    let off = late - Time(frame: Int(clamping: near), rate: rate).value
    let tolerance = Rational(reducing: 2, over: 1000)
    return off > tolerance || off < -tolerance ? ticks : nil
  }

  /// The time from the start of the file to the end of the last picture.
  private static func length(
    _ stream: [String: String], _ format: [String: String], rate: FrameRate?,
    _ measured: Rational? = nil
  ) -> Time? {
    let fileStart = format["start_time"].flatMap(decimal) ?? .zero
    let start = stream["start_time"].flatMap(decimal) ?? fileStart
    let spoken = stream["duration"].flatMap(decimal) ?? stream["TAG:DURATION"].flatMap(clock)
    let length: Rational
    if let measured {
      length = measured
    } else if let spoken {
      length = spoken + max(start - fileStart, .zero)
    } else if let whole = format["duration"].flatMap(decimal) {
      length = whole
    } else if let frames = stream["nb_frames"].flatMap({ Int($0) }), let rate, frames > 0 {
      length = Time(frame: frames, rate: rate).value
    } else {
      return nil
    }
    guard length > .zero, Time(length) <= .limit else { return nil }
    guard let rate else { return Time(length) }
    // Times of files are rounded; frames are not.
    let frames = length * rate.exact
    let count = frames.rounded
    return Time(frame: max(1, Int(clamping: count)), rate: rate)
  }

  /// Whether width and height change places when the picture is shown.
  private static func isTurned(_ stream: [String: String]) -> Bool {
    guard let angle = (stream["rotation"] ?? stream["TAG:rotate"]).flatMap(decimal) else {
      return false
    }
    let quarters = (angle * Rational(reducing: 1, over: 90)).rounded
    return quarters % 2 != 0
  }
}
