import Testing

@testable import Grades

@Suite struct ColorDecisionFileTests {
  private func read(_ text: String) throws -> ColorDecisionFile {
    try ColorDecisionFile(Array(text.utf8))
  }

  private static let parts = "<Slope>2 2 2</Slope><Offset>0 0 0</Offset><Power>1 1 1</Power>"

  @Test(arguments: ["SOPNode", "ASC_SOP"], ["SatNode", "SATNode", "ASC_SAT"])
  func `other spellings are read`(_ first: String, _ second: String) throws {
    let text = """
      <c:ColorCorrection xmlns:c='urn:x'><\(first)>\(Self.parts)</\(first)>
      <\(second)><Saturation> .5&#x9;</Saturation></\(second)></c:ColorCorrection>
      """
    let decision = try read(text).correction(nil)
    #expect(decision == ColorDecision(slope: SIMD3(repeating: 2), saturation: 0.5))
  }

  @Test func `which correction is meant has to be said`() throws {
    let file = try ColorDecisionFile(try Fixtures.bytes("cdl/cdl_test1.ccc"))
    #expect(file.corrections.map(\.identifier) == ["cc0001", "cc0002", "cc0003", nil, nil])
    let unsaid = fault { try file.correction(nil) }
    #expect(unsaid.hasSuffix("name one of \"cc0001\", \"cc0002\", \"cc0003\", #4, #5"))
    let near = fault { try file.correction("cc002") }
    #expect(near == "malformed: no correction has the id \"cc002\"; did you mean \"cc0002\"?")
    for wrong in ["#0", "#6", "#-1", "#", "#99999999999999999999"] {
      #expect(throws: GradeError.self) { try file.correction(wrong) }
    }
    let twice = try read(
      "<ColorCorrectionCollection><ColorCorrection id='a'/><ColorCorrection id='a'/>"
        + "</ColorCorrectionCollection>")
    let found = fault { try twice.correction("a") }
    #expect(found == "malformed: 2 corrections have the id \"a\"; name one of #1, #2")
    #expect(fault { try twice.correction(nil) }.hasSuffix("name one of #1, #2"))
    #expect(try twice.correction("#2") == ColorDecision())
  }

  @Test(arguments: [
    ("", "truncated: the file ends where an element should stand, at 1:1"),
    (
      "<lut/>",
      "malformed: <lut> is no ColorCorrection, ColorCorrectionCollection or ColorDecisionList, at 1:1"
    ),
    ("<ColorDecisionList/>", "malformed: no ColorCorrection in the file, at 1:1"),
    (
      "<ColorCorrection>\n <SOPNode/></ColorCorrection>",
      "malformed: <SOPNode> has no <Slope>, at 2:2"
    ),
    (
      "<ColorCorrection><SatNode/></ColorCorrection>",
      "malformed: <SatNode> has no <Saturation>, at 1:18"
    ),
    (
      "<ColorCorrection><SatNode><Saturation>-1</Saturation></SatNode></ColorCorrection>",
      "malformed: Saturation is \"-1\", less than 0, at 1:27"
    ),
    (
      "<ColorCorrection><SatNode><Saturation>1 1</Saturation></SatNode></ColorCorrection>",
      "malformed: Saturation has 2 words and not one number, at 1:27"
    ),
    (
      "<ColorCorrection><SOPNode><Slope>1 x 1</Slope></SOPNode></ColorCorrection>",
      "malformed: \"x\" is no number, at 1:27"
    ),
    (
      "<ColorCorrection><SOPNode><Slope>1 1 1</Slope><Offset>0 0 0</Offset><Power>1 0 1</Power>"
        + "</SOPNode></ColorCorrection>",
      "malformed: Power is \"0\", 0 or less, at 1:69"
    ),
    (
      "<ColorCorrection><SatNode><Saturation>1e10</Saturation></SatNode></ColorCorrection>",
      "malformed: Saturation is \"1e10\", beyond 1e9, at 1:27"
    ),
    (
      "<ColorCorrection><SOPNode><Slope>1 1 1</Slope><Offset>0 -2e9 0</Offset><Power>1 1 1</Power>"
        + "</SOPNode></ColorCorrection>",
      "malformed: Offset is \"-2e9\", beyond 1e9, at 1:47"
    ),
    (
      "<ColorCorrection><SatNode/><SATNode/></ColorCorrection>",
      "malformed: a second SatNode, at 1:28"
    ),
    ("<ColorCorrection>", "truncated: the file ends within <ColorCorrection>, at 1:18"),
  ])
  func `what is broken is named where it stands`(_ text: String, _ error: String) {
    let found = fault { try read(text) }
    #expect(found == error)
  }
}
