import Bytes
import Markup

/// Which channels of their files the sounds of a sequence play: each clip plays one, so that a
/// stereo sound lies on two tracks, panned to both sides (Apple's "Final Cut Pro XML Interchange
/// Format", `sourcetrack`).
struct FCP7Channels {
  /// What the clips of one sound have in common.
  private struct Sound: Hashable {
    let file: String
    let times: [Int?]

    init(_ item: MarkupElement) {
      let file = item.first("file")
      self.file = file?.attributes["id"] ?? file?.value("pathurl") ?? item.value("name") ?? ""
      times = ["start", "end", "in", "out"].map { item.integer($0) }
    }
  }

  /// The pan of each channel that is played; NaN where it moves.
  private var pans: [Sound: [Int: Double]] = [:]
  /// The files of which any clip plays a channel behind the first.
  private var split: Set<String> = []

  /// No sounds.
  init() {}

  /// Those of clips, as their definitions have them.
  init(_ items: [MarkupElement]) {
    for item in items {
      guard let channel = Self.channel(item) else { continue }
      let sound = Sound(item)
      pans[sound, default: [:]][channel] = Self.pan(item)
      if channel > 1 { split.insert(sound.file) }
    }
  }

  /// Makes the clips of one channel those of the whole sound, which is what is played.
  ///
  /// - Parameter file: what says how many channels there are.
  func whole(
    _ clips: [CutClip], of item: MarkupElement, in file: MarkupElement?, _ log: inout ImportLog
  ) -> [CutClip] {
    let sound = Sound(item)
    guard let channel = Self.channel(item), let pans = pans[sound] else { return clips }
    let counts = file?.first("media")?.all("audio").map { $0.integer("channelcount") ?? 1 } ?? []
    let count = counts.reduce(0) { $0 + min(max($1, 0), 1000) }
    if pans.count == 1 {
      // Premiere has clips that are stereo by themselves, and Resolve writes these with the first
      // channel alone.
      let isOne = ["mono", ""].contains(item.attributes["premiereChannelType"] ?? "")
      let isMeant = split.contains(sound.file) || pans[channel] != 0
      if isOne, channel > 1 || (count > 1 && isMeant) {
        log.warn(
          "channel \(channel) alone is to be heard of a sound, and all of it is", at: item.place)
      }
      return clips
    }
    // From both sides alike: the sound as it is, if the first channel comes from the left.
    guard abs(pans.values.reduce(0, +)) < 1e-6, pans.values.contains(where: { $0 != 0 }) else {
      return clips
    }
    let isUsual = pans.allSatisfy { $0.value == ($0.key % 2 == 1 ? -1 : 1) }
    if !isUsual, channel == pans.keys.min() {
      log.warn("how wide a stereo sound is, is not carried over", at: item.place)
    }
    return clips.map { clip in
      var clip = clip
      clip.sound.pan = nil
      return clip
    }
  }

  private static func channel(_ item: MarkupElement) -> Int? {
    let track = item.first("sourcetrack")
    guard track?.value("mediatype") ?? "audio" == "audio",
      let channel = track?.integer("trackindex"), (1...1000).contains(channel)
    else { return nil }
    return channel
  }

  private static func pan(_ item: MarkupElement) -> Double {
    let effects = item.all("filter").filter { $0.flag("enabled") != false }
      .compactMap { $0.first("effect") }
    let effect = effects.first { $0.value("effectid")?.lowercased() == "audiopan" }
    let pan = effect?.all("parameter").first { $0.value("parameterid")?.lowercased() == "pan" }
    guard let pan, pan.first("keyframe") == nil else { return pan == nil ? 0 : .nan }
    return pan.number("value") ?? 0
  }
}
