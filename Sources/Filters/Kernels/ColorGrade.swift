import Y4M

/// A run of effects with what is prepared for it: tables of its curves, and its lattice.
final class ColorGrade {
  let run: ColorRun
  let program: ColorProgram
  /// The lattice of the run, and the coding of samples that it is for.
  private var own: (lattice: ColorLattice, coding: ColorCoding)?
  /// Memory for a lattice; what lay between others was for one frame, and may be written over.
  private var memory: LatticeMemory?
  /// Whether the last lattice lay between others.
  private(set) var isPassing = false

  /// - Parameter memory: that of a lattice that nobody reads any more.
  init(_ run: ColorRun, memory: LatticeMemory? = nil) {
    self.run = run
    self.memory = memory
    program = ColorProgram(run)
  }

  /// Gives up the memory of its lattice, which nobody reads any more.
  fileprivate func giveMemory() -> LatticeMemory? {
    let given = memory ?? own?.lattice.memory
    (memory, own) = (nil, nil)
    return given
  }

  /// The run as a cube in numbers of 16 bits, if it is one, and the coding that it is for.
  private var words: (words: ColorWords?, coding: ColorCoding)?

  /// The run in numbers of 16 bits, as which frames of a format are drawn; nil where it has none.
  ///
  /// It depends on the format and the run alone.
  func words(for format: PixelFormat, _ coding: ColorCoding) -> ColorWords? {
    guard ColorWords.suit(format, coding), let cube = run.cube else { return nil }
    if let words, words.coding == coding { return words.words }
    let made = CubeWords(cube, coding).map { ColorWords.cube($0) }
    words = (made, coding)
    return made
  }

  /// The least `cost` of a change with which reading a lattice is faster.
  private static let leastCost = 12
  /// How many times as many of all colours that are seen may lie in marked cells as of pale ones.
  private static let markedShare = 2.0
  /// The fewest pixels with which making one is worth it: some three to ten times as many as are
  /// computed for it. Smaller frames are computed sample by sample.
  static let leastPixels = 960 * 540

  /// The lattice by which frames of a format are drawn; nil where every sample is computed: where
  /// that is as fast, where the change has steps, and where samples are finer than a lattice.
  ///
  /// It depends on the format, the run and its motion alone, so that every part of a frame is drawn
  /// alike.
  ///
  /// - Parameter motion: the run around its time, if it moves.
  func lattice(
    for format: PixelFormat, _ coding: ColorCoding, _ workspace: Workspace,
    _ motion: () -> ColorMotion? = { nil }
  ) -> ColorLattice? {
    guard program.cost >= Self.leastCost, program.isSmooth, coding.depth <= 10,
      format.chroma != .none, format.width * format.height >= Self.leastPixels
    else { return nil }
    let made = mixed(coding, workspace, motion()) ?? nodes(coding, workspace)
    let saved = Double(program.cost) * (1 - Self.markedShare * made.markedShare)
    guard saved >= Double(Self.leastCost) else { return nil }
    made.pair(coding, workspace)
    return made
  }

  /// The lattice of the run, before it is read.
  private func nodes(_ coding: ColorCoding, _ workspace: Workspace) -> ColorLattice {
    if let own, own.coding == coding { return own.lattice }
    let memory = memory ?? own?.lattice.memory ?? LatticeMemory()
    self.memory = nil
    let made = ColorLattice(program, coding, workspace, in: memory)
    own = (made, coding)
    return made
  }

  /// What lies between the lattices of the run around its time; nil where that is too far from the
  /// run, and where nothing moves.
  ///
  /// The run's own lattice is not taken where there is one: a frame is drawn alike whichever were
  /// drawn before it.
  private func mixed(
    _ coding: ColorCoding, _ workspace: Workspace, _ motion: ColorMotion?
  ) -> ColorLattice? {
    guard let motion, motion.before != run || motion.after != run else { return nil }
    guard let before = workspace.lattices.lattice(motion.before, coding, workspace),
      let after = workspace.lattices.lattice(motion.after, coding, workspace)
    else { return nil }
    let memory = memory ?? LatticeMemory()
    self.memory = memory
    let made = ColorLattice(between: before, after, share: motion.share, workspace, in: memory)
    isPassing = made.isNear(program, coding, workspace)
    return isPassing ? made : nil
  }
}

/// The grades that a worker used last.
struct ColorGrades {
  /// More than stand in one frame of most timelines.
  private static let most = 8
  /// One that was not asked for in so many times is over.
  private static let patience = 12

  /// The latest last, and in which turn each was asked for.
  private var grades: [(grade: ColorGrade, turn: Int)] = []
  private var turn = 0

  /// The grade of a run, made if it is not one of the last ones.
  mutating func grade(_ run: ColorRun) -> ColorGrade {
    turn &+= 1
    if let place = grades.lastIndex(where: { $0.grade.run == run }) {
      let grade = grades.remove(at: place).grade
      grades.append((grade, turn))
      return grade
    }
    let grade = ColorGrade(run, memory: takeMemory())
    grades.append((grade, turn))
    return grade
  }

  /// The memory of a lattice that nobody reads any more, if there is one.
  private mutating func takeMemory() -> LatticeMemory? {
    if let place = grades.firstIndex(where: { $0.grade.isPassing }) {
      return grades.remove(at: place).grade.giveMemory()
    }
    guard let oldest = grades.first,
      grades.count == Self.most || turn &- oldest.turn > Self.patience
    else { return nil }
    return grades.removeFirst().grade.giveMemory()
  }
}
