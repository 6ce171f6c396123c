import Bytes
import Timeline

extension OTIOReader {
  /// The factor of all changes of speed; nil without any.
  mutating func speed(_ object: OTIOObject) -> Rational? {
    var speed: Rational?
    for effect in object.objects("effects") {
      switch effect.schema {
      case "LinearTimeWarp":
        let factor = effect.node["time_scalar"]?.rational ?? .one
        speed = (speed ?? .one) * factor
      case "FreezeFrame": speed = .zero
      default: break
      }
    }
    return speed
  }

  /// What of the effects of a stack or a track is carried over: their speeds, where they are
  /// nested.
  mutating func effects(_ object: OTIOObject) {
    for effect in object.objects("effects") {
      log.warn(
        "effects on tracks and stacks are not carried over, such as \(Self.title(effect).quotedText)",
        at: effect.place)
    }
  }

  private static func title(_ effect: OTIOObject) -> String {
    let resolve = effect.node["metadata"]?["Resolve_OTIO"]?["Effect Name"]?.string
    let name = resolve ?? effect.node["effect_name"]?.string ?? ""
    return name.isEmpty ? (effect.name.isEmpty ? effect.schema : effect.name) : name
  }

  /// Puts one effect of a clip into its look, its sound or the list of what is left out.
  mutating func take(_ effect: OTIOObject, into clip: inout CutClip) {
    switch effect.schema {
    case "LinearTimeWarp", "FreezeFrame": return
    default: break
    }
    let title = Self.title(effect)
    guard let resolve = effect.node["metadata"]?["Resolve_OTIO"], resolve.isGiven else {
      note(effect)
      return log.warn("the effect \(title.quotedText) is not carried over", at: effect.place)
    }
    if resolve["Enabled"]?.bool == false || !effect.isEnabled { return }
    var parameters = ResolveParameters(resolve, rate: rate)
    guard !parameters.isEmpty else { return }
    switch title {
    case "Transform": parameters.transform(&clip.look)
    case "Cropping": parameters.crop(&clip.look)
    case "Composite": parameters.composite(&clip.look)
    case "Video Faders": parameters.fades(&clip.look, over: clip.duration)
    case "Fairlight Clip Volume and Fades": parameters.volume(&clip.sound)
    case "Fairlight Clip Pan": parameters.pan(&clip.sound)
    default: break
    }
    for left in parameters.left {
      log.warn(
        "\(left.name.quotedText) of Resolve's \(title.quotedText) is not carried over",
        at: left.place)
    }
  }
}
