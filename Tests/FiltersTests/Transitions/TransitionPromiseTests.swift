import TestSupport
import Testing
import Timeline

@testable import Filters
@testable import Y4M

/// What every transition promises.
@Suite struct TransitionPromiseTests {
  /// Runs bands one after another, the last one first, with any worker's memory.
  private struct Backwards: BandRunner {
    let count: Int

    func run(upTo most: Int, _ body: (Int, Int, Int) -> Void) {
      let count = min(count, most)
      for band in (0..<count).reversed() { body(band, count, (band * 3 + 1) % 7) }
    }
  }

  @Test(arguments: everyTransition)
  func `the ends are the pictures themselves`(_ name: String) throws {
    for frames in transitionNoise {
      for isReversed in [false, true] {
        let stage = try frames.stage(name, isReversed: isReversed)
        // A cut is where the overlap starts, and that is no end.
        for share in name == "none" ? [-0.2] : [-0.2, 0] {
          #expect(frames.frame(stage, at: share).isSame(as: frames.from), "\(frames.format)")
        }
        for share in [1, 1.2] {
          #expect(frames.frame(stage, at: share).isSame(as: frames.to), "\(frames.format)")
        }
      }
    }
  }

  @Test(arguments: everyTransition)
  func `all of the target is written, and used memory changes nothing`(_ name: String) throws {
    let workspace = Workspace()
    for frames in transitionNoise {
      let stage = try frames.stage(name)
      for share in [1e-300, 0.25, 0.5, 0.75, 1 - 1e-9] {
        let first = frames.frame(stage, at: share, workspace)
        let again = Frame(frames.format)
        stage.draw(
          from: SharedFrame(frames.from), to: SharedFrame(frames.to), target: again, at: share,
          time: Time(share), Workspace())
        #expect(first.isSame(as: again), "\(frames.format) at \(share)")
        #expect(!first.exceedsPeak)
      }
    }
  }

  @Test(arguments: everyTransition)
  func `the pictures are left alone`(_ name: String) throws {
    let frames = TransitionFrames(.named("420p10", 31, 18))
    _ = try frames.frame(name, at: 0.4)
    #expect(frames.from.isIdentical(to: .noise(frames.format, seed: 5)))
    #expect(frames.to.isIdentical(to: .noise(frames.format, seed: 6)))
  }

  @Test(arguments: everyTransition)
  func `reverse swaps the pictures and runs backwards`(_ name: String) throws {
    let frames = TransitionFrames(.named("420mpeg2", 35, 23))
    let swapped = TransitionFrames(frames.format, frames.to, frames.from)
    for share in [0.125, 0.5, 0.75] {
      let reversed = try frames.frame(name, at: share, isReversed: true)
      let other = swapped.frame(try swapped.stage(name), at: 1 - share, time: share)
      #expect(reversed.isIdentical(to: other), "at \(share)")
    }
  }

  @Test(arguments: mixingTransitions)
  func `two equal plain pictures stay as they are, but for colours between`(_ name: String) throws {
    let between = ["fade-through", "fadeblack", "fadewhite", "fadegrays", "circlecrop", "rectcrop"]
    if between.contains(name) || name == "crop" { return }
    for format in transitionFormats.prefix(12) {
      let plain = Frame.flat(format, [90, 100, 150, 200])
      let frames = TransitionFrames(format, plain, Frame.flat(format, [90, 100, 150, 200]))
      for share in [0.3, 0.6] {
        let drawn = try frames.frame(name, at: share)
        #expect(drawn.greatestDifference(from: plain) == 0, "\(format) at \(share)")
      }
    }
  }

  @Test(arguments: everyTransition)
  func `bands make no difference`(_ name: String) throws {
    // As small as two bands may be.
    let frames = TransitionFrames(.named("420p10", 301, 111))
    let stage = try frames.stage(name)
    let whole = frames.frame(stage, at: 0.37)
    let workspace = Workspace.team(of: 7)[0]
    workspace.bands = Backwards(count: 2)
    #expect(frames.frame(stage, at: 0.37, workspace).isSame(as: whole))
  }

  @Test func `a cut is where the overlap starts, or reversed where it ends`() throws {
    let frames = TransitionFrames(.named("444", 16, 9))
    let cut = try frames.stage("none", ease: try Easing(parsing: "easeInCubic"))
    #expect(cut.end(at: 0) == .to && cut.end(at: 0.01) == .to && cut.end(at: 1) == .to)
    #expect(frames.frame(cut, at: 0).isSame(as: frames.to))
    let reversed = try frames.stage("none", isReversed: true)
    #expect(reversed.end(at: 0) == .from && reversed.end(at: 0.99) == .from)
    #expect(reversed.end(at: 1) == .to)
  }

  @Test func `an easing shapes the progress`() throws {
    let frames = TransitionFrames(.named("444", 16, 9))
    let ease = try Easing(parsing: "easeInCubic")
    let eased = try frames.stage("crossfade", ease: ease)
    let linear = try frames.stage("crossfade")
    #expect(frames.frame(eased, at: 0.5).isIdentical(to: frames.frame(linear, at: 0.125)))
    #expect(eased.end(at: 0) == .from)
    #expect(eased.end(at: 0.5) == nil)
    #expect(eased.end(at: 1) == .to)
  }

  @Test func `every name has a summary, an example, and a meaning`() throws {
    let names = Registry.vocabulary.transitions
    #expect(Set(names.map(\.name)).count == names.count)
    for declaration in names {
      #expect(declaration.summary.hasSuffix("."), "\(declaration.name)")
      #expect(declaration.example.contains("\"type\": \"\(declaration.name)\""))
      #expect(Registry.transition(named: declaration.name) != nil)
    }
  }
}
