// Copies standard input to standard output, as fast as a filter could that changes nothing.
//
//   copier [--buffer SIZE] [--threads 1|2] [--splice]
//
// Pipes are enlarged to 1 MiB. With two threads, the default, a reader and a writer share a ring
// of four buffers of SIZE bytes each (K and M are understood; `frame`, the default, is a frame of
// 1920x1080 at 4:2:0 with its line). With --splice pages move from pipe to pipe and no byte is
// looked at; Linux has it.
import Pipes

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

#if os(Linux)
  /// splice(2), which the C module leaves out. Gives -1 for an error.
  @_silgen_name("splice")
  func splice(
    _ from: Int32, _ fromOffset: UnsafeMutablePointer<Int>?, _ to: Int32,
    _ toOffset: UnsafeMutablePointer<Int>?, _ count: Int, _ flags: UInt32
  ) -> Int
#endif

func fail(_ message: String) -> Never {
  try? FileDescriptor.standardError.writeFully("copier: \(message)\n")
  Host.exit(2)
}

func bytes(_ text: String) -> Int? {
  switch text.last {
  case "K": return Int(text.dropLast()).map { $0 << 10 }
  case "M": return Int(text.dropLast()).map { $0 << 20 }
  default: return text == "frame" ? 1920 * 1080 * 3 / 2 + 6 : Int(text)
  }
}

/// Moves pages from pipe to pipe until the end.
func spliceAll() {
  #if os(Linux)
    while true {
      let count = splice(0, nil, 1, nil, 1 << 20, 1)
      if count == 0 { return }
      if count < 0 { fail("splice: error \(errno); one end has to be a pipe") }
    }
  #else
    fail("this system has no splice")
  #endif
}

var size = bytes("frame") ?? 1 << 20
var threads = 2
var isSplicing = false
var arguments = CommandLine.arguments.dropFirst()[...]
while let argument = arguments.popFirst() {
  switch argument {
  case "--buffer":
    guard let given = arguments.popFirst().flatMap(bytes), (1...1 << 30).contains(given) else {
      fail("--buffer takes 'frame' or a number of bytes up to 1024M")
    }
    size = given
  case "--threads":
    guard let given = arguments.popFirst().flatMap({ Int($0) }), (1...2).contains(given) else {
      fail("--threads takes 1 or 2")
    }
    threads = given
  case "--splice": isSplicing = true
  default: fail("unknown argument '\(argument)'")
  }
}

let (input, output) = (FileDescriptor.standardInput, FileDescriptor.standardOutput)
input.enlargePipe()
output.enlargePipe()
if isSplicing {
  spliceAll()
} else if threads == 1 {
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 4096)
  var count = size
  while count == size {
    count = try input.readFully(into: buffer)
    try output.writeFully(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
  }
} else {
  let ring = Ring(size: size)
  let reader = try Thread(name: "reader") { ring.fill { try input.readFully(into: $0) } }
  try ring.empty { try output.writeFully($0) }
  reader.join()
}
