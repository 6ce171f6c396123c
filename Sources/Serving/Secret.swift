import Pipes

/// Words that nobody can guess.
package enum Secret {
  /// 128 random bits as 32 digits of base 16.
  package static func make() throws(PipeError) -> String {
    let file = try FileDescriptor(opening: "/dev/urandom")
    var source = ByteSource(file)
    let read = Result { () throws(PipeError) in try source.readBytes(16) }
    try file.close()
    let bytes = try read.get()
    guard bytes.count == 16 else { throw .notAFile(name: "/dev/urandom", kind: file.kind) }
    return bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }.joined()
  }
}
