/// Operators of two bytes: flat curves, arithmetic and memory (Adobe Technical Note 5177, sections
/// 4.1, 4.4 to 4.6).
extension CharstringRunner {
  /// Runs one; says no when the stack does not hold what it needs.
  mutating func escape(_ operation: Int) -> Bool {
    switch operation {
    case 34...37: return flex(operation)
    case 3: return combine { $0 != 0 && $1 != 0 ? 1 : 0 }
    case 4: return combine { $0 != 0 || $1 != 0 ? 1 : 0 }
    case 5: return change { $0 == 0 ? 1 : 0 }
    case 9: return change { $0.magnitude }
    case 10: return combine { $0 + $1 }
    case 11: return combine { $0 - $1 }
    case 12: return combine { $1 == 0 ? 0 : $0 / $1 }
    case 14: return change { -$0 }
    case 15: return combine { $0 == $1 ? 1 : 0 }
    case 18: return stack.popLast() != nil
    case 24: return combine { $0 * $1 }
    case 26: return change { $0 > 0 ? $0.squareRoot() : 0 }
    case 20...23, 27...30: return rearrange(operation)
    default:
      // Reserved numbers, and dotsection, which is out of use.
      stack.removeAll(keepingCapacity: true)
      return true
    }
  }

  private mutating func change(_ function: (Double) -> Double) -> Bool {
    guard let value = stack.popLast() else { return false }
    stack.append(bounded(function(value)))
    return true
  }

  private mutating func combine(_ function: (Double, Double) -> Double) -> Bool {
    guard let second = stack.popLast(), let first = stack.popLast() else { return false }
    stack.append(bounded(function(first, second)))
    return true
  }

  /// What 32 bits hold, 16 of them before the point.
  private func bounded(_ value: Double) -> Double { min(max(value, -32768), 32768) }

  private mutating func rearrange(_ operation: Int) -> Bool {
    switch operation {
    case 20:
      guard let slot = stack.popLast().flatMap({ Int(exactly: $0) }), let value = stack.popLast(),
        memory.indices.contains(slot)
      else { return false }
      memory[slot] = value
    case 21:
      guard let slot = stack.popLast().flatMap({ Int(exactly: $0) }), memory.indices.contains(slot)
      else { return false }
      stack.append(memory[slot])
    case 22:
      guard stack.count >= 4 else { return false }
      let values = stack.suffix(4).map { $0 }
      stack.removeLast(3)
      stack[stack.count - 1] = values[2] <= values[3] ? values[0] : values[1]
    case 23: stack.append(0.5)  // A random number: any will do, and it should stay the same.
    case 27:
      guard let value = stack.last else { return false }
      stack.append(value)
    case 28:
      guard stack.count >= 2 else { return false }
      stack.swapAt(stack.count - 1, stack.count - 2)
    case 29:
      guard let index = stack.popLast(), let depth = Int(exactly: max(index, 0).rounded(.down)),
        depth < stack.count
      else { return false }
      stack.append(stack[stack.count - 1 - depth])
    default: return roll()
    }
    return stack.count <= Self.mostOperands
  }

  /// `roll`: turns the last `count` numbers in a ring, up the stack by `steps`.
  private mutating func roll() -> Bool {
    guard let steps = stack.popLast().flatMap({ Int(exactly: $0) }),
      let count = stack.popLast().flatMap({ Int(exactly: $0) }), count >= 0, count <= stack.count
    else { return false }
    guard count > 0 else { return true }
    let values = Array(stack.suffix(count))
    let first = stack.count - count
    for (index, value) in values.enumerated() {
      stack[first + (((index + steps) % count) + count) % count] = value
    }
    return true
  }

  /// Two curves that are nearly straight; how flat they are drawn at small sizes is not looked at.
  private mutating func flex(_ operation: Int) -> Bool {
    defer { stack.removeAll(keepingCapacity: true) }
    let needed = [34: 7, 35: 12, 36: 9, 37: 11][operation] ?? 0
    guard stack.count >= needed else { return false }
    let v = stack
    switch operation {
    case 34:
      pen.curve(v[0], 0, v[1], v[2], v[3], 0)
      pen.curve(v[4], 0, v[5], -v[2], v[6], 0)
    case 35:
      pen.curve(v[0], v[1], v[2], v[3], v[4], v[5])
      pen.curve(v[6], v[7], v[8], v[9], v[10], v[11])
    case 36:
      pen.curve(v[0], v[1], v[2], v[3], v[4], 0)
      pen.curve(v[5], 0, v[6], v[7], v[8], -(v[1] + v[3] + v[7]))
    default:
      // The end is level with the beginning, across the longer way.
      let dx = v[0] + v[2] + v[4] + v[6] + v[8]
      let dy = v[1] + v[3] + v[5] + v[7] + v[9]
      let isWide = dx.magnitude > dy.magnitude
      pen.curve(v[0], v[1], v[2], v[3], v[4], v[5])
      pen.curve(v[6], v[7], v[8], v[9], isWide ? v[10] : -dx, isWide ? -dy : v[10])
    }
    return true
  }
}
