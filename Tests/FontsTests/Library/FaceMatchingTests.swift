import Testing

@testable import Fonts

@Suite struct FaceMatchingTests {
  private func face(
    _ weight: Double, width: Double = 100, italic: Bool = false, index: Int = 0,
    axes: [VariationAxis] = []
  ) -> FontFace {
    FontFace(
      path: "/x", index: index,
      names: FontNames(family: "X", subfamily: "", fullName: "", postScriptName: ""),
      traits: FontTraits(weight: weight, width: width, isItalic: italic), axes: axes,
      hasColor: false)
  }

  /// The table of CSS Fonts 4, 5.2, step 4.
  @Test(arguments: [
    (400.0, [300.0, 500, 700], 500.0), (450, [400, 500, 600], 500), (500, [400, 600], 400),
    (400, [600, 700], 600), (300, [200, 400], 200), (100, [300, 400], 300),
    (350, [400, 900], 400), (600, [500, 900], 900), (900, [300, 700], 700), (550, [500], 500),
    (400, [450, 480, 380], 450), (500, [100, 450, 900], 450),
  ])
  func `weights are looked for on the side that the standard names`(
    wanted: Double, there: [Double], chosen: Double
  ) {
    let best = FaceMatching.best(
      of: there.map { face($0) }, for: FontRequest(weight: wanted))
    #expect(best?.traits.weight == chosen)
  }

  @Test(arguments: [
    (100.0, [75.0, 125], 75.0), (90, [50, 100], 50), (110, [100, 200], 200), (125, [75, 100], 100),
    (75, [100, 112.5], 100),
  ])
  func `widths come before weights`(wanted: Double, there: [Double], chosen: Double) {
    let faces = there.enumerated().map { face(400 + 100 * Double($0), width: $1) }
    #expect(
      FaceMatching.best(of: faces, for: FontRequest(width: wanted))?.traits.width == chosen)
  }

  @Test func `styles come before weights`() {
    let faces = [face(700), face(400, italic: true)]
    let request = FontRequest(weight: 700, isItalic: true)
    #expect(FaceMatching.best(of: faces, for: request)?.traits.isItalic == true)
    #expect(FaceMatching.best(of: [face(300, italic: true)], for: FontRequest()) != nil)
  }

  @Test func `ranges of variable fonts count`() {
    let axis = VariationAxis(tag: "wght", name: "", minimum: 100, default: 400, maximum: 650)
    let faces = [face(700), face(400, index: 1, axes: [axis])]
    #expect(FaceMatching.best(of: faces, for: FontRequest(weight: 620))?.index == 1)
    #expect(FaceMatching.best(of: faces, for: FontRequest(weight: 690))?.index == 0)
  }

  @Test func `axes are set to what is asked, and italics by one axis of two`() {
    let axes = [
      VariationAxis(tag: "wght", name: "", minimum: 100, default: 400, maximum: 650),
      VariationAxis(tag: "slnt", name: "", minimum: -10, default: 0, maximum: 0),
      VariationAxis(tag: "GRAD", name: "", minimum: 0, default: 0, maximum: 1),
    ]
    let values = face(400, axes: axes).variations(
      for: FontRequest(weight: 900, isItalic: true, variations: [FontVariation("GRAD", 0.5)]))
    #expect(values == ["wght": 650, "slnt": -10, "GRAD": 0.5])
    #expect(face(400, axes: axes).variations(for: FontRequest())["slnt"] == 0)
  }

  @Test func `of equal faces the first is taken`() {
    let faces = [face(400, index: 3), face(400, index: 1)]
    #expect(FaceMatching.best(of: faces, for: FontRequest())?.index == 3)
  }
}
