import Foundation

extension DataResponse {
  /// The response with its value turned into another; an error stays as it is.
  ///
  /// ```swift
  /// let names = response.map { users in users.map(\.name) }
  /// ```
  public func map<NewValue: Sendable>(_ transform: (Value) -> NewValue) -> DataResponse<NewValue> {
    with(result.map(transform))
  }

  /// The response with its value turned into another, or else failed.
  ///
  /// What the closure throws becomes the underlying error of a ``NetworkError/Reason/serialization(_:)``; a
  /// ``NetworkError`` goes through, completed with what is known here.
  public func tryMap<NewValue: Sendable>(
    _ transform: (Value) throws -> NewValue
  ) -> DataResponse<NewValue> {
    with(
      result.flatMap { value in
        do {
          return .success(try transform(value))
        } catch let error as NetworkError {
          return .failure(completed(error))
        } catch {
          return .failure(
            completed(
              NetworkError(.serialization("the value could not be mapped: \(error)"), underlyingError: error))
          )
        }
      })
  }

  /// The response with its error turned into another; a value stays as it is.
  public func mapError(_ transform: (NetworkError) -> NetworkError) -> DataResponse {
    with(result.mapError(transform))
  }

  private func with<NewValue: Sendable>(
    _ result: Result<NewValue, NetworkError>
  ) -> DataResponse<NewValue> {
    DataResponse<NewValue>(
      request: request, response: response, data: data, result: result, timings: timings)
  }

  private func completed(_ error: NetworkError) -> NetworkError {
    var error = error
    error.request = error.request ?? request
    error.response = error.response ?? response
    error.data = error.data ?? data
    if error.attempts == 0 { error.attempts = timings.attempts }
    return error
  }
}

extension DataResponse: CustomDebugStringConvertible {
  /// The exchange, line by line: the request, the response with its headers, how much body, how long, the result.
  ///
  /// Secrets are left out as by ``Redaction/standard``; of a failure the body begins in the error's description.
  public var debugDescription: String {
    var lines: [String] = []
    if let request {
      lines.append("request: \(request.method) \(Redaction.standard.redacted(request.url))")
      lines += Self.indented(request.headers)
      if request.body != .none {
        lines.append("  (\(request.body.count.map(String.init) ?? "as yet unknown") bytes)")
      }
    } else {
      lines.append("request: none was sent")
    }
    if let response {
      lines.append("response: \(response.status)")
      lines += Self.indented(response.headers)
      // What went into a file or through a stream is not in the data.
      if let data { lines.append("  (\(max(Int64(data.count), timings.bytesReceived)) bytes)") }
    } else {
      lines.append("response: none")
    }
    lines.append("timings: \(timings)")
    switch result {
    case .success(let value): lines.append("success: \(Self.words(for: value))")
    case .failure(let error): lines.append("failure: \(error)")
    }
    return lines.joined(separator: "\n")
  }

  /// A value as it prints itself: where that is JSON or a form, as with a text, without its secrets.
  private static func words(for value: Value) -> String {
    String(decoding: Redaction.standard.redacted(body: Data("\(value)".utf8)), as: UTF8.self)
  }

  private static func indented(_ headers: HTTPHeaders) -> [String] {
    Redaction.standard.redacted(headers).map { "  \($0.name): \($0.value)" }
  }
}

extension ResponseTimings: CustomStringConvertible {
  /// The moments that are known: `sent 0.1 ms, first byte 6.2 ms, done 7.4 ms, 1 attempt`.
  public var description: String {
    let moments = [("sent", sent), ("first byte", firstByte), ("done", done)]
      .compactMap { name, moment in moment.map { "\(name) \($0.inMilliseconds)" } }
    return (moments + ["\(attempts) \(attempts == 1 ? "attempt" : "attempts")"]).joined(separator: ", ")
  }
}
