/// What the program is asked for.
struct TestOptions: Equatable, Sendable {
  var json: String?
  var checks = false
  var smoke = false
  var helps = false

  static let usage = """
    usage: test-bench [--json FILE] [--check] [--smoke] [--help]
      --json FILE  writes the figures as an array of {name, unit, perSecond, running}
      --check      compares with the bars, and ends with 1 if one is not reached
      --smoke      every workload a few times, for the results only
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
      default: throw Refusal(description: "\(argument) is not known")
      }
    }
    if smoke && checks { throw Refusal(description: "--smoke measures nothing that --check could compare") }
  }

  /// The arguments are not understood.
  struct Refusal: Error, Equatable, CustomStringConvertible {
    let description: String
  }
}
