import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

/// What holds for every effect of the registry: a new one is tested by being there.
@Suite struct EffectLawsTests {
  /// The formats in which laws are tested: each depth's arithmetic, each subsampling, odd sides.
  static let formats = [
    PixelFormat.named("420mpeg2", 33, 21), .named("420jpeg", 16, 16), .named("422p10", 35, 18),
    .named("444p16", 19, 23), .named("mono", 21, 13), .named("411", 37, 15),
    .named("444alpha", 17, 11), .named("420mpeg2", 1, 1),
  ]

  /// Draws an effect with arguments of its own over a frame.
  private func draw(
    _ type: any Effect.Type, _ arguments: Arguments, _ source: Frame, at seconds: Double
  ) throws -> Frame {
    let format = source.format
    let setting = EffectSetting.plain(format)
    let effect = try type.init(arguments, setting)
    let target = Frame(format)
    target.copy(from: source)
    let workspace = Workspace()
    let job = EffectJob(
      source: source, target: target,
      box: Box(x: 0, y: 0, width: format.width, height: format.height), includesAlpha: false,
      coding: setting.coding, workspace: workspace)
    workspace.scratch.scope { effect.apply(job, at: Time(seconds)) }
    return target
  }

  @Test func `every effect has a name of its own, a summary and an example`() {
    let names = Registry.effects.map { $0.declaration.name }
    #expect(Set(names).count == names.count)
    for declaration in Registry.effects.map({ $0.declaration }) {
      #expect(declaration.summary.hasSuffix("."), "\(declaration.name)")
      #expect(declaration.example.contains(#""effect": "\#(declaration.name)""#))
    }
  }

  @Test(arguments: formats)
  func `at its identity an effect changes no byte`(_ format: PixelFormat) throws {
    let source = Frame.noise(format)
    for type in Registry.effects {
      guard let identity = type.identity else { continue }
      for seconds in [0, 0.7] {
        let result = try draw(type, identity, source, at: seconds)
        #expect(result.isIdentical(to: source), "\(type.declaration.name) at \(seconds)")
      }
    }
  }

  @Test(arguments: formats)
  func `mixed in by nothing, an effect changes no byte`(_ format: PixelFormat) throws {
    let source = Frame.noise(format)
    for declaration in Registry.effects.map({ $0.declaration }) {
      let name = declaration.name
      let film = try Film(
        #"[{ "type": "effect", "effect": "\#(name)"\#(EffectFiles.keys(of: name)), "mix": 0, "duration": 2 }]"#,
        format, files: EffectFiles.all)
      #expect(try film.frame(source, at: 1).isIdentical(to: source), "\(name)")
    }
  }

  @Test(arguments: formats)
  func `outside its region an effect changes nothing`(_ format: PixelFormat) throws {
    let source = Frame.noise(format)
    for declaration in Registry.effects.map({ $0.declaration }) {
      let name = declaration.name
      let film = try Film(
        #"""
        [{ "type": "effect", "effect": "\#(name)"\#(EffectFiles.keys(of: name)), "duration": 2,
           "region": { "position": [4, 4], "size": [8, 4] } }]
        """#, format, files: EffectFiles.all)
      let result = try film.frame(source, at: 1)
      for y in 0..<format.height {
        for x in 0..<format.width where !((4..<12).contains(x) && (4..<8).contains(y)) {
          #expect(result[0, x, y] == source[0, x, y], "\(name) \(x), \(y)")
        }
      }
    }
  }
}
