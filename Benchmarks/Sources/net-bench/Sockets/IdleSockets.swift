import Foundation
import NetMeasuring

/// The memory of connections without messages, and how often they wake the process.
enum IdleSockets {
  /// Opens this many connections, and returns what each adds to the memory of the process, and what all of them add to
  /// its wake-ups.
  static func take(
    _ client: any SocketClient, _ subject: NetSubject, _ url: URL, count: Int
  ) async throws -> SocketWorkload.Report {
    // The first connections load libraries and start threads.
    var links = try await opened(client, subject, url, count: 16)
    let seconds = count > 100 ? 2 : 0.1
    let first = try wakeUps(seconds: seconds)
    let before = Turn.memory
    links += try await opened(client, subject, url, count: count)
    let kb = (Turn.memory - before) * 1024 / Double(count)
    let more = try wakeUps(seconds: seconds)
    for link in links { link.cancel() }
    return SocketWorkload.Report(kb: kb, wakeUps: max(0, more - first))
  }

  private static func opened(
    _ client: any SocketClient, _ subject: NetSubject, _ url: URL, count: Int
  ) async throws -> [any SocketLink] {
    let lanes = 8
    return try await withThrowingTaskGroup(of: [any SocketLink].self) { group in
      for lane in 0..<lanes {
        group.addTask {
          var links: [any SocketLink] = []
          for _ in stride(from: lane, to: count, by: lanes) {
            links.append(try await client.connect(url) { _, _ in })
          }
          return links
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }

  /// Returns how often a thread of the process wakes in a second.
  private static func wakeUps(seconds: Double) throws -> Double {
    // What the last connection started has ended.
    Thread.sleep(forTimeInterval: 0.1)
    let before = voluntarySwitches
    Thread.sleep(forTimeInterval: seconds)
    return Double(max(0, voluntarySwitches - before)) / seconds
  }

  private static var voluntarySwitches: Int {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return tasks.reduce(0) { sum, task in
      let status = (try? String(contentsOfFile: "/proc/self/task/\(task)/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
      return sum + (line?.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) } ?? 0)
    }
  }
}
