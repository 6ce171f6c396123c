import Options

/// How code values follow light, by the names of libavutil (av_color_transfer_name).
enum Transfer: String, CaseIterable, Sendable {
  case bt709
  case srgb = "iec61966-2-1"
  case perceptualQuantizer = "smpte2084"
  case hybridLogGamma = "arib-std-b67"
  case linear
  case gamma22 = "bt470m"
  case gamma28 = "bt470bg"
  case smpte170m
  case smpte240m
  case log100
  case log316
  case extendedYCC = "iec61966-2-4"
  case bt1361e
  case bt2020Ten = "bt2020-10"
  case bt2020Twelve = "bt2020-12"
  case cinema = "smpte428"
  /// Not to be named.
  case unknown

  /// Names that people and other options of ffmpeg have for them. A display that is told BT.709
  /// shows a power of 2.4.
  private static let others: [(name: String, transfer: Transfer)] = [
    ("srgb", .srgb), ("pq", .perceptualQuantizer), ("hlg", .hybridLogGamma),
    ("gamma22", .gamma22), ("gamma24", .bt709), ("gamma28", .gamma28), ("bt601", .smpte170m),
    ("xvycc", .extendedYCC),
    ("dci", .cinema),
  ]

  /// Every name, the usual ones first.
  static let names: [String] = others.map(\.name) + allCases.map(\.rawValue)

  /// The transfer of this name, in upper or lower case and with `_` for `-`; nil where nothing is
  /// called so.
  init?(named name: String) {
    let name = name.lowercased().replacing("_", with: "-")
    guard
      let found = Self.others.first(where: { $0.name == name })?.transfer ?? Self(rawValue: name)
    else { return nil }
    self = found
  }

  /// Whether a white that is drawn as in SDR is far too bright.
  var isHDR: Bool { self == .perceptualQuantizer || self == .hybridLogGamma }
}

extension ValueReader where Value == Transfer? {
  /// Takes a name of a transfer.
  static var transfer: Self {
    Self(
      .oneOf(Transfer.names),
      expected: "a transfer; known are \(Transfer.names.joined(separator: ", "))"
    ) { name in
      Transfer(named: name).map { .some($0) }
    }
  }
}
