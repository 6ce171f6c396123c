import Timeline

/// An effect that takes parts of the picture away, and shows the matte or the source where that is asked for.
protocol KeyEffect: Effect {}

extension KeyEffect {
  /// What is shown; one of the effect's parameters.
  static var view: Setting<KeyView> { KeyView.setting }

  static var isKey: Bool { true }
  static var identity: Arguments? { Arguments().setting(view, to: .source) }
}

/// What a key shows.
enum KeyView: String, Choice {
  case composite
  case alpha
  case source

  static let setting = Setting<KeyView>(
    "view", default: .composite,
    "What is shown: the `composite`, the `alpha` as grey, or the `source` as it was.")
}
