import Foundation
import Net

/// A response whose JSON a mutation sweep changes, and the stub that sends it.
struct MutationSource: Sendable {
  /// The requests of the stub.
  var matcher: RequestMatcher
  /// The responses of the stub, in order; the last one repeats.
  var responses: [StubResponse]
  /// The names of the responses in reports, such as `entry 3`.
  var names: [String]

  /// The source of one stub.
  init(_ matcher: RequestMatcher, _ response: StubResponse) {
    self.init(matcher, [response], names: ["\(matcher)"])
  }

  private init(_ matcher: RequestMatcher, _ responses: [StubResponse], names: [String]) {
    self.matcher = matcher
    self.responses = responses
    self.names = names
  }

  /// The sources of a cassette: one for all entries with the same request.
  static func sources(of cassette: Cassette) -> [MutationSource] {
    let redaction = CassetteRedaction(messages: .standard)
    var sources: [MutationSource] = []
    var indices: [CassetteKey: Int] = [:]
    for (number, entry) in cassette.entries.enumerated() where entry.webSocket == nil {
      let request = redaction.redacted(entry.request)
      // Only the beginning of a large body was recorded.
      let limit = entry.bodyLimit
      let key = CassetteKey(request, bodyLimit: limit)
      let name = "entry \(number + 1), \(request)"
      if let index = indices[key] {
        sources[index].responses.append(entry.stubResponse)
        sources[index].names.append(name)
      } else {
        indices[key] = sources.count
        let matcher = RequestMatcher("\(request)") { sent in
          sent.body.count > limit ?? -1
            && CassetteKey(redaction.redacted(sent.withBody(upTo: limit)), bodyLimit: limit) == key
        }
        sources.append(MutationSource(matcher, [entry.stubResponse], names: [name]))
      }
    }
    return sources
  }

  /// The JSON body of a response; nil if it has none.
  func json(at index: Int) -> Data? {
    guard case .response(_, _, let body) = responses[index].outcome, responses[index].value == nil,
      !body.isEmpty, (try? JSONValue(parsing: body)) != nil
    else { return nil }
    return body
  }

  /// Whether any response has a JSON body.
  var hasJSON: Bool { responses.indices.contains { json(at: $0) != nil } }

  /// Stubs a network, with another body in one of the responses.
  ///
  /// - `first`: The number of the first response among those of all sources.
  func stub(
    _ network: SweepNetwork, numberedFrom first: Int, mutating index: Int? = nil, to body: Data = Data(),
    at place: SourcePlace
  ) {
    var responses = responses
    for index in responses.indices { responses[index].number = first + index }
    if let index {
      responses[index] = responses[index].changed { _, headers, content in
        content = body
        headers.remove(name: "Content-Length")
      }
      // The chunks of a stream are those of the original body.
      responses[index].pacing = StubPacing()
    }
    network.stub(
      matcher, withSequence: responses, then: .repeatingLast, file: place.staticFile, line: place.line)
  }

  /// A short form of the content type of the responses, for a report on a source without JSON.
  var contentTypes: [String] {
    responses.map { response in
      guard case .response(let status, let headers, let body) = response.outcome else { return "a failure" }
      if body.isEmpty { return "status \(status) without a body" }
      return headers["Content-Type"] ?? "\(body.count.counted("byte")) without a content type"
    }
  }
}

extension Cassette.Entry {
  /// The entry as the response of a stub.
  fileprivate var stubResponse: StubResponse {
    guard let response else {
      return .failure(failure?.replayed ?? ReplayedFailure("no response was recorded"))
    }
    var stub = StubResponse.response(status: response.status, headers: response.headers, body: response.body)
    // The recorded body is decoded, and its length is that of what is sent.
    for name in ["Content-Length", "Content-Encoding", "Transfer-Encoding"] {
      stub = stub.changed { _, headers, _ in headers.remove(name: name) }
    }
    // A server had not failed when its client cancelled the request.
    if failure?.isCut != true { stub.failure = failure?.replayed }
    return stub
  }
}
