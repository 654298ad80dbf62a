public import Foundation

extension NetworkRequesting {
  /// Starts the request unless it has started, and returns the serialized response, failed or not.
  ///
  /// Use it to see status, headers and timings; use ``object(as:)`` and its like for just the value.
  ///
  /// ```swift
  /// let response = await network.get("https://api.example.com/user").response(.data)
  /// print(response.response?.status ?? 0, response.timings)
  /// ```
  ///
  /// Cancelling the task cancels the request; the response then holds ``NetworkError/Reason/cancelled``.
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

  /// Starts the request unless it has started, and returns what the serializer makes of the response.
  ///
  /// ```swift
  /// let rows = try await network.get("https://api.example.com/rows.csv").value(CSVSerializer())
  /// ```
  ///
  /// - Throws: ``NetworkError``; `CancellationError` when the task is cancelled, which cancels the request.
  public func value<Serializer: ResponseSerializer>(
    _ serializer: Serializer
  ) async throws -> Serializer.Value {
    switch await response(serializer).result {
    case .success(let value): return value
    case .failure(let error):
      if case .cancelled = error.reason { try Task.checkCancellation() }
      throw error
    }
  }
}
