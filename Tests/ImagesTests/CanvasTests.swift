import Testing

@testable import Images

@Suite struct CanvasTests {
  private func over<Sample>(_ below: [Sample], _ above: [Sample]) -> [Sample]
  where Sample: FixedWidthInteger & UnsignedInteger & Sendable {
    var canvas = Canvas<Sample>(width: 1, height: 1)
    let rectangle = PixelRectangle(x: 0, y: 0, width: 1, height: 1)
    var info = FrameInfo(rectangle: rectangle, delay: .zero, disposal: .keep, blend: .source)
    canvas.draw(below, info)
    info.blend = .over
    canvas.draw(above, info)
    return canvas.samples
  }

  @Test func `laying over is the formula for straight alpha`() {
    for below in stride(from: 0, through: 255, by: 5) as StrideThrough<Int> {
      for above in 0...255 {
        let pixel = over([200, 0, 90, UInt8(below)], [10, 255, 90, UInt8(above)])
        let (a, b) = (Double(above) / 255, Double(below) / 255)
        let alpha = a + b * (1 - a)
        #expect(abs(Double(pixel[3]) - alpha * 255) <= 1)
        guard alpha > 0 else { continue }
        let red = (10 * a + 200 * b * (1 - a)) / alpha
        let green = 255 * a / alpha
        #expect(abs(Double(pixel[0]) - red) <= 1 && abs(Double(pixel[1]) - green) <= 1)
        #expect(pixel[2] == 90)
      }
    }
  }

  @Test func `what is opaque stays opaque, and nothing changes nothing`() {
    for alpha in 0...255 as ClosedRange<UInt8> {
      #expect(over([1, 2, 3, 255], [200, 100, 50, alpha])[3] == 255)
      #expect(over([1, 2, 3, alpha], [200, 100, 50, 255]) == [200, 100, 50, 255])
      #expect(over([1, 2, 3, alpha], [200, 100, 50, 0]) == [1, 2, 3, alpha])
    }
  }

  @Test func `sixteen bits agree with eight`() {
    for (below, above) in [(255, 128), (100, 3), (7, 200), (0, 9)] as [(UInt8, UInt8)] {
      let narrow = over([10, 20, 250, below], [200, 100, 50, above])
      let wide = over(
        [10, 20, 250, below].map { UInt16($0) * 257 },
        [200, 100, 50, above].map { UInt16($0) * 257 })
      for (left, right) in zip(narrow, wide) { #expect(abs(Int(left) * 257 - Int(right)) <= 257) }
    }
  }
}
