import FuzzTargets
import Pipes

/// Runs libFuzzer on the target that `VFX_FUZZ_TARGET` names.
///
/// The name comes from the environment as libFuzzer starts the program anew with arguments of its
/// own.
@main
enum Driver {
  static let target: FuzzTarget? = Host.environment("VFX_FUZZ_TARGET")
    .flatMap(FuzzTarget.init(rawValue:))

  static func main() {
    guard target != nil else {
      let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
      print("VFX_FUZZ_TARGET must be one of \(names)")
      Host.exit(2)
    }
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    Host.exit(
      runDriver(&count, &arguments) { data, count in
        Driver.target?.run(Array(UnsafeBufferPointer(start: data, count: count)))
        return 0
      })
  }
}

/// Of libFuzzer; declared in the compiler's FuzzerInterface.h.
@_silgen_name("LLVMFuzzerRunDriver")
func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
