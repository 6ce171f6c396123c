import Images
import TestSupport
import Testing
import Y4M

@testable import Filters
@testable import Timeline

@Suite struct DisplaceTests {
  /// Draws over a frame whose luma says the column, by a picture of a single colour.
  private func column(_ color: [UInt8], _ arguments: Arguments, _ format: PixelFormat) throws -> Int
  {
    let picture = Picture(width: 1, height: 1, samples: .eight(color))
    let setting = EffectSetting(
      format: format, coding: ColorCoding(matrix: .bt601, range: .limited, depth: format.depth),
      includesAlpha: false, loader: AssetLoader { _ in .success(PNGEncoder.encode(picture)) },
      faults: FaultLog(), place: 0..<0)
    var arguments = arguments
    arguments.set(PlayedFile(path: Path("map.png"), feed: nil), for: Displace.source.name)
    let effect = try Displace(arguments, setting)
    let source = Frame(format)
    for y in 0..<format.height { for x in 0..<format.width { source[0, x, y] = 1000 * x } }
    let target = Frame(format)
    target.copy(from: source)
    let workspace = Workspace()
    let job = EffectJob(
      source: source, target: target,
      box: Box(x: 0, y: 0, width: format.width, height: format.height), includesAlpha: false,
      coding: setting.coding, workspace: workspace)
    workspace.scratch.scope { effect.apply(job, at: .zero) }
    effect.release()
    return target[0, 20, 10]
  }

  @Test func `channels move places by how far from half they are`() throws {
    let format = PixelFormat.named("444p16", 40, 21)
    let ten = Arguments().setting(Displace.scale, to: Length(pixels: 10))
    // From 0 to 1 the places that are read lie ten pixels apart.
    #expect(try column([255, 0, 0, 255], ten, format) == 25_000)
    #expect(try column([0, 0, 0, 255], ten, format) == 15_000)
    #expect(try column([0, 255, 0, 255], ten.setting(Displace.x, to: .green), format) == 25_000)
    #expect(try column([255, 255, 255, 255], ten.setting(Displace.x, to: .luma), format) == 25_000)
    #expect(try column([0, 0, 0, 255], ten.setting(Displace.x, to: .alpha), format) == 25_000)
    // What is transparent moves nothing, and neither does no channel.
    #expect(try column([255, 255, 0, 0], ten, format) == 20_000)
    #expect(try column([255, 128, 0, 255], ten.setting(Displace.x, to: .none), format) == 20_000)
  }

  @Test func `without a picture nothing moves`() throws {
    let format = PixelFormat.named("420jpeg", 20, 10)
    let effect = try Displace(Arguments(), .plain(format))
    let workspace = Workspace()
    workspace.scratch.scope {
      let none = effect.distortion(at: .zero, width: 20, height: 10, tolerance: 0.05, workspace)
      #expect(none == nil)
    }
  }

  @Test func `scales beyond all ranges are drawn`() throws {
    for length in [Length(pixels: -1e9), Length(pixels: 1e9)] {
      for edge in [EdgeMode.mirror, .wrap, .color] {
        let arguments = Arguments().setting(Displace.scale, to: length)
          .setting(WarpSettings.edge, to: edge)
        _ = try column([200, 10, 0, 255], arguments, .named("444p16", 40, 21))
      }
    }
  }
}
