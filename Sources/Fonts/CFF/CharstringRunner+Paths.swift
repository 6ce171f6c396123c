/// Operators that draw (Adobe Technical Note 5177, section 4.1).
extension CharstringRunner {
  /// Runs one; numbers that it has no use for are passed over.
  mutating func path(_ operation: Int) {
    switch operation {
    case 4, 21, 22: move(operation)
    case 5: lines(upTo: stack.count, from: 0)
    case 6: alternatingLines(isHorizontal: true)
    case 7: alternatingLines(isHorizontal: false)
    case 8: curves(upTo: stack.count, from: 0)
    case 24:
      let next = curves(upTo: stack.count - 2, from: 0)
      lines(upTo: stack.count, from: next)
    case 25:
      let next = lines(upTo: stack.count - 6, from: 0)
      curves(upTo: stack.count, from: next)
    case 26: straightCurves(isHorizontal: false)
    case 27: straightCurves(isHorizontal: true)
    case 30: alternatingCurves(isHorizontal: false)
    case 31: alternatingCurves(isHorizontal: true)
    default: break
    }
    stack.removeAll(keepingCapacity: true)
  }

  private mutating func move(_ operation: Int) {
    dropWidth(needing: operation == 21 ? 2 : 1)
    guard let last = stack.last else { return }
    switch operation {
    case 4: pen.move(0, last)
    case 22: pen.move(last, 0)
    default: pen.move(stack.count > 1 ? stack[stack.count - 2] : 0, last)
    }
  }

  @discardableResult
  private mutating func lines(upTo end: Int, from start: Int) -> Int {
    var index = start
    while index + 2 <= end {
      pen.line(stack[index], stack[index + 1])
      index += 2
    }
    return index
  }

  private mutating func alternatingLines(isHorizontal: Bool) {
    var isHorizontal = isHorizontal
    for value in stack {
      if isHorizontal { pen.line(value, 0) } else { pen.line(0, value) }
      isHorizontal.toggle()
    }
  }

  @discardableResult
  private mutating func curves(upTo end: Int, from start: Int) -> Int {
    var index = start
    while index + 6 <= end {
      pen.curve(
        stack[index], stack[index + 1], stack[index + 2], stack[index + 3], stack[index + 4],
        stack[index + 5])
      index += 6
    }
    return index
  }

  /// `hhcurveto` and `vvcurveto`: curves that begin and end in one direction.
  private mutating func straightCurves(isHorizontal: Bool) {
    var index = 0
    // An odd number turns the first curve's beginning.
    var turn = 0.0
    if stack.count % 4 == 1 || stack.count % 4 == 3 {
      turn = stack[0]
      index = 1
    }
    while index + 4 <= stack.count {
      let (a, b, c, d) = (stack[index], stack[index + 1], stack[index + 2], stack[index + 3])
      if isHorizontal {
        pen.curve(a, turn, b, c, d, 0)
      } else {
        pen.curve(turn, a, b, c, 0, d)
      }
      turn = 0
      index += 4
    }
  }

  /// `hvcurveto` and `vhcurveto`: curves that begin in one direction and end in the other.
  private mutating func alternatingCurves(isHorizontal: Bool) {
    var isHorizontal = isHorizontal
    var index = 0
    while index + 4 <= stack.count {
      let (a, b, c, d) = (stack[index], stack[index + 1], stack[index + 2], stack[index + 3])
      // The last curve may end in any direction.
      let last = stack.count - index == 5 ? stack[index + 4] : 0
      if isHorizontal {
        pen.curve(a, 0, b, c, last, d)
      } else {
        pen.curve(0, a, b, c, d, last)
      }
      isHorizontal.toggle()
      index += 4
    }
  }
}
