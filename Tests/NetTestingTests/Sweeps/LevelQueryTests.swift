import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Levels agree on URLs that mean the same, and differ in others.
@Suite struct LevelQueryTests {
  /// Requests another URL in each run, and returns the failures.
  private func failures(_ targets: [String]) async throws -> [String] {
    let failures = CollectedFailures()
    let runs = SharedLock(0)
    try await failures.collectAsync {
      _ = try await everyLevel { network in
        let run = runs.withLock { runs in
          defer { runs += 1 }
          return runs
        }
        network.stub(.everything, with: .json("1"))
        return try await network.get("https://h.example/a" + targets[run % targets.count]).json().int
      }
    }
    return failures.messages
  }

  @Test(arguments: [
    ["?a=1&b=2", "?b=2&a=1"], ["?id=1&id=2&id=3", "?id=3&id=1&id=2"],
    ["?ids[]=1&ids[]=2", "?ids[]=2&ids[]=1"],
    ["?f=%7B%22a%22:1,%22b%22:2%7D", "?f=%7B%22b%22:2,%22a%22:1%7D"],
    ["?f=%7B%22a%22:%22x+y%22,%22b%22:1%7D&c", "?c&f=%7B%22b%22:1.0,%22a%22:%22x+y%22%7D"],
    ["?f=%5B%7B%22a%22%3A1%2C%22b%22%3A2%7D%5D", "?f=%5B%7B%22b%22%3A2%2C%22a%22%3A1%7D%5D"],
    ["?a=%7e", "?a=~"], ["?a=1&b=2#x", "?b=2&a=1#y"],
  ])
  func queriesOfTheSameMeaningAreTheSame(_ targets: [String]) async throws {
    expectEqual(try await failures(targets), [])
  }

  @Test(arguments: [
    ["?a=1&b=2", "?a=2&b=1"], ["?a=1&a=1", "?a=1"], ["?a", "?a="], ["", "?"], ["?a=1%26b=2", "?a=1&b=2"],
    ["?q=1+2", "?q=1%2B2"], ["?q=1+2", "?q=1%202"], ["?a=+&b=%2B", "?a=%2B&b=+"],
    ["?f=%7B%22a%22:1%7D", "?f=%7B%22a%22:2%7D"], ["?f=[1,2]", "?f=[2,1]"], ["?a=1", "?a=1.0"],
    ["?A=1", "?a=1"], ["/b?a=1", "/c?a=1"], ["?a=%C3%A9", "?a=e%CC%81"],
  ])
  func queriesOfAnotherMeaningDiffer(_ targets: [String]) async throws {
    expectEqual(try await failures(targets).count, 1)
  }
}
