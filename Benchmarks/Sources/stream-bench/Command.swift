import Foundation
import Measuring

/// Runs the program and returns its exit code.
enum Command {
  static func run(_ arguments: some Sequence<String>) async -> Int32 {
    let options: Options
    do {
      options = try Options(arguments)
    } catch {
      complain("\(error)\n\(Options.usage)")
      return 64
    }
    if options.helps {
      print(Options.usage)
      return 0
    }
    let workloads = Workloads.all.filter { options.includes($0.name) }
    if workloads.isEmpty {
      complain("no workload name contains \(options.filter ?? ""); --list prints all names")
      return 64
    }
    if options.lists {
      for workload in workloads { print(workload.name) }
      return 0
    }
    do {
      return try await measure(workloads, options)
    } catch {
      complain("\(error)")
      return 1
    }
  }

  private static func measure(_ workloads: [Workload], _ options: Options) async throws -> Int32 {
    let companion = Companion()
    defer { withExtendedLifetime(companion) {} }
    let counter = AllocationCounter()
    if counter == nil { complain("allocations cannot be counted here") }
    let runner = Runner(effort: options.smoke ? .smoke : .rounds(options.rounds), counter: counter)
    var figures: [Figure] = []
    for workload in workloads {
      complain(workload.name)
      figures += try await runner.run(workload)
    }
    if options.smoke {
      print("\(workloads.count) workloads with \(figures.count) subjects give the right results")
      return 0
    }
    print(
      Report.table(
        figures, units: Dictionary(uniqueKeysWithValues: workloads.map { ($0.name, $0.unit) })))
    if let file = options.json {
      try Report.json(figures).write(to: URL(fileURLWithPath: file))
    }
    return options.checks ? check(figures, options) : 0
  }

  private static func check(_ figures: [Figure], _ options: Options) -> Int32 {
    let verdicts = Bars.all.filter { $0.workloads.allSatisfy(options.includes) }.map {
      $0.verdict(figures)
    }
    print("")
    for verdict in verdicts { print(Report.line(verdict)) }
    let short = verdicts.filter { $0.fallsShort }
    print("\(verdicts.count - short.count) bars are met, \(short.count) are not")
    return short.isEmpty ? 0 : 1
  }

  /// Writes progress and errors to standard error, so that they stay out of the table.
  private static func complain(_ line: String) {
    FileHandle.standardError.write(Data("\(line)\n".utf8))
  }
}
