import Bytes
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

@Suite struct CanvasFormatTests {
  private func canvas(_ text: String) throws -> Arguments {
    try ClipScene.document(#"{ "version": 1, "canvas": { \#(text) } }"#).canvas
  }

  @Test func `rates are read exactly`() throws {
    let rates: [(String, FrameRate?)] = [
      ("25", FrameRate(25, 1)), ("29.97", FrameRate(2997, 100)), ("12.5", FrameRate(25, 2)),
      (#""30000/1001""#, FrameRate(30000, 1001)), (#""24""#, FrameRate(24, 1)),
    ]
    for (text, rate) in rates {
      #expect(try CanvasFormat.rate(canvas(#""rate": \#(text)"#)) == rate)
    }
    #expect(try CanvasFormat.rate(canvas("")) == nil)
    for wrong in ["0", "-25", #""fast""#, #""25f""#, "[]"] {
      #expect(throws: SceneFault.self) { try canvas(#""rate": \#(wrong)"#) }
    }
  }

  @Test func `the format follows the source where the canvas says nothing`() throws {
    let source = PixelFormat.named("420p10", 100, 60)
    #expect(try CanvasFormat.output(canvas(""), source: source) == source)
    let small = try CanvasFormat.output(canvas(#""size": [50, "auto"]"#), source: source)
    #expect(small == .named("420p10", 50, 30))
    let turned = try CanvasFormat.output(canvas(#""rotate": 90"#), source: source)
    #expect(turned == .named("420p10", 60, 100))
    let other = try CanvasFormat.output(canvas(#""format": "444""#), source: source)
    #expect(other == .named("444", 100, 60))
    let deep = try CanvasFormat.output(
      canvas(#""format": "420p12""#), source: .named("420jpeg", 16, 12))
    #expect(deep.siting == .center && deep.depth == 12)
  }

  @Test func `without a source the canvas says its size in pixels`() throws {
    let stated = try CanvasFormat.output(
      canvas(#""size": [320, 180], "format": "422p10""#), source: nil)
    #expect(stated == .named("422p10", 320, 180))
    for text in ["", #""size": [320, "auto"]"#, #""size": ["50%", 20]"#, #""size": [0, 10]"#] {
      #expect(throws: RenderError.self) {
        try CanvasFormat.output(canvas(text), source: nil)
      }
    }
  }

  @Test func `a size that no canvas has is another fault than none`() throws {
    let most = PixelFormat.largestSide
    let sizes: [(String, RenderError.Fault)] = [
      ("[0, 0]", .tooLarge(.canvas(most: most))),
      ("[99999999, 90]", .tooLarge(.canvas(most: most))),
      ("[60000, 60000]", .tooLarge(.frames)), (#"[320, "auto"]"#, .missing(.canvasSize)),
    ]
    for (size, fault) in sizes {
      #expect(throws: RenderError(fault, at: nil)) {
        try CanvasFormat.output(canvas("\"size\": \(size)"), source: nil)
      }
    }
  }

  @Test func `turns are whole quarters, in a schema too`() throws {
    let turns: [(String, QuarterTurn)] = [("-90", .left), ("360", .none), ("450", .right)]
    for (text, turn) in turns {
      #expect(try canvas(#""rotate": \#(text)"#)[CanvasParameters.rotate] == turn)
    }
    var definitions = SchemaDefinitions()
    let schema = QuarterTurn.schema(nil, &definitions).compact
    #expect(schema.contains("[0, 90, 180, 270]") && schema.contains(#""multipleOf": 90"#))
  }

  @Test func `unknown words of formats are refused`() throws {
    #expect(throws: SceneFault.self) { try canvas(#""format": "421""#) }
    #expect(try canvas(#""format": "mono""#)[CanvasParameters.format]?.colorspace.name == "mono")
  }
}
