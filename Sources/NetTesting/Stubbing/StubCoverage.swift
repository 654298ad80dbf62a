import Net

/// Which stubs, and which of their responses, were used.
///
/// ```swift
/// print(transport.coverage)
/// ```
///
/// The text lists what no request received: stubs, responses of a sequence, faults. A stub that must not be requested
/// is left out. Coverage of several mocks or tests can be merged; stubs of the same line and matcher are one stub. To
/// collect it over a whole run, use a ``StubCoverageRecorder``.
public struct StubCoverage: Sendable, Hashable, Codable {
  /// A response of a stub.
  public struct Response: Sendable, Hashable, Codable {
    /// What a client receives: `200`, `503`, `reset before the response`, `failure: …`, or `closure` for one that was
    /// never called.
    public var kind: String
    /// How many requests received it.
    public var uses: Int

    /// Creates a response.
    public init(kind: String, uses: Int) {
      self.kind = kind
      self.uses = uses
    }
  }

  /// A stub.
  public struct Stub: Sendable, Hashable, Codable {
    /// The requests that it applies to, as in failure messages.
    public var matcher: String
    /// The path of the file that created it.
    public var file: String
    /// The line in the file.
    public var line: UInt
    /// Its responses, in order.
    public var responses: [Response]

    /// Creates a stub.
    public init(matcher: String, file: String, line: UInt, responses: [Response]) {
      self.matcher = matcher
      self.file = file
      self.line = line
      self.responses = responses
    }

    /// How many requests it responded to.
    public var uses: Int { responses.reduce(0) { $0.addingSaturated($1.uses) } }

    /// The responses that no request received.
    public var unused: [Response] { responses.filter { $0.uses == 0 } }
  }

  /// The stubs, in the order of their creation.
  public var stubs: [Stub]

  /// Creates a coverage.
  public init(stubs: [Stub] = []) { self.stubs = stubs }

  /// Creates the coverage of several mocks or tests.
  public init(merging coverages: [StubCoverage]) {
    self.init()
    var indices: [Key: Int] = [:]
    for stub in coverages.flatMap(\.stubs) {
      let key = Key(matcher: stub.matcher, file: stub.file, line: stub.line)
      if let index = indices[key] {
        stubs[index].add(stub.responses)
      } else {
        indices[key] = stubs.count
        stubs.append(stub)
      }
    }
  }

  private struct Key: Hashable {
    var matcher: String
    var file: String
    var line: UInt
  }
}

extension StubCoverage {
  /// The kind of a closure that was never called.
  static let closure = "closure"
  /// The kind of a response that opens a WebSocket.
  static let webSocket = "WebSocket"
  /// The end of the kind of a response that fails after its body.
  static let failureAfterBody = ", failure after the body"
}

extension StubCoverage.Stub {
  /// Adds the uses of another run; equal responses of a sequence are counted in their order.
  fileprivate mutating func add(_ others: [StubCoverage.Response]) {
    var rest = responses
    var result: [StubCoverage.Response] = []
    for other in others {
      if let index = rest.firstIndex(where: { $0.kind == other.kind }) {
        let own = rest.remove(at: index)
        result.append(StubCoverage.Response(kind: own.kind, uses: own.uses.addingSaturated(other.uses)))
      } else {
        result.append(other)
      }
    }
    result += rest
    // A closure that was called in one of the runs is used.
    if result.contains(where: { $0.uses > 0 }) {
      result.removeAll { $0.kind == StubCoverage.closure && $0.uses == 0 }
    }
    responses = result
  }
}
