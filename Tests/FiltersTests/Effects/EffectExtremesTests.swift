import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

/// Every parameter of every effect at the ends of its range and beyond them, on frames of all
/// shapes: nothing may trap, hang, or touch what the effect says that it leaves.
@Suite struct EffectExtremesTests {
  static let formats = [
    PixelFormat.named("420mpeg2", 1, 1), .named("420jpeg", 2, 2), .named("422p10", 3, 1),
    .named("411", 17, 11), .named("444alpha", 9, 14), .named("mono", 4, 70),
  ]

  /// An easing that leaves the range on both sides.
  private static let overshoot = #""duration": 1, "ease": "cubic-bezier(0.5,-1e9,0.5,1e9)""#

  /// Pieces of a timeline that give a parameter its ends; none where these are unknown.
  static func texts(of parameter: any ParameterDescription) -> [String] {
    let key = #""\#(parameter.name)": "#
    if !parameter.choices.isEmpty { return parameter.choices.map { #"\#(key)"\#($0)""# } }
    var ends: [String] = []
    if let range = parameter.rangeText {
      ends = range.split(separator: " ").map(String.init).filter { Double($0) != nil }
    }
    switch parameter.typeName {
    case "number", "angle": if ends.count < 2 { ends += ["-1e9", "1e9"] }
    case "length": if ends.count < 2 { ends = ["0", "1e9", #""1000%""#] }
    case "point": ends = ["[-1e9, 1e9]", #"["-1e5%", "1e5%"]"#, "[3.25, 2.5]"]
    case "whole number": if ends.count < 2 { ends += ["0"] }
    default: return []
    }
    var texts = ends.map { key + $0 }
    if parameter.isAnimatable, let first = ends.first, let last = ends.last, first != last {
      texts.append(#"\#(key){ "from": \#(first), "to": \#(last), \#(overshoot) }"#)
    }
    return texts
  }

  @Test(arguments: Registry.vocabulary.effects.names)
  func `no value of any parameter traps`(_ name: String) throws {
    let declaration = try #require(Registry.vocabulary.effects.named(name))
    let needed = EffectFiles.keys(of: name)
    let texts = declaration.parameters.filter { !needed.contains(#""\#($0.name)""#) }
      .flatMap(Self.texts)
    for (number, text) in texts.enumerated() {
      // Each value on two of the frames, and each frame with a third of the values.
      for format in [Self.formats[number % 6], Self.formats[(number + 3) % 6]] {
        let film: Film
        do {
          film = try Film(
            #"[{ "type": "effect", "effect": "\#(name)"\#(needed), \#(text), "duration": 1 }]"#,
            format, files: EffectFiles.all)
        } catch { continue }  // A value that the checker refuses.
        let source = Frame.noise(format)
        for seconds in text.contains("from") ? [0, 0.4, 0.999] : [0.4] {
          _ = film.renderer.boxes(at: Time(seconds))
          let result = try film.frame(source, at: seconds)
          #expect(result.format == format, "\(name) \(text)")
        }
      }
    }
  }
}
