import Bytes

/// What viewers can follow, as the guides of broadcasters have it.
package struct SubtitleLimits: Sendable {
  /// Netflix, English (USA) Timed Text Style Guide: 20 characters a second for adults, 17 for
  /// children; the BBC's guide asks for 160 to 180 words a minute, which is 15 to 17.
  package var charactersPerSecond = 20.0
  /// Netflix, Timed Text Style Guide, General Requirements: 42 characters for Latin scripts.
  package var charactersPerLine = 42
  /// Netflix, as above: two lines.
  package var lines = 2
  /// Netflix, as above: five sixths of a second.
  package var shortest = Rational(reducing: 5, over: 6)
  /// Netflix, as above: seven seconds.
  package var longest = Rational(7)

  /// The limits of the guides.
  package init() {}
}
