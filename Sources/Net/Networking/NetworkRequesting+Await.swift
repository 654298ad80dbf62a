public import Foundation

extension NetworkRequesting {
  /// Starts the request if necessary and returns the serialized response, successful or failed.
  ///
  /// Use it if you need the status, header or timings. For the value alone use ``object(as:decoder:)`` and similar
  /// methods.
  ///
  /// ```swift
  /// let response = await network.get("https://api.example.com/user").response(.data)
  /// print(response.response?.status ?? 0, response.timings)
  /// ```
  ///
  /// Cancelling the task cancels the request. The response then has the error ``NetworkError/Reason/cancelled``.
  public func response<Serializer: ResponseSerializer>(
    _ serializer: Serializer
  ) async -> DataResponse<Serializer.Value> {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        response(delivery: .inline, responseSerializer: serializer) { continuation.resume(returning: $0) }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Starts the request if necessary and returns the value that the serializer creates from the response.
  ///
  /// ```swift
  /// let rows = try await network.get("https://api.example.com/rows.csv").value(CSVSerializer())
  /// ```
  ///
  /// - Throws: ``NetworkError``, or `CancellationError` if the task is cancelled, which cancels the request.
  public func value<Serializer: ResponseSerializer>(
    _ serializer: Serializer
  ) async throws -> Serializer.Value {
    try await response(serializer).result.valueOrCancellation()
  }
}

extension Result where Failure == NetworkError {
  /// Returns the value, or throws the error; in a task that is cancelled, a cancellation is a `CancellationError`.
  func valueOrCancellation() throws -> Success {
    if case .failure(let error) = self, case .cancelled = error.reason { try Task.checkCancellation() }
    return try get()
  }
}

extension NetworkRequesting {
  /// Starts the request if necessary and returns the body decoded as the type.
  ///
  /// ```swift
  /// let user = try await network.get("https://api.example.com/user").object(as: User.self)
  /// ```
  ///
  /// - Throws: ``NetworkError``, or `CancellationError` if the task is cancelled, which cancels the request.
  public func object<Value: Decodable & Sendable>(
    as type: Value.Type = Value.self, decoder: (any DataDecoder)? = nil
  ) async throws -> Value {
    try await value(.decodable(of: type, decoder: decoder))
  }

  /// Starts the request if necessary and returns the body.
  ///
  /// - Throws: ``NetworkError``, or `CancellationError` if the task is cancelled, which cancels the request.
  public func data() async throws -> Data { try await value(.data) }

  /// Starts the request if necessary and returns the body as text.
  ///
  /// - Throws: ``NetworkError``, or `CancellationError` if the task is cancelled, which cancels the request.
  public func string() async throws -> String { try await value(.string) }

  /// Starts the request if necessary and returns the body as JSON.
  ///
  /// - Throws: ``NetworkError``, or `CancellationError` if the task is cancelled, which cancels the request.
  public func json() async throws -> JSONValue { try await value(.json) }

  /// Starts the request if necessary and returns when it has succeeded.
  ///
  /// - Throws: ``NetworkError``, or `CancellationError` if the task is cancelled, which cancels the request.
  public func void() async throws { try await value(.void) }
}
