import Timeline
import Y4M

/// Decides row by row how much of each colour stays, and what colour that is.
protocol KeyRule {
  /// Writes to `shares` how much of each colour stays, 0 to 1, and changes colours to what stays.
  ///
  /// Called from several threads at once. What is taken from `scratch` is taken back afterwards.
  func key(
    _ colors: RGBRow, shares: UnsafeMutablePointer<Float>, at place: KeyedPlace, scratch: Scratch)

  /// Changes colours of the screen to what is shown of them where a matte that is wider than the
  /// shares lets them stay.
  func tame(_ colors: RGBRow, scratch: Scratch)

  /// Writes to `shares` what they will be if that can be told from luma, 0 to 1 as a part of the
  /// stream's range: then colours are read only where something stays.
  ///
  /// - Returns: whether it could.
  func foresee(
    _ luma: UnsafeMutablePointer<Float>, shares: UnsafeMutablePointer<Float>, at place: KeyedPlace,
    scratch: Scratch
  ) -> Bool
}

extension KeyRule {
  func tame(_ colors: RGBRow, scratch: Scratch) {}

  func foresee(
    _ luma: UnsafeMutablePointer<Float>, shares: UnsafeMutablePointer<Float>, at place: KeyedPlace,
    scratch: Scratch
  ) -> Bool { false }
}

/// The rule of a key that takes nothing away.
struct KeepingRule: KeyRule {
  func key(
    _ colors: RGBRow, shares: UnsafeMutablePointer<Float>, at place: KeyedPlace, scratch: Scratch
  ) {
    shares.update(repeating: 1, count: colors.count)
  }
}

/// Where a row of colours lies in the picture.
struct KeyedPlace {
  let y: Int
  let columns: Range<Int>
  /// The plane whose places these are.
  let sites: PlaneLayout
}

/// Reads a frame as rows of R'G'B' and takes away what a rule keys.
///
/// A premultiplied frame loses alpha, and its colours with it; any other becomes darker, as over
/// black. What is written comes from the sample that was there: where all of a colour stays as it
/// is, so does the sample, at every depth and subsampling.
struct Keying<Rule: KeyRule> {
  let job: EffectJob
  let rule: Rule
  /// Whether the shares are shown, as grey.
  let showsAlpha: Bool

  /// Writes the samples of the job's box.
  func run() {
    job.source.split(job.box, least: { _ in 8 }, job.workspace) { plane, rows, columns, scratch in
      if job.source.format.depth == 8 {
        var keyed = KeyedRows<Rule, UInt8>(self, plane, columns, scratch)
        keyed.run(rows, scratch)
      } else {
        var keyed = KeyedRows<Rule, UInt16>(self, plane, columns, scratch)
        keyed.run(rows, scratch)
      }
    }
  }
}
