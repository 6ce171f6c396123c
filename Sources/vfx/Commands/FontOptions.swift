import Options
import Pipes
import Shell

/// Where commands look for fonts.
enum FontOptions {
  static let fonts = Option<[String]>(
    "fonts", repeating: .file("DIR"),
    "Look for fonts in this folder before the system's folders. VFX_FONT_PATH, a list of folders "
      + "separated by colons, replaces the system's.")

  /// The folders that a command line names, and those of the system.
  ///
  /// - Throws: for a folder of the command line that can't be read. Those in VFX_FONT_PATH, which
  ///   may be set for many programs, only give a warning.
  static func folders(_ named: [String] = []) throws -> FontFolders {
    for folder in named {
      do throws(PipeError) { try Folders.check(folder) } catch {
        throw CommandFailure("--fonts: \(error)", code: .usage)
      }
    }
    let folders = FontFolders(named)
    for folder in folders.fromEnvironment {
      do throws(PipeError) { try Folders.check(folder) } catch {
        Console.complain("warning: VFX_FONT_PATH: \(error)")
      }
    }
    return folders
  }
}
