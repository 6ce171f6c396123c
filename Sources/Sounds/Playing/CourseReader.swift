import Bytes
import WAV

/// Reads the samples of a source in the order in which they are played.
final class CourseReader {
  let course: Course
  let samples: any Samples
  /// What the end of a pass has where the next begins.
  private var tail: AudioBlock?
  private static let step = 1 << 12

  init(_ course: Course, _ samples: any Samples) {
    self.course = course
    self.samples = samples
  }

  var channels: Int { samples.channels }

  /// Reads what is at places from `first` on.
  func read(_ first: Int, into block: AudioBlock, _ part: Range<Int>) throws(SoundError.Fault) {
    var (place, offset) = (first, part.lowerBound)
    while offset < part.upperBound {
      let run = course.run(at: place)
      let begin = course.begin(of: run.pass)
      let isShared = run.pass > 0 && place < begin + course.overlap
      let end = min(
        run.end, isShared ? min(begin + course.overlap, place + Self.step) : Course.never)
      let count = min(part.upperBound - offset, end - place)
      let target = offset..<offset + count
      try read(run, into: block, target)
      if isShared { try mixTail(of: run.pass - 1, at: place, sharedFrom: begin, block, target) }
      place += count
      offset += count
    }
  }

  private func read(
    _ run: Course.Run, into block: AudioBlock, _ part: Range<Int>
  ) throws(SoundError.Fault) {
    guard run.isBackward else { return try samples.read(run.sample, into: block, part) }
    try samples.read(run.sample - part.count + 1, into: block, part)
    block.reverse(part)
  }

  /// Goes over from the end of a pass to the next, of which `part` has the samples: at equal power,
  /// for the two are not alike.
  private func mixTail(
    of pass: Int, at place: Int, sharedFrom begin: Int, _ block: AudioBlock, _ part: Range<Int>
  ) throws(SoundError.Fault) {
    let tail = self.tail ?? AudioBlock(channels: channels, capacity: Self.step)
    self.tail = tail
    tail.count = part.count
    try read(
      course.run(at: place, inPass: pass, end: Course.never), into: tail, 0..<part.count)
    let scale = Double.pi / (2 * Double(course.overlap))
    for index in 0..<part.count {
      let angle = (Double(place - begin + index) + 0.5) * scale
      let (new, old) = (Float(Maths.sin(angle)), Float(Maths.cos(angle)))
      for channel in 0..<channels {
        let sample = block[channel][part.lowerBound + index]
        block[channel][part.lowerBound + index] = sample * new + tail[channel][index] * old
      }
    }
  }

  func close() {
    samples.close()
    tail = nil
  }
}
