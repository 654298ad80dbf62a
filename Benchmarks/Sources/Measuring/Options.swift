/// The options of the command line.
package struct Options: Equatable, Sendable {
  package var json: String?
  package var filter: String?
  package var checks = false
  package var smoke = false
  package var lists = false
  package var helps = false
  package var rounds = 15

  package static let usage = """
    usage: stream-bench [--filter TEXT] [--rounds N] [--json FILE] [--check] [--smoke] [--list] [--help]
      --filter TEXT  runs only workloads whose name contains the text
      --rounds N     number of rounds per subject (15); the median counts
      --json FILE    writes the figures as a JSON array of {workload, subject, ns, mallocs}
      --check        compares the figures with the bars; exits with 1 if one is not reached
      --smoke        runs every workload with few elements, to check results only
      --list         prints the names of the workloads
    """

  package init() {}

  package init(_ arguments: some Sequence<String>) throws(Refusal) {
    var iterator = arguments.makeIterator()
    while let argument = iterator.next() {
      switch argument {
      case "--json", "--filter", "--rounds":
        guard let value = iterator.next() else { throw Refusal(reason: "\(argument) needs a value") }
        switch argument {
        case "--json": json = value
        case "--filter": filter = value
        default:
          guard let number = Int(value), number > 0 else {
            throw Refusal(reason: "--rounds needs a number above zero, not \(value)")
          }
          rounds = number
        }
      case "--check": checks = true
      case "--smoke": smoke = true
      case "--list": lists = true
      case "--help", "-h": helps = true
      default: throw Refusal(reason: "unknown option \(argument)")
      }
    }
    if smoke && checks { throw Refusal(reason: "--check needs figures, and --smoke measures none") }
  }

  /// Returns whether the workload is selected.
  package func includes(_ name: String) -> Bool { filter.map { name.contains($0) } ?? true }

  /// The arguments are invalid.
  package struct Refusal: Error, Equatable, CustomStringConvertible {
    package let reason: String

    package var description: String { reason }
  }
}
