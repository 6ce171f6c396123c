import Fonts
import Geometry
import Timeline

/// The movements of a scene's atoms.
struct TextChoreography: Sendable {
  /// An animator, and the parts of the text that it moves.
  private struct Act: Sendable {
    let animator: TextAnimator
    /// The unit of each atom.
    let units: [Int]
    /// The place of each unit in the order, and the box that it takes.
    let ranks: [Int]
    let boxes: [Bounds]
    let last: Int
  }

  private let acts: [Act]
  private let isRightToLeft: [Bool]
  private let size: Double

  /// - Parameters:
  ///   - isBlank: which atoms have nothing to be seen, as spaces: they do not make units larger.
  ///   - size: of the letters.
  init(
    _ animators: [TextAnimator], _ atoms: [TextScene.Atom], isBlank: [Bool], size: Double
  ) {
    self.size = size
    isRightToLeft = atoms.map(\.isRightToLeft)
    acts = animators.map { animator in
      let numbers = atoms.map { atom in
        switch animator.unit {
        case .character: atom.character
        case .word: atom.word
        case .line: atom.line
        }
      }
      var places: [Int: Int] = [:]
      for number in Set(numbers).sorted() { places[number] = places.count }
      let units = numbers.map { places[$0] ?? 0 }
      var boxes = [Bounds?](repeating: nil, count: places.count)
      for blanks in [false, true] {
        for (index, atom) in atoms.enumerated() where isBlank[index] == blanks {
          let box = boxes[units[index]]
          if blanks, box != nil { continue }
          boxes[units[index]] = box?.union(atom.box) ?? atom.box
        }
      }
      let ranks = animator.ranks(of: places.count)
      return Act(
        animator: animator, units: units, ranks: ranks, boxes: boxes.compactMap(\.self),
        last: ranks.max() ?? 0)
    }
  }

  /// How each atom is seen at a time of the layer; empty when all are at rest.
  func states(at time: Time) -> [AtomState] {
    if acts.allSatisfy({
      $0.animator.kind != .karaoke && $0.animator.isOver(last: $0.last, at: time)
    }) {
      return []
    }
    var states = [AtomState](repeating: .rest, count: isRightToLeft.count)
    for act in acts {
      var made = [AtomState](repeating: .rest, count: act.boxes.count)
      for unit in act.boxes.indices {
        act.animator.apply(
          to: &made[unit], rank: act.ranks[unit], last: act.last, middle: act.boxes[unit].center,
          size: size, at: time)
      }
      for atom in states.indices { states[atom].add(made[act.units[atom]]) }
      if act.animator.kind == .karaoke { sweep(&states, act, at: time) }
    }
    return states.allSatisfy { $0 == .rest } ? [] : states
  }

  private func sweep(_ states: inout [AtomState], _ act: Act, at time: Time) {
    for atom in states.indices {
      let unit = act.units[atom]
      let share = act.animator.swept(act.ranks[unit], last: act.last, at: time)
      guard share > 0 else { continue }
      let box = act.boxes[unit]
      // Letters may reach beyond their boxes.
      let whole = share >= 1 ? AtomState.far : 0
      states[atom].sweep =
        isRightToLeft[atom]
        ? box.maxX - share * box.width - whole : box.minX + share * box.width + whole
    }
  }
}

extension AtomState {
  fileprivate mutating func add(_ other: AtomState) {
    map = other.map.after(map)
    opacity *= other.opacity
    blur = (blur * blur + other.blur * other.blur).squareRoot()
  }
}
