import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Levels agree on bodies that mean the same, and differ in others.
@Suite struct LevelBodyTests {
  /// Sends another body in each run, and returns the failures.
  private func failures(type: String = "application/json", _ bodies: [String]) async throws -> [String] {
    let failures = CollectedFailures()
    let runs = SharedLock(0)
    try await failures.collectAsync {
      _ = try await everyLevel { network in
        let run = runs.withLock { runs in
          defer { runs += 1 }
          return runs
        }
        let (body, boundary) = (bodies[run % bodies.count], "\(run)")
        network.stub(.post("/a"), with: .json("1"))
        return try await network.post(
          "/a", httpBody: Data(body.replacing("BOUNDARY", with: boundary).utf8),
          contentType: type.replacing("BOUNDARY", with: boundary)
        ).json().int
      }
    }
    return failures.messages
  }

  @Test(arguments: [[#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#], [#"{"a":1}"#, #"{ "a": 1.0 }"#]])
  func equalJSONInAnotherSpellingIsTheSame(_ bodies: [String]) async throws {
    expectEqual(try await failures(bodies), [])
  }

  private static func form(_ text: String) -> String {
    "--BOUNDARY\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\(text)\r\n--BOUNDARY--\r\n"
  }

  private static let multipart = "multipart/form-data; boundary=BOUNDARY"

  @Test func aFormWithAnotherBoundaryIsTheSame() async throws {
    expectEqual(try await failures(type: Self.multipart, [Self.form("1")]), [])
  }

  @Test func otherValuesDiffer() async throws {
    expectEqual(try await failures([#"{"a":1}"#, #"{"a":2}"#]).count, 1)
    expectEqual(try await failures(type: Self.multipart, [Self.form("1"), Self.form("2")]).count, 1)
  }

  private struct Order: Encodable, Sendable {
    var item = "soup"
    var count = 3
    var name = "Ada"
    var note = "hot"
  }

  @Test func anEncodableOfSeveralFieldsIsTheSame() async throws {
    let failures = CollectedFailures()
    try await failures.collectAsync {
      _ = try await everyLevel { network in
        network.stub(.post("/a"), with: .json("1"))
        return try await network.post("/a", body: Order()).json().int
      }
    }
    expectEqual(failures.messages, [])
  }
}
