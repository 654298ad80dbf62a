/// What `net-bench` is asked for.
public struct NetOptions: Equatable, Sendable {
  public var json: String?
  public var filter: String?
  public var checks = false
  public var smoke = false
  public var helps = false
  public var rounds = 7

  public static let usage = """
    usage: net-bench [--filter TEXT] [--rounds N] [--json FILE] [--check] [--smoke] [--help]
      --filter TEXT  only the workloads whose name contains the text: requests-1, requests-16, requests-128, layer,
                     lines, events
      --rounds N     how many rounds each subject has (7); the median counts
      --json FILE    writes the figures as an array of {workload, subject, rps, cpu_us, rss_mb}, for the layer
                     {workload, subject, us, mallocs}, and for lines and events
                     {workload, subject, mib_per_s, mallocs}
      --check        compares with the bars, and ends with 1 if one is not reached
      --smoke        every workload with few requests, for the results only
    """

  public init() {}

  public init(_ arguments: some Sequence<String>) throws(Refusal) {
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
      default: throw Refusal(reason: "\(argument) is not known")
      }
    }
    if smoke && checks { throw Refusal(reason: "--smoke measures nothing that --check could compare") }
  }

  private static func value(of argument: String, _ value: String?) throws(Refusal) -> String {
    guard let value else { throw Refusal(reason: "\(argument) needs a value") }
    return value
  }

  /// Whether the workload is among those that were asked for.
  public func includes(_ name: String) -> Bool { filter.map { name.contains($0) } ?? true }

  /// The arguments are not understood.
  public struct Refusal: Error, Equatable, CustomStringConvertible {
    public let reason: String

    public init(reason: String) { self.reason = reason }

    public var description: String { reason }
  }
}
