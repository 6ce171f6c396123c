// Runs one kernel after another and writes what each takes, a JSON object a line.
//
//   kernels [--counts] [--size WIDTHxHEIGHT] [NAME...]
//
// Without names, all. With --counts nothing is timed: after two runs that fill what is kept for
// later ones, one run of each is done between two marks, for a program that counts instructions.
import Pipes
import Y4M

func fail(_ message: String) -> Never {
  try? FileDescriptor.standardError.writeFully("kernels: \(message)\n")
  Host.exit(2)
}

/// A string of JSON.
func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": result += "\\\(scalar)"
    case "\n": result += " "
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}

func measure(_ kernel: KernelCase, _ format: PixelFormat, isCounting: Bool) throws -> String {
  let subject = try Subject(kernel, format: format)
  guard isCounting else {
    return #""samples": \#(subject.samples), "nanoseconds": \#(try Timing(subject).perRun)"#
  }
  for index in 0..<2 { try subject.run(index) }
  markBegin()
  try subject.run(2)
  markEnd()
  return #""samples": \#(subject.samples)"#
}

var isCounting = false
var size = (width: 1920, height: 1080)
var names: [String] = []
var arguments = CommandLine.arguments.dropFirst()[...]
while let argument = arguments.popFirst() {
  switch argument {
  case "--counts": isCounting = true
  case "--size":
    let sides = (arguments.popFirst() ?? "").split(separator: "x").compactMap { Int($0) }
    guard sides.count == 2 else { fail("--size takes WIDTHxHEIGHT") }
    size = (sides[0], sides[1])
  default: names.append(argument)
  }
}
for name in names where !KernelCase.all.contains(where: { $0.name == name }) {
  let known = KernelCase.all.map(\.name).joined(separator: "; ")
  fail("there is no kernel '\(name)'; there are: \(known)")
}
for kernel in KernelCase.all where names.isEmpty || names.contains(kernel.name) {
  for depth in [8, 10] {
    guard let format = PixelFormat(width: size.width, height: size.height, depth: depth) else {
      fail("no frame has \(size.width)x\(size.height) samples")
    }
    let result: String
    do {
      result = try measure(kernel, format, isCounting: isCounting)
    } catch let refusal as Subject.Refusal {
      result = #""skipped": \#(quoted(refusal.reason))"#
    } catch {
      fail("\(kernel.name): \(error)")
    }
    let line = #"{"kernel": \#(quoted(kernel.name)), "depth": \#(depth), \#(result)}"#
    try FileDescriptor.standardOutput.writeFully(line + "\n")
  }
}
