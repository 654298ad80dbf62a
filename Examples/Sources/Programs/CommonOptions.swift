/// The options that all examples have, for a program that has no others.
public struct CommonOptions: Equatable, Sendable {
  /// Whether a waterfall of the requests is printed at the end.
  public var trace = false
  /// Whether a page shows the requests while the program runs.
  public var inspect = false
  /// Whether to print only the usage.
  public var help = false

  /// Options as they are without arguments.
  public init() {}

  /// Parses the arguments after the program's name.
  public init(arguments: [String]) throws(UsageError) {
    var rest = Arguments(arguments)
    while let argument = rest.next() {
      switch argument {
      case "--help", "-h": help = true
      case "--trace": trace = true
      case "--inspect": inspect = true
      default: throw Arguments.unknown(argument)
      }
    }
  }
}
