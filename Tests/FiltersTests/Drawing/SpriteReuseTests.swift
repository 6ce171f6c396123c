import Bytes
import Geometry
import Synchronization
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

/// What is made once and only placed afterwards.
@Suite struct SpriteReuseTests {
  private static let coding = ColorCoding(matrix: .bt601, range: .limited, depth: 8)

  /// Counts the sprites that a painter makes.
  private struct Trial {
    let format: PixelFormat
    let painter: PicturePainter
    let workspace = Workspace()
    let texture = Texture(ColorRows(.black, coding: coding))

    init(_ name: String) {
      format = PixelFormat.named(name, 64, 48)
      painter = PicturePainter(coding: SpriteReuseTests.coding, CacheBudget(bytes: 1 << 20))
    }

    /// Whether drawing at a place takes a new sprite.
    func makes(
      _ picture: Int = 0, x: Double, y: Double, isLasting: Bool, turn: Double = 0
    ) throws -> Bool {
      var count = 0
      let map = Affine.translation(x, y).after(.rotation(degrees: turn)).after(.scale(9, 7))
      try painter.draw(
        on: .noise(format), picture: .frame(picture),
        placement: Placement(
          domain: .init(left: 0, top: 0, right: 1, bottom: 1), map: map, sampling: .bicubic),
        opacity: 65535, isLasting: isLasting, workspace
      ) { () throws(RenderError) in
        count += 1
        return texture
      }
      return count > 0
    }
  }

  @Test(arguments: [("444", 1, 1), ("422", 2, 1), ("420mpeg2", 2, 2), ("411", 4, 1)], [0.0, 30])
  func `what moves by whole chroma cells is only placed anew`(
    _ cells: (name: String, x: Int, y: Int), _ turn: Double
  ) throws {
    let trial = Trial(cells.name)
    #expect(try trial.makes(x: 20.25, y: 20.5, isLasting: false, turn: turn))
    for step in 1...5 {
      let (x, y) = (Double(step * cells.x), Double(step * cells.y))
      #expect(try !trial.makes(x: 20.25 + x, y: 20.5 - y, isLasting: false, turn: turn))
    }
    #expect(try trial.makes(x: 20.5, y: 20.5, isLasting: false, turn: turn))
    if cells.x > 1 { #expect(try trial.makes(x: 21.5, y: 20.5, isLasting: false, turn: turn)) }
  }

  @Test(arguments: [65535, 30000] as [UInt16])
  func `a turned picture is drawn apart the same with a sprite and without`(
    _ opacity: UInt16
  ) throws {
    let format = try #require(PixelFormat.named("444", 64, 48).layered)
    let texture = Texture(
      ImageRows(PicturePainterTests.noise(20, 14), coding: Self.coding))
    let workspace = Workspace()
    let painters = (0..<2).map { _ in
      PicturePainter(coding: Self.coding, CacheBudget(bytes: 1 << 20))
    }
    for (x, y, turn) in [(30.25, 20.5, 30.0), (-4, 30, 45), (60, 44, 200)] {
      // The first time without, then with one, and then with the one that is kept.
      let frames = try (0..<3).map { _ in
        let frame = Frame(format)
        frame.clear(Box(x: 0, y: 0, width: 64, height: 48))
        for (painter, place) in zip(painters, [x, x + 5]) {
          let map = Affine.translation(place, y).after(.rotation(degrees: turn))
          try painter.draw(
            on: frame, picture: .frame(0),
            placement: Placement(
              domain: .init(left: 0, top: 0, right: 20, bottom: 14), map: map, sampling: .bicubic),
            opacity: opacity, isLasting: false, workspace
          ) { () throws(RenderError) in texture }
        }
        return frame
      }
      #expect(frames[1].isIdentical(to: frames[0]) && frames[2].isIdentical(to: frames[0]))
    }
  }

  @Test func `the pictures of an animation are made once each`() throws {
    let trial = Trial("420mpeg2")
    for pass in 0..<4 {
      for picture in 0..<3 {
        #expect(try trial.makes(picture, x: 3, y: 3, isLasting: true) == (pass == 0))
      }
    }
  }

  @Test func `a sprite's memory is used again, and never while it is drawn`() throws {
    let cache = SpriteCache(CacheBudget(bytes: 1 << 20))
    func key(_ index: Int) -> SpriteKey {
      SpriteKey(
        picture: .frame(index), isApart: false,
        domain: .init(left: 0, top: 0, right: 1, bottom: 1), map: .identity, clip: nil)
    }
    var made = Set<ObjectIdentifier>()
    var held: Sprite?
    for index in 0..<50 {
      let sprite = try cache.sprite(for: key(index), isLasting: false) { sprite in
        #expect(sprite !== held)
        made.insert(ObjectIdentifier(sprite))
        sprite.clear(planeCount: 1)
        _ = sprite.addPlane(0, box: Box(x: 0, y: 0, width: 30, height: 20))
      }
      if index == 10 { held = sprite }
    }
    // One is kept, one is made meanwhile, and one is held.
    #expect(made.count <= 4)
    #expect(held != nil)
  }

  @Test func `layers that are not on are not looked at`() throws {
    let layers = (0..<200).map { index in
      #"""
      { "type": "color", "color": "#f08", "size": [4, 3], "position": [\#(index % 50), \#(index % 40)],
        "start": \#(index), "duration": 10 }
      """#
    }
    let format = PixelFormat.named("420mpeg2", 64, 48)
    let film = try Film("[\(layers.joined(separator: ","))]", format)
    for second in [20, 100, 150, 199] {
      #expect(film.renderer.boxes(at: Time(seconds: second)).count == 10)
      let few = try Film("[\(layers[second - 9...second].joined(separator: ","))]", format)
      let source = Frame.noise(format)
      let time = Double(second) + 0.5
      #expect(try film.frame(source, at: time).isIdentical(to: few.frame(source, at: time)))
    }
    #expect(film.renderer.boxes(at: Time(seconds: 300)).isEmpty)
  }
}
