/// What a C tag says of the samples: their layout but for the picture's size.
package struct Colorspace: Hashable, Sendable {
  /// The tag's word without its C, such as `420jpeg`.
  package let name: String
  /// Significant bits of a sample, 8 to 16.
  package let depth: Int
  /// Whether there is colour, and how often it is halved.
  package let chroma: Chroma
  /// Whether an alpha plane follows the others.
  package let hasAlpha: Bool
  /// Where chroma lies; `center` where the layout leaves no choice or the word does not say.
  package let siting: Siting

  /// Every colourspace found in real streams, the one that a missing tag means first.
  ///
  /// `420` leaves the siting open; ffmpeg and mjpegtools take it for `420jpeg`. The values for more
  /// than 8 bits do not state the siting either; encoders that write them mean left, as in H.264.
  package static let all: [Colorspace] = {
    let halved = Chroma.planes(x: 1, y: 1)
    var all = [
      Colorspace("420jpeg", halved, siting: .center), Colorspace("420mpeg2", halved),
      Colorspace("420paldv", halved, siting: .palDV), Colorspace("420", halved, siting: .center),
      Colorspace("410", .planes(x: 2, y: 2)), Colorspace("411", .planes(x: 2, y: 0)),
      Colorspace("422", .planes(x: 1, y: 0)), Colorspace("440", .planes(x: 0, y: 1)),
      Colorspace("444", .planes(x: 0, y: 0)),
      Colorspace("444alpha", .planes(x: 0, y: 0), hasAlpha: true), Colorspace("mono", .none),
    ]
    for depth in [9, 10, 12, 14, 16] {
      all += [
        Colorspace("420p\(depth)", halved, depth: depth),
        Colorspace("422p\(depth)", .planes(x: 1, y: 0), depth: depth),
        Colorspace("444p\(depth)", .planes(x: 0, y: 0), depth: depth),
        Colorspace("mono\(depth)", .none, depth: depth),
      ]
    }
    return all
  }()

  private init(
    _ name: String, _ chroma: Chroma, depth: Int = 8, hasAlpha: Bool = false,
    siting: Siting = .left
  ) {
    self.name = name
    self.depth = depth
    self.chroma = chroma
    self.hasAlpha = hasAlpha
    self.siting = siting
  }

  /// What a format is in a stream of another kind: the colourspace that is like it, or one without
  /// a name.
  static func carried(_ format: PixelFormat) -> Colorspace {
    of(format)
      ?? Colorspace(
        "", format.chroma, depth: format.depth, hasAlpha: format.hasAlpha, siting: format.siting)
  }

  /// The colourspace of a C tag, or nil: one of ``all``, or `422jpeg`, a word of the tools of
  /// Theora and Daala, which is read as ffmpeg reads it.
  static func tagged(_ word: String) -> Colorspace? {
    named(word) ?? (word == "422jpeg" ? Colorspace(word, .planes(x: 1, y: 0)) : nil)
  }

  /// The colourspace with this very name, or nil.
  package static func named(_ name: String) -> Colorspace? { all.first { $0.name == name } }

  /// The colourspace of a format; nil if no C tag can express it.
  ///
  /// Where the tag says nothing of siting, the format's own is not asked for.
  package static func of(_ format: PixelFormat) -> Colorspace? {
    all.first {
      $0.depth == format.depth && $0.chroma == format.chroma && $0.hasAlpha == format.hasAlpha
        && ($0.siting == format.siting || $0.chroma != .planes(x: 1, y: 1) || $0.depth > 8)
    }
  }

  /// The format of pictures of this kind; nil when they would be out of bounds.
  package func format(width: Int, height: Int) -> PixelFormat? {
    PixelFormat(
      width: width, height: height, depth: depth, chroma: chroma, hasAlpha: hasAlpha,
      siting: siting)
  }
}
