import Foundation
import NetMeasuring

/// Runs the program and returns its exit code.
enum Command {
  /// Runs the program with options, or with a subcommand with which it starts itself.
  ///
  /// The subcommands:
  /// - `serve`
  /// - `flood` with the mebibytes of a body
  /// - `download`, `upload` and `unkept` with a subject, the URL, and the mebibytes of a body
  /// - `crowd` with a subject, the number of requests and the URL
  /// - `sockets`, with a certificate and its key for TLS
  /// - `socket` with a workload, a subject, a number, the URL, and for TLS the file with the trusted authority
  /// - `watch` with the URL of an inspector's page
  /// - `decoding` with the number of requests and the URL
  /// - `turn` with a subject, the numbers of requests in flight, in all and held, the URL, and for TLS the file with
  ///   the trusted authorities
  static func run(_ arguments: [String]) async -> Int32 {
    do {
      switch arguments.first {
      case "serve": return try ServedBody.serve()
      case "turn": return try await turn(arguments)
      case "flood": return try flood(arguments)
      case "download", "upload", "unkept": return try await transfer(arguments)
      case "sockets":
        return try SocketServer.serve(
          certificate: arguments.dropFirst().first, key: arguments.dropFirst(2).first)
      case "socket": return try await socket(arguments)
      case "watch": return try await watch(arguments)
      case "crowd": return try await crowd(arguments)
      case "decoding": return try await decoding(arguments)
      default: return try await measure(NetOptions(arguments))
      }
    } catch let refusal as NetOptions.Refusal {
      complain("\(refusal)\n\(NetOptions.usage)")
      return 64
    } catch {
      complain("\(error)")
      return 1
    }
  }

  private static func turn(_ arguments: [String]) async throws -> Int32 {
    guard (6...7).contains(arguments.count), let subject = NetSubject(rawValue: arguments[1]),
      let inFlight = Int(arguments[2]),
      let count = Int(arguments[3]), let held = Int(arguments[4]), let url = URL(string: arguments[5])
    else {
      throw NetOptions.Refusal(reason: "a turn needs a subject, three numbers, a URL and optionally a file")
    }
    let turn = try await Turns.take(
      subject, count: count, inFlight: inFlight, held: held, url: url,
      authority: arguments.count > 6 ? arguments[6] : nil)
    print(String(decoding: try JSONEncoder().encode(turn), as: UTF8.self))
    return 0
  }

  private static func flood(_ arguments: [String]) throws -> Int32 {
    guard arguments.count == 2, let mebibytes = Int(arguments[1]) else {
      throw NetOptions.Refusal(reason: "a flood needs a number of mebibytes")
    }
    return try LongBodyWorkload.serve(mebibytes: mebibytes)
  }

  private static func transfer(_ arguments: [String]) async throws -> Int32 {
    guard arguments.count == 4, let workload = LongBodyWorkload(rawValue: arguments[0]),
      let subject = NetSubject(rawValue: arguments[1]), let url = URL(string: arguments[2]),
      let mebibytes = Int(arguments[3])
    else { throw NetOptions.Refusal(reason: "a transfer needs a subject, a URL and a number of mebibytes") }
    let turn = try await workload.turn(subject, url, mebibytes: mebibytes)
    print(String(decoding: try JSONEncoder().encode(turn), as: UTF8.self))
    return 0
  }

  private static func crowd(_ arguments: [String]) async throws -> Int32 {
    guard arguments.count == 4, let subject = NetSubject(rawValue: arguments[1]),
      let count = Int(arguments[2]), let url = URL(string: arguments[3])
    else { throw NetOptions.Refusal(reason: "a crowd needs a subject, a number and a URL") }
    let turn = try await Crowd.take(subject, count: count, url: url)
    print(String(decoding: try JSONEncoder().encode(turn), as: UTF8.self))
    return 0
  }

  private static func decoding(_ arguments: [String]) async throws -> Int32 {
    guard arguments.count == 3, let count = Int(arguments[1]), let url = URL(string: arguments[2])
    else { throw NetOptions.Refusal(reason: "decoding needs a number and a URL") }
    let turn = try await Decoding.take(count: count, url: url)
    print(String(decoding: try JSONEncoder().encode(turn), as: UTF8.self))
    return 0
  }

  private static func socket(_ arguments: [String]) async throws -> Int32 {
    guard (5...6).contains(arguments.count), let workload = SocketWorkload(rawValue: arguments[1]),
      let subject = NetSubject(rawValue: arguments[2]), let count = Int(arguments[3]),
      let url = URL(string: arguments[4])
    else { throw NetOptions.Refusal(reason: "a socket needs a workload, a subject, a number and a URL") }
    let report = try await workload.take(
      subject, count: count, url: url, authority: arguments.count > 5 ? arguments[5] : nil)
    print(String(decoding: try JSONEncoder().encode(report), as: UTF8.self))
    return 0
  }

  private static func watch(_ arguments: [String]) async throws -> Int32 {
    guard arguments.count == 2, let url = URL(string: arguments[1]) else {
      throw NetOptions.Refusal(reason: "watching needs a URL")
    }
    return try await Watching.run(url)
  }

  private static func measure(_ options: NetOptions) async throws -> Int32 {
    if options.helps {
      print(NetOptions.usage)
      return 0
    }
    guard Workloads.names.contains(where: options.includes) else {
      throw NetOptions.Refusal(reason: "no workload name contains \(options.filter ?? "")")
    }
    let figures = try Workloads.measure(options)
    if options.smoke {
      print(
        "\(Set(figures.map(\.workload)).count) workloads with \(figures.count) subjects give the right results"
      )
      return 0
    }
    print(NetReport.table(figures))
    if let file = options.json { try NetReport.json(figures).write(to: URL(fileURLWithPath: file)) }
    return options.checks ? check(figures, options) : 0
  }

  private static func check(_ figures: [NetFigure], _ options: NetOptions) -> Int32 {
    let bars = NetBars.all.filter { $0.workloads.allSatisfy(options.includes) }
    print("")
    for bar in bars { print(bar.line(figures)) }
    let short = bars.filter { $0.outcome(figures).fallsShort }
    print("\(bars.count - short.count) bars are met, \(short.count) are not")
    return short.isEmpty ? 0 : 1
  }

  /// Writes progress and errors to standard error, so that they stay out of the table.
  static func complain(_ line: String) {
    FileHandle.standardError.write(Data("\(line)\n".utf8))
  }
}
