import Y4M

/// A run of effects with what is prepared for it: tables of its curves, and its lattice.
final class ColorGrade {
  let run: ColorRun
  let program: ColorProgram
  /// The lattice, if one is fine enough, and the coding of samples that it is for.
  private var lattice: (lattice: ColorLattice?, coding: ColorCoding)?
  /// Memory for a lattice.
  private var memory: LatticeMemory?
  /// Whether its lattice lies between others: it is for one frame, and quickly made again.
  private(set) var isPassing = false

  /// - Parameter memory: that of a lattice that nobody reads any more.
  init(_ run: ColorRun, memory: LatticeMemory? = nil) {
    self.run = run
    self.memory = memory
    program = ColorProgram(run)
  }

  /// The memory of a lattice, of a grade that nobody draws with any more.
  var spareMemory: LatticeMemory? { lattice?.lattice?.memory ?? memory }

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
    let lattice = nodes(for: format, coding, workspace, motion)
    lattice?.pair(coding, workspace)
    return lattice
  }

  /// The same before it is read.
  private func nodes(
    for format: PixelFormat, _ coding: ColorCoding, _ workspace: Workspace,
    _ motion: () -> ColorMotion? = { nil }
  ) -> ColorLattice? {
    guard program.cost >= Self.leastCost, program.isSmooth, coding.depth <= 10,
      format.chroma != .none, format.width * format.height >= Self.leastPixels
    else { return nil }
    if let lattice, lattice.coding == coding { return lattice.lattice }
    if let motion = motion(), motion.before != run || motion.after != run,
      let made = lattice(within: motion, for: format, coding, workspace)
    {
      lattice = (made, coding)
      memory = nil
      isPassing = true
      return made
    }
    let memory = memory ?? LatticeMemory()
    let made = ColorLattice(program, coding, workspace, in: memory)
    let saved = Double(program.cost) * (1 - Self.markedShare * made.markedShare)
    let isFine = saved >= Double(Self.leastCost)
    lattice = (isFine ? made : nil, coding)
    self.memory = isFine ? nil : memory
    return isFine ? made : nil
  }

  /// The lattice between those of the run around its time; nil where it is too far from the run.
  private func lattice(
    within motion: ColorMotion, for format: PixelFormat, _ coding: ColorCoding,
    _ workspace: Workspace
  ) -> ColorLattice? {
    func lattice(_ run: ColorRun) -> ColorLattice? {
      workspace.grades.grade(run).nodes(for: format, coding, workspace)
    }
    guard let before = lattice(motion.before), let after = lattice(motion.after) else { return nil }
    let memory = memory ?? LatticeMemory()
    let made = ColorLattice(
      between: before, after, share: motion.share, workspace, in: memory)
    self.memory = memory
    return made.isNear(program, coding, workspace) ? made : nil
  }
}

/// The grades that a worker used last.
struct ColorGrades {
  /// More than stand in one frame of most timelines.
  private static let most = 8

  /// The latest last.
  private var grades: [ColorGrade] = []

  /// The grade of a run, made if it is not one of the last ones.
  mutating func grade(_ run: ColorRun) -> ColorGrade {
    if let place = grades.lastIndex(where: { $0.run == run }) {
      if place != grades.count - 1 { grades.append(grades.remove(at: place)) }
      return grades[grades.count - 1]
    }
    let spare: LatticeMemory? =
      if let place = grades.firstIndex(where: { $0.isPassing }) {
        grades.remove(at: place).spareMemory
      } else {
        grades.count == Self.most ? grades.removeFirst().spareMemory : nil
      }
    let grade = ColorGrade(run, memory: spare)
    grades.append(grade)
    return grade
  }
}
