import Foundation
import NetMeasuring

/// What the program does, and the status that it ends with.
enum Command {
  /// Beside its options there are words with which the program calls itself: `serve` and `flood`, `download` with a
  /// subject and a URL, and `turn` with a subject, how
  /// many are in flight, how many there are in all, how many others are held, and the URL.
  static func run(_ arguments: [String]) async -> Int32 {
    do {
      switch arguments.first {
      case "serve": return try ServedBody.serve()
      case "turn": return try await turn(arguments)
      case "flood": return try LongBodyWorkload.serve()
      case "download", "upload": return try await transfer(arguments)
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
    guard arguments.count == 6, let subject = NetSubject(rawValue: arguments[1]),
      let inFlight = Int(arguments[2]),
      let count = Int(arguments[3]), let held = Int(arguments[4]), let url = URL(string: arguments[5])
    else { throw NetOptions.Refusal(reason: "a turn needs a subject, three numbers and a URL") }
    let turn = try await Turns.take(subject, count: count, inFlight: inFlight, held: held, url: url)
    print(String(decoding: try JSONEncoder().encode(turn), as: UTF8.self))
    return 0
  }

  private static func transfer(_ arguments: [String]) async throws -> Int32 {
    guard arguments.count == 3, let workload = LongBodyWorkload(rawValue: arguments[0]),
      let subject = NetSubject(rawValue: arguments[1]), let url = URL(string: arguments[2])
    else { throw NetOptions.Refusal(reason: "a transfer needs a subject and a URL") }
    let turn = try await workload.turn(subject, url)
    print(String(decoding: try JSONEncoder().encode(turn), as: UTF8.self))
    return 0
  }

  private static func measure(_ options: NetOptions) async throws -> Int32 {
    if options.helps {
      print(NetOptions.usage)
      return 0
    }
    let workloads = RequestWorkload.all.filter { options.includes($0.name) }
    let withLayer = options.includes(Layer.name)
    let readings = Reading.all.filter { options.includes($0.name) }
    let longBodies = LongBodyWorkload.allCases.filter { options.includes($0.name) }
    if workloads.isEmpty && !withLayer && longBodies.isEmpty && readings.isEmpty {
      throw NetOptions.Refusal(reason: "no workload has \(options.filter ?? "") in its name")
    }
    var figures: [NetFigure] = []
    if withLayer {
      complain(Layer.name)
      figures += try Layer.measure(
        count: options.smoke ? 1_000 : 20_000, rounds: options.smoke ? 1 : options.rounds)
    }
    for reading in readings {
      complain(reading.name)
      figures.append(
        try reading.measure(mebibytes: options.smoke ? 1 : 64, rounds: options.smoke ? 1 : options.rounds))
    }
    if !workloads.isEmpty {
      let server = try ChildServer()
      defer { server.stop() }
      complain("the server is \(server.name)")
      // nginx always answers.
      let holding = try ChildServer(isOwn: true)
      defer { holding.stop() }
      for workload in workloads {
        complain(workload.name)
        figures += try workload.measure(
          server: workload.held > 0 ? holding : server, rounds: options.rounds, smoke: options.smoke)
      }
    }
    for workload in longBodies {
      complain(workload.name)
      figures += try workload.measure(rounds: options.rounds, smoke: options.smoke)
    }
    if options.smoke {
      let count = workloads.count + readings.count + longBodies.count + (withLayer ? 1 : 0)
      print("\(count) workloads with \(figures.count) subjects give the right results")
      return 0
    }
    print(NetReport.table(figures))
    if let file = options.json { try NetReport.json(figures).write(to: URL(fileURLWithPath: file)) }
    return options.checks ? check(figures, options) : 0
  }

  private static func check(_ figures: [NetFigure], _ options: NetOptions) -> Int32 {
    let bars = NetBars.all.filter { options.includes($0.workload) }
    print("")
    for bar in bars { print(bar.line(figures)) }
    let short = bars.filter { $0.outcome(figures).fallsShort }
    print("\(bars.count - short.count) bars are met, \(short.count) are not")
    return short.isEmpty ? 0 : 1
  }

  /// Progress and complaints go where they do not get into the table.
  static func complain(_ line: String) {
    FileHandle.standardError.write(Data("\(line)\n".utf8))
  }
}
