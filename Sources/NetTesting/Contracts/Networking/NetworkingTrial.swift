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

  /// Waits for the first response.
  @discardableResult
  func wait() async throws -> DataResponse<Value> {
    let missing = "no completion handler was called"
    try await changes.wait(orThrow: missing) { !responses.isEmpty }
    guard let first = responses.first else { throw ContractBreach(missing) }
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
