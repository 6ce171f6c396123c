import Bytes
import Timeline

/// A run of effects at two times around its own.
///
/// Where parameters move evenly, what lies between the lattices of both is the lattice of the run.
/// Making one takes as long as reading a frame through it, and two do for all frames between.
struct ColorMotion {
  /// How far the two times are apart. They are multiples of it, so that a frame comes out the same
  /// in whatever part of a film it is drawn.
  private static let step = Time(Rational(reducing: 2, over: 5))

  let before: ColorRun
  let after: ColorRun
  /// How far the run's own time lies from the one to the other, from 0 up to 1.
  let share: Double

  /// Nil where the effects have no run at one of the two times.
  init?(at time: Time, _ run: (Time) -> ColorRun?) {
    guard let steps = time.divided(by: Self.step) else { return nil }
    let whole = Rational(reducing: steps.floor, over: 1)
    share = (steps - whole).double
    guard let before = run(Self.step * whole),
      let after = run(Self.step * (whole + Rational(1)))
    else { return nil }
    (self.before, self.after) = (before, after)
  }
}
