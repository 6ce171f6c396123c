import Bytes
import Testing
import Timeline
import WAV

@testable import Sounds

@Suite struct CourseTests {
  private static func loopedPart(_ media: MediaUse) -> LoopedPart {
    Retiming(media, length: nil).loopedPart
  }

  @Test func `each place lies in the pass that it is found in`() {
    let lengths = [time(1, 3), time(1001, 30_000), time(7, 1_000_003), time(1, 1_000_000_000)]
    for length in lengths {
      let loopedPart = Self.loopedPart(
        use(in: time(1, 7), out: time(1, 7) + length, duration: time(1), loop: nil))
      let course = Course(loopedPart, rate: 44_100)
      for place in stride(from: 6000, to: 60_000, by: 77) {
        let run = course.run(at: place)
        #expect(course.begin(of: run.pass) <= max(place, 6300))
        #expect(run.pass == 0 || course.begin(of: run.pass) <= place)
        #expect(course.begin(of: run.pass + 1) > place)
        #expect(run.end > place)
      }
    }
  }

  @Test func `passes of whole samples repeat without drift`() {
    let loopedPart = Self.loopedPart(use(out: time(441, 44_100), duration: time(9), loop: nil))
    let course = Course(loopedPart, rate: 44_100)
    for pass in [0, 1, 1_000_000, 10_000_000] {
      #expect(course.begin(of: pass) == pass * 441)
      #expect(
        course.run(at: pass * 441 + 440)
          == Course.Run(sample: 440, isBackward: false, end: pass * 441 + 441, pass: pass))
    }
  }

  @Test func `a seam goes over at equal power`() throws {
    // The source is silent but for steps: 1 in the second half of the part, 0 in the first.
    final class Steps: Samples {
      let channels = 1
      let length: Int? = nil
      func read(_ first: Int, into block: AudioBlock, _ part: Range<Int>) {
        for (place, index) in part.enumerated() {
          block[0][index] = (first + place) % 1000 < 500 ? 0 : 1
        }
      }
      func close() {}
    }
    let media = use(out: time(1), loop: 3)
    let course = Course(Self.loopedPart(media), rate: 1000, crossfade: time(1, 10))
    #expect(course.overlap == 100)
    #expect([course.begin(of: 1), course.begin(of: 2)] == [900, 1800])
    let reader = CourseReader(course, Steps())
    let block = AudioBlock(channels: 1, capacity: 2800)
    for size in [2800, 1, 33] {
      for start in stride(from: 0, to: 2800, by: size) {
        try reader.read(start, into: block, start..<min(start + size, 2800))
      }
      #expect(block[0][899] == 1 && block[0][1000] == 0 && block[0][1450] == 1)
      for index in 0..<100 {
        let expected = Maths.cos((Double(index) + 0.5) * .pi / 200)
        #expect((Double(block[0][900 + index]) - expected).magnitude < 1e-6)
        #expect((Double(block[0][1800 + index]) - expected).magnitude < 1e-6)
      }
      #expect(block[0][2799] == 1)
    }
  }

  @Test func `passes that overlap end where the last one does`() throws {
    let feed = Player.feed(
      use(in: time(1), out: time(2), loop: 3), rate: 1000, crossfade: time(1, 10), hasEnd: false)
    let (heard, count) = try Player.play(
      feed, FakeSamples(nil), sourceRate: 1000, rate: 1000, count: 3000, block: 99)
    #expect(count == 2800)
    let numbers = Player.numbers(heard)
    #expect(Array(numbers[..<900]) == (1000..<1900).map { $0 })
    #expect(Array(numbers[1000..<1800]) == (1100..<1900).map { $0 })
    #expect(
      Array(numbers[1900...]) == (1100..<2000).map { $0 } + [Int?](repeating: nil, count: 200))
  }

  @Test func `a crossfade is half of a pass at most`() {
    let loopedPart = Self.loopedPart(use(out: time(1), loop: 3))
    #expect(Course(loopedPart, rate: 1000, crossfade: time(5)).overlap == 500)
    #expect(Course(loopedPart, rate: 1000, crossfade: time(-5)).overlap == 0)
    #expect(Course(Self.loopedPart(use(out: time(1))), rate: 1000, crossfade: time(5)).overlap == 0)
  }
}
