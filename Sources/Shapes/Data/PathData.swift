import Fonts
import Geometry

/// Path data as SVG has it: the commands of a `d` attribute, with all places absolute and what
/// `H`, `V`, `S` and `T` leave out filled in.
///
/// Two with the same commands can be mixed, arcs as arcs, which their curves could not be.
package struct PathData: Hashable, Sendable {
  /// One command and its numbers.
  enum Command: Hashable, Sendable {
    case move(Vector)
    case line(Vector)
    case quadratic(Vector, Vector)
    case cubic(Vector, Vector, Vector)
    case arc(EllipticalArc, Vector)
    case close
  }

  var commands: [Command] = []

  init(_ commands: [Command]) { self.commands = commands }

  /// Data without a command, which draws nothing.
  package init() {}

  /// The path that the commands draw.
  package var path: ShapePath {
    var pen = PathPen()
    for command in commands {
      switch command {
      case .move(let point): pen.move(to: point)
      case .line(let point): pen.add(.line(point))
      case .quadratic(let control, let point): pen.add(.quadratic(control, point))
      case .cubic(let first, let second, let point): pen.add(.cubic(first, second, point))
      case .arc(let arc, let point):
        for segment in arc.segments(from: pen.place, to: point) { pen.add(segment) }
      case .close: pen.close()
      }
    }
    return pen.path
  }

  /// Whether this and another have the same commands, arcs with the same flags too.
  package func matches(_ other: PathData) -> Bool {
    commands.count == other.commands.count
      && zip(commands, other.commands).allSatisfy { $0.mixed($1, 0) != nil }
  }

  /// The data on its way to another with the same commands; nil where these differ.
  ///
  /// - Parameter share: 0 is this one and 1 the other; beyond, it goes on as it came.
  package func mixed(with other: PathData, _ share: Double) -> PathData? {
    guard commands.count == other.commands.count else { return nil }
    var mixed = PathData()
    mixed.commands.reserveCapacity(commands.count)
    for (command, target) in zip(commands, other.commands) {
      guard let command = command.mixed(target, share) else { return nil }
      mixed.commands.append(command)
    }
    return mixed
  }
}

extension PathData.Command {
  fileprivate func mixed(_ other: Self, _ share: Double) -> Self? {
    switch (self, other) {
    case (.move(let from), .move(let to)): .move(from.mixed(to, share))
    case (.line(let from), .line(let to)): .line(from.mixed(to, share))
    case (.quadratic(let a, let from), .quadratic(let b, let to)):
      .quadratic(a.mixed(b, share), from.mixed(to, share))
    case (.cubic(let a, let b, let from), .cubic(let c, let d, let to)):
      .cubic(a.mixed(c, share), b.mixed(d, share), from.mixed(to, share))
    case (.arc(let a, let from), .arc(let b, let to)):
      a.mixed(with: b, share).map { .arc($0, from.mixed(to, share)) }
    case (.close, .close): .close
    default: nil
    }
  }
}
