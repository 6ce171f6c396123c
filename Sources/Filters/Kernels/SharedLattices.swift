import Synchronization
import Y4M

/// The lattices of moving grades at even times, which the workers of a team make for each other: they
/// draw frames of the same times.
final class SharedLattices: Sendable {
  /// Two for each of more moving grades than stand in one frame of most timelines.
  private static let most = 12
  /// One that was not asked for in so many times is of a time gone by: four moving grades ask for
  /// two each in a frame, and each of two workers may be in another one.
  private static let patience = 16

  private struct Shelf {
    /// The latest last, and in which turn each was asked for.
    var slots: [(slot: LatticeSlot, turn: Int)] = []
    var turn = 0
  }

  private let shelf = Mutex(Shelf())

  /// The lattice of a run, whose nodes are never written again; nil where the run has steps.
  ///
  /// One that another worker is making just now is waited for.
  func lattice(
    _ run: ColorRun, _ coding: ColorCoding, _ workspace: Workspace
  ) -> ColorLattice? {
    slot(run, coding).lattice(workspace)
  }

  private func slot(_ run: ColorRun, _ coding: ColorCoding) -> LatticeSlot {
    shelf.withLock { shelf in
      shelf.turn &+= 1
      let found = shelf.slots.lastIndex { $0.slot.run == run && $0.slot.coding == coding }
      if let found {
        let slot = shelf.slots.remove(at: found).slot
        shelf.slots.append((slot, shelf.turn))
        return slot
      }
      var memory: LatticeMemory?
      if let oldest = shelf.slots.first,
        shelf.slots.count == Self.most || shelf.turn &- oldest.turn > Self.patience
      {
        memory = shelf.slots.removeFirst().slot.giveMemory()
      }
      let slot = LatticeSlot(run, coding, memory)
      shelf.slots.append((slot, shelf.turn))
      return slot
    }
  }
}

/// A lattice that is made by the first worker that asks for it.
///
/// Unchecked: the lattice is written once, under the lock, and given away under it when no one else
/// has it.
private final class LatticeSlot: @unchecked Sendable {
  let run: ColorRun
  let coding: ColorCoding
  private let lock = Mutex<Bool>(false)
  private var made: ColorLattice?
  private var memory: LatticeMemory?

  init(_ run: ColorRun, _ coding: ColorCoding, _ memory: LatticeMemory?) {
    (self.run, self.coding, self.memory) = (run, coding, memory)
  }

  func lattice(_ workspace: Workspace) -> ColorLattice? {
    lock.withLock { isMade in
      if isMade { return }
      isMade = true
      let program = ColorProgram(run)
      guard program.isSmooth else { return }
      made = ColorLattice(program, coding, workspace, in: memory ?? LatticeMemory())
      memory = nil
    }
    return made
  }

  /// The memory of its lattice, unless a worker reads it still.
  func giveMemory() -> LatticeMemory? {
    var given: LatticeMemory?
    lock.withLock { _ in
      if made != nil, isKnownUniquelyReferenced(&made) { given = made?.memory }
      made = nil
    }
    return given
  }
}
