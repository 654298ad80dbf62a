/// The options of the `net-bench` command line.
package struct NetOptions: Equatable, Sendable {
  package var json: String?
  package var filter: String?
  package var checks = false
  package var smoke = false
  package var helps = false
  package var rounds = 7

  package static let usage = """
    usage: net-bench [--filter TEXT] [--rounds N] [--json FILE] [--check] [--smoke] [--help]
      --filter TEXT  runs only workloads whose name contains the text: requests-1, requests-16, requests-128,
                     requests-16-held-1000, https-16, h2-16, connect-16, connect-tls-16, connect-tls-full-16,
                     connect-tls-system, crowd-2000, decoding-8, download-512, upload-512, layer, layer-traced,
                     layer-object, lines, events, gzip-16, cache-16, cache-miss-1, cache-miss-16, cache-no-store-1,
                     cache-no-store-16, lookup-100, lookup-100000, lookup-100000-hot, cache-hit-100,
                     cache-hit-100000, updates-304, updates-200, unkept-512, inspected-1, inspected-16,
                     socket-text-1, socket-text-16, socket-texts, socket-echo-64k, socket-receive-64k,
                     socket-send-64k, socket-idle-1000, socket-idle-tls-1000, socket-mask, socket-utf8
      --rounds N     number of rounds per subject (7); the median counts
      --json FILE    writes the figures as a JSON array of {workload, subject, rps, cpu_us, rss_mb}, for the layer
                     {workload, subject, us, mallocs}, for what is parsed
                     {workload, subject, mib_per_s, mallocs}, for the crowd
                     {workload, subject, answered, of, rps}, for idle connections
                     {workload, subject, kb_each, wake_ups_per_s}, and for decoding
                     {workload, subject, p99_quiet_ms, p99_busy_ms}
      --check        compares the figures with the bars; exits with 1 if one is not reached
      --smoke        runs every workload with few requests, to check results only
    """

  package init() {}

  package init(_ arguments: some Sequence<String>) throws(Refusal) {
    var iterator = arguments.makeIterator()
    while let argument = iterator.next() {
      switch argument {
      case "--json": json = try Self.value(of: argument, iterator.next())
      case "--filter": filter = try Self.value(of: argument, iterator.next())
      case "--rounds":
        let text = try Self.value(of: argument, iterator.next())
        guard let number = Int(text), number > 0 else {
          throw Refusal(reason: "--rounds needs a number above zero, not \(text)")
        }
        rounds = number
      case "--check": checks = true
      case "--smoke": smoke = true
      case "--help", "-h": helps = true
      default: throw Refusal(reason: "unknown option \(argument)")
      }
    }
    if smoke && checks { throw Refusal(reason: "--check needs figures, and --smoke measures none") }
  }

  private static func value(of argument: String, _ value: String?) throws(Refusal) -> String {
    guard let value else { throw Refusal(reason: "\(argument) needs a value") }
    return value
  }

  /// Returns whether the workload is selected.
  package func includes(_ name: String) -> Bool { filter.map { name.contains($0) } ?? true }

  /// The arguments are invalid.
  package struct Refusal: Error, Equatable, CustomStringConvertible {
    package let reason: String

    package init(reason: String) { self.reason = reason }

    package var description: String { reason }
  }
}
