import Bytes
import Timeline

extension CutCurve {
  /// The same of a clip of `duration` seconds that is played at another speed: below 0 backwards,
  /// never 0.
  func retimed(_ factor: Rational, over duration: Rational) -> CutCurve {
    let size = factor < .zero ? -factor : factor
    var played = self
    if factor < .zero { played.keys = backwards(over: duration) }
    for index in played.keys.indices {
      let time = played.keys[index].time
      played.keys[index].time = time.divided(by: size) ?? time
    }
    return played
  }

  /// The keys in the opposite order, each reached from what followed it.
  private func backwards(over duration: Rational) -> [Key] {
    var backwards: [Key] = []
    for index in keys.indices.reversed() {
      let (time, values) = (duration - keys[index].time, keys[index].values)
      let next = index + 1 < keys.count ? keys[index + 1].ease : nil
      guard let next, Easing.isHold(next) else {
        backwards.append(Key(time, values, ease: next.map(Easing.backwards)))
        continue
      }
      // What was held up to the key behind is held from there on, after a jump.
      backwards.append(Key(duration - keys[index + 1].time, values))
      backwards.append(Key(time, values))
    }
    return backwards
  }

  /// The value at a moment, as one that does not move.
  func held(at time: Rational) -> CutCurve {
    var held = self
    held.keys = [Key(.zero, values(at: time))]
    return held
  }

  /// The values at a moment; those of the first key before it, and of the last one behind it.
  func values(at time: Rational) -> [Double] {
    guard let next = keys.firstIndex(where: { $0.time > time }) else {
      return keys[keys.count - 1].values
    }
    guard next > 0 else { return keys[0].values }
    let (from, to) = (keys[next - 1], keys[next])
    let share = (time - from.time).divided(by: to.time - from.time) ?? .zero
    let easing = to.ease.flatMap { try? Easing(parsing: $0) } ?? .linear
    let progress = easing(share)
    return zip(from.values, to.values).map { $0 + ($1 - $0) * progress }
  }
}

extension Easing {
  /// Whether an easing, as a timeline writes it, jumps at its end.
  fileprivate static func isHold(_ name: String) -> Bool { name == "hold" }

  /// The easing, as a timeline writes it, of the same movement played backwards.
  fileprivate static func backwards(_ name: String) -> String {
    switch name {
    case "ease": return "cubic-bezier(0.75, 0, 0.75, 0.9)"
    case "ease-in": return "ease-out"
    case "ease-out": return "ease-in"
    default: break
    }
    if name.hasPrefix("easeInOut") { return name }
    if name.hasPrefix("easeIn") { return "easeOut" + name.dropFirst(6) }
    if name.hasPrefix("easeOut") { return "easeIn" + name.dropFirst(7) }
    return name
  }
}
