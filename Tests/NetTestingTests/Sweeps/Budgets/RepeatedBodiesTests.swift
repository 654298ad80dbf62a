import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

/// What a failed budget says of requests to one URL that may differ in their bodies.
@Suite struct RepeatedBodiesTests {
  /// The last line of the report on requests to `/graphql`, one after another.
  private func line(_ messages: [Trace.RequestMessage]) -> String {
    let requests = messages.enumerated().map { index, message in
      var request = Trace.TracedRequest.get(
        "/graphql", from: index * 10, to: index * 10 + 10, method: message.method)
      request.attempts[0].request = message
      request.url = message.url
      return request
    }
    let report = failures { expect(Trace.of(requests)).to(stayWithin(requests: 1)) }.first ?? ""
    return report.split(separator: "\n").last.map(String.init) ?? ""
  }

  private func post(
    _ body: String?, cut: Bool = false, url: String = "https://api.example.com/graphql",
    headers: [Trace.Field] = []
  ) -> Trace.RequestMessage {
    Trace.RequestMessage(
      method: "POST", url: url, headers: headers, bodySize: Int64(body?.utf8.count ?? 10),
      body: body.map { Trace.Body(data: Data($0.utf8), isCut: cut) })
  }

  private let unknown =
    "The trace does not show whether they are equal; if so, keep the first response, or share the request."

  @Test func requestsWithoutBodiesAreEqual() {
    let message = Trace.RequestMessage(method: "GET", url: "https://api.example.com/graphql")
    expectEqual(
      line(Array(repeating: message, count: 3)),
      """
      3 equal requests to api.example.com/graphql one after another: keep the first response, or share the request.
      """)
  }

  @Test func requestsWhoseBodiesAreNotRecordedMayDiffer() {
    expectEqual(
      line(Array(repeating: post(nil), count: 3)),
      "3 requests to api.example.com/graphql one after another. \(unknown)")
  }

  @Test func requestsOfTheSameBodyAreEqual() {
    let bodies = [#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, #"{"a":1,"b":2}"#]
    #expect(line(bodies.map { post($0) }).hasPrefix("3 equal requests"))
  }

  @Test func requestsOfDifferentBodiesAreNotEqual() {
    expectEqual(
      line(["[1]", "[2]", "[1]"].map { post($0) }),
      """
      3 requests to api.example.com/graphql one after another: send them at once, or ask the service for all of them in \
      one request.
      """)
  }

  @Test func bodiesThatAreCutOffOrRedactedMayDiffer() {
    #expect(line(Array(repeating: post("[1", cut: true), count: 3)).hasSuffix(unknown))
    #expect(line(Array(repeating: post(#"{"token":"<redacted>"}"#), count: 3)).hasSuffix(unknown))
  }

  @Test func requestsForDifferentRangesAreNotEqual() {
    let messages = (0..<3).map { number in
      Trace.RequestMessage(
        method: "GET", url: "https://api.example.com/graphql",
        headers: [Trace.Field(name: "Range", value: "bytes=\(number)-")])
    }
    #expect(line(messages).hasPrefix("3 requests"))
  }
}
