import Foundation
import Measuring

/// Runs the program and returns its exit code.
enum Command {
  static func run(_ arguments: some Sequence<String>) async -> Int32 {
    do {
      let options = try TestOptions(arguments)
      if options.helps {
        print(TestOptions.usage)
        return 0
      }
      return try await measure(options)
    } catch let refusal as TestOptions.Refusal {
      complain("\(refusal)\n\(TestOptions.usage)")
      return 64
    } catch {
      complain("\(error)")
      return 1
    }
  }

  private static func measure(_ options: TestOptions) async throws -> Int32 {
    let companion = Companion()
    defer { withExtendedLifetime(companion) {} }
    var figures: [TestFigure] = []
    for workload in Workloads.all {
      complain(workload.name)
      figures.append(try await workload.measure(rounds: options.smoke ? 1 : 9, smoke: options.smoke))
    }
    if options.smoke {
      print("\(figures.count) workloads give the right results")
      return 0
    }
    print(TestFigure.table(figures))
    if let file = options.json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      try encoder.encode(figures).write(to: URL(fileURLWithPath: file))
    }
    return options.checks ? check(figures) : 0
  }

  private static func check(_ figures: [TestFigure]) -> Int32 {
    print("")
    let verdicts = TestBar.all.map { $0.verdict(figures) }
    for verdict in verdicts { print(verdict.line) }
    let short = verdicts.filter { !$0.isMet }.count
    print("\(verdicts.count - short) bars are met, \(short) are not")
    return short == 0 ? 0 : 1
  }

  /// Writes progress and errors to standard error, so that they stay out of the table.
  private static func complain(_ line: String) {
    FileHandle.standardError.write(Data("\(line)\n".utf8))
  }
}
