import Foundation
import Net

/// The answers a server has, on the thread of its loop alone, so that matchers run under no lock.
struct ServerScript {
  private var stubs = StubTable(suggestion: { "server.route(\($0), .json(\"{}\"))" })
  private var queue: [(response: StubResponse, place: SourcePlace)] = []

  /// What there is for a request.
  enum Answer {
    case respond(StubResponse, SourcePlace)
    case unmatched(report: String)
  }

  mutating func add(_ stub: Stub) { stubs.add(stub) }
  mutating func enqueue(_ response: StubResponse, at place: SourcePlace) { queue.append((response, place)) }
  mutating func clear() { self = ServerScript() }

  /// Takes the answer: the oldest in the queue, else that of the newest route that matches.
  mutating func answer(to request: RecordedRequest) -> Answer {
    if !queue.isEmpty {
      let first = queue.removeFirst()
      return .respond(first.response, first.place)
    }
    guard let taken = stubs.take(from: stubs.candidates(for: request)) else {
      return .unmatched(report: stubs.report(for: request))
    }
    return .respond(taken.content(request), taken.place)
  }
}
