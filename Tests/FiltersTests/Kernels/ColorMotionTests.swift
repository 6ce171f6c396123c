import Bytes
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

/// Lattices between those of two times, where parameters move.
@Suite struct ColorMotionTests {
  /// Grades enough for a lattice, at a place of their way from 0 to 1.
  private static func run(_ place: Double) -> ColorRun {
    var run = ColorRun()
    for _ in 0..<3 {
      run.append(curve: .power(1.02 + 0.06 * place))
      run.append(.saturation(1 + 0.08 * place, .bt709))
    }
    run.append(.scaled(SIMD3(1 + 0.05 * place, 1, 1 - 0.04 * place), adding: SIMD3(0, 0, 0.01)))
    return run
  }

  private static func time(_ numerator: Int, _ denominator: Int) throws -> Time {
    try #require(Time(numerator, denominator))
  }

  @Test func `the two times are even, and around its own`() throws {
    var asked: [Time] = []
    let time = try Self.time(5, 4)
    let motion = ColorMotion(at: time) { time in
      asked.append(time)
      return Self.run(time.seconds)
    }
    #expect(asked == [try Self.time(6, 5), try Self.time(8, 5)])
    let found = try #require(motion)
    #expect(found.before == Self.run(asked[0].seconds) && found.after == Self.run(asked[1].seconds))
    #expect(abs(found.share - 0.125) < 1e-12)
    let even = try #require(ColorMotion(at: try Self.time(6, 5)) { Self.run($0.seconds) })
    #expect(even.before == Self.run(1.2) && even.after == found.after && even.share == 0)
    #expect(ColorMotion(at: time) { $0 < time ? Self.run(0) : nil } == nil)
  }

  /// The grade of a time, with a lattice if it has one, and how far what is read lies from what is
  /// computed.
  private func draw(
    _ time: Time, _ name: String, _ run: (Time) -> ColorRun
  ) throws -> (isBetween: Bool, difference: Int) {
    let format = PixelFormat.named(name, 960, 540)
    let coding = ColorCoding(matrix: .bt709, range: .limited, depth: format.depth)
    let workspace = Workspace()
    let grade = ColorGrade(run(time))
    let lattice = try #require(
      grade.lattice(for: format, coding, workspace) { ColorMotion(at: time, run) })
    let small = PixelFormat.named(name, 160, 90)
    let source = Frame.noise(small, seed: 7)
    let frames = [nil, ColorWords.lattice(lattice)].map { words in
      let target = Frame(small)
      target.copy(from: source)
      Recoloring(
        source: source, target: target, change: grade.program, coding: coding,
        isPremultiplied: false, words: words
      ).run(Box(x: 0, y: 0, width: 160, height: 90), workspace)
      return target
    }
    return (grade.isPassing, frames[0].greatestDifference(from: frames[1]))
  }

  @Test(arguments: ["444", "420mpeg2", "422p10"])
  func `what moves evenly lies between`(_ name: String) throws {
    for tenths in [1, 5, 7] {
      let drawn = try draw(Self.time(tenths, 10), name) { Self.run($0.seconds / 20) }
      #expect(drawn.isBetween)
      #expect(drawn.difference <= (name.hasSuffix("p10") ? 2 : 1), "\(tenths)")
    }
  }

  @Test(arguments: [0.05, 0.15, 0.35])
  func `what jumps does not`(_ jump: Double) throws {
    let drawn = try draw(Self.time(1, 5), "444") { Self.run($0.seconds < jump ? 0 : 1) }
    #expect(!drawn.isBetween)
    #expect(drawn.difference <= 1)
  }

  @Test func `what swings between the two times does not`() throws {
    // The same at both, and elsewhere between.
    let drawn = try draw(Self.time(1, 5), "444") { time in
      Self.run(1 - (5 * time.seconds - 1) * (5 * time.seconds - 1))
    }
    #expect(!drawn.isBetween)
    #expect(drawn.difference <= 1)
  }

  @Test func `what rests is not mixed`() throws {
    let drawn = try draw(Self.time(1, 5), "444") { _ in Self.run(1) }
    #expect(!drawn.isBetween)
  }

  /// The same frames come out when each is drawn by itself.
  @Test func `a frame does not depend on those that were drawn before it`() throws {
    let rate = try #require(FrameRate(10, 1))
    let format = PixelFormat.named("420mpeg2", 960, 540)
    let layers = #"""
      [{ "type": "effect", "effect": "hue-saturation", "hue": { "from": 0, "to": 8, "duration": 2 } },
       { "type": "effect", "effect": "vibrance", "amount": { "from": 0, "to": 0.5, "duration": 2 } },
       { "type": "effect", "effect": "split-tone", "amount": { "from": 0.1, "to": 0.4, "duration": 2 } },
       { "type": "effect", "effect": "color-balance",
         "shadows": { "from": [0, 0, 0], "to": [-0.1, 0, 0.2], "duration": 2 } }]
      """#
    let sources = (0..<7).map { Frame.noise(format, seed: UInt64($0 + 1)) }
    let whole = try Film(layers, format, rate: rate).frames(sources, rate: rate)
    let film = try Film(layers, format, rate: rate)
    for number in [5, 1, 6, 4] {
      let alone = try film.frames(sources, rate: rate, only: number..<number + 1)
      #expect(alone[0].isIdentical(to: whole[number]), "frame \(number)")
      #expect(!alone[0].isIdentical(to: sources[number]))
    }
  }

  /// A lattice is made once, whichever worker asks for it, and its memory is written again only when
  /// no worker reads it.
  @Test func `workers of a team share lattices`() throws {
    let coding = ColorCoding(matrix: .bt709, range: .limited, depth: 8)
    let team = Workspace.team(of: 2)
    func lattice(_ place: Double, _ worker: Int) throws -> ColorLattice {
      try #require(team[worker].lattices.lattice(Self.run(place), coding, team[worker]))
    }
    let first = try lattice(0, 0)
    let node = ColorLattice.count / 2
    let moves = first.nodes[node]
    #expect(try lattice(0, 1) === first)
    #expect(try lattice(1, 1) !== first)
    // So many that the first is forgotten.
    for place in 2..<16 { _ = try lattice(Double(place), place % 2) }
    let again = try lattice(0, 1)
    #expect(again !== first && again.nodes != first.nodes)
    #expect(again.nodes[node] == moves && first.nodes[node] == moves)
  }

  @Test func `a run with a steep end has no shared lattice`() {
    var steep = Self.run(0)
    steep.append(curve: .power(0.3))
    let coding = ColorCoding(matrix: .bt709, range: .limited, depth: 8)
    let workspace = Workspace()
    #expect(workspace.lattices.lattice(steep, coding, workspace) == nil)
  }
}
