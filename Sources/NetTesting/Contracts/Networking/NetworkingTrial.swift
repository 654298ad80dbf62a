import Foundation
import Net

/// The implementation that a law checks, and its server side.
struct NetworkingTrial: Sendable {
  let script: ContractScript
  let make: @Sendable (ContractScript) throws -> any Networking

  /// The implementation, with the script's configuration changed for the law.
  func network(
    _ configure: (inout SessionConfiguration) -> Void = { _ in }
  ) throws -> any Networking {
    var script = script
    configure(&script.configuration)
    return try make(script)
  }
}

/// The responses that the completion handlers of one request received.
final class CompletionLog<Value: Sendable>: Sendable {
  private let state = Lock<[DataResponse<Value>]>([])
  private let changes = Changes()

  func add(_ response: DataResponse<Value>) {
    state.withLock { $0.append(response) }
    changes.notify()
  }

  var responses: [DataResponse<Value>] { state.withLock { $0 } }

  /// Waits for the first response, or for this many.
  @discardableResult
  func wait(for count: Int = 1) async throws -> DataResponse<Value> {
    let handlers = count.counted("completion handler")
    try await changes.wait(orThrow: "only \(self.responses.count) of \(handlers) called") {
      responses.count >= count
    }
    guard let first = responses.first else { throw ContractBreach("no completion handler was called") }
    return first
  }
}

extension NetworkRequesting {
  /// Starts the request and records its outcome.
  func logging<Serializer: ResponseSerializer>(_ serializer: Serializer) -> CompletionLog<Serializer.Value> {
    let log = CompletionLog<Serializer.Value>()
    response(delivery: .inline, responseSerializer: serializer) { log.add($0) }
    return log
  }
}
