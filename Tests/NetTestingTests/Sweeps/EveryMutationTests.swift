import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

@Suite struct EveryMutationTests {
  private struct User: Decodable {
    var id: Int
    var name: String
  }

  enum AppError: Error { case unreadable }

  private static let json = StubResponse.json(#"{"id": 7}"#)

  @Test func aClientThatDecodesWithTheLibrarySurvivesEverything() async throws {
    let report = try await everyMutation(
      of: .get("/user"), with: .json(#"{"id": 7, "name": "Trent"}"#),
      in: { network in try await network.get("/user").object(as: User.self).name }
    ).report()
    expectEqual(report.failures, [])
    // Two clean runs.
    expectEqual(report.runs, 2 + (try JSONMutation.all(of: Data(#"{"id": 7, "name": "Trent"}"#.utf8)).count))
  }

  @Test func fieldsOfOtherCodePointsHaveTheirOwnColumns() async throws {
    let report = try await everyMutation(
      of: .get("/user"), with: .json("{\"\u{e9}\": 1, \"e\u{301}\": 1}"),
      in: { network in _ = try? await network.get("/user").response(.json).result.get() }
    ).report()
    expectEqual(
      report.grid?.columns.map { Array($0.utf8) }, ["$", "$.\u{e9}", "$.e\u{301}"].map { Array($0.utf8) })
  }

  @Test func anUnexpectedErrorIsReportedWithTheFieldAndTheRepeatLine() async throws {
    let failures = CollectedFailures()
    try await failures.collectAsync {
      try await everyMutation(
        of: .get("/user"), with: Self.json, line: 3,
        in: { network in
          let value = try await network.get("/user").response(.json).result.get()
          if value["id"].isNull, value.object != nil { throw AppError.unreadable }
        }
      ).expect(line: 9)
    }
    expectEqual(failures.lines, [9])
    let message = failures.messages.first ?? ""
    #expect(
      message.hasPrefix(
        """
        Mutation sweep at EveryMutationTests.swift:3: 3 of 23 runs failed.

        First failure: $ emptied, in the response to GET /user
        The error is of another type: it failed with NetTestingTests.EveryMutationTests.AppError.unreadable. Allowed: \
        NetworkError.
        """))
    #expect(message.contains("1:body:emptied"))
    #expect(
      message.contains("Note: the client does not survive changes of $ (emptied), $.id (dropped, null)"))
  }

  @Test func anErrorTypeThatIsNamedIsAllowed() async throws {
    let report = try await everyMutation(
      of: .get("/user"), with: Self.json,
      in: { network in
        let value = try await network.get("/user").response(.json).result.get()
        guard value["id"].int == 7 else { throw AppError.unreadable }
      }
    ).report(NetworkError.self, AppError.self)
    expectEqual(report.failures, [])
  }

  @Test func aRunCanBeRepeatedByItsName() async throws {
    let report = try await everyMutation(
      of: .get("/user"), with: Self.json, repeating: "1:.id:dropped",
      in: { network in
        let value = try await network.get("/user").response(.json).result.get()
        if value["id"].isNull { throw AppError.unreadable }
      }
    ).report()
    expectEqual(report.failures.map(\.repeating), ["1:.id:dropped"])
    #expect(report.notes.contains("only the run 1:.id:dropped was made"))
  }

  @Test(arguments: ["a  b", " a", "a ", "a\tb", "a \" b", "a\\b", "$ref", "seed:1"])
  func everyMemberCanBeRepeatedByItsName(_ member: String) async throws {
    let json = StubResponse.json(encodable: [member: 1])
    func sweep(_ repeating: SweepRepeat?) async throws -> SweepReport {
      try await everyMutation(of: .get("/user"), with: json, repeating: repeating) { network in
        if try await network.get("/user").response(.json).result.get().object?.isEmpty == true {
          throw AppError.unreadable
        }
      }.report()
    }
    for failure in try await sweep(nil).failures {
      let again = try await sweep(SweepRepeat("\(failure.repeating)"))
      expectEqual(again.failures.map(\.repeating), [failure.repeating], "\(again.text)")
    }
  }

  @Test func otherRequestsOfAMutatedRunAreAnsweredWith404() async throws {
    let report = try await everyMutation(
      of: .get("/page"), with: .json(#"{"next": "/last"}"#),
      in: { network in
        network.stub(.get("/last"), with: .text("end"))
        let page = try await network.get("/page").response(.json).result.get()
        return await network.get(page["next"].string ?? "/last").response(.string).value
      }
    ).report()
    expectEqual(report.failures, [])
  }

  @Test func aSampleIsReportedWithItsSeed() async throws {
    var limits = SweepLimits()
    limits.runs = 4
    let report = try await everyMutation(
      of: .get("/user"), with: Self.json, seed: 3, limits: limits,
      in: { network in _ = await network.get("/user").response(.data) }
    ).report()
    expectEqual(report.runs, 6)
    #expect(report.notes.contains("4 of 21 mutations were run, chosen by seed 3"))
  }

  // MARK: - Cassettes

  private func cassette(_ bodies: [(path: String, type: String, body: String)]) throws -> Cassette {
    Cassette(
      entries: try bodies.map { entry in
        Cassette.Entry(
          startedAt: Date(timeIntervalSince1970: 0),
          request: RecordedRequest(
            method: .get, url: try #require(URL(string: "https://api.example.com\(entry.path)"))),
          response: Cassette.Response(
            status: 200, headers: ["Content-Type": entry.type], body: Data(entry.body.utf8)))
      })
  }

  @Test func everyResponseOfACassetteIsMutated() async throws {
    let cassette = try cassette([
      ("/a", "application/json", #"{"a": 1}"#), ("/b", "text/html", "<p>"),
      ("/a", "application/json", "[2]"), ("/c", "application/json", "3"),
    ])
    let report = try await everyMutation(
      of: cassette,
      in: { network in
        for path in ["a", "b", "a"] {
          let response = await network.get("https://api.example.com/\(path)").response(.data)
          if (response.data ?? Data()).isEmpty { throw AppError.unreadable }
        }
      }
    ).report()
    expectEqual(report.failures.map(\.repeating), ["1:body:empty", "2:body:empty"])
    expectEqual(
      report.failures.last?.run,
      "$ without any bytes, in the response to entry 3, GET https://api.example.com/a")
    expectEqual(
      report.notes,
      [
        "the client does not survive changes of 1:$ (empty), 2:$ (empty)",
        "entry 4, GET https://api.example.com/c was not requested, so it was not changed",
      ])
  }

  @Test func anEntryThatAnotherStubAnswersIsNotChanged() async throws {
    let cassette = try cassette([
      ("/a", "application/json", #"{"a": 1}"#), ("/b", "application/json", "[2]"),
    ])
    let report = try await everyMutation(
      of: cassette,
      in: { network in
        network.stub(.path("/b"), with: .text("b"))
        for path in ["a", "b"] {
          _ = await network.get("https://api.example.com/\(path)").response(.data)
        }
      }
    ).report()
    expectEqual(
      report.notes,
      ["no request received the body of entry 2, GET https://api.example.com/b, so it was not changed"])
    expectEqual(report.grid?.columns.allSatisfy { $0.hasPrefix("1:") }, true)
  }

  @Test func anEntryOfALargeBodyIsFoundByItsRecordedBeginning() async throws {
    let upstream = MockTransport()
    upstream.stub(.post("/notes"), with: Self.json)
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).har")
    let recorder = RecordingTransport(upstream, cassette: file, mode: .recordAll, maximumBodySize: 20)
    let note = ["text": "more than is recorded"]
    _ = await NetworkSession(transport: recorder).post("https://h/notes", parameters: note).response(.data)
    let report = try await everyMutation(
      of: Cassette(entries: recorder.recording),
      in: { network in
        _ = try? await network.post("https://h/notes", parameters: note).response(.json).result.get()
      }
    ).report()
    expectEqual(report.failures, [])
    #expect(report.runs > 2)
  }

  // MARK: - Bad input

  @Test func aCassetteWithoutJSONIsNamed() async throws {
    let cassette = try cassette([("/a", "text/html", "<p>"), ("/b", "image/png", "x")])
    let report = try await everyMutation(of: cassette, in: { _ in }).report()
    expectEqual(
      report.failures.first?.message,
      """
      The cassette has no response with a JSON body, so there is nothing to change. Its responses are text/html, \
      image/png.
      """)
  }

  @Test func anEmptyCassetteIsNamed() async throws {
    let report = try await everyMutation(of: Cassette(), in: { _ in }).report()
    expectEqual(
      report.failures.first?.message,
      """
      The cassette has no response with a JSON body, so there is nothing to change. It has no responses.
      """)
  }

  @Test func aStubWithoutJSONIsNamed() async throws {
    let report = try await everyMutation(of: .get("/a"), with: .text("a"), in: { _ in }).report()
    expectEqual(
      report.failures.first?.message,
      """
      The stub has no response with a JSON body, so there is nothing to change. Its response is \
      text/plain; charset=utf-8.
      """)
  }

  @Test func aBodyThatDoesNotAskForTheJSONIsNamed() async throws {
    let report = try await everyMutation(
      of: .get("/user"), with: Self.json,
      in: { network in
        network.stub(.get("/other"), with: .status(204))
        _ = await network.get("/other").response(.data)
      }
    ).report()
    expectEqual(
      report.failures.first?.message,
      """
      The body sent no request that receives the JSON of the stub: GET /user. Pass the network to the code under test, \
      and wait for the response.
      """)
  }

  @Test func aStubOfTheBodyThatAnswersInsteadIsNamed() async throws {
    let report = try await everyMutation(
      of: .get("/user"), with: Self.json,
      in: { network in
        network.stub(.get("/user"), with: .json("1"), line: 5)
        _ = await network.get("/user").response(.data)
      }
    ).report()
    expectEqual(
      report.failures.map(\.message),
      [
        """
        GET https://mock.invalid/user receives the response of another stub (EveryMutationTests.swift:5), not that of \
        the stub, so there is nothing to change. The newest stub that matches answers: leave out the other one.
        """
      ])
  }

  @Test(arguments: [
    (HTTPMethod.head, json), (.get, json.status(204)), (.get, json.status(304)), (.get, json.fault(.reset)),
  ])
  func aResponseWithoutABodyIsNamed(_ method: HTTPMethod, _ response: StubResponse) async throws {
    let report = try await everyMutation(
      of: .uri("/user"), with: response,
      in: { network in _ = await network.request("/user", method: method).response(.data) }
    ).report()
    expectEqual(
      report.failures.map(\.message),
      [
        """
        \(method) https://mock.invalid/user receives no body with the JSON of the stub, so there is nothing to change. A \
        response to HEAD, with status 204 or 304, or with a fault before its body has none.
        """
      ])
  }

  @Test func anUnknownNameIsReportedWithTheFirstKnownNames() async throws {
    let report = try await everyMutation(
      of: .get("/user"), with: Self.json, repeating: "1:.login:dropped",
      in: { network in _ = await network.get("/user").response(.data) }
    ).report()
    expectEqual(
      report.failures.first?.message,
      """
      No mutation of this sweep has the name 1:.login:dropped. The first of 21 are: 1:body:null, 1:body:array, \
      1:body:string. Has the JSON changed?
      """)
  }
}
