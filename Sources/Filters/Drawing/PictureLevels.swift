import Geometry
import Images

/// The sizes in which pictures of lines and areas are made: each level has twice the sides of the
/// one before, and level 0 has those of the file.
struct PictureLevels {
  /// The most pixels of a side of an enlarged picture.
  private static let mostSide = 4096
  /// How often the sides of what is drawn are halved at most.
  private static let mostHalvings = 4
  /// More than there are levels.
  private static let count = 32

  /// The sides that the file has, in pixels.
  let width: Int
  let height: Int
  /// How wide it is shown, in pixels of the output.
  let shownWidth: Int

  /// The level that has at least the pixels of its place, as far as it may have them.
  func level(_ placement: Placement) -> Int {
    let map = placement.map
    let scale = max(Vector(map.a, map.b).length, Vector(map.c, map.d).length)
    var level = -Self.mostHalvings
    while Self.factor(level) < scale - 1e-3,
      Self.side(max(width, height), level + 1) <= Self.mostSide
    {
      level += 1
    }
    return level
  }

  /// The place of a picture of a level.
  func resized(_ placement: Placement, to level: Int) -> Placement {
    placement.resized(
      from: Vector(Double(shownWidth), Double(height)),
      to: Vector(Double(Self.side(width, level)), Double(Self.side(height, level))))
  }

  /// The number of a picture of an animation at a level.
  func number(_ index: Int, at level: Int) -> Int {
    index * Self.count + level + Self.mostHalvings
  }

  /// Draws the picture with such a number.
  func picture(_ number: Int, _ drawing: any DrawnAnimation) -> Picture {
    let level = number % Self.count - Self.mostHalvings
    return drawing.picture(
      number / Self.count, width: Self.side(width, level), height: Self.side(height, level))
  }

  private static func factor(_ level: Int) -> Double {
    level >= 0 ? Double(1 << level) : 1 / Double(1 << -level)
  }

  private static func side(_ side: Int, _ level: Int) -> Int {
    level >= 0 ? side << level : max(side >> -level, 1)
  }
}
