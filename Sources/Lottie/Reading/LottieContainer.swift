import Images
import Timeline

/// The JSON of an animation, and the files that lie beside it in an archive.
struct LottieContainer {
  let json: [UInt8]
  private let archive: ZipArchive?

  /// Unpacks what is packed.
  init(_ bytes: [UInt8]) throws(LottieError) {
    if ZipArchive.isOne(bytes) {
      let archive = try ZipArchive(bytes)
      self.archive = archive
      json = try Self.animation(of: archive)
    } else {
      archive = nil
      json = GzipBytes.isOne(bytes) ? try Self.unzipped(bytes) : bytes
    }
  }

  /// Whether bytes begin as those of an animation.
  static func isLikely(_ bytes: [UInt8]) -> Bool {
    if ZipArchive.isOne(bytes) {
      return (try? ZipArchive(bytes))?.names.contains("manifest.json") ?? false
    }
    if GzipBytes.isOne(bytes) {
      return (try? unzipped(bytes)).map { isJSON($0) } ?? false
    }
    return isJSON(bytes)
  }

  /// What bytes are that begin as an animation does and are none; nil for animations and for all
  /// else.
  static func name(ofOther bytes: [UInt8]) -> String? {
    if ZipArchive.isOne(bytes) {
      return isLikely(bytes)
        ? nil : "it is a ZIP archive without the manifest of a Lottie animation"
    }
    if GzipBytes.isOne(bytes) {
      do throws(LottieError) {
        return isJSON(try unzipped(bytes))
          ? nil : "it is gzip of something else than a Lottie animation"
      } catch {
        return "it is gzip that can't be unpacked: \(error)"
      }
    }
    let isObject = bytes.first { !blanks.contains($0) } == 0x7B
    return isObject && !isJSON(bytes)
      ? "it is JSON, but no Lottie animation, which has layers, ip and op" : nil
  }

  private static let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]

  private static func isJSON(_ bytes: [UInt8]) -> Bool {
    guard bytes.first(where: { !blanks.contains($0) }) == 0x7B else { return false }
    return ["\"layers\"", "\"ip\"", "\"op\""].allSatisfy { contains(bytes, Array($0.utf8)) }
  }

  private static func contains(_ bytes: [UInt8], _ word: [UInt8]) -> Bool {
    guard bytes.count >= word.count else { return false }
    for start in 0...bytes.count - word.count where bytes[start] == word[0] {
      var at = 1
      while at < word.count, bytes[start + at] == word[at] { at += 1 }
      if at == word.count { return true }
    }
    return false
  }

  /// A file of the archive: a picture or a font by the name that the animation gives it.
  func file(_ name: String) -> [UInt8]? {
    guard let archive else { return nil }
    let end = name.split(separator: "/").last.map { String($0) } ?? name
    let folders = ["i", "images", "f", "fonts"]
    for path in [name] + folders.map({ "\($0)/\(end)" }) where archive.names.contains(path) {
      return try? archive.file(path)
    }
    return nil
  }

  /// The animation that the manifest names first, in the folder of its version.
  private static func animation(of archive: ZipArchive) throws(LottieError) -> [UInt8] {
    let found = archive.names.filter {
      ($0.hasPrefix("animations/") || $0.hasPrefix("a/")) && $0.hasSuffix(".json")
    }
    var wanted: [String] = []
    if let bytes = try? archive.file("manifest.json") {
      var diagnostics = Diagnostics()
      let manifest = JSONParser.parse(
        SourceText(name: "", bytes: bytes), reportingTo: &diagnostics)?.root
      for animation in manifest?["animations"]?.elements ?? [] {
        guard let name = animation["id"]?.string else { continue }
        wanted += ["a/\(name).json", "animations/\(name).json"]
      }
    }
    guard let name = wanted.first(where: { found.contains($0) }) ?? found.first else {
      throw .unsupported("the archive has no animation")
    }
    return try archive.file(name)
  }

  private static func unzipped(_ bytes: [UInt8]) throws(LottieError) -> [UInt8] {
    do throws(ImageError) {
      return try GzipBytes.unpack(bytes, most: LottieLimits.bytes)
    } catch {
      throw LottieError(unpacking: error, from: 0)
    }
  }
}
