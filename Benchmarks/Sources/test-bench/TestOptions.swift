/// The options of the command line.
struct TestOptions: Equatable, Sendable {
  var json: String?
  var checks = false
  var smoke = false
  var helps = false

  static let usage = """
    usage: test-bench [--json FILE] [--check] [--smoke] [--help]
      --json FILE  writes the figures as a JSON array of {name, unit, perSecond, running}
      --check      compares the figures with the bars; exits with 1 if one is not reached
      --smoke      runs every workload a few times, to check results only
    """

  init(_ arguments: some Sequence<String>) throws(Refusal) {
    var iterator = arguments.makeIterator()
    while let argument = iterator.next() {
      switch argument {
      case "--json":
        guard let file = iterator.next() else { throw Refusal(description: "--json needs a value") }
        json = file
      case "--check": checks = true
      case "--smoke": smoke = true
      case "--help", "-h": helps = true
      default: throw Refusal(description: "unknown option \(argument)")
      }
    }
    if smoke && checks { throw Refusal(description: "--check needs figures, and --smoke measures none") }
  }

  /// The arguments are invalid.
  struct Refusal: Error, Equatable, CustomStringConvertible {
    let description: String
  }
}
