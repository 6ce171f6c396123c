import Foundation
import TestNumbers
import Testing

@testable import Images

@Suite struct PictureSequenceTests {
  /// Twelve frames of all disposals, with one that hides all before it.
  static let file: [UInt8] = {
    var file = PNGBuilder(width: 2, height: 2, type: 4).animated(12)
    var sequence: UInt32 = 0
    for frame in 0..<12 as Range<UInt8> {
      let isWhole = frame == 0 || frame == 7
      let side: UInt32 = isWhole ? 2 : 1
      file = file.frame(
        sequence, side, side, x: isWhole ? 0 : UInt32(frame % 2),
        y: isWhole ? 0 : UInt32(frame / 2 % 2),
        dispose: frame == 7 ? 0 : frame % 3, blend: isWhole ? 0 : 1)
      let row = (0..<side).flatMap { column -> [UInt8] in [frame * 20 + UInt8(column), 150] }
      let rows = (0..<side).flatMap { _ -> [UInt8] in [0] + row }
      file = frame == 0 ? file.adding(rows: rows) : file.data(sequence + 1, rows: rows)
      sequence += frame == 0 ? 1 : 2
    }
    return file.ended
  }()

  @Test func `any order and any cap give the same pictures`() throws {
    let file = try ImageFile(parsing: Self.file)
    #expect(file.frameCount == 12 && file.damage == nil)
    let whole = PictureSequence(file)
    let expected = try (0..<12).map { try whole.picture($0) }
    #expect(Set(expected).count == 12)
    var dice = SeededNumbers(9)
    for cap in [0, file.bytesPerFrame, file.bytesPerFrame * 5, 1 << 20] {
      let sequence = PictureSequence(file, keeping: cap)
      for _ in 0..<200 {
        let index = Int.random(in: 0..<12, using: &dice)
        #expect(try sequence.picture(index) == expected[index], "\(index), cap \(cap)")
      }
    }
    #expect(try whole.picture(-1) == expected[0])
    #expect(try whole.picture(99) == expected[11])
  }

  @Test func `threads that ask at the same time get the same pictures`() async throws {
    let file = try ImageFile(parsing: Self.file)
    let whole = PictureSequence(file)
    let expected = try (0..<12).map { try whole.picture($0) }
    let shared = PictureSequence(file, keeping: file.bytesPerFrame * 3)
    let agree = await withTaskGroup(of: Bool.self) { group in
      for task in 0..<8 {
        group.addTask {
          (0..<40).allSatisfy { step in
            let index = (step * 7 + task * 5) % 12
            return (try? shared.picture(index)) == expected[index]
          }
        }
      }
      return await group.allSatisfy { $0 }
    }
    #expect(agree)
  }

  @Test func `a first frame that is broken is an error for every frame`() throws {
    let file = PNGBuilder(width: 1, height: 1).animated(2).frame(0, 1, 1).adding("IDAT", [1, 2, 3])
      .frame(1, 1, 1).data(2, rows: [0, 5])
    let sequence = PictureSequence(try ImageFile(parsing: file.ended))
    for index in [1, 0] {
      #expect(throws: ImageError.self) { try sequence.picture(index) }
    }
  }
}
