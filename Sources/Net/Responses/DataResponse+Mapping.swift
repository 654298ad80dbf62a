import Foundation

extension DataResponse {
  /// Returns the response with its value transformed.
  ///
  /// An error is unchanged.
  ///
  /// ```swift
  /// let names = response.map { users in users.map(\.name) }
  /// ```
  public func map<NewValue: Sendable>(_ transform: (Value) -> NewValue) -> DataResponse<NewValue> {
    with(result.map(transform))
  }

  /// Returns the response with its value transformed, or a failure if the closure throws.
  ///
  /// The error that the closure throws becomes the underlying error of a ``NetworkError/Reason/serialization(_:)``. A
  /// ``NetworkError`` is not wrapped; missing details, such as the request and the response, are added to it, unless it
  /// is that of another request.
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
              NetworkError(
                .serialization("the value could not be mapped: \(redaction.words(for: error))"),
                underlyingError: error))
          )
        }
      })
  }

  /// Returns the response with its error transformed.
  ///
  /// A value is unchanged.
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
    if request.map(error.belongs) ?? !error.hasRequest {
      error.request = error.request ?? request
      error.response = error.response ?? response
      error.data = error.data ?? data
    }
    if error.attempts == 0 { error.attempts = timings.attempts }
    return error
  }
}

extension DataResponse: CustomDebugStringConvertible, CustomReflectable {
  /// The exchange, line by line: the request, the response with its header, the size of the body, the timings and the
  /// result.
  ///
  /// It is redacted as the request specifies. A failure includes the beginning of the body in the error's description.
  public var debugDescription: String {
    var lines: [String] = []
    if let request {
      lines.append("request: \(request.method) \(redaction.redacted(request.url))")
      lines += indented(request.headers)
      if request.body != .none {
        lines.append("  (\(request.body.count.map(String.init) ?? "as yet unknown") bytes)")
      }
    } else {
      lines.append("request: none was sent")
    }
    if let response {
      lines.append("response: \(response.status)")
      lines += indented(response.headers)
      // A body that was saved to a file or streamed is not in `data`.
      if let data { lines.append("  (\(max(Int64(data.count), timings.bytesReceived)) bytes)") }
    } else {
      lines.append("response: none")
    }
    lines.append("timings: \(timings)")
    lines.append(outcome)
    return lines.joined(separator: "\n")
  }

  /// The result in words, with the description of a value redacted like a body.
  private var outcome: String {
    switch result {
    case .success(let value):
      let words = redaction.redacted(
        body: Data("\(value)".utf8), contentType: response?.headers["Content-Type"])
      return "success: \(String(decoding: words, as: UTF8.self))"
    case .failure(let error): return "failure: \(error)"
    }
  }

  private func indented(_ headers: HTTPHeaders) -> [String] { redaction.lines(of: headers).map { "  \($0)" } }

  private var redaction: Redaction {
    request?.carriedRedaction ?? response?.carriedRedaction ?? error?.redaction ?? .standard
  }

  /// The parts, redacted as the request specifies.
  ///
  /// The body appears as its size.
  public var customMirror: Mirror {
    Mirror(
      redacted: self,
      [
        "request": request as Any, "response": response as Any,
        "data": data.map { $0.count.counted("byte") } as Any, "result": outcome, "timings": timings,
      ])
  }
}

extension ResponseTimings: CustomStringConvertible {
  /// The known times: `sent 0.1 ms, first byte 6.2 ms, done 7.4 ms, 1 attempt`.
  public var description: String {
    let moments = [("sent", sent), ("first byte", firstByte), ("done", done)]
      .compactMap { name, moment in moment.map { "\(name) \($0.inMilliseconds)" } }
    return (moments + [attempts.counted("attempt")]).joined(separator: ", ")
  }
}
