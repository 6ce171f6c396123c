import Timeline
import Y4M

@testable import Filters

extension EffectSetting {
  /// The setting of an effect, on frames of limited BT.601; every file is ``EffectFiles/table``.
  static func plain(_ format: PixelFormat) -> EffectSetting {
    EffectSetting(
      format: format,
      coding: ColorCoding(matrix: .bt601, range: .limited, depth: format.depth),
      includesAlpha: false, loader: AssetLoader { _ in .success(EffectFiles.table) },
      faults: FaultLog(), place: 0..<0, kit: Registry.kit)
  }
}

extension Frame {
  /// This frame below an effect that changes `part` of it, or all.
  func drawn(
    _ type: any Effect.Type, _ arguments: Arguments = Arguments(), at seconds: Double,
    in part: Box? = nil
  ) throws -> Frame {
    let setting = EffectSetting.plain(format)
    let effect = try type.init(arguments, setting)
    let target = Frame(format)
    target.copy(from: self)
    let workspace = Workspace()
    let job = EffectJob(
      source: self, target: target,
      box: part ?? Box(x: 0, y: 0, width: format.width, height: format.height),
      includesAlpha: false, coding: setting.coding, workspace: workspace)
    workspace.scratch.scope { effect.apply(job, at: Time(seconds)) }
    return target
  }
}

/// What effects cannot do without.
enum EffectFiles {
  /// A table of colours that keeps grey grey.
  static let table: [UInt8] = {
    var text = "LUT_3D_SIZE 2\n"
    for blue in [0.1, 0.9] {
      for green in [0.1, 0.9] { for red in [0.1, 0.9] { text += "\(red) \(green) \(blue)\n" } }
    }
    return Array(text.utf8)
  }()

  /// The files that ``keys(of:)`` name.
  static let all = ["look.cube": table]

  /// The keys without which an effect is an error, each with a comma before it.
  static func keys(of effect: String) -> String {
    effect == "lut" ? #", "source": "look.cube""# : ""
  }
}
