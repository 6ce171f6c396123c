import Bytes
import Markup

extension FCPXMLReader {
  /// Which channels of its file a clip plays: all, or none where every one is switched off.
  mutating func takeChannels(
    _ element: MarkupElement, of asset: MarkupElement?, _ clip: inout CutClip
  ) {
    let sources = element.all("audio-channel-source")
    let heard = sources.filter { $0.attributes["enabled"] != "0" && $0.attributes["active"] != "0" }
    guard let first = sources.first else { return }
    guard !heard.isEmpty else { return clip.sound.isMuted = true }
    let channels = Set(heard.flatMap { Self.channels($0.attributes["srcCh"] ?? "") }).sorted()
    // Of a file with several sounds, each has channels of its own.
    let isAlone = asset?.attributes["audioSources"] ?? "1" == "1"
    let count = asset?.attributes["audioChannels"].flatMap { Int($0) } ?? 0
    guard heard.count < sources.count || (isAlone && !channels.isEmpty && channels.count < count)
    else { return }
    let list = channels.map(String.init).joined(separator: ", ")
    log.warn(
      channels.count == 1
        ? "channel \(list) alone is to be heard of a sound, and all of it is"
        : "channels \(list) alone are to be heard of a sound, and all of it is", at: first.place)
  }

  /// `1, 2`.
  private static func channels(_ text: String) -> [Int] {
    text.split { $0 == "," || $0 == " " }.compactMap { Int($0) }.filter { (1...1000).contains($0) }
  }
}
