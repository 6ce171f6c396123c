// Writes the motion between two pictures as slow motion finds it, for scripts/compare/flow.
//
//   motion WIDTH HEIGHT
//
// Standard input has two planes of luma of 8 bits. The motion is that across, row by row, then that
// down, as numbers of 32 bits in this machine's order.
import Filters
import Pipes
import Y4M

func fail(_ message: String) -> Never {
  try? FileDescriptor.standardError.writeFully("motion: \(message)\n")
  Host.exit(2)
}

let sides = CommandLine.arguments.dropFirst().compactMap { Int($0) }
guard sides.count == 2,
  let format = PixelFormat(width: sides[0], height: sides[1], chroma: .none)
else { fail("it takes WIDTH HEIGHT") }
let (first, second) = (Frame(format), Frame(format))
for frame in [first, second] {
  guard try FileDescriptor.standardInput.readFully(into: frame.bytes) == frame.bytes.count else {
    fail("the pictures end early")
  }
}
guard let found = FoundMotion(from: first, to: second) else { fail("the pictures are too small") }
for numbers in [found.x, found.y] {
  let bytes = numbers.withUnsafeBytes { Array($0) }
  try FileDescriptor.standardOutput.writeFully(bytes)
}
